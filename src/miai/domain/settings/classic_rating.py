"""The parameters of the EGF's old rating."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.numbers import Between
from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import (
    OLD_RATING,
)
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicRating:
    """The EGF's old rating: epsilon, and what handicap stones are worth.

    A handicap of H stones is worth `points_per_stone` · (H - `stones_off`): document 1 takes nothing off,
    document 3 half a stone.
    """

    epsilon: Annotated[
        float,
        Between(0, 1),
        Setting(
            Message("Epsilon of the old rating"),
            Message("Against deflation: what both players together are expected to lack."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 0.0
    points_per_stone: Annotated[
        float,
        Between(0, 1_000),
        Setting(
            Message("Points a stone in the old rating"),
            Message("What one handicap stone is worth."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 100.0
    stones_off: Annotated[
        float,
        Between(0, 9),
        Setting(
            Message("Stones taken off a handicap in the old rating"),
            Message("0.5 where the first stone is worth half of one, 0 where all are equal."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 0.5
