"""Ratings inside an event, for systems that pair by them: the EGF's of document 1, and the AGA's."""

import math
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

import numpy as np

from miai.domain.event_games import entrants_of, rounds_before, stage_of
from miai.domain.people.grade import Kind
from miai.domain.people.player import Player, PlayerId
from miai.domain.pricing_version import FIRST_PRICING
from miai.domain.rounds.game import Colour, Result
from miai.domain.tournament import Tournament
from miai.engine.verify.order import before_draw

Ratings = Mapping[PlayerId, float]
_POINT = 4
_NOT_RATED = (Result.UNKNOWN, Result.BOTH_LOSE, Result.BOTH_WIN)

# The EGF's table of C, at ratings 100, 200 … 2700, its lowest rating and the most that an event takes.
_CON = (
    116, 110, 105, 100, 95, 90, 85, 80, 75, 70, 65, 60, 55, 51, 47, 43, 39, 35, 31, 27, 24, 21, 18, 15, 13,
    11, 10,
)  # fmt: skip
_FLOOR, _MOST_LOST = 100.0, 100.0

# The AGA's spreads of a result by stones from 2 on, and how a sigma grows with a day.
_SPREADS = (1.13672, 1.18795, 1.22841, 1.27457, 1.31978, 1.35881, 1.39782, 1.43614)
_DRIFT = 0.0005
_MOST_STONES, _MOST_KOMI = 9, 9.5


@dataclass(frozen=True, slots=True, kw_only=True)
class _PlayedGame:
    """A game with a winner or a jigo: White's score, stones and komi."""

    white: PlayerId
    black: PlayerId
    score: float
    stones: int
    komi: float


def _games(event: Tournament, number: int, pricing: int) -> Iterator[_PlayedGame]:
    """The games before a round, in the order of play; since the second pricing also those of other stages."""
    state = before_draw(event, number)
    for each in rounds_before(state, number):
        if pricing == FIRST_PRICING and each.part.stage != stage_of(state):
            continue
        for board in each.round.boards:
            if not board.result.by_default and board.result not in _NOT_RATED:
                usual = each.part.settings.usual_komi(board.handicap)
                yield _PlayedGame(
                    white=board.white,
                    black=board.black,
                    score=board.result.points(Colour.WHITE) / _POINT,
                    stones=board.handicap,
                    komi=usual if board.komi is None else board.komi,
                )


# The EGF's ----------------------------------------------------------------------------


def classic_ratings(event: Tournament, number: int, *, pricing: int) -> Ratings:
    """R + C (S - P), summed over the games so far; epsilon is taken from the higher rated player."""
    constants = event.settings.classic_rating
    start = {player.id: _classic_start(player) for player in entrants_of(event)}
    gained = dict.fromkeys(start, 0.0)
    for game in _games(event, number, pricing):
        white, black, stones = start[game.white], start[game.black], game.stones
        raised = black + (constants.points_per_stone * (stones - constants.stones_off) if stones else 0.0)
        lower = lower_chance(min(white, raised), max(white, raised))
        higher = 1.0 - lower - constants.epsilon
        expected = (lower, higher) if white < raised else (higher, lower)
        gained[game.white] += _con(white) * (game.score - expected[0])
        gained[game.black] += _con(black) * (1.0 - game.score - expected[1])
    return {
        player: max(_FLOOR, rating + max(-_MOST_LOST, gained[player])) for player, rating in start.items()
    }


def lower_chance(lower: float, higher: float) -> float:
    """The chance of the lower rated player in an even game (document 1, equation 2.1)."""
    spread = min(200.0, max(70.0, 205.0 - lower / 20.0))
    return 1.0 / (1.0 + math.exp(min(700.0, max(-700.0, (higher - lower) / spread))))


def _classic_start(player: Player) -> float:
    nominal = float(player.grade.rating)
    if player.rating is None:
        return max(_FLOOR, nominal)
    rating = max(_FLOOR, player.rating)
    return max(rating, nominal) if _is_promoted(player) else rating


def _is_promoted(player: Player) -> bool:
    """A grade declared at least two above the highest one before, of professionals one."""
    highest = player.highest_grade
    if highest is None:
        return False
    if player.grade.kind is Kind.PRO:
        return highest.kind is not Kind.PRO or player.grade.step > highest.step
    return player.grade.number - highest.number >= 2


