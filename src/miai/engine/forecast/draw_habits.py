"""How the rounds of real events are drawn: as the settings say, by equal scores alone, or by neither.

A file holds the settings of its end. Directors change them between rounds, draw by hand, or draw by another
program; so a simulation that always draws as set is too sure of who will meet. Which share of boards is drawn
in which way is fitted to real events, and the rounds of an event that have been drawn say more about it.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import numpy as np

from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.forecast.simulable import seeded_by, simulable
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.event import Prices, gotha_prices
from miai.engine.pairing.event_simulation import EventNow, event_now, event_simulation
from miai.engine.pairing.pricing.gotha import weights_of
from miai.engine.rating.win_models import Egf2021

WAYS = ("as_set", "by_score", "at_random")
# A round is drawn so often in each way to see who meets.
_DRAWS = 60
_SEED = 1
# Steps in which the shares of many rounds come to rest.
_STEPS = 60
# How many rounds the shares of other events may be worth.
_ROUNDS = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
# More than seeding and floats, and about as much as scores that are a point apart.
_BY_LOT = 10_000_000_000
# Numbers that are spread evenly between 0 and 1 when added up: the golden ratio.
_STEP = 0.6180339887498949


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawHabits:
    """Which share of the boards is drawn in which way, before a round of the event has been drawn.

    `rounds`: the shares are worth as much as so many rounds of the event itself.
    """

    as_set: float
    by_score: float
    at_random: float
    rounds: float

    @property
    def shares(self) -> Floats:
        """The shares in the order of the ways."""
        return np.array([self.as_set, self.by_score, self.at_random])

    def learnt(self, drawn: Sequence[Floats]) -> "DrawHabits":
        """The habits of an event some rounds of which have been drawn: chances of boards by board and way."""
        shares, seen = self.shares, self.rounds
        for chances in drawn:
            if len(chances):
                shares = (seen * shares + _ways_of(chances, shares).mean(axis=0)) / (seen + 1)
                seen += 1
        return replace(self, **dict(zip(WAYS, shares.tolist(), strict=True)))

    def way(self, t: int) -> str:
        """The way that one simulated tournament is drawn in, by its number; over many the shares hold."""
        lot = (0.5 + t * _STEP) % 1.0
        return WAYS[min(int(np.searchsorted(np.cumsum(self.shares), lot, side="right")), len(WAYS) - 1)]


AS_SET = DrawHabits(as_set=1.0, by_score=0.0, at_random=0.0, rounds=1.0)
"""Every round as the settings say."""


def prices_of(way: str, as_set: Prices, settings: Settings) -> Prices:
    """The prices of a way to draw; who has met does not meet again if that can be avoided."""
    if way == "as_set":
        return as_set
    weights = weights_of(settings)
    return gotha_prices(
        weights._replace(
            random=_BY_LOT, score=weights.score if way == "by_score" else 0,
            colour=0, category=0, floats=0, seeding=0, geography=0, handicap=0,
        )
    )  # fmt: skip


def board_chances(tournament: Tournament) -> tuple[Floats, ...]:
    """For every round that was drawn the chances of its boards, by board and way, before it was drawn.

    An event that the compiled simulation cannot play tells nothing.
    """
    criteria, why_not = simulable(tournament, max(1, tournament.rounds_played))
    if why_not is not None:
        return ()
    event, found = seeded_by(tournament, criteria), []
    for drawn in tournament.rounds:
        now = event_now(replace(event, rounds=event.rounds[: drawn.number - 1]))
        number = {player.id: i for i, player in enumerate(now.view.players)}
        pairs = np.array(
            [
                (number[board.white], number[board.black])
                for board in drawn.boards
                if board.white in number and board.black in number
            ],
            np.int64,
        ).reshape(-1, 2)
        found.append(np.array([_chances(now, way, pairs) for way in WAYS]).T)
    return tuple(found)


def _chances(now: EventNow, way: str, pairs: np.ndarray) -> Floats:
    """How often each pair meets in the next round if it is drawn in a way."""
    if way == "at_random":
        # Everything is possible, so that no board is a riddle.
        return np.full(len(pairs), 1 / max(1, 2 * len(pairs) - 1))
    simulation = event_simulation(now, rounds=now.after + 1, model=Egf2021())
    prices = prices_of(way, simulation.prices, now.settings)
    played = replace(simulation, prices=prices).play(seed=_SEED, count=_DRAWS)
    return np.asarray((played.opponents[:, 0, pairs[:, 0]] == pairs[:, 1]).mean(axis=0))


def _ways_of(chances: Floats, shares: Floats) -> Floats:
    """How likely each board was drawn in each way."""
    likely = chances * shares
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def fit_habits(events: Sequence[Sequence[Floats]]) -> DrawHabits:
    """The habits that foretell the boards of these events best, each round by those before it."""
    rounds = [chances for event in events for chances in event if len(chances)]
    shares = np.full(len(WAYS), 1 / len(WAYS))
    if rounds:
        boards = np.concatenate(rounds)
        counted = np.concatenate([np.full(len(each), 1 / len(each)) for each in rounds]) / len(rounds)
        for _ in range(_STEPS):
            shares = counted @ _ways_of(boards, shares)
    by_way = dict(zip(WAYS, shares.tolist(), strict=True))
    tried = [DrawHabits(**by_way, rounds=weight) for weight in _ROUNDS]
    return max(tried, key=lambda habits: sum(_foretold(habits, event) for event in events))


def _foretold(habits: DrawHabits, event: Sequence[Floats]) -> float:
    """The log likelihood of an event's boards, every round counted once."""
    return sum(
        float(np.log(chances @ habits.learnt(event[:at]).shares).mean())
        for at, chances in enumerate(event)
        if len(chances)
    )


@cache
def fitted_habits() -> DrawHabits:
    """The habits that `miai lab calibrate --fit` wrote; they stand in `fitted.toml`."""
    return read_habits(files("miai.engine.rating").joinpath("fitted.toml").read_text(encoding="utf-8"))


def read_habits(text: str) -> DrawHabits:
    """The habits of a file that `miai lab calibrate --fit` wrote."""
    return DrawHabits(**tomllib.loads(text)["draws"])
