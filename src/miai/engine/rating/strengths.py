"""How strong players are, as far as grades, ratings and results tell: a normal law, in grades (1 dan is 0).

Before the first game everybody is as strong as the rating, if that is near the grade, else as the grade; the
spread around it is that of real players. Grades may lie further apart or closer in one event than in others,
and ratings that are far from the grades may be right all the same: both move whole fields, so strengths are
not independent. Every result then moves those who played, and through them their other opponents.
"""

import tomllib
from dataclasses import MISSING, dataclass, fields
from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from scipy.special import expit

from miai.engine.kernel.arrays import Floats, Ints

# Around `trusted` a rating passes from trusted to distrusted within about so many grades.
_BLUR = 0.2
# A rating this far from the grade says no more than "far".
_FARTHEST = 8.0
_MOST_STEPS = 50
_STILL = 1e-6
# After two steps the law hardly moves any more.
_BALANCING = 2


def normal_nodes(count: int) -> tuple[Floats, Floats]:
    """Where and with which weights a function is averaged over a normal law."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(count)
    return nodes, weights / weights.sum()


_NODES, _WEIGHTS = normal_nodes(15)
_FEW_NODES, _FEW_WEIGHTS = normal_nodes(7)


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthModel:
    """What grades and ratings say of strength, and strength of results; lengths are in grades.

    `slope`: the log odds of a win for each grade of difference. `luck`: the share of games that anybody may
    win. `spread`: of true strengths around what is known of a rated player, and `unrated_spread`,
    `unrated_shift` of one without a rating of their own. `stone`: what a stone is worth. `trusted`: a rating
    is believed up to so many grades from the grade. `grade_spread`: how much, as a share, the distances of
    an event's grades may be off; `far_spread`: which share of its distance a far rating may be right by.
    """

    slope: float
    spread: float
    unrated_spread: float
    unrated_shift: float
    stone: float
    grade_spread: float
    far_spread: float
    trusted: float
    luck: float = 0.01

    def chances(self, ahead: Floats) -> Floats:
        """The chance of winning for each lead in strength."""
        return np.asarray(self.luck / 2 + (1 - self.luck) * expit(self.slope * ahead))

    def mean_chances(self, ahead: Floats, variance: Floats) -> Floats:
        """The same where the leads themselves are known only so well."""
        leads = ahead[..., None] + np.sqrt(variance)[..., None] * _NODES
        return np.asarray(self.chances(leads) @ _WEIGHTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Believed:
    """Strengths as a normal law: the mean by player, and the covariance."""

    mean: Floats
    covariance: Floats

    @property
    def leads(self) -> tuple[Floats, Floats]:
        """The mean and the variance of everybody's lead over everybody."""
        own = np.arange(len(self.mean))
        ahead = self.mean[:, None] - self.mean
        return ahead, _variances(self.covariance, own[:, None], own[None, :])

    @property
    def root(self) -> Floats:
        """A root of the covariance: times independent normal numbers it gives strengths around the mean."""
        values, axes = np.linalg.eigh(self.covariance)
        # Rounding can make a variance of almost nothing negative.
        return np.asarray(axes * np.sqrt(np.maximum(values, 0.0)))

    def of(self, chosen: Ints) -> "Believed":
        """What is believed of some players, in this order."""
        return Believed(mean=self.mean[chosen], covariance=self.covariance[np.ix_(chosen, chosen)])

    def chances(self, model: StrengthModel, white: Ints, black: Ints, stones: Floats) -> Floats:
        """The chance of White in each of these games; stones are those that Black has."""
        ahead = self.mean[white] - self.mean[black] - model.stone * stones
        return model.mean_chances(ahead, _variances(self.covariance, white, black))


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesPlayed:
    """Games as arrays: who had White and Black, the worth of Black's stones in grades, and White's score."""

    white: Ints
    black: Ints
    stones: Floats
    score: Floats

    def __len__(self) -> int:
        return len(self.score)

    def only(self, chosen: np.ndarray) -> "GamesPlayed":
        """Some of the games."""
        return GamesPlayed(
            white=self.white[chosen],
            black=self.black[chosen],
            stones=self.stones[chosen],
            score=self.score[chosen],
        )


def trust(model: StrengthModel, off: Floats) -> Floats:
    """How much a rating is believed that is so many grades off the grade, from 0 to 1."""
    return np.asarray(expit((model.trusted - np.abs(off)) / _BLUR))


def before_the_event(model: StrengthModel, grades: Floats, ratings: Floats) -> Believed:
    """What grades and ratings tell, both in grades; a rating that is the grade's own tells nothing."""
    law = _law(model, grades, ratings)
    return Believed(
        mean=law.mean,
        covariance=np.diag(law.spread**2) + sum(np.outer(each, each) for each in law.common),
    )


