"""Every draw that was made of a round, also those that were undone, and why it is not the one before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.domain.draw_seeds import SeedSource, source_of_seed
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.rounds.round import Pairings, Round
from miai.features.draw.changed_since import NOT_ASKED, NOTHING_CHANGED, ChangedSince, changes_between
from miai.features.draw.proof import publication_of
from miai.messages import Message, counted

# Lots are drawn by the names and numbers of players.
_LOTS_ASK = frozenset(("surname", "first_name", "egf_pin", "aga_id", "ffg_licence"))


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawMade:
    """A draw of a round, by its entry in the log, compared with the draw before.

    `moved` says that it has other games. `source` is None for rounds of imported files. `changed` is what
    was different from the moment of the draw before, `wishes` that the wishes of the director were, `kept`
    the tables that stayed.
    """

    entry: int
    at: str
    first: bool
    moved: bool
    seed: int
    source: SeedSource | None
    seed_moved: bool = False
    changed: ChangedSince = NOTHING_CHANGED
    wishes: bool = False
    kept: tuple[int, ...] = ()
    reason: str = ""

    @property
    def notable(self) -> bool:
        """True for a draw to tell everybody of: one that replaced other games, or by a typed seed."""
        return (self.moved and not self.first) or self.source in (SeedSource.TYPED, SeedSource.RULES)

    @property
    def messages(self) -> tuple[Message, ...]:
        """How the draw came about, a sentence each."""
        return tuple(self._messages())

    def _messages(self) -> Iterator[Message]:
        if self.first:
            yield Message("drawn")
        elif self.changed:
            yield Message("drawn again after these changes: %(changes)s", changes=self.changed.clauses)
        elif self.wishes:
            yield Message("drawn again after the director changed a wish")
        else:
            yield Message("drawn again")
        if self.source is SeedSource.TYPED:
            yield Message("the director typed the seed %(seed)s", seed=str(self.seed))
        elif self.source is SeedSource.RULES:
            yield Message("the director set a seed in the rules")
        elif self.seed_moved:
            yield Message("the seed follows from the log again")
        if self.kept:
            yield counted(
                "table %(tables)s stayed", "tables %(tables)s stayed", len(self.kept), tables=self.kept
            )
        if self.reason:
            yield Message("reason: %(reason)s", reason=self.reason)


def draws_made(desk: Desk, state: State, number: int) -> tuple[DrawMade, ...]:
    """All draws of a round in order, also those that were undone or taken back."""
    drafts = [
        entry
        for entry in state.history.entries
        if isinstance(entry.event, events.RoundDrawn) and entry.event.round.number == number
    ]

    def kept(before: Entry | None, entry: Entry) -> DrawMade:
        key = ("draw made", number)
        return desk.recall_at(state, entry.number, key, lambda: _made(state.history, before, entry))

    return tuple(kept(before, entry) for before, entry in zip([None, *drafts], drafts, strict=False))


def public_draws(desk: Desk, state: State, number: int) -> tuple[DrawMade, ...]:
    """The draws of a published round until its publication that everybody should know of."""
    published = publication_of(state, number)
    made = draws_made(desk, state, number) if published else ()
    return tuple(each for each in made if each.notable and published and each.entry < published.number)


def _made(history: History, before: Entry | None, entry: Entry) -> DrawMade:
    drawn = entry.event
    assert isinstance(drawn, events.RoundDrawn)  # noqa: S101 - chosen so
    now = history.until(entry.number - 1).tournament()
    number = drawn.round.number
    seed = drawn.seed or 0
    source = None if drawn.seed is None else source_of_seed(now, number, seed)
    if before is None:
        return DrawMade(entry=entry.number, at=entry.at, first=True, moved=True, seed=seed, source=source)
    earlier = before.event
    assert isinstance(earlier, events.RoundDrawn)  # noqa: S101 - chosen so
    then = history.until(before.number).tournament()
    return DrawMade(
        entry=entry.number,
        at=entry.at,
        first=False,
        moved=_games(earlier.round) != _games(drawn.round),
        seed=seed,
        source=source,
        seed_moved=earlier.seed != drawn.seed,
        changed=changes_between(then, now, Round.of(earlier.round), not_asked=NOT_ASKED - _LOTS_ASK),
        wishes=then.wishes != now.wishes,
        kept=drawn.kept,
        reason=_reason(history.since(entry.number), entry.number),
    )


def _games(drawn: Pairings) -> object:
    """Who plays whom with which colours, and who sits out."""
    return {(board.white, board.black) for board in drawn.boards}, frozenset(drawn.free)


def _reason(later: Sequence[Entry], number: int) -> str:
    """The reason that was given for an entry; it is the entry after it."""
    for entry in later:
        if isinstance(entry.event, events.ReasonGiven) and number in entry.event.entries:
            return entry.event.reason
    return ""
