"""Document 3, section IV, on any set of results: do ratings say what happens?

From even games one to four grades apart, lambda is inferred by the grade of the weaker player (7) and a
hyperbola (8) fitted to it; ratings are regressed on grades (6); handicap games with as many stones as grades
between the players are counted (table II); observed scores are set beside expected ones (figure 3).
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import curve_fit

from miai.domain.people.grade import Grade
from miai.domain.tournament import Tournament
from miai.engine.rating.egf_classic import expected_score
from miai.engine.rating.event import rated_event

_WIDEST_GAP = 4
# Below this ratings are unreliable (document 3 leaves them out of the fit).
_FIT_FROM = 500.0
_FEWEST_GAMES = 5
_BINS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationGame:
    """One game as the study sees it: grades and ratings of the weaker and the stronger, and who won."""

    weaker: int
    stronger: int
    weaker_rating: float
    stronger_rating: float
    stones: int
    weaker_score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LambdaPoint:
    """Games of one grade against those `gap` grades above: how often it won, and lambda from that."""

    grade: int
    gap: int
    games: int
    won: float
    value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapRow:
    """A row of table II."""

    stones: int
    won: float
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedBin:
    """Games whose weaker player was expected to score about as much, and what they scored."""

    dan: bool
    expected: float
    observed: float
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """All that the results say; a fit that too few games allow is None."""

    games: int
    players: int
    points: tuple[LambdaPoint, ...]
    hyperbola: tuple[float, float] | None
    regression: tuple[float, float] | None
    handicaps: tuple[HandicapRow, ...]
    bins: tuple[ExpectedBin, ...]


def calibrate(tournaments: Iterable[Tournament]) -> Calibration:
    """Study the games of tournaments."""
    games: list[CalibrationGame] = []
    rated: list[tuple[int, float]] = []
    for tournament in tournaments:
        games += _played(tournament)
        rated += [(p.grade.number, p.rating) for p in tournament.players if p.rating is not None]
    points = lambda_points(games)
    return Calibration(
        games=len(games),
        players=len(rated),
        points=points,
        hyperbola=fit_hyperbola(points),
        regression=fit_line(rated),
        handicaps=handicap_rows(games),
        bins=expected_bins(games),
    )


def _played(tournament: Tournament) -> list[CalibrationGame]:
    event = rated_event(tournament)
    played = []
    for game in event.games:
        white, black = event.entrants[game.white], event.entrants[game.black]
        levels = [(white, game.white_score), (black, 1.0 - game.white_score)]
        levels.sort(key=lambda pair: (pair[0].grade.number, pair[0].rating or 0.0))
        (weaker, score), (stronger, _) = levels
        # Stones given the wrong way round tell nothing here.
        if game.handicap and black is not weaker:
            continue
        played.append(
            CalibrationGame(
                weaker=weaker.grade.number,
                stronger=stronger.grade.number,
                weaker_rating=float(weaker.grade.rating if weaker.rating is None else weaker.rating),
                stronger_rating=float(stronger.grade.rating if stronger.rating is None else stronger.rating),
                stones=game.handicap,
                weaker_score=score,
            )
        )
    return played


def lambda_points(games: Iterable[CalibrationGame]) -> tuple[LambdaPoint, ...]:
    """Lambda by the grade of the weaker player and the difference of grades."""
    cells: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        gap = game.stronger - game.weaker
        if game.stones == 0 and 1 <= gap <= _WIDEST_GAP:
            cells[game.weaker, gap].append(game.weaker_score)
    return tuple(
        LambdaPoint(
            grade=grade, gap=gap, games=len(scores), won=sum(scores), value=inferred_lambda(scores, gap)
        )
        for (grade, gap), scores in sorted(cells.items())
    )


def inferred_lambda(scores: Sequence[float], gap: int) -> float | None:
    """Equation (7): lambda from how often the weaker won; none where they won all or nothing."""
    chance = sum(scores) / len(scores)
    if not 0 < chance < 1:
        return None
    return math.log((1 - chance) / chance) / (100 * gap)


def fit_hyperbola(points: Iterable[LambdaPoint]) -> tuple[float, float] | None:
    """A and B of equation (8), weighted by the number of games."""
    used = [
        (Grade.of_number(point.grade).rating, point.value, point.games)
        for point in points
        if point.value is not None
        and point.games >= _FEWEST_GAMES
        and Grade.of_number(point.grade).rating >= _FIT_FROM
    ]
    if len(used) < 3:
        return None
    ratings, values, counts = (np.array(column, np.float64) for column in zip(*used, strict=True))

    def model(rating: np.ndarray, a: float, b: float) -> np.ndarray:
        return np.asarray(a / (b - rating / 100))

    least = float(ratings.max()) / 100 + 0.5
    found, _ = curve_fit(
        model,
        ratings,
        values,
        p0=(0.2, max(41.0, least + 5)),
        sigma=1 / np.sqrt(counts),
        bounds=([0, least], [50, 5000]),
    )
    return float(found[0]), float(found[1])


def fit_line(rated: Sequence[tuple[int, float]]) -> tuple[float, float] | None:
    """Equation (6): ratings on grades, as slope and rating of a shodan."""
    if len({grade for grade, _ in rated}) < 2:
        return None
    slope, start = np.polyfit([grade for grade, _ in rated], [rating for _, rating in rated], 1)
    return float(slope), float(start)


def handicap_rows(games: Iterable[CalibrationGame]) -> tuple[HandicapRow, ...]:
    """Table II: games with as many stones as there were grades between the two."""
    rows: dict[int, list[float]] = defaultdict(list)
    for game in games:
        if 0 < game.stones <= 9 and game.stones == game.stronger - game.weaker:
            rows[game.stones].append(game.weaker_score)
    return tuple(
        HandicapRow(stones=stones, won=sum(scores), games=len(scores))
        for stones, scores in sorted(rows.items())
    )


def expected_bins(games: Iterable[CalibrationGame]) -> tuple[ExpectedBin, ...]:
    """Figure 3: even games by the expected score of the lower rated, for dan and kyu players apart."""
    bins: dict[tuple[bool, int], list[tuple[float, float]]] = defaultdict(list)
    for game in games:
        # Between equals nobody is the lower rated.
        if game.stones == 0 and game.weaker_rating != game.stronger_rating:
            swapped = game.weaker_rating > game.stronger_rating
            low, high = sorted((game.weaker_rating, game.stronger_rating))
            score = 1.0 - game.weaker_score if swapped else game.weaker_score
            expected = expected_score(low, high)
            bins[low >= 2050, min(_BINS - 1, int(expected * 2 * _BINS))].append((expected, score))
    return tuple(
        ExpectedBin(
            dan=dan,
            expected=sum(expected for expected, _ in pairs) / len(pairs),
            observed=sum(score for _, score in pairs) / len(pairs),
            games=len(pairs),
        )
        for (dan, _), pairs in sorted(bins.items())
    )
