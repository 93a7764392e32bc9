"""Which grades a player should meet next, so that a game tells something about the grade (Finland)."""

from typing import Final

from miai.engine.kernel.jit import compiled_part

POINT: Final = 4
GAME: Final = 1_000_000
"""Expected results are counted in millionths of a game: whole numbers, whose sum depends on no order."""

# Won this much more or less than expected, a player's grade is in question.
_CLEARLY: Final = GAME
# Somebody one to three grades away should be met.
_NEAREST, _FURTHEST = 1, 3

# Below and above all grades.
NOBODY_BEATEN: Final = -10_000
NOBODY_LOST_TO: Final = 10_000


@compiled_part
def game_surplus(points: int, expected: int) -> int:
    """How much more than expected a game has brought, in millionths; points are in quarters."""
    return points * (GAME // POINT) - expected


@compiled_part
def wanted_grades(surplus: int, beaten: int, lost_to: int) -> tuple[int, int]:
    """The lowest and the highest grade that a player should meet; an empty range wants nobody.

    Who has clearly won more than expected meets someone one to three grades above the strongest already
    beaten, who has clearly won less the mirror image: below the weakest already lost to.
    """
    if surplus >= _CLEARLY and beaten > NOBODY_BEATEN:
        return beaten + _NEAREST, beaten + _FURTHEST
    if surplus <= -_CLEARLY and lost_to < NOBODY_LOST_TO:
        return lost_to - _FURTHEST, lost_to - _NEAREST
    return 1, 0
