"""The entry that drew a round: all that it could rest on, its games, and the changes by hand since."""

from dataclasses import dataclass, replace

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.verify.entrants import entrants, round_between_teams


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeByHand:
    """An entry that changed boards or byes of a draw, with its author and time."""

    how: str
    entry: int
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawInLog:
    """A draw as the log has it: the event before it, what was drawn, and what people changed since.

    In a team event the players of `before` are the teams, and the boards of `made` their matches. The rules
    of the event named the system `by_rules`. A draw made `again` had an `old` one before it; the boards of
    `kept` tables and some byes stayed when the rest was drawn again.
    """

    number: int
    system: str
    by_rules: str
    preset: str
    seed: int
    pricing: int
    before: Tournament
    made: Round
    kept: tuple[int, ...]
    again: bool
    old: Round
    teams: bool
    entry: int
    changes: tuple[ChangeByHand, ...]

    @property
    def keeps(self) -> bool:
        """If boards or byes of the draw before stayed."""
        return bool(self.kept or self.kept_byes)

    @property
    def by_hand(self) -> tuple[ChangeByHand, ...]:
        """The changes since the draw, and if something stayed also those before it."""
        return tuple(each for each in self.changes if self.keeps or each.entry > self.entry)

    @property
    def kept_boards(self) -> tuple[Board, ...]:
        """The boards that stayed."""
        return tuple(board for board in self.made.boards if board.table in self.kept)

    @property
    def kept_byes(self) -> tuple[Bye, ...]:
        """The byes that stayed: those that the director gave or locked before."""
        return tuple(
            bye
            for bye in self.made.byes
            if bye in self.old.byes and (bye.locked or bye.kind is ByeKind.VOLUNTARY)
        )


def draw_in_log(history: History, drawn: Entry | None, number: int) -> DrawInLog | None:
    """The last draw of a round; None if its entry or its seed is not in the log."""
    if drawn is None or not isinstance(drawn.event, events.RoundDrawn) or drawn.event.seed is None:
        return None
    made = drawn.event
    known = history.until(drawn.number - 1).tournament()
    settings = known.settings
    system = made.system or settings.system
    rounds = tuple(each for each in known.rounds if each.number < number)
    event = replace(known, rounds=rounds, settings=replace(settings, system=system))
    games = Round.of(made.round)
    return DrawInLog(
        number=number,
        system=system,
        by_rules=settings.system,
        preset=settings.preset,
        seed=made.seed or 0,
        pricing=made.pricing,
        before=entrants(event, number),
        made=round_between_teams(games) if settings.by_teams else games,
        kept=tuple(made.kept),
        again=made.again,
        old=round_between_teams(known.round(number)) if settings.by_teams else known.round(number),
        teams=settings.by_teams,
        entry=drawn.number,
        changes=tuple(
            ChangeByHand(how=_how(each.event), entry=each.number, by=each.by, at=each.at)
            for each in history.effective_entries
            if _changes(each.event, number)
        ),
    )


def _changes(event: events.Event, number: int) -> bool:
    changed = isinstance(event, events.DrawChanged | events.BoardChanged | events.ByesChanged)
    return changed and getattr(event, "round", 0) == number


def _how(event: events.Event) -> str:
    return event.how.value if isinstance(event, events.DrawChanged) else ""
