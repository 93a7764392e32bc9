"""Pairing one by one: a pair is made exactly if all others can still be paired."""

import random

import pytest

from miai.engine.verify.systems.pool import Pool, can_leave, can_pair


def _graph(count: int, dice: random.Random) -> dict[int, set[int]]:
    graph: dict[int, set[int]] = {each: set() for each in range(count)}
    for one, others in graph.items():
        for other in range(one):
            if dice.random() < 0.45:
                others.add(other)
                graph[other].add(one)
    return graph


def _possible(graph: dict[int, set[int]], left: frozenset[int]) -> bool:
    if not left:
        return True
    first = min(left)
    return any(_possible(graph, left - {first, other}) for other in graph[first] & left)


@pytest.mark.parametrize("seed", range(40))
def test_a_pool_knows_what_trying_all_pairings_finds(seed: int) -> None:
    dice = random.Random(seed)
    graph = _graph(dice.choice((4, 6, 8)), dice)
    everybody = frozenset(graph)
    assert can_pair(graph, everybody) == _possible(graph, everybody)
    pool = Pool.of(graph, ())
    if pool is None:
        return
    left = everybody
    while left:
        one, other = dice.sample(sorted(left), 2)
        possible = {each for each in graph[one] & left if _possible(graph, left - {one, each})}
        assert pool.partners(one) == possible
        made = pool.pair(one, other)
        assert made == (other in possible)
        if made:
            left -= {one, other}
        else:
            graph[one] &= possible
            for each in graph:
                graph[each] -= {one} if each not in graph[one] else set()


@pytest.mark.parametrize("seed", range(30))
def test_the_players_without_whom_an_odd_group_can_be_paired(seed: int) -> None:
    dice = random.Random(seed)
    graph = _graph(dice.choice((3, 5, 7)), dice)
    assert can_leave(graph, list(graph)) == {
        each for each in graph if _possible(graph, frozenset(graph) - {each})
    }
