"""The JSON of `miai standings`."""

from typing_extensions import TypedDict

from miai.app.json.bonus import BonusJson, bonuses_json
from miai.scoring import Standings


class StandingsRowJson(TypedDict):
    """A line of the standings; `values` are those of the criteria."""

    player: str
    place: int
    overall: int
    surname: str
    first_name: str
    grade: str
    country: str
    club: str
    values: dict[str, float]
    results: list[str]


class StandingsJson(TypedDict):
    """The standings after a round."""

    tournament: str
    after_round: int
    criteria: list[str]
    among: str
    final: bool
    corrections: list[str]
    rows: list[StandingsRowJson]
    bonuses: list[BonusJson]


def standings_json(table: Standings) -> StandingsJson:
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
                "player": row.player.id,
                "place": row.place,
                "overall": row.overall,
                "surname": row.player.surname,
                "first_name": row.player.first_name,
                "grade": str(row.player.grade),
                "country": row.player.country,
                "club": row.player.club,
                "values": dict(row.values),
                "results": list(row.results),
            }
            for row in table.rows
        ],
        "bonuses": bonuses_json(table.tournament, after=table.after_round),
    }
