"""Fits what grades and ratings say of strength to real games, by how well each round was foretold.

Every game is foretold from the rounds before it, so that the loss is that of a forecast, and a spread that
is too small or too large costs. Intervals come from events drawn with replacement, and what is said of an
event from a fit to all the others.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize

from miai.engine.forecast.event_games import EventGames, foretold, log_losses
from miai.engine.kernel.arrays import Floats
from miai.engine.rating.strengths import FITTED_NAMES, FittedFigures, StrengthModel
from miai.errors import InputError
from miai.messages import Message

# Where a search begins if nothing is known: a plain guess.
START = StrengthModel(
    slope=0.6,
    spread=1.5,
    unrated_spread=2.0,
    unrated_shift=-0.5,
    stone=0.8,
    grade_spread=0.2,
    far_spread=0.5,
    trusted=2.0,
)
# With fewer events nothing can be said of how much they differ.
_FEWEST = 5
# All figures but the shift are positive and searched by their logarithm.
_PLAIN = np.array([name == "unrated_shift" for name in FITTED_NAMES])
_STEP = 0.02
# The search takes slopes from steps that rounding does not blur.
_APART = 1e-4
# Fits to other events begin at the fit to all and need few steps.
_REFINED = 2
# No figure moves further at once, by its logarithm.
_FARTHEST = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthFit:
    """A model with how the loss of each event changes with its figures, and of all together twice over."""

    model: StrengthModel
    gradients: Floats
    curvature: Floats


def fit_strengths(events: Sequence[EventGames], start: StrengthModel = START) -> StrengthFit:
    """The model that foretells the games of these events best."""
    if len(events) < _FEWEST:
        raise InputError(
            Message(
                "%(events)s tournaments with games are too few for a fit: %(least)s or more",
                events=len(events),
                least=_FEWEST,
            )
        )

    def loss(point: Floats) -> float:
        return float(_losses(_model(point, start), events).sum())

    found = minimize(
        loss, _point(start), method="L-BFGS-B", options={"maxiter": 60, "ftol": 1e-9, "eps": _APART}
    )
    model = _model(np.asarray(found.x), start)
    return StrengthFit(
        model=model, gradients=_gradients(model, events), curvature=_curvature(loss, _point(model))
    )


def without_each(events: Sequence[EventGames], fit: StrengthFit) -> list[StrengthModel]:
    """For each event the model fitted to all the others."""
    everything = np.ones(len(events))
    found = []
    for left_out in range(len(events)):
        weights = everything.copy()
        weights[left_out] = 0
        found.append(_refitted(events, fit, weights))
    return found


def resampled(
    events: Sequence[EventGames], fit: StrengthFit, *, count: int, seed: int
) -> list[StrengthModel]:
    """Models fitted to as many events, drawn from these with replacement."""
    dice = np.random.default_rng(seed)
    n = len(events)
    return [
        _refitted(events, fit, np.bincount(dice.integers(0, n, n), minlength=n).astype(np.float64))
        for _ in range(count)
    ]


def _refitted(events: Sequence[EventGames], fit: StrengthFit, weights: Floats) -> StrengthModel:
    """Newton's steps from the fit to all, with its curvature; the first needs nothing new."""
    chosen = [i for i in range(len(events)) if weights[i]]
    curvature = fit.curvature * weights.sum() / len(events)
    model, gradients = fit.model, fit.gradients[chosen]
    for step in range(_REFINED):
        if step:
            gradients = _gradients(model, [events[i] for i in chosen])
        moved = np.linalg.solve(curvature, weights[chosen] @ gradients)
        model = _model(_point(model) - np.clip(moved, -_FARTHEST, _FARTHEST), model)
    return model


def _losses(model: StrengthModel, events: Sequence[EventGames]) -> Floats:
    return np.array([log_losses(event.games.score, foretold(model, event)).sum() for event in events])


def _gradients(model: StrengthModel, events: Sequence[EventGames]) -> Floats:
    point, columns = _point(model), []
    for axis in np.eye(len(point)) * _STEP:
        up, down = (_losses(_model(point + side * axis, model), events) for side in (1, -1))
        columns.append((up - down) / (2 * _STEP))
    return np.array(columns).T


def _curvature(loss: Callable[[Floats], float], point: Floats) -> Floats:
    n, axes, here = len(point), np.eye(len(point)) * _STEP, loss(point)
    up = [loss(point + axis) for axis in axes]
    found = np.empty((n, n))
    for i in range(n):
        found[i, i] = (up[i] + loss(point - axes[i]) - 2 * here) / _STEP**2
        for j in range(i):
            both = loss(point + axes[i] + axes[j])
            found[i, j] = found[j, i] = (both - up[i] - up[j] + here) / _STEP**2
    # A figure that the games hardly tell must not be thrown far by rounding.
    values, vectors = np.linalg.eigh(found)
    return np.asarray(vectors @ np.diag(np.maximum(values, 1.0)) @ vectors.T)


def _point(model: StrengthModel) -> Floats:
    values = np.array([getattr(model, name) for name in FITTED_NAMES])
    return np.where(_PLAIN, values, np.log(np.where(_PLAIN, 1.0, values)))


def _model(point: Floats, like: StrengthModel) -> StrengthModel:
    values = np.where(_PLAIN, point, np.exp(np.where(_PLAIN, 0.0, np.clip(point, -6, 6))))
    return replace(like, **dict(zip(FITTED_NAMES, values.tolist(), strict=True)))


def around(figures: FittedFigures, model: StrengthModel) -> FittedFigures:
    """Another model with what a fit leaves open around it."""
    shift = _point(model) - _point(figures.model)
    others = tuple(_model(_point(other) + shift, other) for other in figures.others)
    return replace(figures, model=model, others=others)
