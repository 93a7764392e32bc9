"""The simulation plays what `pairing` would draw, and depends on its seed alone."""

import numpy as np
import pytest

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.seeding import SeedingChoice
from miai.domain.tournament import Tournament
from miai.engine.kernel.event import AWAY, BYE, CREDITS, POINT, UNPAIRED, PlayedRounds, Standing
from miai.engine.kernel.grading import NOBODY_BEATEN, NOBODY_LOST_TO
from miai.engine.kernel.simulate import at_the_start
from miai.engine.pairing.event_simulation import why_not_simulated
from miai.engine.pairing.pricing.kaniuk import Kaniuk
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import Flags
from miai.engine.pairing.simulation import BY_SCORE, RANDOM, Scheme, SimulatedField, field_of, simulate
from miai.engine.rating.win_models import KaniukErf

MODEL = KaniukErf()


def _same(a: PlayedRounds, b: PlayedRounds) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


def test_the_same_seed_gives_the_same_tournaments_on_one_thread_and_on_two() -> None:
    entry = SimulatedField(grades=tuple(range(-8, 5)) * 3)
    scheme = Scheme(rounds=5, bar=2)
    alone = simulate(entry, scheme, MODEL, seed=3, count=40)
    assert _same(alone, simulate(entry, scheme, MODEL, seed=3, count=40, threads=2))
    later = simulate(entry, scheme, MODEL, seed=3, count=10, first=30)
    assert np.array_equal(alone.opponents[30:], later.opponents)
    assert not np.array_equal(alone.opponents, simulate(entry, scheme, MODEL, seed=4, count=40).opponents)


@pytest.mark.requirement("K30")
def test_a_game_has_the_same_result_under_every_pairing() -> None:
    entry = SimulatedField(grades=(0,) * 8)
    results: dict[tuple[int, int, int], bool] = {}
    for pricing in (RANDOM, BY_SCORE, Kaniuk()):
        played = simulate(entry, Scheme(rounds=5, pricing=pricing), MODEL, seed=1, count=30)
        after = np.concatenate([played.before[:, 1:], played.final[:, None]], axis=1)
        for t, r, i in np.argwhere(played.opponents >= 0):
            j = played.opponents[t, r, i]
            won = bool(after[t, r, i] > played.before[t, r, i])
            assert results.setdefault((int(t), int(i), int(j)), won) == won
    assert set(results.values()) == {True, False}


@pytest.mark.parametrize("size", [5, 6, 7, 8])
def test_every_round_is_paired_as_fully_as_it_can_be(size: int) -> None:
    rounds = size - 1 + size % 2
    played = simulate(
        SimulatedField(grades=(0,) * size), Scheme(rounds=rounds, pricing=RANDOM), MODEL, seed=2, count=200
    )
    for t in range(200):
        met = np.zeros((size, size), bool)
        for r in range(rounds):
            byes = int((played.opponents[t, r] == BYE).sum())
            assert byes == size % 2
            for i, j in enumerate(played.opponents[t, r]):
                if j >= 0:
                    assert played.opponents[t, r, j] == i
                    assert not met[i, j]
                    met[i, j] = True
    assert ((played.opponents == UNPAIRED).sum(axis=2) % 2 == 0).all()


@pytest.mark.requirement("B6")
def test_strong_players_win_as_often_as_the_model_says() -> None:
    entry = SimulatedField(grades=(2, 0))
    played = simulate(entry, Scheme(rounds=1), MODEL, seed=5, count=4_000)
    share = float((played.wins[:, 0] > 0).mean())
    assert share == pytest.approx(MODEL.chance(2, 0), abs=0.03)


def _after(played: PlayedRounds, gone: int) -> Standing:
    """How a tournament that has been simulated stood after some rounds."""
    n = played.final.shape[1]
    opponents, colours = played.opponents[0, :gone], played.colours[0, :gone]
    even = np.where(played.handicaps[0, :gone] == 0, colours, 0)
    groups = played.before[0, :gone] // POINT
    seated = opponents >= 0
    above = np.take_along_axis(groups, np.maximum(opponents, 0), axis=1) - groups
    met = np.zeros((n, n), np.bool_)
    rounds, players = np.nonzero(seated)
    met[players, opponents[rounds, players]] = True
    return Standing(
        gone=gone,
        points=played.before[0, gone],
        wins=np.zeros(n, np.int64),
        free_points=POINT * (opponents == BYE).sum(axis=0) + 2 * (opponents == AWAY).sum(axis=0),
        free_wins=np.zeros(n, np.int64),
        cumulated_points=np.zeros(n, np.int64),
        cumulated_wins=np.zeros(n, np.int64),
        balances=even.sum(axis=0),
        lasts=np.array([next((c for c in column[::-1] if c), 0) for column in even.T], np.int64),
        ups=(seated & (above > 0)).sum(axis=0),
        downs=(seated & (above < 0)).sum(axis=0),
        byes=(opponents == BYE).sum(axis=0),
        surplus=np.zeros(n, np.int64),
        beaten=np.full(n, NOBODY_BEATEN, np.int64),
        lost_to=np.full(n, NOBODY_LOST_TO, np.int64),
        credits=np.zeros((CREDITS, n), np.int64),
        met=met,
        opponents=np.zeros((0, n), np.int64),
        stones=np.zeros((0, n), np.int64),
        results=np.zeros((0, n), np.int64),
        shares=np.zeros((0, n), np.int64),
        pending=np.empty((0, 4), np.int64),
    )


