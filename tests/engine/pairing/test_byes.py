"""The free round: who sits out, in which order, volunteers, and the price of another choice."""

import random
from dataclasses import replace

import pytest

from kit.builders import crosstable, with_player
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.director_constraints import ByeVolunteer, Wishes
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Bye
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.pairing.manual_changes import swap_players
from miai.engine.pairing.protocol import Constraints, Draw
from miai.engine.pairing.registry import ALL_SYSTEMS, SCHEDULES
from miai.errors import NoPairingError
from miai.features.draw.pair import analyse, pair, pair_rest, round_of

PRESETS = ("miai", "kaniuk", "aga")
SYSTEMS = tuple(key for key in ALL_SYSTEMS if key not in SCHEDULES)
ONE_BY_ONE = tuple(key for key in SYSTEMS if key not in ("mcmahon", "swiss", "aga"))
LOWEST = "sits out: the lowest rated of the lowest score of those with the fewest byes"


def entered(starts: dict[str, float], **ratings: float) -> Tournament:
    """Players with their starting scores, rated in alphabetical order unless told otherwise."""
    players = tuple(
        Player(
            id=PlayerId(name),
            surname=name,
            grade=Grade.parse("1d"),
            start=quarters(start),
            rating=ratings.get(name, 2000.0 - 10 * k),
        )
        for k, (name, start) in enumerate(starts.items())
    )
    return Tournament(players=players, settings=Settings())


def with_byes(event: Tournament, *names: str) -> Tournament:
    """A round before this one in which some sat out and nobody played."""
    byes = tuple(Bye(player=PlayerId(name)) for name in names)
    settings = replace(event.settings, scoring=replace(event.settings.scoring, bye_points=quarters(0)))
    drawn = replace(event.round(1), byes=byes)
    return replace(event, rounds=(drawn,), settings=settings)


def bye_of(draw: Draw) -> str:
    assert draw.bye is not None
    return str(draw.bye.id)


def texts(draw: Draw) -> list[str]:
    return [str(reason.text) for reason in draw.bye_reasons]


@pytest.mark.requirement("V30", "V31", "A30")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_lowest_rated_of_the_lowest_score_sits_out(preset: str) -> None:
    event = entered({"A": 5, "B": 5, "C": 4, "D": 3, "E": 3}, D=1500, E=1700)
    draw = pair(event, round=1, preset=preset)
    assert bye_of(draw) == "D"
    assert texts(draw) == [f"D {LOWEST}"]


@pytest.mark.requirement("V31", "A25")
@pytest.mark.parametrize("preset", PRESETS)
def test_who_has_had_a_bye_is_passed_over(preset: str) -> None:
    event = with_byes(entered({"A": 5, "B": 5, "C": 4, "D": 3, "E": 3}), "D", "E")
    assert bye_of(pair(event, round=2, preset=preset)) == "C"


@pytest.mark.requirement("V31")
@pytest.mark.parametrize("preset", PRESETS)
def test_who_leaves_others_without_an_opponent_is_passed_over(preset: str) -> None:
    event = entered({"A": 5, "B": 4, "C": 3})
    apart = Constraints(forbidden=((PlayerId("A"), PlayerId("B")),))
    draw = pair(event, round=1, preset=preset, constraints=apart)
    assert bye_of(draw) == "B"
    assert texts(draw) == [
        "B sits out: the first in the order of the bye without whom all others can be paired",
        "B: one point above the lowest group that may sit out",
    ]


@pytest.mark.requirement("A25")
def test_a_second_bye_is_given_only_where_nobody_else_can_sit_out() -> None:
    event = with_byes(entered({"A": 5, "B": 4, "C": 3}), "C")
    apart = Constraints(forbidden=((PlayerId("A"), PlayerId("C")), (PlayerId("B"), PlayerId("C"))))
    draw = pair(event, round=2, constraints=apart)
    assert bye_of(draw) == "C"
    assert texts(draw)[1:] == ["C: has had 1 bye already"]


@pytest.mark.requirement("V30", "V31")
@pytest.mark.parametrize("system", ONE_BY_ONE)
def test_every_system_gives_the_bye_to_the_lowest_score_of_those_with_the_fewest(system: str) -> None:
    event = with_byes(entered({"A": 6, "B": 5, "C": 4, "D": 3, "E": 3}), "E")
    draws = [pair(event, round=2, system=system, seed=seed) for seed in range(6)]
    assert {bye_of(draw) for draw in draws} == {"D"}
    apart = Constraints(forbidden=tuple((PlayerId(a), PlayerId(b)) for a, b in ("AB", "BC", "AC")))
    # Without D or E the other four have three who may not meet each other.
    assert bye_of(pair(event, round=2, system=system, constraints=apart)) == "C"


