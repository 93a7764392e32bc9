"""Whole random tournaments, with every draw and the standings checked by the referee."""

from dataclasses import dataclass, replace

import numpy as np

from miai.app.draw.pair import pair, round_of, with_line_ups_of
from miai.app.studies.rate import rate
from miai.errors import InputError, NoPairingError
from miai.judging import Violation
from miai.judging.aga_promises import judge_aga
from miai.judging.pair_referee import judge_not_rated, judge_sides
from miai.judging.recount import check_standings
from miai.judging.referee import judge
from miai.judging.team_referee import judge_teams
from miai.lab.generate import Recipe, entry, played
from miai.lab.pair_events import PairRecipe, pair_event
from miai.lab.team_events import TeamRecipe, team_event
from miai.scoring import standings


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeFinding:
    """A violation in the draw of a round, or in the standings where there is no round."""

    round: int | None
    violation: Violation


def refereed(recipe: Recipe, seed: int) -> list[RefereeFinding]:
    """What the referee finds wrong in the tournament of a seed.

    A tournament ends early where its system refuses to draw another round.
    """
    found: list[RefereeFinding] = []
    dice = np.random.default_rng((seed, 1))
    tournament = entry(recipe, seed)
    for number in range(1, tournament.settings.rounds + 1):
        try:
            draw = pair(tournament, round=number, seed=seed)
        except (InputError, NoPairingError):
            break
        wrong = [*judge(tournament, draw), *judge_aga(tournament, draw)]
        found += [RefereeFinding(round=number, violation=violation) for violation in wrong]
        drawn = played(tournament, round_of(draw), recipe, dice)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    table = standings(tournament, criteria="all")
    wrong = check_standings(tournament, table)
    return found + [RefereeFinding(round=None, violation=violation) for violation in wrong]


def refereed_teams(recipe: TeamRecipe, seed: int) -> list[RefereeFinding]:
    """What the referee finds wrong in the draws of the team event of a seed."""
    found: list[RefereeFinding] = []
    dice = np.random.default_rng((seed, 1))
    tournament = team_event(recipe, seed)
    results = Recipe(system=recipe.system, jigo=0.1)
    for number in range(1, tournament.settings.rounds + 1):
        try:
            draw = pair(tournament, round=number, seed=seed)
        except (InputError, NoPairingError):
            break
        wrong = judge_teams(tournament, draw)
        found += [RefereeFinding(round=number, violation=violation) for violation in wrong]
        drawn = played(tournament, round_of(draw), results, dice)
        tournament = replace(with_line_ups_of(tournament, draw), rounds=(*tournament.rounds, drawn))
    return found


def refereed_pairs(recipe: PairRecipe, seed: int) -> list[RefereeFinding]:
    """What the referee finds wrong in the event of Pair Go or rengo of a seed."""
    found: list[RefereeFinding] = []
    dice = np.random.default_rng((seed, 1))
    tournament = pair_event(recipe, seed)
    results = Recipe(system=recipe.system)
    for number in range(1, tournament.settings.rounds + 1):
        try:
            draw = pair(tournament, round=number, seed=seed)
        except (InputError, NoPairingError):
            break
        wrong = judge_sides(tournament, draw)
        found += [RefereeFinding(round=number, violation=violation) for violation in wrong]
        drawn = played(tournament, round_of(draw), results, dice)
        tournament = replace(tournament, rounds=(*tournament.rounds, drawn))
    wrong = judge_not_rated(tournament.players, rate(tournament))
    return found + [RefereeFinding(round=None, violation=violation) for violation in wrong]
