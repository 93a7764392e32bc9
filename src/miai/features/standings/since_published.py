"""Compares standings as they were published with the same standings as they would be published now."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import cast

from miai.desk.live_state import Desk, State, event_and_stage
from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.distinct_names import distinct_names
from miai.domain.people.player import Player
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import standings
from miai.engine.scoring.teams.table import team_standings
from miai.errors import InputError
from miai.features.stages.overall_standings import whole_standings
from miai.features.standings.shown_lines import (
    LineChanges,
    Lines,
    Move,
    Shows,
    changed_lines,
    lines_of_players,
    lines_of_teams,
    lines_of_whole,
)


class Kind(Enum):
    """A reason why standings differ from the published ones."""

    RESULTS = "results"
    STARTS = "starting scores"
    CRITERIA = "criteria"
    RULES = "rules"
    SCORES = "scores"
    ADDED = "players added"
    REMOVED = "players removed"
    NAMES = "names"
    GRADES = "grades"
    CLUBS = "clubs"
    COUNTRIES = "countries"


_OF_LINES = {
    Kind.RESULTS: Shows.RESULTS,
    Kind.STARTS: Shows.STARTS,
    Kind.NAMES: Shows.NAMES,
    Kind.GRADES: Shows.GRADES,
    Kind.CLUBS: Shows.CLUBS,
    Kind.COUNTRIES: Shows.COUNTRIES,
}
# These explain other scores; without one of them the scores are named themselves.
_CAUSES = {Kind.RESULTS, Kind.STARTS, Kind.CRITERIA, Kind.RULES, Kind.ADDED, Kind.REMOVED}


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One kind of change, with the players or teams whose lines show it."""

    kind: Kind
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SincePublished:
    """Published standings, and all that has changed in them since.

    `places` are those of players or teams in both tables. Leaders share the first place.
    """

    at: str
    final: bool
    criteria: tuple[str, ...]
    of_teams: bool = False
    changes: tuple[Change, ...] = ()
    places: tuple[Move[int], ...] = ()
    leaders_before: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()

    @property
    def older(self) -> bool:
        """True if the table would be published in another way now."""
        return bool(self.changes or self.places)

    @property
    def seen(self) -> tuple[Change, ...]:
        """The changes that players see at once; new criteria wait for the next publication."""
        return tuple(each for each in self.changes if each.kind is not Kind.CRITERIA)

    @property
    def waits(self) -> bool:
        """True if players see the criteria of the publication, and others count now."""
        return self.seen != self.changes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """Standings with what they depend on; `games` are compared for the places over all stages."""

    lines: Lines
    criteria: tuple[str, ...]
    rules: Hashable
    games: Hashable
    players: Mapping[str, Player]
    teams: Mapping[str, str]

    @property
    def leaders(self) -> tuple[str, ...]:
        """The ids of those at the first place."""
        return tuple(each for each, line in self.lines.items() if line.place == 1)


# Gives the table as it was after an entry of the log, computed or kept from before.
_Keep = Callable[[int, Callable[[], _Table]], _Table]


def _computed(number: int, compute: Callable[[], _Table]) -> _Table:
    del number
    return compute()


def table_since(desk: Desk, state: State, after: int) -> SincePublished | None:
    """What has changed in the standings after a round since they were published; None if they are not."""
    return _recalled(desk, state, after, whole=False)


def whole_since(desk: Desk, state: State) -> SincePublished | None:
    """What has changed in the places over all stages since standings of the event were published."""
    shown = state.tournament.tables_shown
    if not state.tournament.stages or not shown:
        return None
    return _recalled(desk, state, shown[-1].after_round, whole=True)


def _recalled(desk: Desk, state: State, after: int, *, whole: bool) -> SincePublished | None:
    if not _is_shown(state.tournament, after):
        return None
    event, stage = event_and_stage(state.id)
    log = desk.state(event) if stage else state

    def keep(number: int, compute: Callable[[], _Table]) -> _Table:
        return desk.recall_at(log, number, ("published", stage, after, whole), compute)

    def work_out() -> SincePublished | None:
        return since_published(
            log.history, state.tournament, after, stage=stage or MAIN, whole=whole, keep=keep
        )

    return desk.recall(state, ("since published", after, whole), work_out)


