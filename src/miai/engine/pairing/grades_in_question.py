"""Whose grade is in question, by the results so far, and whom they should meet."""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from miai.domain.people.grade import Grade
from miai.domain.points import HALF, POINT
from miai.engine.kernel.grading import GAME, NOBODY_BEATEN, NOBODY_LOST_TO, game_surplus, wanted_grades
from miai.engine.kernel.jit import in_python
from miai.engine.pairing.protocol import Ints
from miai.engine.rating.egf import expected_score
from miai.engine.scoring.scores import Scores

_game_surplus = in_python(game_surplus)
_wanted_grades = in_python(wanted_grades)


class GradeHistory(NamedTuple):
    """What games over the board say about a grade: millionths of games won more than expected, and grades."""

    surplus: int
    beaten: int
    lost_to: int


def grade_histories(table: Scores) -> list[GradeHistory]:
    """The history of each player of the table."""
    grades = [player.grade.number for player in table.players]
    found = []
    for i, one in enumerate(table.rounds):
        games = [each for each in one if each.over_the_board]
        found.append(
            GradeHistory(
                surplus=sum(
                    _game_surplus(each.points, expected_share(grades[i], grades[each.opponent]))
                    for each in games
                ),
                beaten=max(
                    (grades[each.opponent] for each in games if each.points == POINT), default=NOBODY_BEATEN
                ),
                lost_to=min(
                    (grades[each.opponent] for each in games if each.points < HALF), default=NOBODY_LOST_TO
                ),
            )
        )
    return found


def wanted_opponents(table: Scores) -> tuple[list[int], list[int]]:
    """The lowest and the highest grade that each player should meet next; an empty range wants nobody."""
    wanted = [_wanted_grades(*history) for history in grade_histories(table)]
    return [low for low, _ in wanted], [high for _, high in wanted]


def expected_shares(grades: Sequence[int]) -> Ints:
    """Of a million games how many the first should win against the second, by their grades."""
    shares = [expected_share(own, other) for own in grades for other in grades]
    return np.array(shares, np.int64).reshape(len(grades), len(grades))


@cache
def expected_share(grade: int, other: int) -> int:
    """Of a million games how many a player of one grade should win against one of another."""
    return round(GAME * expected_score(Grade.of_number(grade).rating, Grade.of_number(other).rating))
