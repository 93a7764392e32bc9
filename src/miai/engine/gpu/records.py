"""The records that the GPU's sources share with Python: `source/event.h` and `source/tournament.h`.

An event is two records of whole numbers, field by field as the sources have them, and the chances of games
with handicap. Nothing here needs Numba: a machine with a GPU may be without it.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.event import CREDITS, RULES

MOST_PLAYERS: Final = 64
MOST_ROUNDS: Final = 32
MOST_PAST: Final = 32
MOST_CRITERIA: Final = 8
MOST_KINDS: Final = 256
VARIANTS: Final = 4
# The largest deviations that fit the bits of source/prices.h.
MOST_GEOGRAPHY: Final = 127
MOST_CATEGORY: Final = 31
MOST_OPEN_GAMES: Final = 64
HALF_POINTS: Final = 256
SEEDINGS: Final = 1024
HANDICAPS: Final = 32
GROUPS: Final = 128
# The dearest pair whose cost fits a cell of 32 bits.
NARROW: Final = 2**31 - 2

(
    USES_ORDER,
    USES_TIERS,
    USES_GOTHA,
    USES_HANDICAPS,
    USES_LOTS,
    USES_HISTORY,
    USES_ODD,
    USES_HALVES,
) = range(RULES, RULES + 8)

_BY_ROUND: Final = ("<i4", (MOST_ROUNDS,))
_BY_PLAYER: Final = ("<i4", (MOST_PLAYERS,))
_PLAYERS_SQUARED: Final = (MOST_PLAYERS, MOST_PLAYERS)
_HISTORY: Final = ("<i1", (MOST_PAST, MOST_PLAYERS))

_EVENT_NUMBERS: Final = (
    "used pricing players size rounds gone by_wins zero bye_points absent_points bye_wins absent_wins unit "
    "levels_by_score threshold correction least_handicap most_handicap layers compensate down_from up_from "
    "like_gotha rematches stand_in pending tiers unpaired_points nigiri seen variants exempt_by_grade"
).split()
HISTORY: Final = ("opponents", "stones", "results", "shares")
STANDING_NUMBERS: Final = (
    "points wins free_points free_wins cumulated_points cumulated_wins balance last ups downs byes "
    "surplus beaten lost_to"
).split()

EVENT: Final = np.dtype(
    [
        *((name, "<i8") for name in "seed dearest base order".split()),
        *((f"gotha_{name}", "<i8") for name in "duplicate random colour floats seeding".split()),
        ("present", "<u8", (MOST_ROUNDS,)),
        *((name, "<i4") for name in _EVENT_NUMBERS),
        ("seeding", *_BY_ROUND),
        ("variant", *_BY_ROUND),
        ("handicap_top", *_BY_ROUND),
        ("exempt", "<i4", (MOST_ROUNDS, 3)),
        ("criteria", "<i4", (MOST_ROUNDS, MOST_CRITERIA)),
        ("tier", "<i4", (RULES,)),
        ("strict", "<i4", (RULES,)),
        ("placed", "<i4", (HANDICAPS,)),
        ("open_games", "<i4", (MOST_OPEN_GAMES, 4)),
    ],
    align=True,
)

BOOK: Final = np.dtype(
    [
        ("kind_prices", "<i8", (MOST_KINDS, 2)),
        ("prices", "<i8", (RULES, HALF_POINTS)),
        ("seeding_prices", "<i8", (SEEDINGS,)),
        ("gotha_category", "<i8", (MOST_KINDS,)),
        ("gotha_score", "<i8", (MOST_ROUNDS, GROUPS)),
        ("gotha_handicap", "<i8", (MOST_ROUNDS, GROUPS)),
        ("gotha_geography", "<i8", (MOST_ROUNDS, MOST_KINDS, 3)),
        ("met", "<u8", (MOST_PLAYERS,)),
        ("never", "<u8", (MOST_PLAYERS,)),
        ("chances", "<f8", _PLAYERS_SQUARED),
        ("kind_geography", "<i4", (MOST_KINDS, 2)),
        ("kind_category", "<i4", (MOST_KINDS,)),
        *((name, *_BY_PLAYER) for name in "start grade rated always_even".split()),
        *((name, *_BY_PLAYER) for name in STANDING_NUMBERS),
        ("credits", "<i4", (CREDITS, MOST_PLAYERS)),
        ("expected", "<i4", _PLAYERS_SQUARED),
        ("fixed", "<i4", (MOST_CRITERIA, MOST_PLAYERS)),
        ("kinds", "<u1", (VARIANTS, *_PLAYERS_SQUARED)),
        *((name, *_HISTORY) for name in HISTORY),
    ],
    align=True,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """An event for the GPU; `wide` says that its prices need 64 bits."""

    event: Any
    book: Any
    handicap_chances: Floats
    wide: bool

    @property
    def players(self) -> int:
        """How many enter."""
        return int(self.event["players"][0])

    @property
    def rounds(self) -> int:
        """How many rounds are left to play."""
        return int(self.event["rounds"][0])


# How a tournament ended: source/tournament.h.
DONE, AGAIN, DOUBTFUL, REFUSED = range(4)

_GAMES: Final = ("tournament", "round", "player")
_LAST: Final = ("tournament", "player")
# In the order of `Told` in source/event.h.
TOLD: Final[dict[str, tuple[type[np.generic], tuple[str, ...]]]] = {
    "opponents": (np.int8, _GAMES),
    "colours": (np.int8, _GAMES),
    "handicaps": (np.int8, _GAMES),
    "before": (np.int16, _GAMES),
    "places": (np.uint8, _GAMES),
    "sizes": (np.uint8, _GAMES),
    "final": (np.int16, _LAST),
    "wins": (np.int16, _LAST),
    "totals": (np.int64, ("tournament", "round")),
}
FINAL_SCORES: Final = ("final",)
EVERYTHING: Final = tuple(TOLD)


def blank(
    names: tuple[str, ...], *, count: int, rounds: int, players: int, module: Any = np
) -> dict[str, Any]:
    """Room for what is asked for, in NumPy's or in CuPy's arrays."""
    extent = {"tournament": count, "round": rounds, "player": players}
    return {
        name: module.zeros(tuple(extent[axis] for axis in axes), kind)
        for name, (kind, axes) in TOLD.items()
        if name in names
    }
