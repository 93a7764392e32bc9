"""Who has White: stones, promises, balance, and colours that the players settle themselves."""

from dataclasses import replace

import pytest

import miai
from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.rounds.director_constraints import WantedGame, Wishes
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.pairing_rules import ColourRule, PairingRules
from miai.domain.tournament import Tournament
from miai.engine.pairing import manual_changes as hand
from miai.engine.pairing.colouring import aga_promise, white_and_black
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.view import build_view
from miai.features.draw.pair import round_of


def seen(event: Tournament) -> RoundView:
    return build_view(event, event.rounds_played + 1, seed=0)


def of_rounds(number: int, event: Tournament) -> Tournament:
    return replace(event, settings=replace(event.settings, rounds=number))


def white_of(event: Tournament, a: str, b: str, *, promised: bool) -> str:
    view = seen(event)
    index = {str(player.id): i for i, player in enumerate(view.players)}
    promise = aga_promise(view) if promised else None
    white, _ = white_and_black(view, index[a], index[b], handicap=0, seed=0, promise=promise)
    return str(view.players[white].id)


@pytest.mark.requirement("A27")
def test_the_promise_comes_before_the_balance() -> None:
    # A: Black three times, then White three times, so balanced; B: White once more than Black.
    event = of_rounds(9, crosstable("C+A B+X | D+A B+Y | E+A Z+B | A+F B+W | A+G V+B | A+H B+U"))
    assert white_of(event, "A", "B", promised=False) == "A"
    assert white_of(event, "A", "B", promised=True) == "B"


@pytest.mark.requirement("A27")
def test_nobody_has_a_colour_in_more_than_half_of_the_rounds() -> None:
    # After two whites in an event of four rounds A and B may only have Black.
    event = of_rounds(4, crosstable("A+C B+D | A+D B+C"))
    promise = aga_promise(seen(event))
    names = [str(player.id) for player in seen(event).players]
    assert {name for name, may in zip(names, promise.white, strict=True) if may} == {"C", "D"}
    assert not promise.possible(seen(event))[names.index("A"), names.index("B")]
    assert promise.possible(seen(event))[names.index("A"), names.index("C")]


@pytest.mark.requirement("A28")
def test_with_nigiri_even_games_have_no_colours_and_stones_still_decide() -> None:
    event = crosstable("A?B C?D", start=None, handicapping=Handicapping(by_score=False, correction=0))
    for name, grade in (("A", "5k"), ("B", "5k"), ("C", "5k"), ("D", "9k")):
        event = with_player(event, name, grade=Grade.parse(grade))
    rules = PairingRules(colours=ColourRule.NIGIRI)
    event = replace(event, rounds=(), settings=replace(event.settings, pairing=rules))
    drawn = round_of(miai.pair(event, round=1))
    assert {board.handicap > 0: board.colours_known for board in drawn.boards} == {True: True, False: False}
    even = next(board.table for board in drawn.boards if not board.handicap)
    settled = hand.swap_colours(drawn, even).board_at(even)
    assert settled
    assert settled.colours_known


@pytest.mark.parametrize("system", ["round_robin", "knockout", "split_and_cycle"])
def test_with_nigiri_a_plan_gives_no_colours_but_those_of_wanted_games(system: str) -> None:
    event = replace(crosstable("A?B C?D"), rounds=())
    rules = PairingRules(colours=ColourRule.NIGIRI)
    event = replace(event, settings=replace(event.settings, system=system, pairing=rules))
    drawn = miai.pair(event, round=1)
    assert not any(board.colours_known for board in drawn.boards)
    game = WantedGame(round=1, white=drawn.boards[0].white.id, black=drawn.boards[0].black.id)
    wished = miai.pair(replace(event, wishes=Wishes(games=(game,))), round=1)
    assert sum(board.colours_known for board in wished.boards) == 1


@pytest.mark.requirement("A28")
def test_with_nigiri_no_colour_is_unwanted() -> None:
    event = crosstable("A+X B+Y C+Z | A+Y B+Z X+C", pairing=PairingRules(colours=ColourRule.NIGIRI))
    view = seen(event)
    assert not ColourBalance().deviation(view).any()
    said = ColourBalance().explain(view, 0, 1)
    assert str(said) == "the players settle the colours at the board"
