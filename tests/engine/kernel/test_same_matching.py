"""Among matchings of the same cost the kernel chooses as it always has: stored results depend on it."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from miai.engine.kernel.matching import ABSENT, solve, solve_many

Ints = NDArray[np.int64]

# Many costs the same, so that the choice matters; then few; then of the size of a pairing with many rules.
SPREADS = (1, 2, 5, 40, 10**6, 2**47)
# How many pairs of a hundred may not meet.
BANS = (0, 10, 60, 90)

# Of the partners, duals and blossoms of all these matrices, as first released.
DIGEST = "6596ded40eedaa893deb9b92cee7008b998560a36671db7ff9a4ee8b1044851c"


def tied_costs(players: int, spread: int, bans: int) -> Ints:
    """A matrix from arithmetic alone, so that it is the same with every version of NumPy."""
    state = np.uint64(players * 1_000_003 + spread * 101 + bans)
    with np.errstate(over="ignore"):
        keys = (np.arange(players * players, dtype=np.uint64) + state) * np.uint64(0x9E3779B97F4A7C15)
        keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    numbers = (keys >> np.uint64(8)).reshape(players, players)
    costs = np.triu((numbers % np.uint64(spread)).astype(np.int64), 1)
    banned = np.triu(numbers % np.uint64(97) < np.uint64(bans), 1)
    costs += costs.T
    costs[banned | banned.T] = ABSENT
    return costs


def test_partners_duals_and_blossoms_are_those_of_the_first_release() -> None:
    digest = hashlib.sha256()
    for players in (*range(2, 66, 2), 90, 130):
        for spread in SPREADS:
            for bans in BANS:
                found = solve(tied_costs(players, spread, bans))
                for array in (found.mate, found.blossom_members, found.blossom_starts, found.blossom_duals):
                    digest.update(array.tobytes())
                if found.perfect:
                    digest.update(found.vertex_duals.tobytes())
    assert digest.hexdigest() == DIGEST


def test_a_batch_has_the_partners_of_one_matrix_at_a_time() -> None:
    for players in range(2, 66, 2):
        costs = np.stack([tied_costs(players, spread, bans) for spread in SPREADS for bans in BANS])
        batch = solve_many(costs, threads=1)
        alone = [solve(matrix) for matrix in costs]
        assert batch.mates.tolist() == [matching.mate.tolist() for matching in alone]
        assert batch.totals.tolist() == [matching.total for matching in alone]
        assert batch.perfect.tolist() == [matching.perfect for matching in alone]
