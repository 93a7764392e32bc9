"""Whole random tournaments, with every draw and the standings checked by the referee."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.tournament import Tournament
from miai.engine.judging import Violation
from miai.engine.judging.aga_promises import judge_aga
from miai.engine.judging.pair_referee import judge_not_rated, judge_sides
from miai.engine.judging.referee import judge
from miai.engine.judging.team_referee import judge_teams
from miai.engine.pairing.protocol import Draw
from miai.engine.scoring import standings
from miai.engine.verify.recount import check_standings
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import pair, round_of, with_line_ups_of
from miai.features.ratings.rate import rate
from miai_lab.entry_generator import Recipe, entry, played
from miai_lab.pair_events import PairRecipe, pair_event
from miai_lab.team_events import TeamRecipe, team_event


@dataclass(frozen=True, slots=True, kw_only=True)
class RefereeFinding:
    """A violation in the draw of a round, or in the standings where there is no round."""

    round: int | None
    violation: Violation


def refereed(recipe: Recipe, seed: int) -> list[RefereeFinding]:
    """Violations in the tournament of a seed."""
    over = _played_out(entry(recipe, seed), recipe, _judge_players, seed=seed)
    table = standings(over.tournament, criteria="all")
    return [*over.findings, *_in_round(None, check_standings(over.tournament, table))]


def refereed_teams(recipe: TeamRecipe, seed: int) -> list[RefereeFinding]:
    """Violations in the draws of the team event of a seed."""
    results = Recipe(system=recipe.system, jigo=0.1)
    return [*_played_out(team_event(recipe, seed), results, judge_teams, seed=seed).findings]


def refereed_pairs(recipe: PairRecipe, seed: int) -> list[RefereeFinding]:
    """Violations in the event of Pair Go or rengo of a seed."""
    results = Recipe(system=recipe.system)
    over = _played_out(pair_event(recipe, seed), results, judge_sides, seed=seed)
    players = over.tournament.players
    return [*over.findings, *_in_round(None, judge_not_rated(players, rate(over.tournament)))]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Over:
    """A tournament that was played to its end, and the findings in its draws."""

    tournament: Tournament
    findings: Sequence[RefereeFinding]


def _played_out(
    tournament: Tournament,
    results: Recipe,
    judge_draw: Callable[[Tournament, Draw], Sequence[Violation]],
    *,
    seed: int,
) -> _Over:
    """Draw, judge and play round after round.

    A tournament ends early if its system does not draw another round.
    """
    findings: list[RefereeFinding] = []
    dice = np.random.default_rng((seed, 1))
    for number in range(1, tournament.settings.rounds + 1):
        try:
            draw = pair(tournament, round=number, seed=seed)
        except (InputError, NoPairingError):
            break
        findings += _in_round(number, judge_draw(tournament, draw))
        drawn = played(tournament, round_of(draw), results, dice)
        tournament = replace(with_line_ups_of(tournament, draw), rounds=(*tournament.rounds, drawn))
    return _Over(tournament=tournament, findings=findings)


def _judge_players(tournament: Tournament, draw: Draw) -> list[Violation]:
    return [*judge(tournament, draw), *judge_aga(tournament, draw)]


def _in_round(number: int | None, wrong: Sequence[Violation]) -> list[RefereeFinding]:
    return [RefereeFinding(round=number, violation=violation) for violation in wrong]
