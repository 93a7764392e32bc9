"""Random tournaments by every system, refereed; a soak plays many more."""

from dataclasses import replace
from typing import Any

import pytest

import miai
from conftest import SOAK
from kit.builders import crosstable
from miai.domain.rounds.game import Result
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing import manual_changes as hand
from miai.engine.pairing.registry import ALL_SYSTEMS, SCHEDULES
from miai.errors import InputError, NoPairingError
from miai.features.draw.pair import analyse, pair, round_of
from miai_lab.entry_generator import Recipe
from miai_lab.generate_events import generated
from miai_lab.referee.referee_study import refereed

EVERY = tuple(ALL_SYSTEMS)
SYSTEMS = tuple(key for key in EVERY if key not in SCHEDULES)


@pytest.mark.requirement("V62", "V63", "A20", "A24", "A25", "K4")
@pytest.mark.parametrize("system", EVERY)
def test_random_tournaments_hold_what_the_system_promises(system: str) -> None:
    recipe = Recipe(system=system, most=22)
    found = [(seed, sentence) for seed in range(1_000 if SOAK else 25) for sentence in refereed(recipe, seed)]
    assert found == []


@pytest.mark.parametrize("system", EVERY)
def test_larger_fields_hold_it_too(system: str) -> None:
    recipe = Recipe(system=system, fewest=90, most=120, rounds=5)
    assert [sentence for seed in range(2) for sentence in refereed(recipe, seed)] == []


def played_on(event: Tournament, system: str, result: Result) -> tuple[Tournament, str]:
    """Play as many rounds as there are, all games with one result; where it ends, why."""
    event = replace(event, settings=replace(event.settings, system=system))
    for number in range(1, event.settings.rounds + 1):
        try:
            draw = pair(event, round=number, seed=1)
        except (InputError, NoPairingError) as error:
            return event, str(error)
        assert judge(event, draw) == []
        drawn = round_of(draw)
        boards = tuple(replace(board, result=result) for board in drawn.boards)
        event = replace(event, rounds=(*event.rounds, replace(drawn, boards=boards)))
    return event, ""


def field(size: int, rounds: int, **everybody: Any) -> Tournament:
    pairs = " ".join(f"P{i}?P{(i + 1) % max(2, size)}" for i in range(size))
    event = crosstable(pairs, start=20)
    players = tuple(replace(p, **everybody) for p in event.players[:size])
    return replace(event, players=players, rounds=(), settings=replace(event.settings, rounds=rounds))


@pytest.mark.parametrize("system", SYSTEMS)
def test_twenty_players_ten_rounds_and_every_game_a_jigo(system: str) -> None:
    event, why = played_on(field(20, 10), system, Result.JIGO)
    assert (event.rounds_played, why) == (10, "")


@pytest.mark.parametrize("system", SYSTEMS)
def test_players_barely_more_than_rounds_are_paired_as_long_as_it_goes_and_then_told_why(system: str) -> None:
    for size in (4, 5, 6, 7, 8):
        event, why = played_on(field(size, size - 1 + size % 2), system, Result.WHITE_WINS)
        assert event.rounds_played >= size // 2
        assert why == "" or "no pairing exists" in why


@pytest.mark.parametrize("system", SYSTEMS)
def test_everybody_from_one_club_is_paired_all_the_same(system: str) -> None:
    event, why = played_on(field(12, 5, club="Jena", country="DE"), system, Result.BLACK_WINS)
    assert (event.rounds_played, why) == (5, "")


@pytest.mark.parametrize("system", EVERY)
def test_two_players_one_player_and_nobody(system: str) -> None:
    two = replace(field(2, 1), settings=replace(field(2, 1).settings, system=system))
    assert len(miai.pair(two, round=1).boards) == 1
    one = replace(two, players=two.players[:1])
    nobody = replace(two, players=())
    with pytest.raises(InputError):
        miai.pair(nobody, round=1)
    try:
        alone = miai.pair(one, round=1)
    except InputError as error:
        assert "over" in str(error)
    else:
        assert alone.boards == ()
        assert alone.bye is not None


@pytest.mark.parametrize("system", EVERY)
def test_the_same_seed_generates_the_same_tournament(system: str) -> None:
    recipe = Recipe(system=system, most=16)
    assert generated(recipe, 3) == generated(recipe, 3)
    assert generated(recipe, 3) != generated(recipe, 4)


@pytest.mark.parametrize("system", EVERY)
def test_a_system_explains_its_draw_by_the_reasons_it_was_drawn_by(system: str) -> None:
    changed = 0
    seeds = 12 if SOAK else 6
    for seed in range(seeds):
        event = generated(Recipe(system=system, fewest=10, most=16), seed)
        analysis = analyse(event, round=(event.rounds_played + 1) // 2, seed=seed)
        draw = analysis.draw()
        drawn = round_of(draw)
        evaluation = analysis.explain(drawn)
        assert evaluation.own
        assert (evaluation.total, evaluation.missing) == (draw.total, ())
        assert [each.reasons for each in evaluation.boards] == [each.reasons for each in draw.boards]
        assert [each.reasons for each in evaluation.byes] == (
            [draw.bye_reasons] if len(draw.free) == 1 else [(each,) for each in draw.bye_reasons]
        )
        if len(drawn.boards) > 1:
            changed += 1
            first, second = drawn.boards[:2]
            other = analysis.explain(hand.swap_players(drawn, first.white, second.white))
            assert [each.own for each in other.boards] == [False, False] + [True] * (len(drawn.boards) - 2)
            assert len(other.missing) == 2
            assert [each.reasons for each in other.boards[2:]] == [each.reasons for each in draw.boards[2:]]
    assert changed > seeds // 2 - 1
