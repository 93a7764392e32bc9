"""Honest rounds that people changed by hand, and stages that were filled in every way: all are derived."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kit.console import Console
from kit.honest_rounds import verified
from kit.phone_cases import compare_with_phone
from kit.proved_structures import STRUCTURES, play
from kit.staged_hall import final_after, hall_of, inside
from kit.team_hall import team_hall
from miai.desk.live_state import Desk
from miai.domain.people.team import TeamId, TeamRules
from miai.domain.rounds.game import Result
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.stages import CarryOver, StageId
from miai.features.draw.change_draw import lock, pair_up, set_table, set_terms, swap, swap_colours, unpair
from miai.features.draw.draw_round import draw_round, repair_rest
from miai.features.draw.wishes import fix_table, want_game
from miai.features.players.change_player import withdraw
from miai.features.publish.publish_round import publish_round
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_rules
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.groups import open_groups
from miai.features.stages.replacing import keep_entrants, replace_entrant
from miai.features.teams.state_line_up import state_line_up
from miai.features.teams.swap_teams import swap_teams
from miai.features.verify.verify_draw import Conclusion, Verification

Act = Callable[[Desk, str], object]
BY = "director"


def _third_round(structure: str) -> tuple[Desk, str]:
    """An event of which round 3 is drawn and not published."""
    made = STRUCTURES[structure]()
    draw_round(made.desk, made.event, round=3, by=BY)
    return made.desk, made.event


def _published(desk: Desk, known: str) -> Verification:
    publish_round(desk, known, round=3, by=BY)
    return verified(desk, known, 3)


def _turn(desk: Desk, known: str) -> None:
    swap_colours(desk, known, round=3, table=1, by=BY)


def _terms(desk: Desk, known: str) -> None:
    set_terms(desk, known, round=3, table=2, handicap=4, by=BY)


def _move(desk: Desk, known: str) -> None:
    set_table(desk, known, round=3, table=1, new_table=40, by=BY)


def _lock_and_pair_again(desk: Desk, known: str) -> None:
    lock(desk, known, round=3, table=2, by=BY)
    repair_rest(desk, known, round=3, by=BY)


def _unpair_and_pair(desk: Desk, known: str) -> None:
    board = desk.state(known).tournament.round(3).boards[0]
    unpair(desk, known, round=3, table=board.table, by=BY)
    pair_up(desk, known, round=3, a=board.black, b=board.white, by=BY)


def _swap(desk: Desk, known: str) -> None:
    boards = desk.state(known).tournament.round(3).boards
    swap(desk, known, round=3, a=boards[0].white, b=boards[-1].white, by=BY)


def _result_and_pair_again(desk: Desk, known: str) -> None:
    swap_colours(desk, known, round=3, table=1, by=BY)
    enter_result(desk, known, round=3, table=1, result=Result.WHITE_WINS, by=BY)
    repair_rest(desk, known, round=3, by=BY)


@pytest.mark.parametrize("structure", ["handicap_swiss", "congress_event", "pair_go", "namesakes"])
@pytest.mark.parametrize(
    ("act", "tables"),
    [
        (_turn, (1,)), (_terms, (2,)), (_move, ()), (_lock_and_pair_again, ()), (_unpair_and_pair, None),
        (_swap, None), (_result_and_pair_again, None),
    ],
)  # fmt: skip
def test_games_that_were_changed_by_hand_are_named(
    structure: str, act: Act, tables: tuple[int, ...] | None
) -> None:
    desk, known = _third_round(structure)
    act(desk, known)
    found = _published(desk, known)
    assert found.conclusion in (Conclusion.BEST, Conclusion.CHANGED), [str(each) for each in found.reasons]
    assert found.round
    assert tables is None or found.round.terms_by_hand == tables


def test_wanted_games_and_fixed_tables_have_the_terms_of_the_rules() -> None:
    made = STRUCTURES["handicap_swiss"]()
    weak, strong = (made.desk.state(made.event).tournament.players[at].id for at in (8, 0))
    want_game(made.desk, made.event, round=3, white=weak, black=strong, by=BY)
    fix_table(made.desk, made.event, player=strong, table=7, by=BY)
    draw_round(made.desk, made.event, round=3, by=BY)
    found = _published(made.desk, made.event)
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


@pytest.mark.parametrize("structure", ["handicap_swiss", "teams"])
def test_colours_that_players_settle_are_derived(structure: str) -> None:
    made = STRUCTURES[structure]()
    change_rules(made.desk, made.event, {"pairing.colours": ColourRule.NIGIRI}, by=BY)
    draw_round(made.desk, made.event, round=3, by=BY)
    assert _published(made.desk, made.event).conclusion is Conclusion.BEST


# Teams ------------------------------------------------------------------------------------


@pytest.mark.parametrize("structure", ["teams", "teams_with_handicaps"])
def test_line_ups_that_captains_state_before_and_after_a_draw_are_honest(structure: str) -> None:
    made = STRUCTURES[structure]()
    desk, known = made.desk, made.event
    first, second, *_ = desk.state(known).tournament.teams
    size = desk.state(known).tournament.settings.teams.size
    state_line_up(desk, known, first.id, round=3, players=first.members[1 : size + 1], by=BY)
    draw_round(desk, known, round=3, by=BY)
    state_line_up(desk, known, second.id, round=3, players=second.members[1 : size + 1], by=BY)
    found = _published(desk, known)
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


@pytest.mark.parametrize("teams", [2, 0])
def test_teams_that_are_exchanged_by_hand_are_honest(teams: int) -> None:
    desk, known = _third_round("teams")
    matches = desk.state(known).tournament.round(3).matches
    pair = (matches[0].white, matches[1].black) if teams else (matches[0].white, matches[0].black)
    swap_teams(desk, known, round=3, a=TeamId(pair[0]), b=TeamId(pair[1]), by=BY)
    found = _published(desk, known)
    assert found.conclusion in (Conclusion.BEST, Conclusion.CHANGED), [str(each) for each in found.reasons]


def test_a_team_with_an_empty_seat_and_one_that_misses_a_player_are_honest() -> None:
    hall = team_hall(
        "A: a1 3k, a2 5k, a3 6k; B: b1 2k, b2 4k; C: c1 1k, c2 9k, c3 2k; D: d1 5k, d2 5k, d3 5k",
        rules=TeamRules(size=3),
        rounds=3,
    )
    withdraw(*hall.at, hall.who("a1"), from_round=1, by=BY)
    play(*hall.at, 1)
    play(*hall.at, 2, results=False)
    assert [verified(*hall.at, number).conclusion for number in (1, 2)] == [Conclusion.BEST] * 2


# Stages -----------------------------------------------------------------------------------


def _groups_played(players: int = 16) -> Console:
    hall = hall_of(players, system="swiss")
    open_groups(*hall.at, count=2, system="swiss", rounds=3, by="A")
    for number in (1, 2, 3):
        for stage in hall.event.stages:
            play(hall.desk, inside(hall, stage.id).id, number)
    return hall


def _final(hall: Console, **about: CarryOver) -> StageId:
    groups = [each.id for each in hall.event.stages]
    return final_after(hall, *((each, 1, 4) for each in groups), system="mcmahon", **about)  # type: ignore[arg-type]


def _first_round(hall: Console, stage: StageId) -> Verification:
    play(hall.desk, inside(hall, stage).id, 1, results=False)
    return verified(*hall.at, 1, stage)


@pytest.mark.parametrize("carried", list(CarryOver))
def test_finals_with_every_carried_score_are_proven(carried: CarryOver) -> None:
    hall = _groups_played()
    final = _final(hall, carry_over=carried)
    fill_stage(*hall.at, final, by=BY, as_they_are=True)
    found = _first_round(hall, final)
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


def test_the_next_player_moves_up_for_one_who_withdrew() -> None:
    hall = _groups_played()
    final = _final(hall)
    first = hall.event.stages[0].event.players[0]
    withdraw(*hall.at, first.id, from_round=4, by=BY)
    fill_stage(*hall.at, final, by=BY, as_they_are=True)
    assert _first_round(hall, final).conclusion is Conclusion.BEST


def test_players_who_were_chosen_by_hand_against_the_places_are_named() -> None:
    hall = _groups_played()
    final = _final(hall)
    fill_stage(*hall.at, final, by=BY, as_they_are=True)
    inside_ = [player.id for player in hall.event.stage(final).event.players]
    other = next(each.id for each in hall.event.players if each.id not in inside_)
    set_entrants(*hall.at, final, [other, *inside_[1:]], by=BY)
    found = _first_round(hall, final)
    assert found.conclusion is Conclusion.NOT_VERIFIED
    assert {"does not qualify for this stage", "and is not in it"} <= {
        part for part in ("does not qualify for this stage", "and is not in it") if part in str(found.reasons)
    }


@pytest.mark.parametrize("how", ["chosen", "replaced"])
def test_a_field_that_the_director_keeps_with_a_reason_is_honest(how: str) -> None:
    hall = _groups_played()
    final = _final(hall)
    fill_stage(*hall.at, final, by=BY, as_they_are=True)
    players = [player.id for player in hall.event.stage(final).event.players]
    other = next(each.id for each in hall.event.players if each.id not in players)
    if how == "chosen":
        set_entrants(*hall.at, final, [other, *players[1:]], by=BY)
    else:
        replace_entrant(*hall.at, final, players[0], entering=other, by=BY)
    keep_entrants(*hall.at, final, players=(other, players[0]), by=BY, reason="They agreed.")
    found = _first_round(hall, final)
    assert (found.conclusion, found.reasons) == (Conclusion.BEST, ())


def test_the_phone_says_the_same_of_honest_structures(tmp_path: Path) -> None:
    differing, missing, count = compare_with_phone(tmp_path)
    assert not differing
    assert {each.split()[0] for each in missing} <= {"namesakes", "system"}
    assert count