def drawn_strengths(
    model: StrengthModel, grades: Floats, ratings: Floats, dice: np.random.Generator
) -> Floats:
    """True strengths as they may be behind these grades and ratings."""
    law = _law(model, grades, ratings)
    own = law.spread * dice.standard_normal(len(grades))
    return np.asarray(law.mean + own + sum(dice.standard_normal() * each for each in law.common))


class _Law(NamedTuple):
    """The mean and the own spread by player, and how far each moves with what moves the whole field."""

    mean: Floats
    spread: Floats
    common: tuple[Floats, Floats]


def _law(model: StrengthModel, grades: Floats, ratings: Floats) -> _Law:
    off = ratings - grades
    near = trust(model, off)
    unrated = off == 0
    far = (1 - near) * np.clip(off, -_FARTHEST, _FARTHEST)
    return _Law(
        mean=np.asarray(grades + near * off + np.where(unrated, model.unrated_shift, 0.0)),
        spread=np.where(unrated, model.unrated_spread, model.spread),
        common=(
            model.grade_spread * (grades - grades.mean()),
            model.far_spread * (far - far.mean()),
        ),
    )


def after_games(model: StrengthModel, before: Believed, games: GamesPlayed) -> Believed:
    """What the results make of it: the normal law that is nearest to the strengths they leave likely.

    First the likeliest strengths are found, then the law around them is moved to where pulls and weights,
    averaged over itself, are in balance; so it has their mean and not their peak. The order of games does
    not matter. A jigo is half a win and half a loss.
    """
    if not len(games):
        return before
    white, black = games.white, games.black
    precision: Floats = np.linalg.inv(before.covariance).astype(np.float64)
    mean = before.mean.copy()

    def pulled(spreads: Floats) -> tuple[Floats, Floats]:
        """The slope and the curvature of what is likely, averaged where leads are spread like that."""
        ahead = mean[white] - mean[black] - model.stone * games.stones
        chance = expit(model.slope * (ahead[:, None] + spreads[:, None] * _FEW_NODES))
        pull = model.slope * (games.score - chance @ _FEW_WEIGHTS)
        weight = model.slope**2 * ((chance * (1 - chance)) @ _FEW_WEIGHTS)
        gradient = precision @ (before.mean - mean)
        np.add.at(gradient, white, pull)
        np.add.at(gradient, black, -pull)
        curved = precision.copy()
        for i, j, sign in ((white, white, 1), (black, black, 1), (white, black, -1), (black, white, -1)):
            np.add.at(curved, (i, j), sign * weight)
        return gradient, curved

    sure = np.zeros(len(games))
    for _ in range(_MOST_STEPS):
        gradient, curved = pulled(sure)
        step = np.linalg.solve(curved, gradient)
        # A step of many grades would overshoot.
        mean += step * min(1.0, 10.0 / max(np.abs(step).max(), _STILL))
        if np.abs(step).max() < _STILL:
            break
    covariance: Floats = np.linalg.inv(curved).astype(np.float64)
    for _ in range(_BALANCING):
        gradient, curved = pulled(np.sqrt(_variances(covariance, white, black)))
        covariance = np.linalg.inv(curved).astype(np.float64)
        mean += covariance @ gradient
    return Believed(mean=mean, covariance=(covariance + covariance.T) / 2)


def _variances(covariance: Floats, white: Ints, black: Ints) -> Floats:
    """The variance of the leads of players over others."""
    c = covariance
    return np.maximum(c[white, white] + c[black, black] - 2 * c[white, black], 0.0)


FITTED_NAMES = tuple(field.name for field in fields(StrengthModel) if field.default is MISSING)
"""The figures that are fitted; luck is set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedFigures:
    """The model as fitted to real games, the interval of each figure, and what the fit leaves open.

    `log_loss` is that of a game, and `log_loss_left_out` the same with its event foretold by a fit to the
    others. `others` are models fitted to events drawn from the same ones with replacement.
    """

    events: int
    games: int
    log_loss: float
    log_loss_left_out: float
    model: StrengthModel
    low: dict[str, float]
    high: dict[str, float]
    others: tuple[StrengthModel, ...]


@cache
def fitted() -> FittedFigures:
    """The figures that `miai lab calibrate --fit` wrote; they stand in `fitted.toml`."""
    return read_figures(files("miai.engine.rating").joinpath("fitted.toml").read_text(encoding="utf-8"))


def read_figures(text: str) -> FittedFigures:
    """The figures of a file that `miai lab calibrate --fit` wrote."""
    data = tomllib.loads(text)

    def model(values: list[float]) -> StrengthModel:
        return StrengthModel(**dict(zip(FITTED_NAMES, values, strict=True)), luck=data["luck"])

    return FittedFigures(
        events=data["events"],
        games=data["games"],
        log_loss=data["log_loss_fitted"],
        log_loss_left_out=data["log_loss_left_out"],
        model=model([data[name]["value"] for name in FITTED_NAMES]),
        low={name: data[name]["low"] for name in FITTED_NAMES},
        high={name: data[name]["high"] for name in FITTED_NAMES},
        others=tuple(model(values) for values in data["others"]),
    )
