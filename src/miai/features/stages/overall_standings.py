"""The standings of a whole event with stages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from miai.domain.people.participants import participants
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import Quarters
from miai.domain.rounds.final_table import FinalRow, FinalTable
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring.places import Standings, StandingsRow, standings
from miai.engine.scoring.scores import scores
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai.features.stages.places import PlaceGroups, places_of
from miai.features.stages.published_criteria import by_published_criteria
from miai.features.stages.rules import is_elimination

# In place of the criteria of a final table: places over all stages.
WHOLE = ("whole",)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeRow:
    """One line: the place in the event and in the last stage of the player, "" for the main event."""

    place: int
    player: Player
    stage: StageId
    stage_name: str
    stage_place: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeStandings:
    """Everybody of an event, best first; those who share a place have the same number."""

    tournament: Tournament
    rows: tuple[WholeRow, ...]
    final: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    player: Player
    stage: StageId
    name: str
    place: int
    values: tuple[float, ...] = ()


def whole_standings(tournament: Tournament) -> WholeStandings:
    """The places of all over all stages.

    Everybody is placed in the last phase they played in; later phases come before earlier ones, and the main
    event is the first phase. Whoever left a cup for the main event and plays there is placed there.

    Stages of one phase are merged place by place: all winners, then all seconds. Those of one place are put
    in order by the criteria of their stages, the score first, if the stages have the same system, the same
    criteria, and as many players and rounds; else, and where these are equal, they share the place. Those who
    met are not compared with each other. A final table has the places that were fixed.

    >>> staged = stages.with_groups(fresh, 2)
    >>> group = miai.with_games(staged.stage("group-a").event, 1, [("Anna", "Dora", "white")])
    >>> staged = stages.with_stage_event(staged, "group-a", group)
    >>> row = stages.whole_standings(staged).rows[0]
    >>> row.place, row.player.name
    (1, 'Example Anna')
    """
    rows = tuple(_rows(tournament))
    fixed = tournament.final
    if fixed is None or fixed.criteria != WHOLE:
        return WholeStandings(tournament=tournament, rows=rows)
    known = {row.player.id: row for row in rows}
    places = [(row.player, row.place) for row in fixed.rows if row.player in known]
    return WholeStandings(
        tournament=tournament,
        rows=tuple(replace(known[player], place=place) for player, place in places),
        final=True,
    )


def published_whole_standings(tournament: Tournament) -> WholeStandings | None:
    """The places over all stages as players see them; None before standings of the event are published."""
    return whole_standings(by_published_criteria(tournament)) if tournament.tables_shown else None


def whole_final_table(tournament: Tournament) -> FinalTable:
    """The places of all as they are fixed."""
    return FinalTable(
        after_round=tournament.rounds_played,
        criteria=WHOLE,
        rows=tuple(
            FinalRow(player=row.player.id, place=row.place) for row in whole_standings(tournament).rows
        ),
    )


def whole_table(tournament: Tournament) -> Standings:
    """The places of all as a table of standings without criteria, for those who need no more."""
    return Standings(
        tournament=tournament,
        after_round=tournament.rounds_played,
        criteria=(),
        rows=tuple(
            StandingsRow(line=line, place=row.place, overall=row.place, player=row.player, values={})
            for line, row in enumerate(whole_standings(tournament).rows, start=1)
        ),
    )


def wins_in_all(tournament: Tournament) -> dict[PlayerId, Quarters]:
    """How often each player won in the main event and in all stages together."""
    wins = {player.id: Quarters(0) for player in tournament.players}
    for event in (tournament, *(stage.event for stage in tournament.stages)):
        table = scores(event, after=event.rounds_played)
        for player, won in zip(table.players, table.wins, strict=True):
            wins[player.id] = Quarters(wins.get(player.id, 0) + won)
    return wins


def _rows(tournament: Tournament) -> Iterator[WholeRow]:
    known = {player.id: player for player in tournament.players}
    home = _last_stage(tournament)
    before = 0
    counted = [stage for stage in tournament.stages if not stage.is_play_off]
    for phase in sorted({stage.plan.phase for stage in counted}, reverse=True):
        stages = [stage for stage in counted if stage.plan.phase == phase]
        placed = [
            each for stage in stages for each in _of_stage(stage, stages) if home[each.player.id] == stage.id
        ]
        yield from _merged(placed, known, before)
        before += len(placed)
    yield from _merged(list(_of_main(tournament, home)), known, before)


def _merged(placed: list[_Placed], known: dict[PlayerId, Player], before: int) -> Iterator[WholeRow]:
    """Those of one phase, place by place."""

    def key(each: _Placed) -> tuple[int, tuple[float, ...]]:
        return each.place, tuple(-value for value in each.values)

    ordered = sorted(placed, key=lambda each: (key(each), each.player.name))
    for _, group in groupby(ordered, key=key):
        shared = list(group)
        for each in shared:
            yield WholeRow(
                place=before + 1,
                player=known.get(each.player.id, each.player),
                stage=each.stage,
                stage_name=each.name,
                stage_place=each.place,
            )
        before += len(shared)


def _last_stage(tournament: Tournament) -> dict[PlayerId, StageId]:
    """The stage in which each player is placed."""
    home: dict[PlayerId, StageId] = {}
    in_main = {
        player.id
        for player in tournament.players
        if any(drawn.board_of(player.id) or drawn.bye_of(player.id) for drawn in tournament.rounds)
    }
    counted = (stage for stage in tournament.stages if not stage.is_play_off)
    for stage in sorted(counted, key=lambda stage: stage.plan.phase):
        for player in stage.event.players:
            home[player.id] = MAIN if stage.joins_main and player.id in in_main else stage.id
    return home


def _of_stage(stage: Stage, beside: Sequence[Stage]) -> Iterator[_Placed]:
    values = _values(stage.event) if _comparable(beside) else {}
    place = 1
    for group in _places(stage.event):
        for player in group:
            yield _Placed(
                player=player,
                stage=stage.id,
                name=stage.event.name,
                place=place,
                values=values.get(player.id, ()),
            )
        place += len(group)


def _of_main(tournament: Tournament, home: dict[PlayerId, StageId]) -> Iterator[_Placed]:
    """Those who are in no stage, or came back from one."""
    staying = {player.id for player in participants(tournament)} - {
        player for player, stage in home.items() if stage != MAIN
    }
    place = 1
    for group in _places(tournament):
        for player in group:
            if player.id in staying:
                yield _Placed(player=player, stage=MAIN, name=tournament.name, place=place)
        place += len(group)


def _places(event: Tournament) -> PlaceGroups:
    """The places as far as they are played for: before the first round all share the first."""
    return places_of(event) if event.rounds else (participants(event),)


def _comparable(stages: Sequence[Stage]) -> bool:
    """Whether the scores of stages mean the same."""
    if any(is_elimination(stage.event.settings.system) for stage in stages):
        return False
    kinds = {
        (
            stage.event.settings.system,
            stage.event.settings.criteria,
            stage.event.settings.rounds,
            stage.event.rounds_played,
            len(stage.event.players),
        )
        for stage in stages
    }
    return len(stages) > 1 and len(kinds) == 1


def _values(event: Tournament) -> dict[PlayerId, tuple[float, ...]]:
    """The criteria of everybody that do not depend on who ties with whom."""
    table = standings(event)
    keys = [key for key in table.criteria if key in TIEBREAKS]
    return {row.player.id: tuple(float(row.values[key]) for key in keys) for row in table.rows}
