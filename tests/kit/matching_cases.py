"""Matrices to match, and other ways to match them."""

from functools import cache
from itertools import pairwise

import numpy as np
import rustworkx as rx
from numpy.typing import NDArray

from miai.engine.kernel.certificate import Block, Verdict, blocking_set, verify
from miai.engine.kernel.matching import ABSENT, Matching, solve

Ints = NDArray[np.int64]
Edges = dict[tuple[int, int], int]


def matrix(n: int, edges: Edges) -> Ints:
    """A matrix in which only these pairs are present."""
    costs = np.full((n, n), ABSENT, np.int64)
    for (i, j), cost in edges.items():
        costs[i, j] = costs[j, i] = cost
    return costs


def random_costs(seed: int, largest: int = 80) -> Ints:
    """A graph of 2 to `largest` vertices: dense or sparse, of few or many different costs, of either sign."""
    chance = np.random.default_rng(seed)
    n = 2 * int(chance.integers(1, largest // 2 + 1))
    high = int(chance.choice([0, 1, 2, 10, 100, 10**6, 10**12]))
    low = int(chance.choice([0, 0, -high]))
    upper = np.triu(chance.integers(low, high + 1, (n, n)), 1)
    costs = upper + upper.T
    missing = np.triu(chance.random((n, n)) < chance.choice([0, 0.1, 0.5, 0.8, 0.9, 0.97]), 1)
    costs[missing | missing.T] = ABSENT
    return costs


def certified(costs: Ints) -> Matching:
    """The kernel's matching, once its proof holds: it is optimal, or no other has more pairs."""
    matching = solve(costs)
    if matching.perfect:
        assert verdict_on(costs, matching) == Verdict()
    else:
        block = blocking_set(costs != ABSENT, matching.odd)
        assert isinstance(block, Block)
        assert block.unmatched == (matching.mate < 0).sum()
        assert_partners_agree(costs, matching)
    return matching


def verdict_on(costs: Ints, matching: Matching) -> Verdict:
    """What the certificate says of a matching."""
    return verify(
        costs,
        mate=matching.mate,
        vertex_duals=matching.vertex_duals,
        blossom_members=matching.blossom_members,
        blossom_starts=matching.blossom_starts,
        blossom_duals=matching.blossom_duals,
    )


def assert_partners_agree(costs: Ints, matching: Matching) -> None:
    """Everybody matched is the partner of their partner, by a present pair."""
    for v, partner in enumerate(matching.mate.tolist()):
        if partner >= 0:
            assert matching.mate[partner] == v
            assert costs[v, partner] != ABSENT


def by_rustworkx(costs: Ints) -> tuple[int, int]:
    """How many pairs rustworkx makes of a graph, and what they cost."""
    graph = rx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(costs)))
    i, j = np.nonzero(np.triu(costs != ABSENT, 1))
    graph.add_edges_from(list(zip(i.tolist(), j.tolist(), costs[i, j].tolist(), strict=True)))
    pairs = rx.max_weight_matching(graph, max_cardinality=True, weight_fn=lambda cost: -cost)
    return len(pairs), sum(int(costs[i, j]) for i, j in pairs)


def by_trying_all(costs: Ints) -> int | None:
    """The least total of all perfect matchings, or None if there is none."""
    n = len(costs)

    @cache
    def least(free: int) -> int | None:
        if free == 0:
            return 0
        i = (free & -free).bit_length() - 1
        found = []
        for j in range(i + 1, n):
            if free >> j & 1 and costs[i, j] != ABSENT:
                rest = least(free & ~(1 << i) & ~(1 << j))
                if rest is not None:
                    found.append(rest + int(costs[i, j]))
        return min(found, default=None)

    return least(2**n - 1)


def assert_equal_to_rustworkx(costs: Ints) -> None:
    """As many pairs as rustworkx makes, and if all are matched, at the same cost; with a valid proof."""
    matching = certified(costs)
    pairs, total = by_rustworkx(costs)
    assert (matching.mate >= 0).sum() == 2 * pairs
    if matching.perfect:
        assert matching.total == total


# Families that are hard on blossom algorithms.


def triangles_in_a_ring(count: int) -> Ints:
    """Cheap triangles, each tied to the next by a dear edge: in each, one vertex is too many."""
    edges: Edges = {}
    for k in range(count):
        a, b, c = 3 * k, 3 * k + 1, 3 * k + 2
        following = 3 * ((k + 1) % count)
        edges |= {(a, b): 1, (b, c): 1, (a, c): 1, (c, following): 100 + k}
    return matrix(3 * count, edges)


def odd_cycles(length: int, count: int) -> Ints:
    """Long odd cycles of cost 1, complete to each other at cost 1000."""
    costs = np.full((length * count, length * count), 1000, np.int64)
    for k in range(count):
        members = list(range(k * length, (k + 1) * length))
        costs[np.ix_(members, members)] = ABSENT
        for i, j in [*pairwise(members), (members[-1], members[0])]:
            costs[i, j] = costs[j, i] = 1
    return costs


def nested_blossoms(depth: int) -> Ints:
    """Two clusters of triangles within triangles, the outer ones a hundred times dearer than the inner."""
    n = 2 * 3**depth
    costs = np.full((n, n), 100 ** (depth + 1), np.int64)
    for level in range(depth, 0, -1):
        size = 3**level
        for first in range(0, n, size):
            inside = slice(first, first + size)
            costs[inside, inside] = 100**level
    return costs
