"""The JSON of `miai stage` and of the standings of a whole event."""

from typing_extensions import TypedDict

from miai.app.stages.whole import WholeStandings
from miai.domain.tournament import Tournament


class WholeRowJson(TypedDict):
    """A place over all stages; the stage "" is the main event."""

    player: str
    place: int
    surname: str
    first_name: str
    grade: str
    stage: str
    stage_name: str
    stage_place: int


class WholeStandingsJson(TypedDict):
    """The places of all over all stages."""

    tournament: str
    final: bool
    rows: list[WholeRowJson]


class SourceJson(TypedDict):
    """Places of a stage that enter another one."""

    stage: str
    first: int
    last: int


class StageJson(TypedDict):
    """A stage with who is in it."""

    id: str
    name: str
    phase: int
    system: str
    rounds: int
    rounds_played: int
    sources: list[SourceJson]
    carry_over: str
    losers: str
    players: list[str]
    player_ids: list[str]


class StagesJson(TypedDict):
    """The stages of an event."""

    tournament: str
    stages: list[StageJson]


def whole_json(table: WholeStandings) -> WholeStandingsJson:
    """The places of all over all stages; the stage "" is the main event."""
    return {
        "tournament": table.tournament.name,
        "final": table.final,
        "rows": [
            {
                "player": row.player.id,
                "place": row.place,
                "surname": row.player.surname,
                "first_name": row.player.first_name,
                "grade": str(row.player.grade),
                "stage": row.stage,
                "stage_name": row.stage_name,
                "stage_place": row.stage_place,
            }
            for row in table.rows
        ],
    }


def stages_json(tournament: Tournament) -> StagesJson:
    """The stages of an event with who is in them."""
    return {
        "tournament": tournament.name,
        "stages": [
            {
                "id": stage.id,
                "name": stage.event.name,
                "phase": stage.plan.phase,
                "system": stage.event.settings.system,
                "rounds": stage.event.settings.rounds,
                "rounds_played": stage.event.rounds_played,
                "sources": [
                    {"stage": source.stage, "first": source.first, "last": source.last}
                    for source in stage.plan.sources
                ],
                "carry_over": stage.plan.carry_over.value,
                "losers": stage.plan.losers.value,
                "players": [player.name for player in stage.event.players],
                "player_ids": [player.id for player in stage.event.players],
            }
            for stage in tournament.stages
        ],
    }
