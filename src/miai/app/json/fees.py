"""The JSON of `miai fees`."""

from miai.app.json.values import JsonObject
from miai.app.results.fees import MoneyLine, MoneyTable
from miai.domain.money import units


def fees_json(table: MoneyTable) -> JsonObject:
    """Fees and prize money of everybody, and the sums."""
    return {
        "tournament": table.tournament.name,
        "currency": table.currency,
        "people": [
            {"name": line.player.name, "grade": str(line.player.grade), **_amounts(line)}
            for line in table.lines
        ],
        "teams": [{"team": each.team.name, "prize": units(each.prize)} for each in table.teams],
        "sum": {**_amounts(table), "rest": units(table.rest)},
    }


def _amounts(of: MoneyLine | MoneyTable) -> JsonObject:
    return {
        "owed": units(of.owed),
        "paid": units(of.paid),
        "open": units(of.open),
        "prize": units(of.prize),
    }
