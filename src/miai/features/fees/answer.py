"""What is told of fees and prize money."""

from typing import Any

from miai.answers import Answer, Field, Shape, many
from miai.domain.money import units
from miai.domain.people.people_answers import GRADED
from miai.features.fees.charge_fees import MoneyLine, MoneyTable, TeamMoney

# In units of the currency.
_AMOUNTS: tuple[Field[Any], ...] = (
    Field("owed", float, lambda money: units(money.owed)),
    Field("paid", float, lambda money: units(money.paid)),
    Field("open", float, lambda money: units(money.open)),
    Field("prize", float, lambda money: units(money.prize)),
)
_PERSON: Shape[MoneyLine] = Shape(
    "PersonFees",
    "What one player owes, has paid and wins.",
    (
        *GRADED.of(lambda line: line.player),
        *_AMOUNTS,
    ),
)
_TEAM: Shape[TeamMoney] = Shape(
    "TeamPrize",
    "What a team wins.",
    (
        Field("team", str, lambda money: money.team.name),
        Field("prize", float, lambda money: units(money.prize)),
    ),
)
_SUM: Shape[MoneyTable] = Shape(
    "FeesSum",
    "The sums; `rest` could not be shared.",
    (*_AMOUNTS, Field("rest", float, lambda money: units(money.rest))),
)
_FEES: Shape[MoneyTable] = Shape(
    "MoneyOfAll",
    "Fees and prize money of everybody.",
    (
        Field("tournament", str, lambda money: money.tournament.name),
        Field("currency", str),
        Field("people", many(_PERSON), lambda money: money.lines),
        Field("teams", many(_TEAM)),
        Field("sum", _SUM, lambda money: money),
    ),
)
FEES = Answer(question="fees", whole=_FEES)