@pytest.mark.parametrize("case", range(20))
def test_going_on_from_a_standing_is_having_played_on(case: int) -> None:
    dice = np.random.default_rng((8, case))
    rounds, size = 6, int(dice.integers(10, 30))
    entry = SimulatedField(grades=tuple(dice.integers(-12, 5, size).tolist()), clubs=tuple(range(size)))
    scheme = Scheme(rounds=rounds, bar=2, absent_points=2, no_stones_from=0)
    present = dice.random((rounds, size)) >= 0.1
    whole = simulate(entry, scheme, MODEL, seed=case, count=1, first=case, present=present)
    for gone in range(1, rounds):
        rest = simulate(
            entry,
            scheme,
            MODEL,
            seed=case,
            count=1,
            first=case,
            present=present,
            standing=_after(whole, gone),
        )
        assert np.array_equal(rest.final, whole.final)
        for array, all_rounds in zip(rest, whole, strict=True):
            if array.ndim == 3:
                assert np.array_equal(array, all_rounds[:, gone:])


def test_a_game_that_is_still_open_ends_as_it_would_have_ended() -> None:
    entry = SimulatedField(grades=(0, 0, 0, 0))
    whole = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1)
    pending = [(i, int(j), 0, 0) for i, j in enumerate(whole.opponents[0, 0]) if i < j]
    standing = _after(simulate(entry, Scheme(rounds=2), MODEL, seed=9, count=1), 1)
    standing = standing._replace(points=np.zeros(4, np.int64), pending=np.array(pending, np.int64))
    rest = simulate(entry, Scheme(rounds=1), MODEL, seed=9, count=1, standing=standing)
    assert np.array_equal(rest.final, whole.final)
    assert np.array_equal(rest.wins, whole.wins)


@pytest.mark.parametrize("criterion", ["dc", "sdc", "f2f", "sts", "sosts"])
def test_criteria_that_are_not_simulated_are_named(criterion: str) -> None:
    rules = PairingRules(later_seeding=SeedingChoice(criteria=("mms", criterion)))
    reason = why_not_simulated(Tournament(settings=Settings(rounds=3, pairing=rules)), 3)
    assert str(reason).startswith("the simulation does not seed by these criteria: ")


def _by_tiers(size: int, standing: Standing | None = None, present: Flags | None = None) -> PlayedRounds:
    """One round by tiers."""
    dice = np.random.default_rng((size, 5))
    grades = tuple(dice.integers(-20, 5, size).tolist())
    clubs = tuple(dice.integers(0, 5, size).tolist())
    entry = SimulatedField(grades=grades, clubs=clubs, countries=clubs)
    scheme = Scheme(rounds=1, bar=2, pricing=Tiers())
    return simulate(entry, scheme, MODEL, seed=1, count=1, standing=standing, present=present)


def test_in_a_large_field_by_tiers_as_few_as_possible_stay_unpaired() -> None:
    size = 500
    dice = np.random.default_rng((size, 5))
    grades = dice.integers(-20, 5, size)
    dice.integers(0, 5, size)
    # Two sides, of which one has two players more: everybody may meet the other side only.
    order = dice.permutation(size)
    one, other = order[: size // 2 - 1], order[size // 2 - 1 :]
    met = np.ones((size, size), np.bool_)
    met[np.ix_(one, other)] = met[np.ix_(other, one)] = False
    starts = np.minimum(grades, 2) * POINT
    field = field_of(SimulatedField(grades=tuple(grades.tolist())), Scheme(rounds=1, bar=2), MODEL)
    standing = at_the_start(field)._replace(met=met, points=starts + POINT * dice.integers(0, 6, size))
    assert (_by_tiers(size, standing).opponents == UNPAIRED).sum() == 2


def test_a_round_in_which_nobody_plays_is_no_fault() -> None:
    assert (_by_tiers(4, present=np.zeros((1, 4), np.bool_)).opponents == AWAY).all()
