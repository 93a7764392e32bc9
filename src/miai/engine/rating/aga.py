"""AGA ratings: the most probable strengths, given what was known before and all games of the event."""

import math
from dataclasses import dataclass
from datetime import date
from typing import ClassVar

import numpy as np
from scipy.optimize import minimize
from scipy.special import log_ndtr

from miai.domain.bounds import bounds_of
from miai.domain.people.player import Player
from miai.engine.kernel.arrays import Floats, Ints
from miai.engine.rating.protocol import Change, Entrant, GameChange, RatedEvent, RatedGame, games_of
from miai.errors import InputError

_SIGMA_BY_STONES = (1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614)
_DRIFT_PER_DAY = 0.0005
# New players below 50k, on the closed scale, all have the same sigma.
_WEAKEST_NEW, _WEAKEST_NEW_SIGMA = -50.0, 6.0
# A sigma is found by a sum over this many places around the new rating, in steps of a tenth of the old sigma.
_PLACES: Floats = np.asarray(np.arange(100) * 0.1 - 5.05, np.float64)
# The AGA does not rate games with more.
MOST_STONES, MOST_KOMI = 9, 7.5


@dataclass(frozen=True, slots=True, kw_only=True)
class AgaRatings:
    """The system of the American Go Association.

    A player without an AGA rating enters by an EGF rating or the grade, as a new player. A jigo counts as
    half a win and half a loss.
    """

    key: ClassVar[str] = "aga"
    says: ClassVar[str] = "Maximum a posteriori over the event; ratings skip the gap between -1 and 1."
    clause: ClassVar[str] = ""

    def rate(self, event: RatedEvent) -> tuple[Change, ...]:
        """The changes of all entrants, with their new sigmas."""
        rateable = tuple(game for game in event.games if is_rateable(game))
        kept = RatedEvent(entrants=event.entrants, games=rateable, weight=event.weight, day=event.day)
        priors = [prior(entrant, event.day) for entrant in event.entrants]
        seeded = np.array(_reseeded(kept, priors)).reshape(-1, 2)
        seeds = seeded[:, 0]
        posterior = _Posterior(kept, seeds, seeded[:, 1])
        found = posterior.maximise()
        widths = posterior.widths(found)
        return tuple(
            Change(
                before=opened(priors[i][0]),
                after=opened(float(found[i])) if own else opened(priors[i][0]),
                games=tuple(_game_change(game, is_white, priors) for game, is_white in own),
                reset=bool(seeds[i] != priors[i][0]),
                sigma=float(widths[i]),
            )
            for i, own in enumerate(games_of(kept))
        )

    def performances(self, event: RatedEvent) -> tuple[float | None, ...]:
        """The AGA knows no performance: the rating after the event is the best estimate."""
        return (None,) * len(event.entrants)


def is_rateable(game: RatedGame) -> bool:
    """Whether the AGA rates a game on these terms."""
    return game.handicap <= MOST_STONES and abs(game.komi) <= MOST_KOMI + 2


def closed(rating: float) -> float:
    """A rating with the gap between -1 and 1 taken out."""
    return rating - 1.0 if rating > 0 else rating + 1.0


def opened(value: float) -> float:
    """A rating with the gap put back."""
    return value + 1.0 if value >= 0 else value - 1.0


def handicap_equivalent(handicap: int, komi: float) -> tuple[float, float]:
    """What handicap and komi are worth in rating, and the spread of the result."""
    if handicap < 2:
        return 0.580 - 0.0757 * komi, 1.0649 - 0.0021976 * komi + 0.00014984 * komi * komi
    spread = _SIGMA_BY_STONES[min(handicap, MOST_STONES) - 2]
    return handicap - 0.0757 * komi, spread - 0.0035169 * komi


def chance(white: float, black: float, *, handicap: int = 0, komi: float = 7.5) -> float:
    """The chance that White wins, on closed ratings."""
    worth, spread = handicap_equivalent(handicap, komi)
    return 0.5 * math.erfc(-(white - black - worth) / spread / math.sqrt(2.0))


def new_sigma(seed: float) -> float:
    """The sigma of a new player; larger for weaker players."""
    if seed < _WEAKEST_NEW:
        return _WEAKEST_NEW_SIGMA
    return math.sqrt(1.0 + (0.1 * max(0.0, 7.0 - seed)) ** 2)


def aged_sigma(sigma: float, days: int) -> float:
    """A sigma grows with the time since the last rating."""
    return math.sqrt(sigma * sigma + (_DRIFT_PER_DAY * max(0, days)) ** 2)


def prior(entrant: Entrant, day: date | None) -> tuple[float, float]:
    """The closed rating and sigma before the event; a rating or a sigma of 0 is that of a new player."""
    if not entrant.aga_rating or entrant.sigma == 0:
        seed = _declared(entrant) if entrant.rating is None else (entrant.rating - 2050.0) / 100.0
        return seed, new_sigma(seed)
    seed = closed(entrant.aga_rating)
    if entrant.sigma is None:
        return seed, new_sigma(seed)
    days = (day - entrant.rating_date).days if day and entrant.rating_date else 0
    return seed, aged_sigma(entrant.sigma, days)


def _declared(entrant: Entrant) -> float:
    """The middle of the declared grade on the closed scale."""
    return entrant.grade.number + 0.5


def rating_of_origin(text: str) -> float | None:
    """The AGA rating that OpenGotha notes as an origin: "AGA : -4.2"."""
    name, colon, number = text.partition(":")
    if not colon or name.strip() != "AGA":
        return None
    try:
        rating = bounds_of(Player, "aga_rating").decimal(number)
    except InputError:
        return None
    return rating if abs(rating) >= 1 else None


