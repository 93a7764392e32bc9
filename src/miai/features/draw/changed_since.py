"""What a draw rests on and is not as it was when the round was drawn."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace

from miai.desk.live_state import Desk, State
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.participants import usual_field
from miai.domain.people.player import Player
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.presets import base_preset
from miai.domain.settings.setting_fields import SETTING_LABELS, setting_fields, value_at
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import seeding_for
from miai.engine.pairing.registry import abilities_of
from miai.features.draw.entries import draw_entries
from miai.features.draw.evaluation import before_round, how_drawn
from miai.features.history.history_changes import player_changes
from miai.features.settings.unused_rules import unused_rules
from miai.messages import Clauses, Message, counted

# More players than this are counted and not named.
_MOST = 4
# Entries that change a draw itself, or nothing of what it rests on.
_HARMLESS = (events.RoundDrawn, events.DrawChanged, events.RoundPublished, events.WishesChanged)
# Rules that no draw uses, by the beginnings of their paths.
_NOT_DRAWN_BY = (
    "clock.",
    "ruleset",
    "internet",
    "board_size",
    "prizes",
    "one_prize_each",
    "fees.",
    "ratings_frozen_after",
    "unfinished.after_deadline",
    "teams.limits.",
)
# Rules that only seeding uses, those about sums over opponents, and those about rounds before this one.
_SEEDED_BY = ("criteria", "teams.criteria", "pairing.first_seeding", "pairing.later_seeding")
_SUMS = ("scoring.unplayed", "scoring.absence_for_place")
_AFTER_ROUNDS = ("scoring.bye_", "scoring.absent_", "scoring.round_down", "scoring.rulebook", "unfinished.")
_SCORES = frozenset(("mms", "nbw"))
# What no draw asks of a player.
NOT_ASKED = frozenset(
    (
        "surname",
        "first_name",
        "declared_grade",
        "highest_grade",
        "rating_date",
        "rating_origin",
        "egf_pin",
        "ffg_licence",
        "ffg_status",
        "aga_id",
        "aga_expiry",
        "birth_year",
        "sex",
        "newcomer",
        "fee",
        "paid",
        "extras",
        "not_same_as",
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedSince:
    """What has changed since a round was drawn.

    `rules` are the names of rules, `players` what is new about whom, `rounds` those with other results.
    """

    rules: tuple[Message, ...]
    players: tuple[Message, ...]
    rounds: tuple[int, ...]

    def __bool__(self) -> bool:
        return bool(self.rules or self.players or self.rounds)

    @property
    def message(self) -> Message:
        """All changes in one sentence."""
        return Message("This draw is older than these changes: %(changes)s.", changes=self.clauses)

    @property
    def clauses(self) -> Clauses:
        """All changes, one clause each."""
        return Clauses(tuple(self._changes()))

    def _changes(self) -> Iterator[Message]:
        if self.rules:
            yield counted("a rule (%(rules)s)", "rules (%(rules)s)", len(self.rules), rules=self.rules)
        if len(self.players) <= _MOST:
            yield from self.players
        else:
            yield counted("%(num)s player", "%(num)s players", len(self.players))
        if self.rounds:
            yield counted(
                "results of round %(rounds)s",
                "results of rounds %(rounds)s",
                len(self.rounds),
                rounds=self.rounds,
            )


NOTHING_CHANGED = ChangedSince(rules=(), players=(), rounds=())


def changed_since(desk: Desk, state: State, number: int) -> ChangedSince:
    """What has changed since a round was drawn; nothing where nobody knows when that was."""
    return desk.recall(
        state, ("changed since", number), lambda: changes_since(state.history, state.tournament, number)
    )


def changes_since(history: History, now: Tournament, number: int) -> ChangedSince:
    """The changes of a tournament, by its history, since a round was drawn."""
    entries = draw_entries(history, number)
    how = how_drawn(entries, now.settings)
    drafts = [entry.number for entry in entries if isinstance(entry.event, events.RoundDrawn)]
    later = history.since(drafts[-1]) if drafts else ()
    if all(isinstance(entry.event, _HARMLESS) for entry in later):
        return NOTHING_CHANGED
    then = history.until(drafts[-1]).tournament()
    # A round that is paired again in part keeps the pairing rules of its first draw.
    drawn_by = replace(then.settings, system=how.system, preset=how.preset)
    return changes_between(replace(then, settings=drawn_by), now, now.round(number))


def changes_between(
    then: Tournament, now: Tournament, drawn: Round, *, not_asked: frozenset[str] = NOT_ASKED
) -> ChangedSince:
    """The changes between two moments in what a round rests on, as it was drawn at the first.

    `not_asked` are the fields of players whose changes are passed over.
    """
    number = drawn.number
    before = before_round(then, number)
    return ChangedSince(
        # Rules that change while players see a draw are for the rounds to come.
        rules=() if drawn.shown else tuple(_rules(before.settings, now.settings, number)),
        players=() if now.settings.by_teams else tuple(_players(before, now, drawn, not_asked)),
        rounds=tuple(
            earlier.number
            for earlier in now.rounds
            if earlier.number < number and _happened(earlier) != _happened(before.round(earlier.number))
        ),
    )


def _rules(old: Settings, new: Settings, number: int) -> Iterator[Message]:
    """The names of the rules by which the round would be drawn otherwise."""
    idle = unused_rules(old).keys() & unused_rules(new).keys()
    changed = [
        path
        for path in setting_fields()
        if value_at(old, path) != value_at(new, path)
        and path not in idle
        and not path.startswith(_NOT_DRAWN_BY)
    ]
    unread = _not_read(old, new, number)
    for path in changed:
        if not path.startswith(unread):
            yield SETTING_LABELS[path]


def _not_read(old: Settings, new: Settings, number: int) -> tuple[str, ...]:
    """The beginnings of settings that the draw of this round does not read, by the old rules or the new."""
    found: list[str] = []
    if not (_counts_rounds(old) or _counts_rounds(new)):
        found.append("rounds")
    if not (old.pairing.far_time_zones or new.pairing.far_time_zones):
        found.append("time_zone")
    if _seeding(old, number) == _seeding(new, number):
        found += _SEEDED_BY
        if _seeds_by_score(new, number):
            found += _SUMS
    if number == 1:
        found += _AFTER_ROUNDS
    return tuple(found)


def _seeds_by_score(settings: Settings, number: int) -> bool:
    order = seeding_for(settings, round_number=number, preset=settings.preset)
    return set(order.criteria) <= _SCORES


def _counts_rounds(settings: Settings) -> bool:
    """Whether a draw depends on how many rounds there are."""
    abilities = abilities_of(settings.system)
    by_own_rules = abilities.by_preset and base_preset(settings.preset) not in ("gotha", "aga")
    return not by_own_rules or settings.pairing.exempt_last_half


def _seeding(settings: Settings, number: int) -> object:
    order = seeding_for(settings, round_number=number, preset=settings.preset)
    teams = settings.teams.criteria if settings.by_teams else ()
    return settings.pairing.seeding(number).method, order, teams


def _players(then: Tournament, now: Tournament, drawn: Round, not_asked: frozenset[str]) -> Iterator[Message]:
    """What is new about those who were drawn, and about those who should play now."""
    number, names = drawn.number, now.names
    before = {player.id: player for player in then.players}
    drawn_for = {seat for board in drawn.boards for seat in (board.white, board.black)}
    drawn_for |= {bye.player for bye in drawn.byes}
    # Players who came after the round was published are not missing in it.
    playing = usual_field(now, number) if drawn.shown is None else set()
    for player in now.players:
        if player.id not in drawn_for | playing:
            continue
        if player.id in before:
            asked = _asked(before[player.id], player, number, not_asked)
            yield from player_changes(asked, player, name=names[player.id], last_round=number)
        elif player.id not in drawn_for:
            yield Message("%(name)s is here", name=names[player.id])


def _happened(earlier: Round) -> object:
    """What a round means for those after it."""
    games = {(board.white, board.black, board.handicap, board.result) for board in earlier.boards}
    return games, {(bye.player, bye.kind) for bye in earlier.byes}, set(earlier.bonuses)


def _asked(old: Player, new: Player, number: int, not_asked: frozenset[str]) -> Player:
    """A player as before in everything that a draw asks for, and else as now."""
    kept = {each.name: getattr(new, each.name) for each in fields(Player) if each.name in not_asked}
    missed = (new.absent_rounds - {number}) | (old.absent_rounds & {number})
    return replace(old, **kept, absent_rounds=missed)
