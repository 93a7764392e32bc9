"""Who sits out when the number of players is odd: the lowest key has the bye."""

from typing import Final

from miai.engine.kernel.arrays import Flags, Floats, Ints
from miai.engine.kernel.jit import compiled_part
from miai.engine.kernel.search_buffers import NOBODY

# How the bye is chosen: the lowest score, or OpenGotha's order.
LOWEST, LIKE_GOTHA = 0, 1

POINT: Final = 4
_HALF: Final = 2
# More than any score.
_ONE_BYE: Final = 2**32
# In OpenGotha's order an earlier bye counts more than any score or grade.
_GOTHA_BYE: Final = 1_000
_GOTHA_WIN: Final = 40


@compiled_part
def lowest_bye_key(byes: int, score: int) -> int:
    """Fewest byes first, then the lowest score; the lowest rating decides among equals."""
    return _ONE_BYE * byes + score


@compiled_part
def gotha_bye_key(byes: int, score: int, wins: int, grade: int, by_wins: int) -> int:
    """OpenGotha: the lowest score, in a Swiss by wins and grade; the last place decides among equals."""
    worth = grade + _GOTHA_WIN * (wins // POINT) if by_wins else score // _HALF
    return worth + _GOTHA_BYE * byes


@compiled_part
def first_in_line(line: Ints, waiting: Flags, keys: Ints, then: Floats) -> int:
    """Of those waiting the one with the lowest key, then the lowest second key, then the last in line."""
    first = NOBODY
    for at in range(len(line) - 1, -1, -1):
        i = line[at]
        if waiting[i] and (
            first == NOBODY or keys[i] < keys[first] or (keys[i] == keys[first] and then[i] < then[first])
        ):
            first = i
    return first


@compiled_part
def fewest_byes(byes: Ints, among: Flags) -> int:
    """The fewest byes that one of these players has had: nobody sits out twice before everybody has."""
    fewest = _ONE_BYE
    for i in range(len(byes)):
        if among[i]:
            fewest = min(fewest, byes[i])
    return fewest
