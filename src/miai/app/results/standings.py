"""The standings of a tournament, as data for scripts."""

from typing import Any

from miai.standings import Standings


def standings_data(table: Standings) -> dict[str, Any]:
    """The stable JSON of a table."""
    return {
        "tournament": table.tournament.name,
        "after_round": table.after_round,
        "criteria": list(table.criteria),
        "rows": [
            {
                "place": row.place,
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
    }
