"""The JSON of `miai stage` and of the standings of a whole event."""

from miai.app.json.values import JsonObject
from miai.app.stages.whole import WholeStandings
from miai.domain.tournament import Tournament


def whole_json(table: WholeStandings) -> JsonObject:
    """The places of all over all stages; the stage "" is the main event."""
    return {
        "tournament": table.tournament.name,
        "final": table.final,
        "rows": [
            {
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


def stages_json(tournament: Tournament) -> JsonObject:
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
            }
            for stage in tournament.stages
        ],
    }
