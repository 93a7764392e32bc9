"""Whole random tournaments, every draw and every table judged by the referee."""

from dataclasses import replace

import numpy as np

from miai.app.draw.pair import pair, round_of
from miai.errors import InputError, NoPairingError
from miai.lab.generate import Recipe, entry, played
from miai.quality.aga_promises import judge_aga
from miai.quality.recount import check_standings
from miai.quality.referee import judge
from miai.standings import standings


def refereed(recipe: Recipe, seed: int) -> list[str]:
    """What the referee finds wrong in the tournament of a seed; nothing, if all is well.

    A tournament ends early where the system says why it cannot go on.
    """
    found: list[str] = []
    dice = np.random.default_rng((seed, 1))
    tournament = entry(recipe, seed)
    for number in range(1, tournament.settings.rounds + 1):
        try:
            draw = pair(tournament, round=number, seed=seed)
        except (InputError, NoPairingError):
            break
        wrong = [*judge(tournament, draw), *judge_aga(tournament, draw)]
        found += [f"round {number}: {violation}" for violation in wrong]
        drawn = played(tournament, round_of(draw), recipe, dice)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    table = standings(tournament, criteria="all")
    return found + [f"standings: {each}" for each in check_standings(tournament, table)]