def _reseeded(event: RatedEvent, priors: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The closed seeds and sigmas after the declared promotions of players with a win."""
    winners = {
        game.white if game.white_score == 1 else game.black for game in event.games if game.white_score != 0.5
    }
    return [
        _promoted(entrant, own) if i in winners else own
        for i, (entrant, own) in enumerate(zip(event.entrants, priors, strict=True))
    ]


def _promoted(entrant: Entrant, own: tuple[float, float]) -> tuple[float, float]:
    """A declared rise of 1 or more moves a known player's seed; of 3 or more makes them a new player."""
    if not entrant.aga_rating or entrant.sigma == 0:
        return own
    declared = _declared(entrant)
    rise = declared - closed(entrant.aga_rating)
    if rise < 1:
        return own
    if rise >= 3:
        return declared, new_sigma(declared)
    # The rise is added on the scale with the gap, and to the sigma as it stands: no time passes here.
    sigma = own[1] if entrant.sigma is None else entrant.sigma
    moved = entrant.aga_rating + 0.024746 + 0.32127 * rise
    return closed(moved), math.sqrt(sigma * sigma + 0.256 * rise**1.9475)


def _game_change(game: RatedGame, is_white: bool, priors: list[tuple[float, float]]) -> GameChange:  # noqa: FBT001
    white = chance(priors[game.white][0], priors[game.black][0], handicap=game.handicap, komi=game.komi)
    return GameChange(
        opponent=game.black if is_white else game.white,
        score=game.white_score if is_white else 1.0 - game.white_score,
        expected=white if is_white else 1.0 - white,
        change=None,
    )


class _Posterior:
    """The log probability of strengths: priors and games."""

    def __init__(self, event: RatedEvent, seeds: Floats, sigmas: Floats) -> None:
        games = event.games
        self.seeds, self.sigmas = seeds, sigmas
        self.white: Ints = np.array([game.white for game in games], np.int64)
        self.black: Ints = np.array([game.black for game in games], np.int64)
        terms = [handicap_equivalent(game.handicap, game.komi) for game in games]
        self.worth: Floats = np.array([worth for worth, _ in terms])
        self.spread: Floats = np.array([spread for _, spread in terms])
        self.score: Floats = np.array([game.white_score for game in games])

    def maximise(self) -> Floats:
        """The most probable strengths; the function is concave, so there is one."""
        if len(self.white) == 0:
            return self.seeds
        found = minimize(
            self._cost,
            self.seeds,
            jac=True,
            hessp=self._curvature_along,
            method="Newton-CG",
            options={"maxiter": 200, "xtol": 1e-10},
        )
        return np.asarray(found.x, np.float64)

    def widths(self, strengths: Floats) -> Floats:
        """New sigmas: how far the posterior spreads around each new strength, with all others held fixed.

        The sum over places and the bounds of it are the AGA's. Players without a game keep their sigma.
        """
        away = self.sigmas[:, None] * _PLACES
        weights = -0.5 * ((strengths - self.seeds)[:, None] / self.sigmas[:, None] + _PLACES) ** 2
        z = ((strengths[self.white] - strengths[self.black] - self.worth) / self.spread)[:, None]
        for own, sign in ((self.white, 1.0), (self.black, -1.0)):
            moved = z + sign * away[own] / self.spread[:, None]
            score = self.score[:, None]
            np.add.at(weights, own, score * log_ndtr(moved) + (1.0 - score) * log_ndtr(-moved))
        weights = np.exp(weights - weights.max(axis=1, keepdims=True))
        widths = np.sqrt((away**2 * weights).sum(axis=1) / weights.sum(axis=1))
        played = np.isin(np.arange(len(self.seeds)), np.concatenate([self.white, self.black]))
        return np.asarray(np.where(played, widths, self.sigmas))

    def _curvature(self, strengths: Floats) -> Floats:
        """The negated second derivative of each game's log probability."""
        z = (strengths[self.white] - strengths[self.black] - self.worth) / self.spread
        won, lost = _mills(z), _mills(-z)
        return np.asarray(
            (self.score * won * (won + z) + (1.0 - self.score) * lost * (lost - z)) / self.spread**2
        )

    def _curvature_along(self, strengths: Floats, direction: Floats) -> Floats:
        """The second derivative of the cost along a direction."""
        out = direction / self.sigmas**2
        pull = self._curvature(strengths) * (direction[self.white] - direction[self.black])
        np.add.at(out, self.white, pull)
        np.add.at(out, self.black, -pull)
        return np.asarray(out)

    def _cost(self, strengths: Floats) -> tuple[float, Floats]:
        off = (strengths - self.seeds) / self.sigmas
        cost = 0.5 * float(off @ off)
        slope = off / self.sigmas
        z = (strengths[self.white] - strengths[self.black] - self.worth) / self.spread
        cost -= float(self.score @ log_ndtr(z) + (1.0 - self.score) @ log_ndtr(-z))
        pull = (self.score * _mills(z) - (1.0 - self.score) * _mills(-z)) / self.spread
        np.add.at(slope, self.white, -pull)
        np.add.at(slope, self.black, pull)
        return cost, slope


def _mills(z: Floats) -> Floats:
    """The density of the normal law divided by its distribution function, stable far from 0."""
    return np.asarray(np.exp(-0.5 * z * z - 0.5 * math.log(2 * math.pi) - log_ndtr(z)))
