"""The three meanings of "at random"."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from conftest import SOAK
from kit.builders import crosstable
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.systems.random_pairing import Method, RandomPairing, counted
from miai.engine.pairing.view import build_view

TRIALS = 3000 if SOAK else 1200
# Two rounds of six players always leave the prism: two triangles joined by three rungs.
PRISM = crosstable("A+B C+D E+F | B+C D+E F+A", start=0)
RUNGS = {frozenset("AD"), frozenset("BE"), frozenset("CF")}


def games(draw: Draw) -> frozenset[frozenset[str]]:
    return frozenset(frozenset((str(b.white.id), str(b.black.id))) for b in draw.boards)


def empty_field(size: int) -> RoundView:
    pairs = " ".join(f"P{i}?P{i + 1}" for i in range(0, size + size % 2, 2))
    event = replace(crosstable(pairs, start=0), rounds=())
    return build_view(replace(event, players=event.players[:size]), 1, seed=0)


def flawed_share(method: Method) -> float:
    """How often the third round takes all rungs, so that two triangles are left for the fourth."""
    view = build_view(PRISM, 3, seed=0)
    draws = [games(RandomPairing(method=method).draw(view, seed)) for seed in range(TRIALS)]
    return sum(drawn == RUNGS for drawn in draws) / TRIALS


def test_uniform_pairing_of_six_is_flawed_in_a_quarter_of_tournaments() -> None:
    assert flawed_share(Method.UNIFORM) == pytest.approx(0.25, abs=0.03)


def test_pairing_one_by_one_is_flawed_in_a_sixth_of_tournaments() -> None:
    assert flawed_share(Method.ONE_BY_ONE) == pytest.approx(1 / 6, abs=0.03)


def test_pairing_from_shuffled_pairs_lies_in_the_same_region() -> None:
    assert 0.1 < flawed_share(Method.SHUFFLED) < 0.3


@pytest.mark.requirement("B9")
def test_after_all_rungs_nobody_can_be_paired() -> None:
    # The definition of "flawed" above, checked by counting.
    met = build_view(PRISM, 3, seed=0).met > 0
    left = ~met & ~np.eye(6, dtype=np.bool_)
    names = [player.id for player in build_view(PRISM, 3, seed=0).players]
    for rung in RUNGS:
        i, j = (names.index(name) for name in rung)  # type: ignore[arg-type]
        assert left[i, j]
        left[i, j] = left[j, i] = False
    assert (left.sum(axis=1) == 2).all()
    assert np.trace(np.linalg.matrix_power(left.astype(np.int64), 3)) == 12  # six walks round each triangle


@pytest.mark.requirement("K4")
def test_every_pairing_of_a_small_field_is_equally_likely() -> None:
    chance = np.random.default_rng(1)
    may_meet = ~np.eye(6, dtype=np.bool_)
    found = Counter(frozenset(counted(may_meet, chance)) for _ in range(TRIALS))
    assert len(found) == 15
    assert max(found.values()) < 1.4 * TRIALS / 15
    assert min(found.values()) > 0.6 * TRIALS / 15


@pytest.mark.parametrize("size", [5, 16, 17])
def test_every_bye_and_every_opponent_is_equally_likely(size: int) -> None:
    view = empty_field(size)
    draws = [RandomPairing().draw(view, seed) for seed in range(1500)]
    assert tuple(map(str, draws[0].notes)) == ("drawn at random: every pairing was equally likely",)
    expected = 1500 / (size if size % 2 else size - 1)
    if size % 2:
        byes = Counter(draw.bye.id for draw in draws if draw.bye)
        assert len(byes) == size
        assert all(0.6 * expected < count < 1.5 * expected for count in byes.values())
    met = Counter(next(iter(game - {"P0"})) for draw in draws for game in games(draw) if "P0" in game)
    assert len(met) == size - 1
    assert all(0.6 * expected < count < 1.5 * expected for count in met.values())


def test_a_large_field_that_has_nearly_all_met_is_drawn_by_random_costs_and_says_so() -> None:
    # A round robin of 20 with one round to go has one pairing left.
    ring = [f"P{i}" for i in range(20)]
    rounds = []
    for _ in range(18):
        rounds.append(" ".join(f"{ring[i]}={ring[-1 - i]}" for i in range(10)))
        ring = [ring[0], ring[-1], *ring[1:-1]]
    view = build_view(crosstable(" | ".join(rounds), start=0), 19, seed=0)
    draw = RandomPairing().draw(view, 3)
    assert games(draw) == {frozenset((ring[i], ring[-1 - i])) for i in range(10)}
    assert "nearly equally likely" in str(draw.notes[0])


@pytest.mark.parametrize("method", Method)
def test_every_pairing_of_six_can_come_out(method: Method) -> None:
    view = empty_field(6)
    draws = [RandomPairing(method=method).draw(view, seed) for seed in range(400)]
    assert len({games(draw) for draw in draws}) == 15
    assert {draw.total for draw in draws} == {0}
    assert not any(draw.optimal for draw in draws)
