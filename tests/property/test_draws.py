"""What holds for every draw."""

from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import miai
from kit.strategies import tournaments
from miai.domain.tournament import Tournament
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.analysis import WeighedRound
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.presets import PRESETS
from miai.engine.pairing.pricing.price_matrix import banned
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import prepare

presets = st.sampled_from(list(PRESETS))


def task_for(event: Tournament, preset: str, seed: int) -> WeighedRound:
    try:
        return prepare(event, round=event.rounds_played + 1, preset=preset, seed=seed)
    except InputError:
        assume(False)  # noqa: FBT003 - hypothesis' own signature
        raise


def all_pairings(players: list[int]) -> Iterator[list[Pair]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        rest = [player for player in others if player != other]
        for pairs in all_pairings(rest):
            yield [(first, other), *pairs]


@pytest.mark.requirement("V45", "V62", "A20", "A68", "K20")
@given(tournaments(), presets, st.integers(0, 5))
def test_everybody_sits_once_nobody_meets_again_and_no_pairing_is_cheaper(
    event: Tournament, preset: str, seed: int
) -> None:
    task = task_for(event, preset, seed)
    everybody = list(range(len(task.view)))
    try:
        solved = task.solve()
    except NoPairingError:
        return
    seats = [i for pair in solved.pairs for i in pair]
    assert sorted(seats + ([] if solved.bye is None else [solved.bye])) == everybody
    assert (solved.bye is None) == (len(everybody) % 2 == 0)
    if preset != "gotha":
        assert all(task.view.met[pair] == 0 for pair in solved.pairs)
    costs = solved.priced.costs
    playing = [i for i in everybody if i != solved.bye]
    cheapest = min(
        sum(int(costs[pair]) for pair in pairs)
        for pairs in all_pairings(playing)
        if all(costs[pair] != ABSENT for pair in pairs)
    )
    assert cheapest == sum(int(costs[pair]) for pair in solved.pairs)


@pytest.mark.requirement("V30", "V31", "A20", "A25", "A30")
@given(tournaments(), st.sampled_from(("miai", "kaniuk", "aga")), st.integers(0, 5))
def test_the_bye_goes_to_the_lowest_rated_of_the_lowest_score_of_those_with_the_fewest_byes(
    event: Tournament, preset: str, seed: int
) -> None:
    task = task_for(event, preset, seed)
    view, everybody = task.view, range(len(task.view))
    assume(len(view) % 2 == 1)
    forbidden = banned(view, task.plan.bans)
    can_sit_out = [
        bye
        for bye in everybody
        if any(
            not any(forbidden[pair] for pair in pairs)
            for pairs in all_pairings([i for i in everybody if i != bye])
        )
    ]
    try:
        solved = task.solve()
    except NoPairingError:
        assert not can_sit_out
        return
    order = [(view.byes[i], view.scores[i], view.ratings[i]) for i in everybody]
    assert solved.bye in can_sit_out
    assert order[solved.bye] == min(order[i] for i in can_sit_out)


@given(tournaments(), presets)
def test_where_no_pairing_exists_trying_all_finds_none_either(event: Tournament, preset: str) -> None:
    task = task_for(event, preset, 0)
    try:
        task.solve()
    except NoPairingError as error:
        assert str(error).startswith(f"no pairing exists for round {task.view.round}")
    else:
        return
    forbidden = banned(task.view, task.plan.bans)
    everybody = range(len(task.view))
    for bye in everybody if len(task.view) % 2 else [-1]:
        playing = [i for i in everybody if i != bye]
        assert all(any(forbidden[pair] for pair in pairs) for pairs in all_pairings(playing))


@given(tournaments(), presets, st.integers(0, 3))
def test_a_draw_can_be_repeated_to_the_letter(event: Tournament, preset: str, seed: int) -> None:
    task_for(event, preset, seed)
    number = event.rounds_played + 1
    try:
        first = miai.pair(event, round=number, preset=preset, seed=seed)
    except NoPairingError:
        return
    assert first == miai.pair(event, round=number, preset=preset, seed=seed)
    assert first.optimal