@pytest.mark.requirement("V30", "V31")
def test_no_bye_is_above_the_lowest_group_that_is_eligible() -> None:
    dice = random.Random(3)
    for _ in range(40):
        names = [f"p{k}" for k in range(dice.choice([7, 9, 11, 13]))]
        event = entered({name: dice.randint(0, 4) for name in names})
        for number in range(1, 6):
            try:
                draw = pair(event, round=number)
            except NoPairingError:
                break
            view = analyse(event, round=number).view
            had = {player.id: byes for player, byes in zip(view.players, view.byes, strict=True)}
            points = {player.id: score for player, score in zip(view.players, view.scores, strict=True)}
            lowest = min(points[name] for name in points if had[name] == min(had.values()))
            # In fields of this size somebody of the lowest group can always sit out.
            assert points[PlayerId(bye_of(draw))] == lowest
            boards = tuple(
                replace(board, result=dice.choice([Result.WHITE_WINS, Result.BLACK_WINS]))
                for board in round_of(draw).boards
            )
            event = replace(event, rounds=(*event.rounds, replace(round_of(draw), boards=boards)))


def volunteering(event: Tournament, number: int, *names: str) -> Tournament:
    offers = tuple(ByeVolunteer(round=number, player=PlayerId(name)) for name in names)
    return replace(event, wishes=Wishes(volunteers=offers))


FIVE = {"A": 6.0, "B": 5.0, "C": 4.0, "D": 3.0, "E": 3.0}


@pytest.mark.requirement("A21")
@pytest.mark.parametrize("system", [key for key in SYSTEMS if key != "aga"])
def test_a_volunteer_sits_out_of_an_odd_field_even_after_a_bye(system: str) -> None:
    event = volunteering(with_byes(entered(FIVE), "B"), 2, "B")
    draw = pair(event, round=2, system=system)
    assert bye_of(draw) == "B"
    assert texts(draw) == ["B volunteered to sit out"]


@pytest.mark.requirement("A21")
@pytest.mark.parametrize("preset", (*PRESETS, "gotha"))
def test_of_several_volunteers_the_usual_order_decides(preset: str) -> None:
    event = volunteering(with_byes(entered(FIVE), "C"), 2, "A", "B", "C")
    assert bye_of(pair(event, round=2, preset=preset)) == "B"


@pytest.mark.requirement("A21")
def test_volunteers_play_in_an_even_field_and_in_other_rounds() -> None:
    even = entered({name: start for name, start in FIVE.items() if name != "E"})
    assert pair(volunteering(even, 1, "A"), round=1).bye is None
    assert bye_of(pair(volunteering(entered(FIVE), 2, "A"), round=1)) == "E"


@pytest.mark.requirement("A21")
def test_a_volunteer_whom_the_director_wants_to_play_plays() -> None:
    forced = Constraints(forced=((PlayerId("A"), PlayerId("B")),), volunteers=(PlayerId("A"),))
    assert bye_of(pair(entered(FIVE), round=1, constraints=forced)) == "E"


@pytest.mark.requirement("A21")
def test_a_volunteer_keeps_the_bye_when_the_rest_is_paired_again() -> None:
    event = volunteering(entered(FIVE), 1, "A", "B")
    drawn = round_of(pair(event, round=1))
    assert [bye.player for bye in drawn.byes] == ["B"]
    # The director let the other volunteer sit out instead.
    changed = swap_players(drawn, PlayerId("A"), PlayerId("B"))
    again = pair_rest(replace(event, rounds=(changed,)), round=1, seed=1)
    assert [bye.player for bye in again.byes] == ["A"]


@pytest.mark.requirement("A21")
def test_paired_again_after_somebody_left_volunteers_play() -> None:
    event = volunteering(entered(FIVE), 1, "A")
    drawn = round_of(pair(event, round=1))
    gone = with_player(replace(event, rounds=(drawn,)), "E", absent_rounds=frozenset((1,)))
    assert pair_rest(gone, round=1).byes == ()


@pytest.mark.requirement("V31")
def test_a_bye_by_hand_shows_what_it_costs() -> None:
    event = entered(FIVE)
    draw = pair(event, round=1, constraints=Constraints(bye=PlayerId("B")))
    assert bye_of(draw) == "B"
    assert texts(draw) == [
        "B sits out as the director wants",
        "B: 2 points above the lowest group that may sit out",
    ]
    assert draw.bye_reasons[1].cost > 0


@pytest.mark.requirement("V31")
def test_a_bye_moved_by_hand_is_explained_beside_the_systems_own() -> None:
    event = entered(FIVE)
    drawn = round_of(pair(event, round=1))
    changed = swap_players(drawn, PlayerId("A"), PlayerId("E"))
    found = analyse(event, round=1).explain(changed)
    assert [str(reason.text) for reason in found.byes[0].reasons] == [
        "by the order of the bye E sits out",
        "A: 3 points above the lowest group that may sit out",
    ]
    assert found.byes[0].reasons[1].cost > 0
    assert found.comparison is not None
    assert any("the bye 3 points higher" in str(change.text) for change in found.comparison.worse)
    stepwise = analyse(event, round=1, system="backtracking").explain(changed)
    assert "A: 3 points above the lowest group that may sit out" in [
        str(reason.text) for reason in stepwise.byes[0].reasons
    ]


def test_opengothas_order_is_its_own_and_is_named() -> None:
    draw = pair(crosstable("A+B C+D E+", start=10), round=2, preset="gotha")
    assert texts(draw) == [
        f"{bye_of(draw)} sits out by OpenGotha's order: fewest byes, lowest score, last place"
    ]
