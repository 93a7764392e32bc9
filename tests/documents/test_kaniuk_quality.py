"""Document 4, "Pairing quality, background and plan": weights, qualities and the probe, from its text."""

from dataclasses import replace
from math import cosh, exp
from typing import NoReturn

import numpy as np
import pytest

from kit.builders import crosstable, with_player
from miai.domain.settings.kaniuk_weights import KaniukWeights, RuleWeight
from miai.engine.judging import measure_event
from miai.engine.pairing.pricing.kaniuk import PSI, Kaniuk
from miai.features.draw.pair import pair, prepare
from miai_lab.entries import EventKind
from miai_lab.figures.study import formula_figures
from miai_lab.probe.config import Probe, parse_probe
from miai_lab.probe.played_fields import ProbeTask, measured
from miai_lab.probe.points import axes_of, drawn_point
from miai_lab.reproduce import ReproductionStudy

# Score and colour, two parameters each, as section 6 begins.
SWISS = """
points = 10
output = "swiss.parquet"
system = "swiss"

[weights.score]
W = [100, 1000]
lambda = [0.1, 1]

[weights.colour]
W = [1, 100]
lambda = [0.1, 1]

[[kinds]]
name = "club evening"
tournaments = 4

[[kinds]]
name = "school"
players = [20, 24]
rounds = 4
weakest = "20k"
strongest = "5k"
mean = "12k"
spread = 4
clubs = 3
countries = 2
tournaments = 4
"""


def probe(text: str = SWISS) -> Probe:
    def no_file(name: str) -> NoReturn:
        raise AssertionError(name)

    return parse_probe(text, no_file)[0]


def counted(config: Probe, quality: str) -> tuple[float, float]:
    """Both sides of a quality over all tournaments of the first point."""
    batches = measured(ProbeTask(probe=config, point=drawn_point(config, 0)))
    found = [batch.measures[quality] for batch in batches if quality in batch.measures]
    return sum(each[0] for each in found), sum(each[1] for each in found)


@pytest.mark.requirement("K2")
def test_tournaments_differ_in_rounds_players_grades_and_areas() -> None:
    evening, school = (kind.field for kind in probe().kinds)
    assert isinstance(evening, EventKind)
    assert isinstance(school, EventKind)
    for name in ("fewest", "most", "rounds", "weakest", "strongest", "countries"):
        assert getattr(evening, name) != getattr(school, name)
    assert (school.fewest, school.most, school.rounds, school.clubs, school.countries) == (20, 24, 4, 3, 2)


@pytest.mark.requirement("K3")
def test_a_round_robin_is_measured() -> None:
    found = measure_event(crosstable("A+B C+D | A+C B+D | A+D B+C", system="round_robin")).values
    assert (found["flawed"], found["unique_winner"]) == (1, 1)
    # Only A with two wins and D with none, in round 3, have different scores.
    assert found["even"] == 5 / 6


@pytest.mark.requirement("K21")
def test_the_weight_factors_of_figure_1() -> None:
    one = np.array([0.0, 0.5, 1.0, 2.0])
    assert PSI["quadratic"](one).tolist() == [1, 0.75, 0, 0]
    assert PSI["gaussian"](one).tolist() == pytest.approx([1, exp(-0.25), exp(-1), exp(-4)])
    assert PSI["sech"](one).tolist() == pytest.approx([1, 1 / cosh(0.5), 1 / cosh(1), 1 / cosh(2)])
    (panel,) = next(p for p in formula_figures(ReproductionStudy()) if p.name.startswith("document-4")).panels
    quadratic = next(series for series in panel.series if series.label == "quadratic")
    zeros = [float(x) for x, y in zip(quadratic.x, quadratic.y, strict=True) if y == 0]
    assert min(zeros) == pytest.approx(3)


@pytest.mark.requirement("K19")
def test_a_rule_weighs_w_times_psi_of_lambda_times_the_deviation() -> None:
    pricing = Kaniuk(psi="gaussian", weights=(("colour", 10.0, 0.5),))
    none, two = (int(cost) for cost in pricing.forgone("colour", np.array([0, 2])))
    assert none == 0
    assert two == pytest.approx(10e6 * (1 - exp(-1)), abs=1)
    task = prepare(crosstable("A+B C+D E+F", start=20), round=2, preset="kaniuk")
    priced = task.solve().priced
    may_meet = np.triu(task.view.met == 0, 1)
    together = np.sum([part.costs for part in priced.parts], axis=0)
    assert (together[may_meet] == priced.costs[may_meet]).all()


@pytest.mark.requirement("K22")
@pytest.mark.parametrize("psi", PSI)
def test_a_small_lambda_selects_nothing_and_a_large_one_only_perfect_pairs(psi: str) -> None:
    deviations = np.array([0, 1, 2, 9])
    small = Kaniuk(psi=psi, weights=(("colour", 1.0, 1e-6),)).forgone("colour", deviations)
    large = Kaniuk(psi=psi, weights=(("colour", 1.0, 1e6),)).forgone("colour", deviations)
    assert small.tolist() == [0, 0, 0, 0]
    assert large.tolist() == [0, 1e6, 1e6, 1e6]


@pytest.mark.requirement("K23")
def test_a_director_sets_w_lambda_and_psi_for_a_draw() -> None:
    # A and C won; A and C are of one club, and so are B and D.
    event = crosstable("A+B C+D", start=20)
    for name, club in (("A", "north"), ("C", "north"), ("B", "south"), ("D", "south")):
        event = with_player(event, name, club=club)
    rules = replace(event.settings.pairing, exempt_at_bar=False, exempt_from=None)

    def games(score: float, club: float) -> set[frozenset[str]]:
        weights = KaniukWeights(
            psi="quadratic",
            rules=(
                RuleWeight(rule="score", weight=score, scale=1.0),
                RuleWeight(rule="geography", weight=club, scale=1.0),
            ),
        )
        chosen = replace(event.settings, preset="kaniuk", pairing=replace(rules, kaniuk=weights))
        draw = pair(replace(event, settings=chosen), round=2)
        return {frozenset((str(board.white.id), str(board.black.id))) for board in draw.boards}

    assert games(score=100, club=1) == {frozenset("AC"), frozenset("BD")}
    assert games(score=1, club=100) == {frozenset("AD"), frozenset("BC")}


@pytest.mark.requirement("K24", "K35")
def test_a_swiss_of_score_and_colour_has_four_weight_parameters() -> None:
    config = probe()
    assert len(axes_of(config)) == 4
    colours, games = counted(config, "colour")
    assert 0 < colours < games
    assert counted(config, "peer")[1] == 0


@pytest.mark.requirement("K36")
def test_the_same_weights_are_tried_on_mcmahon_tournaments() -> None:
    swiss, mcmahon = probe(), probe(SWISS.replace('"swiss"', '"mcmahon"'))
    assert drawn_point(swiss, 0).weights == drawn_point(mcmahon, 0).weights
    assert counted(swiss, "even")[1] == counted(mcmahon, "even")[1]
    assert counted(mcmahon, "peer")[1] > 0


@pytest.mark.requirement("K27")
def test_every_tournament_can_be_paired_several_times() -> None:
    once, thrice = probe(), probe(SWISS.replace("points = 10", "points = 10\npairings = 3"))
    assert counted(thrice, "even")[1] == 3 * counted(once, "even")[1]
