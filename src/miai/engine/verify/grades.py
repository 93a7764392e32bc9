"""The grades that each player should meet next, so that games tell something about grades: a second count."""

import math
from functools import cache

from miai.domain.people.grade import Grade
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Colour
from miai.domain.rounds.round import ByeKind
from miai.domain.tournament import Tournament
from miai.engine.verify.order import before_draw

Range = tuple[int, int]
_GAME = 1_000_000
_POINT, _HALF = 4, 2
_NOBODY: Range = (1, 0)


def wanted_grades(tournament: Tournament, number: int) -> dict[PlayerId, Range]:
    """The lowest and the highest wanted grade of each player before a round; an empty range wants nobody.

    A player who has won a whole game more than expected should meet one to three grades above the strongest
    beaten; one who has won as much less, below the weakest lost to.
    """
    grades = {player.id: player.grade.number for player in tournament.players}
    surplus = dict.fromkeys(grades, 0)
    beaten: dict[PlayerId, int] = {}
    lost_to: dict[PlayerId, int] = {}
    for board in _games(tournament, number):
        for own, other, colour in (
            (board.white, board.black, Colour.WHITE),
            (board.black, board.white, Colour.BLACK),
        ):
            points = board.result.points(colour)
            surplus[own] += points * (_GAME // _POINT) - _expected(grades[own], grades[other])
            if points == _POINT:
                beaten[own] = max(grades[other], beaten.get(own, grades[other]))
            if points < _HALF:
                lost_to[own] = min(grades[other], lost_to.get(own, grades[other]))
    return {each: _wanted(surplus[each], beaten.get(each), lost_to.get(each)) for each in grades}


def _games(tournament: Tournament, number: int) -> list[Board]:
    """The games over the board before a round; with a bye in the same round it is not one."""
    found = []
    for drawn in before_draw(tournament, number).rounds:
        free = {bye.player for bye in drawn.byes if bye.kind is ByeKind.FORCED}
        found += [
            board
            for board in drawn.boards
            if board.result.known
            and not board.result.by_default
            and free.isdisjoint((board.white, board.black))
        ]
    return found


def _wanted(surplus: int, beaten: int | None, lost_to: int | None) -> Range:
    if surplus >= _GAME and beaten is not None:
        return beaten + 1, beaten + 3
    if surplus <= -_GAME and lost_to is not None:
        return lost_to - 3, lost_to - 1
    return _NOBODY


@cache
def _expected(own: int, other: int) -> int:
    """Of a million games the share that a grade wins against another by the EGF's formula of 2021."""

    def beta(grade: int) -> float:
        return -7.0 * math.log(3300.0 - min(float(Grade.of_number(grade).rating), 3299.0))

    return round(_GAME * (1.0 / (1.0 + math.exp(min(700.0, beta(other) - beta(own))))))
