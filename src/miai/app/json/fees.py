"""The JSON of `miai fees`."""

from typing_extensions import TypedDict

from miai.app.results.fees import MoneyLine, MoneyTable
from miai.domain.money import units


class AmountsJson(TypedDict):
    """Amounts in units of the currency."""

    owed: float
    paid: float
    open: float
    prize: float


class PersonFeesJson(AmountsJson):
    """What one player owes, has paid and wins."""

    player: str
    name: str
    grade: str


class TeamPrizeJson(TypedDict):
    """What a team wins."""

    team: str
    prize: float


class SumJson(AmountsJson):
    """The sums; `rest` could not be shared."""

    rest: float


class FeesJson(TypedDict):
    """Fees and prize money of everybody."""

    tournament: str
    currency: str
    people: list[PersonFeesJson]
    teams: list[TeamPrizeJson]
    sum: SumJson


def fees_json(table: MoneyTable) -> FeesJson:
    """Fees and prize money of everybody, and the sums."""
    return {
        "tournament": table.tournament.name,
        "currency": table.currency,
        "people": [
            {
                "player": line.player.id,
                "name": line.player.name,
                "grade": str(line.player.grade),
                **_amounts(line),
            }
            for line in table.lines
        ],
        "teams": [{"team": each.team.name, "prize": units(each.prize)} for each in table.teams],
        "sum": {**_amounts(table), "rest": units(table.rest)},
    }


def _amounts(of: MoneyLine | MoneyTable) -> AmountsJson:
    return {
        "owed": units(of.owed),
        "paid": units(of.paid),
        "open": units(of.open),
        "prize": units(of.prize),
    }
