"""Tournaments and matchings on a GPU: first compared with what the kernel found, then timed.

It needs a GPU, NumPy and CuPy, and the file that `python -m bench gpu_data` writes elsewhere.
"""

import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np

from bench.gpu_cases import BLOCK, FILE, PLAYERS, ROUNDS, Case, digests_of, load
from miai.engine.gpu.device import (
    MATCHINGS,
    TOURNAMENTS,
    Run,
    cupy,
    match_counted,
    match_on_device,
    module_for,
    play_on_device,
    why_no_gpu,
)
from miai.engine.gpu.records import EVERYTHING, FINAL_SCORES

COUNT = 4_000_000
COUNT_OF_TIERS = 1_000_000
MATRICES = 400_000
TURNS = 5
EXPECTED = {"device": 5e6, "python": 4e6, "matchings": 35e6}


def main() -> None:
    """Print what agrees and how fast it is."""
    reason = why_no_gpu()
    if reason is not None:
        sys.exit(str(reason))
    if not FILE.exists():
        sys.exit(f"{FILE} is missing: python -m bench gpu_data writes it, where the kernel runs")
    cases, arrays = load()
    print(f"GPU: {name_of_gpu()}; CuPy {cupy().__version__}")
    print_compile_times(cases)
    wrong = compare_matchings(arrays) + sum(compare_events(cases))
    print(f"wrong: {wrong}")
    for case, count in zip(cases, (COUNT, COUNT_OF_TIERS, COUNT_OF_TIERS), strict=False):
        time_tournaments(case, count)
    time_matchings(arrays["real"])
    if wrong:
        sys.exit(1)


def name_of_gpu() -> str:
    """What the driver calls it."""
    return str(cupy().cuda.runtime.getDeviceProperties(0)["name"].decode())


def print_compile_times(cases: list[Case]) -> None:
    """How long the sources take to compile, and what a thread needs."""
    wanted = [(False, None), (True, None), *((case.packed.wide, used_by(case)) for case in cases[:3])]
    for wide, used in wanted:
        begin = perf_counter()
        kernel = module_for(TOURNAMENTS, wide=wide, used=used).kernel("play_tournaments")
        what = f"{'wide' if wide else 'narrow'}, {'all rules' if used is None else f'rules {used:#x}'}"
        print(f"compiled {what}: {perf_counter() - begin:.1f} s, {needs_of(kernel)}")


def needs_of(kernel: Any) -> str:
    """What a thread takes."""
    return f"{kernel.num_regs} registers, {kernel.local_size_bytes} bytes spilled"


def used_by(case: Case) -> int:
    """The rules that a case uses, as the sources name them."""
    return int(case.packed.event["used"][0])


def compare_matchings(arrays: Any) -> int:
    """Count matrices whose matching is another than the kernel's."""
    wrong = total = 0
    for name in arrays.files:
        if name.startswith("small_mates_") or name == "real_mates":
            costs = arrays[name.replace("_mates", "")]
            mates, _ = match_on_device(costs)
            wrong += int((mates.get() != arrays[name]).any(axis=1).sum())
            mates, _ = match_counted(cupy().asarray(costs), zero=0, module=module_for(MATCHINGS, wide=True))
            wrong += int((mates.get() != arrays[name]).any(axis=1).sum())
            total += 2 * len(costs)
    print(f"matchings: {total - wrong:,} of {total:,} are the kernel's")
    return wrong


def compare_events(cases: list[Case]) -> list[int]:
    """Count blocks of tournaments in which something is otherwise than in the kernel's."""
    found = []
    tournaments = 0
    for case in cases:
        wrong = 0
        step = 200_000
        for first in range(0, case.count, step):
            count = min(step, case.count - first)
            told, verdicts = play_on_device(case.packed, first=first, count=count, names=EVERYTHING)
            blocks = case.digests[first // BLOCK : -(-(first + count) // BLOCK)]
            wrong += int((digests_of(told, cupy()) != blocks).sum())
            if verdicts.any():
                print(f"  {case.name}: verdicts {np.bincount(verdicts).tolist()}")
        if wrong or case.count >= 10_000:
            print(f"{case.name}: {case.count:,} tournaments, {wrong} blocks of {BLOCK} differ")
        found.append(wrong)
        tournaments += case.count
    print(f"events: {sum(not wrong for wrong in found)} of {len(found)} agree, {tournaments:,} tournaments")
    return found


def seconds_of(run: Callable[[], object]) -> float:
    """The median of some turns, after one that warms up."""
    taken = []
    for _ in range(TURNS + 1):
        begin = perf_counter()
        run()
        cupy().cuda.Device().synchronize()
        taken.append(perf_counter() - begin)
    return median(taken[1:])


def time_tournaments(case: Case, count: int) -> None:
    """Tournaments a second: on the GPU alone, with final scores in Python, with everything that happened."""
    run = Run(case.packed, names=FINAL_SCORES, used=used_by(case))
    room = run.room(count)
    alone = count / seconds_of(lambda: run.launch(run.module, room, 0))
    in_python = count / seconds_of(
        lambda: play_on_device(case.packed, first=0, count=count, names=FINAL_SCORES)
    )
    few = count // 8
    everything = few / seconds_of(lambda: play_on_device(case.packed, first=0, count=few, names=EVERYTHING))
    general = Run(case.packed, names=FINAL_SCORES, used=None)
    of_all_rules = count / seconds_of(lambda: general.launch(general.module, room, 0))
    print(
        f"{case.name}, {PLAYERS} players, {ROUNDS} rounds, tournaments a second: on the device {alone:,.0f} "
        f"(expected {EXPECTED['device']:,.0f}), in Python with final scores {in_python:,.0f} (expected "
        f"{EXPECTED['python']:,.0f}), with everything {everything:,.0f}; by sources compiled for all rules "
        f"{of_all_rules:,.0f}"
    )


def time_matchings(real: Any) -> None:
    """Matchings a second of int64 matrices that lie on the GPU."""
    matrices = cupy().asarray(np.tile(real, (-(-MATRICES // len(real)), 1, 1))[:MATRICES])
    for title, wide in (("stored in 32 bits, for they fit", False), ("stored in 64 bits", True)):
        module = module_for(MATCHINGS, wide=wide)
        speed = len(matrices) / seconds_of(partial(match_counted, matrices, zero=0, module=module))
        print(
            f"int64 matchings of {real.shape[1]} players a second, {title}: {speed:,.0f} "
            f"(expected {EXPECTED['matchings']:,.0f}); {needs_of(module.kernel('match_many'))}"
        )
