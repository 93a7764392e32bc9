"""The matching kernel beside LEMON, rustworkx and networkx: one run, the same McMahon costs, one thread.

Times are medians of solves alone, on data structures already built; batches are timed end to end. LEMON runs
in a small program of ours (bench/lemon), compiled here; without Debian's liblemon-dev it is left out.
"""

import math
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import networkx as nx
import numpy as np
import rustworkx as rx
from numpy.typing import NDArray

from miai.engine.kernel.matching import ABSENT, solve, solve_many
from miai.engine.kernel.search_buffers import new_work

Ints = NDArray[np.int64]

SIZES = (100, 200, 300, 500, 1000, 2000, 5000)
# No other solver here takes so many.
LARGEST = 10_000
LARGEST_FOR_RUSTWORKX = 2000
LARGEST_FOR_NETWORKX = 300

BATCH_PLAYERS = 52
BATCH_DIFFERENT = 2000
# Each so often: to start a thread takes some milliseconds, which must not count.
BATCH_TIMES = 10
BATCH_SIZE = BATCH_DIFFERENT * BATCH_TIMES
BATCH_SAMPLE = 100

EXPECTED = {("lemon", 1000): 15, ("rustworkx", 1000): 200, ("lemon", 2000): 20}
EXPECTED_OF_BATCH = 25
EXPECTED_OF_TWO_THREADS = 1.8
EXPECTED_GROWTH = 2.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One solver on one matrix: what it found and how long it took."""

    total: int
    seconds: float


def main() -> None:
    """Print the times of all solvers, their ratios to Miai's and how they grow; then the batches."""
    solve(mcmahon_costs(20, seed=0))
    with tempfile.TemporaryDirectory() as folder:
        lemon = compile_lemon(Path(folder))
        if lemon is None:
            print("LEMON is left out: g++ or liblemon-dev is not installed.")
        runs = {n: run_solvers(mcmahon_costs(n, seed=n), lemon) for n in SIZES}
    print_growth(runs)
    print_expectations(runs)
    run_largest()
    run_batches()


# The costs.


