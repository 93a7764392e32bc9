"""What results say about grades: the Czech rule by rating, the Finnish view by opponents beaten."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.domain.people.grade import Grade, Kind
from miai.engine.rating.egf import expected_score
from miai.engine.rating.protocol import RatedEvent, RatedGame, games_of

# How far below the nominal rating a grade is kept (document 1 leaves the kyu players' tolerance open).
DAN_TOLERANCE, KYU_TOLERANCE = 100.0, 150.0
_CLEARLY = 1.0


def czech_grade(grade: Grade, rating: float) -> Grade:
    """The grade by rating alone: up at the rating of a higher grade, down when clearly below the own."""
    if grade.kind is Kind.PRO:
        return grade
    reached = Grade.of_number(int((rating - 2100) // 100))
    if reached.number > grade.number:
        return reached
    tolerance = DAN_TOLERANCE if grade.number >= 0 else KYU_TOLERANCE
    return Grade.of_rating(rating) if rating < grade.rating - tolerance else grade


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One game: the opponent's level, with the handicap taken into account, against the own grade."""

    opponent: int
    stones_above: int
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class GradingView:
    """What a player's games say of the grade.

    It is at least `lower`, the strongest beaten, and at most `upper`, the weakest lost to. The verdict is
    "too low" or "too high" where clearly more or fewer games were won than expected.
    """

    evidence: tuple[Evidence, ...]
    lower: Grade | None
    upper: Grade | None
    won: float
    expected: float
    verdict: str


def grading_views(event: RatedEvent) -> tuple[GradingView, ...]:
    """The Finnish view of every entrant."""
    grades = [entrant.grade.number for entrant in event.entrants]
    return tuple(_view(i, grades, own) for i, own in enumerate(games_of(event)))


def _view(i: int, grades: Sequence[int], own: Sequence[tuple[RatedGame, bool]]) -> GradingView:
    evidence = []
    won = expected = 0.0
    for game, is_white in own:
        opponent = game.black if is_white else game.white
        level = grades[opponent] + (game.handicap if is_white else -game.handicap)
        score = game.white_score if is_white else 1.0 - game.white_score
        won += score
        expected += expected_score(2100.0 + 100 * grades[i], 2100.0 + 100 * level)
        if score != 0.5:
            evidence.append(Evidence(opponent=opponent, stones_above=level - grades[i], won=score == 1.0))
    beaten = [grades[i] + each.stones_above for each in evidence if each.won]
    lost = [grades[i] + each.stones_above for each in evidence if not each.won]
    lower = max(beaten) if beaten else None
    upper = min(lost) if lost else None
    return GradingView(
        evidence=tuple(evidence),
        lower=None if lower is None else Grade.of_number(lower),
        upper=None if upper is None else Grade.of_number(upper),
        won=won,
        expected=expected,
        verdict=_verdict(won - expected, grades[i], lower, upper),
    )


def _verdict(surplus: float, grade: int, lower: int | None, upper: int | None) -> str:
    if surplus >= _CLEARLY and lower is not None and lower > grade:
        return "too low"
    if surplus <= -_CLEARLY and upper is not None and upper < grade:
        return "too high"
    return ""
