"""The JSON of `miai standings`."""

from miai.app.json.bonus import bonuses_json
from miai.app.json.values import JsonObject
from miai.scoring import Standings


def standings_json(table: Standings) -> JsonObject:
    """The standings with the results of every round."""
    return {
        "tournament": table.tournament.name,
        "after_round": table.after_round,
        "criteria": list(table.criteria),
        "among": str(table.among),
        "final": table.final,
        "corrections": list(table.tournament.corrections),
        "rows": [
            {
                "place": row.place,
                "overall": row.overall,
                "surname": row.player.surname,
                "first_name": row.player.first_name,
                "grade": str(row.player.grade),
                "country": row.player.country,
                "club": row.player.club,
                "values": row.values,
                "results": list(row.results),
            }
            for row in table.rows
        ],
        "bonuses": bonuses_json(table.tournament, after=table.after_round),
    }