def mcmahon_costs(players: int, *, seed: int, rounds: int = 3) -> Ints:
    """The costs of a McMahon tournament's next round: who met is absent, the score difference outweighs all.

    Below it, in falling weight: clubmates and compatriots, the seeding inside a group (and which ends of two
    groups meet), colours, chance.
    """
    chance = np.random.default_rng(seed)
    strength = np.clip(chance.normal(-3, 6, players), -20, 7)
    score = np.minimum(np.round(strength), 3).astype(np.int64)
    met = np.eye(players, dtype=np.bool_)
    whites = np.zeros(players, np.int64)
    for _ in range(rounds):
        play_round(strength, score, met, whites, chance)
    club = chance.integers(0, max(2, players // 8), players)
    country = chance.integers(0, 12, players)
    lots = np.triu(chance.integers(0, 100, (players, players)), 1)
    below: Ints = (
        lots
        + lots.T
        + 100 * np.abs(np.add.outer(whites, whites))
        + 1_000 * seeding_deviation(strength, score)
        + 20_000 * np.equal.outer(country, country)
        + 100_000 * np.equal.outer(club, club)
    )
    step = (int(below.max()) + 1) * (players // 2 + 1)
    costs: Ints = below + step * np.abs(np.subtract.outer(score, score))
    costs[met] = ABSENT
    return costs


def play_round(
    strength: NDArray[np.float64],
    score: Ints,
    met: NDArray[np.bool_],
    whites: Ints,
    chance: np.random.Generator,
) -> None:
    """Pair neighbours by score who have not met, and play."""
    waiting = np.lexsort((chance.random(len(score)), -score)).tolist()
    while waiting:
        white = waiting.pop(0)
        black = waiting.pop(next((k for k, other in enumerate(waiting) if not met[white, other]), 0))
        met[white, black] = met[black, white] = True
        whites[white] += 1
        whites[black] -= 1
        white_wins = chance.random() < 1 / (1 + math.exp(strength[black] - strength[white]))
        score[white if white_wins else black] += 1


def seeding_deviation(strength: NDArray[np.float64], score: Ints) -> Ints:
    """How far a pair is from split and slip; across groups, from the last above and the first below."""
    place = np.empty(len(score), np.int64)
    size = np.empty(len(score), np.int64)
    for group in np.unique(score):
        members = np.flatnonzero(score == group)
        place[members[np.argsort(-strength[members], kind="stable")]] = np.arange(len(members))
        size[members] = len(members)
    inside = np.abs(np.abs(np.subtract.outer(place, place)) - size[:, np.newaxis] // 2)
    down = np.add.outer(size - 1 - place, place)
    across = np.where(np.greater.outer(score, score), down, down.T)
    deviation: Ints = np.where(np.equal.outer(score, score), inside, across)
    return deviation


# The solvers.


def run_solvers(costs: Ints, lemon: Path | None) -> dict[str, Run]:
    """Time every solver that can take this size, print the line and insist that the totals are equal."""
    n = len(costs)
    runs = {"miai": run_miai(costs, repeats=21 if n <= 1000 else 7)}
    if lemon is not None:
        runs["lemon"] = run_lemon(lemon, costs, repeats=7 if n <= 1000 else 3 if n <= 2000 else 1)
    if n <= LARGEST_FOR_RUSTWORKX:
        runs["rustworkx"] = run_rustworkx(costs, repeats=3 if n <= 1000 else 1)
    if n <= LARGEST_FOR_NETWORKX:
        runs["networkx"] = run_networkx(costs, repeats=3 if n <= 200 else 1)
    ours = runs["miai"]
    columns = [
        f"{name} {run.seconds:.6f} s" + ("" if run is ours else f" ({run.seconds / ours.seconds:.1f}x)")
        for name, run in runs.items()
    ]
    print(f"{n:5} players: " + ", ".join(columns), flush=True)
    if len({run.total for run in runs.values()}) > 1:
        raise SystemExit(f"The totals differ: { {name: run.total for name, run in runs.items()} }")
    return runs


def median_of(solver: Callable[[], Any], repeats: int) -> tuple[Any, float]:
    """The last answer of a solver and the median of its times."""
    times = []
    answer = None
    for _ in range(repeats):
        begin = time.perf_counter()
        answer = solver()
        times.append(time.perf_counter() - begin)
    return answer, statistics.median(times)


def run_miai(costs: Ints, *, repeats: int) -> Run:
    """Miai's kernel, checks of the matrix and duals included."""
    answer, seconds = median_of(lambda: solve(costs), repeats)
    return Run(total=answer.total, seconds=seconds)


def compile_lemon(folder: Path) -> Path | None:
    """The program that solves with LEMON, or None where it cannot be compiled."""
    compiler = shutil.which("g++")
    if compiler is None:
        return None
    program = folder / "matching"
    source = Path(__file__).parent / "lemon" / "matching.cpp"
    options = ["-O3", "-march=native", "-std=c++17"]
    done = subprocess.run([compiler, *options, "-o", program, source], capture_output=True, check=False)
    return program if done.returncode == 0 else None


def run_lemon(program: Path, costs: Ints, *, repeats: int) -> Run:
    """LEMON's MaxWeightedPerfectMatching, timed inside its own program."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(np.int64(len(costs)).tobytes())
        file.write(costs.tobytes())
        file.flush()
        done = subprocess.run([program, file.name, str(repeats)], capture_output=True, check=True, text=True)
    total, seconds = done.stdout.split()
    return Run(total=int(total), seconds=float(seconds))


def present_edges(costs: Ints) -> list[tuple[int, int, int]]:
    """The present pairs with their costs negated, for solvers that maximise."""
    i, j = np.nonzero(np.triu(costs != ABSENT, 1))
    return list(zip(i.tolist(), j.tolist(), (-costs[i, j]).tolist(), strict=True))


def solve_with_rustworkx(graph: Any) -> Any:
    """The matching rustworkx finds."""
    return rx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def rustworkx_graph(costs: Ints) -> Any:
    """A matrix as a graph of rustworkx."""
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(costs)))
    graph.add_edges_from(present_edges(costs))
    return graph


def run_rustworkx(costs: Ints, *, repeats: int) -> Run:
    """The matching of rustworkx, on a graph already built."""
    graph = rustworkx_graph(costs)
    pairs, seconds = median_of(lambda: solve_with_rustworkx(graph), repeats)
    return Run(total=total_of(costs, pairs), seconds=seconds)


def run_networkx(costs: Ints, *, repeats: int) -> Run:
    """The matching of networkx, on a graph already built."""
    graph = nx.Graph()
    graph.add_weighted_edges_from(present_edges(costs))
    pairs, seconds = median_of(lambda: nx.max_weight_matching(graph, maxcardinality=True), repeats)
    return Run(total=total_of(costs, pairs), seconds=seconds)


def total_of(costs: Ints, pairs: Any) -> int:
    """What pairs cost together."""
    return sum(int(costs[i, j]) for i, j in pairs)


# The conclusions.


def print_growth(runs: dict[int, dict[str, Run]]) -> None:
    """Print the exponent with which each solver's time grows from its middle to its largest size."""
    for name in ("miai", "lemon", "rustworkx", "networkx"):
        points = [(math.log(n), math.log(found[name].seconds)) for n, found in runs.items() if name in found]
        upper = points[len(points) // 2 - 1 :]
        if len(upper) > 1:
            slope = np.polyfit([x for x, _ in upper], [y for _, y in upper], 1)[0]
            sizes = f"{math.exp(upper[0][0]):.0f} to {math.exp(upper[-1][0]):.0f}"
            expected = f", expected at most {EXPECTED_GROWTH}" if name == "miai" else ""
            print(f"{name} grows as n^{slope:.2f} from {sizes} players{expected}")


def print_expectations(runs: dict[int, dict[str, Run]]) -> None:
    """Print whether Miai is as far ahead as it should be."""
    for (rival, n), least in EXPECTED.items():
        if rival in runs[n]:
            print_expectation(f"{rival} at {n}", runs[n][rival].seconds / runs[n]["miai"].seconds, least)


def print_expectation(what: str, ratio: float, least: float) -> None:
    """Print one ratio and whether it is enough."""
    print(f"{what}: {ratio:.1f}x, expected at least {least}x: {'met' if ratio >= least else 'MISSED'}")


def run_largest() -> None:
    """Time one matrix that is larger than the other solvers take, and say how much memory it needs."""
    costs = mcmahon_costs(LARGEST, seed=LARGEST)
    begin = time.perf_counter()
    solve(costs)
    seconds = time.perf_counter() - begin
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    matrix, room = costs.nbytes / 2**20, room_of(LARGEST) / 2**20
    print(f"{LARGEST} players, exact: miai {seconds:.2f} s, {matrix:.0f} MB for the matrix, ", end="")
    print(f"{room:.0f} MB to work in; this process had {most:.0f} MB at most, to make the matrix")


def room_of(n: int) -> int:
    """The bytes that a search works in."""
    return sum(array.nbytes for array in new_work(n))


def run_batches() -> None:
    """Time many small matrices end to end."""
    different = [mcmahon_costs(BATCH_PLAYERS, seed=seed) for seed in range(BATCH_DIFFERENT)]
    batch = np.stack(different * BATCH_TIMES)
    sample = batch[:BATCH_SAMPLE]
    pairs, seconds = median_of(lambda: [solve_with_rustworkx(rustworkx_graph(costs)) for costs in sample], 3)
    rival = seconds / BATCH_SAMPLE
    one = solve_many(batch, threads=1)
    # In turns, so that a disturbance of the machine meets both alike.
    runs = [[median_of(partial(solve_many, batch, threads=t), 1)[1] for t in (1, 2)] for _ in range(11)]
    single, double = (statistics.median(column) / BATCH_SIZE for column in zip(*runs, strict=True))
    totals = [total_of(costs, found) for costs, found in zip(sample, pairs, strict=True)]
    if totals != one.totals[:BATCH_SAMPLE].tolist():
        raise SystemExit("The totals of the batch differ.")
    print(
        f"{BATCH_PLAYERS} players, each of {BATCH_SIZE}: miai {single * 1e6:.1f} us on one thread, ", end=""
    )
    print(f"{double * 1e6:.1f} us on two, rustworkx {rival * 1e6:.1f} us")
    print_expectation("batch beside rustworkx", rival / single, EXPECTED_OF_BATCH)
    print_expectation("two threads beside one", single / double, EXPECTED_OF_TWO_THREADS)


if __name__ == "__main__":
    main()
