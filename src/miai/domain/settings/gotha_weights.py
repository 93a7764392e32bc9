"""OpenGotha's weights of the pairing rules."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import (
    Weight,
)
from miai.domain.numbers import Between
from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import (
    GOTHA,
)
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """OpenGotha's weights; only the `gotha` preset uses them."""

    duplicate: Annotated[Weight, Setting(Message("Weight of repeated games"), group=GOTHA, row=1)] = (
        500_000_000_000_000
    )
    random: Annotated[Weight, Setting(Message("Weight of chance"), group=GOTHA, row=5)] = 0
    colour: Annotated[Weight, Setting(Message("Weight of colours"), group=GOTHA, row=4)] = 1_000_000
    category: Annotated[Weight, Setting(Message("Weight of categories"), group=GOTHA, row=1)] = (
        20_000_000_000_000
    )
    score: Annotated[Weight, Setting(Message("Weight of the score"), group=GOTHA, row=2)] = 100_000_000_000
    floats: Annotated[Weight, Setting(Message("Weight of floats"), group=GOTHA, row=3)] = 100_000_000
    seeding: Annotated[Weight, Setting(Message("Weight of seeding"), group=GOTHA, row=3)] = 5_000_000
    geography: Annotated[
        Weight,
        Setting(Message("Weight of country and club"), group=GOTHA, row=2),
    ] = 100_000_000_000
    handicap: Annotated[Weight, Setting(Message("Weight of the handicap"), group=GOTHA, row=4)] = 0
    concavity: Annotated[
        float,
        Between(0, 1),
        Setting(
            Message("Concavity of the weights"),
            Message("0 to 1; the larger, the cheaper a small difference."),
            group=GOTHA,
            row=5,
        ),
    ] = 0.5
