"""An event with stages as a whole: the places of all, and the tables and brackets of its stages."""

from dataclasses import dataclass
from typing import Any

from miai.desk.live_state import Desk, State, stage_address
from miai.domain.tournament import Stage, Tournament
from miai.engine.scoring import Standings
from miai.features.stages.rules import is_elimination
from miai.features.standings.standings_view import published_standings, standings_of
from miai.features.standings.view.tables import bracket_parts


@dataclass(frozen=True, slots=True, kw_only=True)
class StageTable:
    """A stage with its table after a round, or with its bracket."""

    stage: Stage
    state: State
    after: int
    table: Standings
    bracket: dict[str, Any] | None


def stage_tables(desk: Desk, event: State, *, published: bool = False) -> list[StageTable]:
    """The tables of all stages that have players, the last phase first; or only those that are published."""
    stages = sorted(event.tournament.stages, key=lambda stage: -stage.plan.phase)
    return [
        _stage_table(desk, desk.state(stage_address(event.id, stage.id)), stage, after, published=published)
        for stage in stages
        if stage.event.players
        for after in [_published_after(stage.event) if published else stage.event.rounds_played]
        if after is not None
    ]


def games_without_result(event: Tournament) -> int:
    """How many games of an event and its stages have no result."""
    return sum(
        not board.result.known
        for each in (event, *(stage.event for stage in event.stages))
        for drawn in each.rounds
        for board in drawn.boards
    )


def _published_after(event: Tournament) -> int | None:
    return max((table.after_round for table in event.tables_shown), default=None)


def _stage_table(desk: Desk, state: State, stage: Stage, after: int, *, published: bool) -> StageTable:
    drawn = bool(stage.event.round(1).boards) and after > 0
    elimination = is_elimination(stage.event.settings.system)
    table = published_standings if published else standings_of
    return StageTable(
        stage=stage,
        state=state,
        after=after,
        table=table(desk, state, after=after),
        bracket=bracket_parts(desk, state, after) if drawn and elimination else None,
    )
