"""Whole simulated tournaments beside the same loop written with rustworkx: 52 players, 6 rounds."""

from statistics import median
from time import perf_counter

import numpy as np
import rustworkx as rx

from miai.kernel.event import SCORE, Field, Prices
from miai.pairing.pricing.tiers import Tiers
from miai.pairing.simulation import BY_SCORE, Scheme, SimulatedField, field_of, prices_of, simulate
from miai.rating.win_models import KaniukErf

ENTRY = SimulatedField(grades=tuple(grade for grade in range(4, -9, -1) for _ in range(4)))
SCHEME = Scheme(rounds=6, bar=3, pricing=BY_SCORE)
FULL = Scheme(rounds=6, bar=3)
TIERS = Scheme(rounds=6, bar=3, pricing=Tiers())
COUNT = 3_000
SAMPLE = 20
TURNS = 7
EXPECTED_OF_ONE_THREAD = 25
EXPECTED_OF_TWO = 1.8


def main() -> None:
    """Print tournaments a second and the ratios; the turns of one thread and two alternate."""
    model = KaniukErf()
    print("simulation: 52 players, 6 rounds, tournaments a second")
    schemes = (
        ("score alone, as document 5 has it", SCHEME),
        ("all rules of kaniuk", FULL),
        ("the same rules in tiers", TIERS),
    )
    for title, scheme in schemes:
        field, prices = field_of(ENTRY, scheme, model), prices_of(scheme)
        simulate(ENTRY, scheme, model, seed=0, count=2)
        one: list[float] = []
        two: list[float] = []
        for turn in range(TURNS):
            for threads, speeds in ((1, one), (2, two)):
                begin = perf_counter()
                simulate(ENTRY, scheme, model, seed=turn, count=COUNT, threads=threads)
                speeds.append(COUNT / (perf_counter() - begin))
        print(f"  {title}: one thread {median(one):,.0f}, two {median(two):,.0f}", end="")
        ratio = median(b / a for a, b in zip(one, two, strict=True))
        print(f" ({ratio:.2f} times, expected {EXPECTED_OF_TWO})")
        if scheme is SCHEME:
            begin = perf_counter()
            for number in range(SAMPLE):
                play_with_rustworkx(field, prices, np.random.default_rng(number))
            theirs = SAMPLE / (perf_counter() - begin)
            print(
                f"    the same with rustworkx {theirs:,.1f}: Miai {median(one) / theirs:.0f} times it on one "
                f"thread (expected {EXPECTED_OF_ONE_THREAD})"
            )


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
