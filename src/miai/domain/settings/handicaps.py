"""The terms of a game by the size of its handicap: stones, a lower komi, or both by a table.

The size of a handicap is counted in grades: how many grades of difference count after the correction, at most
`ceiling`. With a table it is the difference itself, up to the last step.
"""

from dataclasses import dataclass

from miai.domain.rounds.game import Board
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping, HandicapStep

# What Black is given a grade, in points of komi, and the most stones of a game, by the size of the board.
_POINTS_PER_GRADE = {13: 4, 9: 2}
_MOST_STONES = {13: 6, 9: 4}
# A stone more is worth so many points on a small board; the komi stays within one stone's worth.
_POINTS_PER_STONE = 10
_EVEN_KOMI = 6.5
# On 19x19 a stone is worth a grade, and 6.5 points of komi are half a stone.
_POINTS_PER_GRADE_19 = 13


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTerms:
    """The stones and the komi of a game."""

    stones: int
    komi: float


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapScale:
    """How a difference in grades becomes the size of a handicap: 0 below `least`, at most `most`."""

    correction: int
    least: int
    most: int


def scale_of(given: Handicapping) -> HandicapScale:
    """The scale of handicaps by stones or komi, or of the table."""
    if given.table:
        return HandicapScale(correction=0, least=given.table[0].difference, most=given.table[-1].difference)
    return HandicapScale(correction=given.correction, least=1, most=given.ceiling)


def terms_of(settings: Settings, size: int) -> GameTerms:
    """The terms of a game whose handicap has that size; 0 is an even game."""
    given = settings.handicapping
    step = step_of(given, size)
    if step is not None:
        return GameTerms(stones=step.stones, komi=step.komi)
    if given.komi_per_grade and not given.table:
        return GameTerms(stones=0, komi=settings.komi - given.komi_per_grade * size)
    stones = 0 if given.table else size
    return GameTerms(stones=stones, komi=settings.usual_komi(stones))


def step_of(given: Handicapping, size: int) -> HandicapStep | None:
    """The step of the table for a difference: the last that is not above it."""
    return next((step for step in reversed(given.table) if step.difference <= size), None)


def komi_with_stones(settings: Settings, stones: int) -> float:
    """The komi of a game to which somebody gives so many stones by hand: that of the table if it has it."""
    if stones:
        for step in settings.handicapping.table:
            if step.stones == stones:
                return step.komi
    return settings.usual_komi(stones)


def has_handicap(settings: Settings, board: Board) -> bool:
    """Whether a game has a handicap: stones, or by the rules of the event a lower komi."""
    if board.handicap:
        return True
    return _by_komi(settings) and board.komi is not None and board.komi < settings.komi


def size_of(settings: Settings, board: Board) -> int:
    """The size of the handicap of a game, that of the nearest terms where no size has the very same."""
    if not has_handicap(settings, board):
        return 0
    scale = scale_of(settings.handicapping)
    if not _by_komi(settings) or scale.most < scale.least:
        return board.handicap
    komi = settings.usual_komi(board.handicap) if board.komi is None else board.komi

    def distance(size: int) -> float:
        terms = terms_of(settings, size)
        return abs(terms.stones - board.handicap) * _POINTS_PER_GRADE_19 + abs(terms.komi - komi)

    return min(range(scale.least, scale.most + 1), key=distance)


def head_start(settings: Settings, size: int) -> float:
    """How many grades a handicap of that size is worth to Black.

    A stone is worth a grade, but half of the first goes for the komi. A table is taken at its word: its terms
    make up for the difference of the step.
    """
    step = step_of(settings.handicapping, size)
    if step is not None:
        return float(step.difference)
    if size == 0:
        return 0.0
    if _by_komi(settings):
        return size * settings.handicapping.komi_per_grade / _POINTS_PER_GRADE_19
    return size - 0.5


def head_start_of(settings: Settings, board: Board) -> float:
    """How many grades the terms of a game are worth to Black."""
    if board.handicap and not settings.handicapping.table:
        return board.handicap - 0.5
    return head_start(settings, size_of(settings, board))


def usual_handicap_table(board_size: int) -> tuple[HandicapStep, ...]:
    """The usual table of a small board, nothing for other boards.

    The figures are Tim Hunt's (Sensei's Library, "Handicap for smaller board sizes"), with half a point
    against jigo: a grade is worth 4 points on 13x13 and 2 on 9x9, a stone 10 points on both, so that a stone
    makes up for 2.5 and 5 grades. Where the komi would fall below -3.5, Black has a stone more instead.
    """
    per_grade = _POINTS_PER_GRADE.get(board_size)
    if per_grade is None:
        return ()
    steps = []
    for difference in range(1, _MOST_STONES[board_size] * _POINTS_PER_STONE // per_grade + 1):
        points = per_grade * difference
        more = (points - 1) // _POINTS_PER_STONE
        komi = _EVEN_KOMI - points + _POINTS_PER_STONE * more
        steps.append(HandicapStep(difference=difference, stones=more + 1 if more else 0, komi=komi))
    return tuple(steps)


def _by_komi(settings: Settings) -> bool:
    given = settings.handicapping
    return bool(given.table) or given.komi_per_grade > 0
