"""How the benches measure."""

from collections.abc import Callable
from statistics import median
from time import perf_counter


def seconds(run: Callable[[], object], times: int = 5) -> float:
    """The median time of several runs, after one that warms up."""
    run()
    taken = []
    for _ in range(times):
        begin = perf_counter()
        run()
        taken.append(perf_counter() - begin)
    return median(taken)