def _con(rating: float) -> float:
    at = min(len(_CON) - 1, max(0, int(rating // 100) - 1))
    if at == len(_CON) - 1:
        return float(_CON[-1])
    return _CON[at] + (_CON[at + 1] - _CON[at]) * max(0.0, rating - 100 * (at + 1)) / 100


# The AGA's ----------------------------------------------------------------------------


def closed(rating: float) -> float:
    """A rating of the AGA without the gap between -1 and 1."""
    return rating - 1.0 if rating > 0 else rating + 1.0


@dataclass(frozen=True, slots=True)
class _RatedGame:
    white: int
    black: int
    score: float
    worth: float
    spread: float


def aga_ratings(event: Tournament, number: int, *, pricing: int) -> Ratings:
    """The most probable strengths by what was known before and all games so far, without the gap."""
    players = entrants_of(event)
    at = {player.id: place for place, player in enumerate(players)}
    games = [
        _RatedGame(at[each.white], at[each.black], each.score, *_terms(each.stones, each.komi))
        for each in _games(event, number, pricing)
        if each.stones <= _MOST_STONES and abs(each.komi) <= _MOST_KOMI
    ]
    day = _day(event.begin)
    priors = [_prior(player, day) for player in players]
    winners = {game.white if game.score == 1 else game.black for game in games if game.score != 0.5}
    seeded = [
        _promoted(player, priors[place]) if place in winners else priors[place]
        for place, player in enumerate(players)
    ]
    played = {seat for game in games for seat in (game.white, game.black)}
    found = _most_probable(seeded, games) if games else [seed for seed, _ in seeded]
    return {
        player.id: found[place] if place in played else priors[place][0]
        for place, player in enumerate(players)
    }


def _terms(stones: int, komi: float) -> tuple[float, float]:
    """What handicap and komi are worth, and the spread of the result."""
    if stones < 2:
        return 0.580 - 0.0757 * komi, 1.0649 - 0.0021976 * komi + 0.00014984 * komi * komi
    return stones - 0.0757 * komi, _SPREADS[stones - 2] - 0.0035169 * komi


def _day(text: str) -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


def _aga_rating(player: Player) -> float | None:
    """The rating of the AGA, or the one that OpenGotha notes as "AGA : 4.2"."""
    if player.aga_rating is not None:
        return player.aga_rating
    name, colon, text = player.rating_origin.partition(":")
    if not colon or name.strip() != "AGA":
        return None
    with suppress(ValueError):
        rating = float(text)
        return rating if 1 <= abs(rating) <= 100 else None
    return None


def _prior(player: Player, day: date | None) -> tuple[float, float]:
    """The strength and its sigma before the event; without a rating those of a new player."""
    rating = _aga_rating(player)
    if not rating or player.sigma == 0:
        seed = _declared(player) if player.rating is None else (player.rating - 2050.0) / 100.0
        return seed, _new_sigma(seed)
    seed = closed(rating)
    if player.sigma is None:
        return seed, _new_sigma(seed)
    days = (day - player.rating_date).days if day and player.rating_date else 0
    return seed, math.hypot(player.sigma, _DRIFT * max(0, days))


def _declared(player: Player) -> float:
    return player.grade.number + 0.5


def _new_sigma(seed: float) -> float:
    return 6.0 if seed < -50.0 else math.hypot(1.0, 0.1 * max(0.0, 7.0 - seed))


def _promoted(player: Player, own: tuple[float, float]) -> tuple[float, float]:
    """A declared rise of 1 or more moves the strength of a winner; of 3 or more makes a new player."""
    rating, declared = _aga_rating(player), _declared(player)
    if not rating or player.sigma == 0 or declared - closed(rating) < 1:
        return own
    rise = declared - closed(rating)
    if rise >= 3:
        return declared, _new_sigma(declared)
    sigma = own[1] if player.sigma is None else player.sigma
    moved = closed(rating + 0.024746 + 0.32127 * rise)
    return moved, math.sqrt(sigma * sigma + 0.256 * rise**1.9475)


def _most_probable(seeded: list[tuple[float, float]], games: list[_RatedGame]) -> list[float]:
    """The maximum of a concave function, by Newton's method."""
    seeds = np.array([seed for seed, _ in seeded])
    weights = np.array([sigma**-2.0 for _, sigma in seeded])
    strengths = seeds.copy()
    for _ in range(100):
        slope, curve = weights * (strengths - seeds), np.diag(weights)
        for game in games:
            pull, bend = _pull(game, float(strengths[game.white] - strengths[game.black]))
            both = [game.white, game.black]
            slope[both] += (-pull, pull)
            curve[np.ix_(both, both)] += bend * np.array([[1.0, -1.0], [-1.0, 1.0]])
        step = np.linalg.solve(curve, slope)
        # Far from the maximum a whole step could lead too far.
        strengths -= step * min(1.0, 2.0 / max(float(np.abs(step).max()), 1e-300))
        if np.abs(step).max() < 1e-12:
            break
    return [float(each) for each in strengths]


def _pull(game: _RatedGame, gap: float) -> tuple[float, float]:
    """The slope of a game's log probability by the gap in strength, and the slope's own with a minus."""
    z = (gap - game.worth) / game.spread
    won, lost = _hazard(z), _hazard(-z)
    pull = (game.score * won - (1.0 - game.score) * lost) / game.spread
    bend = (game.score * won * (won + z) + (1.0 - game.score) * lost * (lost - z)) / game.spread**2
    return pull, bend


def _hazard(z: float) -> float:
    """The density of the normal law divided by its distribution function."""
    if z < -30.0:
        return -z - 1.0 / z
    return math.exp(-0.5 * z * z) / math.sqrt(2 * math.pi) / (0.5 * math.erfc(-z / math.sqrt(2.0)))
