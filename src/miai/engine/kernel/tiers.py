"""The weights of tiers: how many boards of the rules below it each rule outweighs."""

from typing import Final

from miai.engine.kernel.arrays import Flags, Ints
from miai.engine.kernel.jit import compiled_part
from miai.engine.kernel.matching import TOTAL_BUDGET
from miai.engine.kernel.search_buffers import RANGE_BUDGET

FEWEST_BOARDS: Final = 2
"""A rule outweighs at least this many boards of the rules below it."""

# Deviations are never counted in coarser steps than this.
_COARSEST_STEP: Final = 256


@compiled_part
def tier_weights(widest: Ints, strict: Flags, n: int, steps: Ints, weights: Ints) -> int:
    """Fill in the step and the weight of each rule, and return the factor; 0 if no weights fit.

    Rules come in order of importance, `widest` holds the largest deviation of each, and `n` is the number of
    players, with the phantom of an odd field. A strict rule outweighs all boards, any other one `factor`
    boards. The factor is the largest that fits. Where none does, the deviations of the rules that are not
    strict are counted in coarser steps, rounded up.
    """
    boards = max(1, n // 2)
    budget = min(RANGE_BUDGET, TOTAL_BUDGET // max(1, n))
    step = 1
    while step <= _COARSEST_STEP:
        low, high = FEWEST_BOARDS - 1, max(FEWEST_BOARDS, boards)
        searching = True
        while searching:
            # The last turn only writes down the weights of the factor that was found.
            searching = low < high
            factor = (low + high + 1) // 2
            below = 0
            for k in range(len(widest) - 1, -1, -1):
                steps[k] = 1 if strict[k] else step
                width = (widest[k] + steps[k] - 1) // steps[k]
                weights[k] = (boards if strict[k] else factor) * below + 1
                if width > 0 and weights[k] > (budget - below) // width:
                    below = budget + 1
                    break
                below += width * weights[k]
            if searching and below <= budget:
                low = factor
            elif searching:
                high = factor - 1
        if low >= FEWEST_BOARDS:
            return low
        step *= 2
    return 0