def since_published(
    history: History,
    now: Tournament,
    after: int,
    *,
    stage: StageId = MAIN,
    whole: bool = False,
    keep: _Keep = _computed,
) -> SincePublished | None:
    """What has changed in published standings, by the log of the whole event; None if there are none.

    With `whole` those over all stages are compared, which were published with the standings after a round.
    """
    entry = _publication(history.in_stage(stage) if stage else history, after)
    if entry is None or not _is_shown(now, after):
        return None

    def published() -> _Table:
        past = history.until(entry.number).tournament()
        return _table_of(past.stage(stage).event if stage else past, after, whole=whole)

    try:
        return _compared(entry, keep(entry.number, published), _table_of(now, after, whole=whole))
    except InputError:
        return None


def _table_of(tournament: Tournament, after: int, *, whole: bool) -> _Table:
    """The table by the criteria that count."""
    parts = (tournament, *(each.event for each in tournament.stages)) if whole else (tournament,)
    if whole:
        lines = lines_of_whole(whole_standings(tournament))
    elif tournament.settings.by_teams:
        lines = lines_of_teams(team_standings(tournament, after=after))
    else:
        lines = lines_of_players(standings(tournament, after=after))
    return _Table(
        lines=lines,
        criteria=tuple(key for part in parts for key in _criteria(part)),
        rules=tuple(_rules(part) for part in parts),
        games=tuple(drawn.pairings for part in parts for drawn in part.rounds) if whole else None,
        players={str(player.id): player for player in tournament.players},
        teams={str(team.id): team.name for team in tournament.teams},
    )


def _criteria(tournament: Tournament) -> tuple[str, ...]:
    settings = tournament.settings
    return settings.teams.criteria if settings.by_teams else settings.criteria


def _rules(tournament: Tournament) -> Hashable:
    """The rules for scores, without those that give starting scores and without the criteria."""
    settings, plain = tournament.settings, Scoring()
    scoring = replace(
        settings.applied_scoring,
        bar=plain.bar,
        floor=plain.floor,
        zero=plain.zero,
        bands=plain.bands,
        bands_from_entries=plain.bands_from_entries,
    )
    return settings.system, scoring, settings.handicapping, replace(settings.teams, criteria=())


def _is_shown(tournament: Tournament, after: int) -> bool:
    return any(table.after_round == after for table in tournament.tables_shown)


def _publication(history: History, after: int) -> Entry | None:
    """The last publication of the standings after a round that counts."""
    for entry in reversed(history.effective_entries):
        if isinstance(entry.event, events.StandingsPublished) and entry.event.after_round == after:
            return entry
    return None


def _compared(entry: Entry, past: _Table, now: _Table) -> SincePublished:
    """All that differs between two tables, with its reasons."""
    names = distinct_names({**past.players, **now.players}) | {**past.teams, **now.teams}
    found = changed_lines(past.lines, now.lines, lambda each: names.get(each, each))
    published = cast("events.StandingsPublished", entry.event)
    return SincePublished(
        at=entry.at,
        final=published.final,
        criteria=past.criteria,
        of_teams=bool(now.lines) and not now.lines.keys() <= now.players.keys(),
        changes=tuple(_changes(past, now, found)),
        places=tuple(each for each in found.places if each.before and each.after),
        leaders_before=tuple(names.get(each, each) for each in past.leaders),
        leaders=tuple(names.get(each, each) for each in now.leaders),
    )


def _changes(past: _Table, now: _Table, found: LineChanges) -> Iterator[Change]:
    """The kinds of change, in the order of `Kind`; rules only if they change a value or a place."""
    players = {kind: found.parts[part] for kind, part in _OF_LINES.items() if part in found.parts}
    if past.games != now.games:
        players[Kind.RESULTS] = ()
    if past.criteria != now.criteria:
        players[Kind.CRITERIA] = ()
    if found.added:
        players[Kind.ADDED] = found.added
    if found.removed:
        players[Kind.REMOVED] = found.removed
    valued = _other_values(past.lines, now.lines)
    if past.rules != now.rules and (valued or found.places):
        players[Kind.RULES] = ()
    if (valued or found.places) and not _CAUSES & players.keys():
        players[Kind.SCORES] = tuple(move.name for move in found.scores)
    return (Change(kind=kind, names=players[kind]) for kind in Kind if kind in players)


def _other_values(past: Lines, now: Lines) -> bool:
    """True if a criterion of both tables has another value."""
    return any(
        line.criteria[key] != now[each].criteria[key]
        for each, line in past.items()
        if each in now
        for key in line.criteria
        if key in now[each].criteria
    )
