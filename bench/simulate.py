"""Whole simulated tournaments beside the same loop written with rustworkx: 52 players, 6 rounds."""

from statistics import median
from time import perf_counter

import numpy as np
import rustworkx as rx

from bench.gpu_data import usual_event
from miai.domain.settings.event_settings import DEFAULT_PRESET
from miai.engine.kernel.event import SCORE, Field, Prices
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.simulation import BY_SCORE, Scheme, SimulatedField, Simulation, simulation_of
from miai.engine.rating.win_models import KaniukErf

ENTRY = SimulatedField(grades=tuple(grade for grade in range(4, -9, -1) for _ in range(4)))
SCHEME = Scheme(rounds=6, bar=3, pricing=BY_SCORE)
FULL = Scheme(rounds=6, bar=3)
TIERS = Scheme(rounds=6, bar=3, pricing=Tiers())
MODEL = KaniukErf()
COUNT = 3_000
SAMPLE = 20
TURNS = 7
EXPECTED_OF_ONE_THREAD = 25
EXPECTED_OF_TWO = 1.8


def main() -> None:
    """Print tournaments a second and the ratios."""
    print("simulation: 52 players, 6 rounds, tournaments a second")
    by_score = simulation_of(ENTRY, SCHEME, MODEL)
    ours = print_speeds("score alone, as document 5 has it", by_score)
    begin = perf_counter()
    for number in range(SAMPLE):
        play_with_rustworkx(by_score.field, by_score.prices, np.random.default_rng(number))
    theirs = SAMPLE / (perf_counter() - begin)
    print(
        f"    the same with rustworkx {theirs:,.1f}: Miai {ours / theirs:.0f} times it on one "
        f"thread (expected {EXPECTED_OF_ONE_THREAD})"
    )
    print_speeds("all rules of kaniuk", simulation_of(ENTRY, FULL, MODEL))
    print_speeds("the same rules in tiers", simulation_of(ENTRY, TIERS, MODEL))
    print_speeds(f"all rules of the preset {DEFAULT_PRESET}", usual_event(len(ENTRY), DEFAULT_PRESET))


def print_speeds(title: str, simulation: Simulation) -> float:
    """Print tournaments a second on one thread and on two, in turns; give those of one."""
    simulation.play(seed=0, count=2)
    one: list[float] = []
    two: list[float] = []
    for turn in range(TURNS):
        for threads, speeds in ((1, one), (2, two)):
            begin = perf_counter()
            simulation.play(seed=turn, count=COUNT, threads=threads)
            speeds.append(COUNT / (perf_counter() - begin))
    ratio = median(b / a for a, b in zip(one, two, strict=True))
    print(
        f"  {title}: one thread {median(one):,.0f}, two {median(two):,.0f} "
        f"({ratio:.2f} times, expected {EXPECTED_OF_TWO})"
    )
    return median(one)


def play_with_rustworkx(field: Field, prices: Prices, dice: np.random.Generator) -> None:
    """One tournament as one would write it with NumPy and rustworkx."""
    scores = field.starts.copy()
    n = len(scores)
    met = np.eye(n, dtype=np.bool_)
    for _ in range(len(field.present)):
        order = dice.permutation(n)
        costs = prices.tables[SCORE][np.abs(scores[:, None] - scores[None, :]) // 2]
        graph = rx.PyGraph(multigraph=False)
        graph.add_nodes_from(range(n))
        graph.add_edges_from(
            [
                (a, b, -int(costs[order[a], order[b]]))
                for a in range(n)
                for b in range(a)
                if not met[order[a], order[b]]
            ]
        )
        for a, b in rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int):
            i, j = order[a], order[b]
            met[i, j] = met[j, i] = True
            scores[i if dice.random() < field.chances[i, j] else j] += 4
