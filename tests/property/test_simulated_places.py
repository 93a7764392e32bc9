"""The places of simulated tournaments are those that the standings give to the same games."""

import os
from dataclasses import replace

import numpy as np

from kit.simulated_events import (
    CRITERIA,
    MODEL,
    PRESETS,
    coin,
    pick,
    random_players,
    random_settings,
    round_of,
)
from miai.domain.rounds.game import Result
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.forecast.places import PLACED_BY, placing_keys, ranking
from miai.engine.forecast.simulable import seeded_by, simulable
from miai.engine.pairing.event_replay import replayed
from miai.engine.pairing.event_simulation import EventNow, event_now, event_simulation
from miai.engine.pairing.simulation import Simulation
from miai.engine.scoring import standings
from miai.engine.scoring.places import CRITERIA as ALL_CRITERIA

EVENTS = 3_000 if os.environ.get("MIAI_SOAK") else 150
# What parts the tied, in front of other criteria and behind them.
ORDERS = (
    *CRITERIA,
    ("mms", "dc"),
    ("mms", "sosm", "dc", "sodosm"),
    ("nbw", "sdc", "sosw"),
    ("mms", "sdc", "sosm", "dc"),
    ("nbw", "f2f", "sodosw", "draw"),
    ("rating", "mms"),
)


def _settings(dice: np.random.Generator, case: int) -> Settings:
    settings = random_settings(dice, PRESETS[case % len(PRESETS)])
    # Rounds are few, so that many are tied.
    return replace(settings, criteria=pick(dice, ORDERS), rounds=int(dice.integers(2, 7)))


def _with_open_games(event: Tournament, case: int) -> Tournament:
    """The event with some games of its last round open, and of the one before where no draw follows."""
    dice = np.random.default_rng((9, case))
    rounds = list(event.rounds)
    open_rounds = 2 if len(rounds) == event.settings.rounds else 1
    for k in range(max(0, len(rounds) - open_rounds), len(rounds)):
        boards = tuple(
            replace(board, result=Result.UNKNOWN) if coin(dice, 0.4) else board for board in rounds[k].boards
        )
        rounds[k] = replace(rounds[k], boards=boards)
    return replace(event, rounds=tuple(rounds))


def _simulation(now: EventNow) -> Simulation:
    """Players are seeded by those of the criteria that the simulation seeds by."""
    rounds = now.settings.rounds
    seeded, reason = simulable(now.tournament, rounds)
    assert reason is None
    return event_simulation(
        replace(now, tournament=seeded_by(now.tournament, seeded)), rounds=rounds, model=MODEL
    )


def test_simulated_places_are_those_of_the_standings() -> None:
    used: set[str] = set()
    tied = open_games = 0
    for case in range(EVENTS):
        dice = np.random.default_rng((8, case))
        settings = _settings(dice, case)
        event = Tournament(settings=settings, players=random_players(dice, settings.rounds))
        # From the start to the end, and from the middle: the same seed and number play on as before.
        number = case % 5
        now = event_now(event)
        whole = _simulation(now).play(count=1, seed=case, first=number)
        rounds = [round_of(whole, r + 1, now.view.players, settings) for r in range(settings.rounds)]
        gone = int(dice.integers(0, settings.rounds + 1))
        now = event_now(_with_open_games(replace(event, rounds=tuple(rounds[:gone])), case))
        simulation = _simulation(now)
        rest = simulation.play(count=1, seed=case, first=number)
        again = replayed(
            now, simulation, rest, placing_keys(now), rounds=settings.rounds, seed=case, first=number
        )
        ranks = ranking(now, again)[0]

        place = {row.player.id: row.place for row in standings(replace(event, rounds=tuple(rounds))).rows}
        places = [place[player.id] for player in now.view.players]
        assert [1 + int((ranks > rank).sum()) for rank in ranks] == places, (case, settings.criteria)
        used |= set(settings.criteria)
        tied += len(set(places)) < len(places)
        open_games += len(now.pending) > 0
    assert used >= {key for order in ORDERS for key in order}
    assert min(tied, open_games) > EVENTS // 10


def test_every_criterion_but_strasbourgs_places_simulated_tournaments() -> None:
    assert set(ALL_CRITERIA) - set(PLACED_BY) == {"sts", "sosts"}
