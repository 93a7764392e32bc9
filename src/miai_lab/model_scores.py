"""How well win models say what happens: the same real games foretold by each of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai.engine.forecast.event_games import EventGames, foretold, log_losses
from miai.engine.forecast.intervals import Estimate
from miai.engine.kernel.arrays import Floats
from miai.engine.rating.win_models import MODELS, FittedToGames, WinModel

# Favourites by their chance, from a half to one.
_BINS = 10
_RESAMPLES = 2_000
_TAILS = (0.025, 0.975)
_SEED = 1
# Two who are alike have a chance of a half but for rounding.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class FavouriteBin:
    """Games whose favourite had about that chance, and what the favourites scored."""

    expected: float
    observed: float
    games: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelScore:
    """How well one model foretold the games.

    `key` is "coin" for a half each time; the fitted model is scored as it knows strengths before the event,
    and, as "fitted, learning", from the rounds before each game. Intervals are over events.
    """

    key: str
    log_loss: Estimate
    brier: Estimate
    bins: tuple[FavouriteBin, ...]


COIN, LEARNING = "coin", "fitted, learning"


def score_models(events: Sequence[EventGames]) -> tuple[ModelScore, ...]:
    """Every model on the same games, those with a handicap included."""
    found = [_scored(COIN, events, [np.full(len(event.rounds), 0.5) for event in events])]
    for key, model in MODELS.items():
        if isinstance(model, FittedToGames):
            for learns, name in ((True, LEARNING), (False, key)):
                chances = [foretold(model.strengths, event, learns=learns) for event in events]
                found.append(_scored(name, events, chances))
        else:
            found.append(_scored(key, events, [by_ratings(model, event) for event in events]))
    return tuple(sorted(found, key=lambda score: score.log_loss.value))


def by_ratings(model: WinModel, event: EventGames) -> Floats:
    """White's chance in each game where players are as strong as their ratings."""
    games, strengths = event.games, event.ratings.tolist()
    return np.array(
        [
            model.chance(strengths[white], strengths[black] + worth)
            for white, black, worth in zip(games.white, games.black, games.stones.tolist(), strict=True)
        ]
    )


def _scored(key: str, events: Sequence[EventGames], chances: Sequence[Floats]) -> ModelScore:
    games = [event.games.score for event in events]
    pairs = list(zip(games, chances, strict=True))
    return ModelScore(
        key=key,
        log_loss=by_event([log_losses(score, chance) for score, chance in pairs]),
        brier=by_event([(score - chance) ** 2 for score, chance in pairs]),
        bins=favourite_bins(np.concatenate(games), np.concatenate(chances)),
    )


def by_event(values: Sequence[Floats]) -> Estimate:
    """The mean of values that belong to events, with the interval that other events would give."""
    sums, counts = np.array([each.sum() for each in values]), np.array([len(each) for each in values])
    value = float(sums.sum() / counts.sum())
    if len(values) < 2:
        return Estimate(value=value, low=None, high=None, events=len(values))
    drawn = np.random.default_rng(_SEED).integers(0, len(values), (_RESAMPLES, len(values)))
    low, high = np.quantile(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1), _TAILS)
    return Estimate(value=value, low=float(low), high=float(high), events=len(values))


def favourite_bins(score: Floats, chance: Floats) -> tuple[FavouriteBin, ...]:
    """Games by the chance of the favourite; without a favourite a game tells nothing here."""
    told = np.abs(chance - 0.5) > _ROUNDING
    swap = chance[told] < 0.5
    expected = np.where(swap, 1 - chance[told], chance[told])
    observed = np.where(swap, 1 - score[told], score[told])
    which = np.minimum(((expected - 0.5) * 2 * _BINS).astype(int), _BINS - 1)
    return tuple(
        FavouriteBin(
            expected=float(expected[which == at].mean()),
            observed=float(observed[which == at].mean()),
            games=int((which == at).sum()),
        )
        for at in np.unique(which)
    )
