"""A cup beside the McMahon of all: who is out of the cup joins the McMahon with what they won."""

from dataclasses import replace

import pytest

from kit.console import Console
from kit.staged_hall import final_after, hall_of, inside, stage_event, strong_result, strong_wins
from kit.web_site import Site
from miai.domain.points import HALF, NOTHING
from miai.domain.rounds.following_round import following_round
from miai.domain.stages import Losers, StageId
from miai.engine.scoring.scores import scores, start_of
from miai.errors import InputError
from miai.features.history.undo import undo
from miai.features.overview.show_overview import overview
from miai.features.players.change_player import set_attendance
from miai.features.settings.change_settings import change_rules
from miai.features.stages.cup import losers_to_settle, settle_losers
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.opening import remove_stage
from miai.features.stages.overall_standings import whole_standings
from miai.server.page_frame import current_round

CUP = StageId("cup")


def with_cup(players: int = 8, *, entrants: int = 4) -> Console:
    hall = hall_of(players, system="mcmahon", rounds=5)
    final_after(hall, ("", 1, entrants), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, CUP, by="A")
    return hall


def away(hall: Console, name: str) -> list[int]:
    return sorted(hall.event.player(hall.who(name)).absent_rounds)


def play(hall: Console, number: int) -> None:
    for board in hall.draw(number).boards:
        hall.result(number, board.table, strong_result(hall.event, board))


def test_the_strongest_enter_before_the_first_round_and_are_away_from_the_main_event() -> None:
    hall = with_cup()
    assert [player.surname for player in stage_event(hall, CUP).players] == ["P1", "P2", "P3", "P4"]
    assert [away(hall, name) for name in ("P1", "P4", "P5")] == [[1, 2], [1, 2], []]
    drawn = hall.draw(1)
    assert len(drawn.boards) == 2


def test_losers_join_with_their_start_and_what_they_won() -> None:
    hall = with_cup()
    change_rules(*hall.at, {"scoring.absent_points": NOTHING}, by="A")
    main = {player.id: start_of(player, hall.event.settings.scoring) for player in hall.event.players}
    cup = inside(hall, CUP)
    for number in (1, 2):
        play(hall, number)
        play(cup, number)
    joined = settle_losers(*hall.at, CUP, round=2, by="A").joined
    won = {each.player.surname: each.points for each in joined}
    # The third place is played for: its winner has one point.
    assert won == {"P1": 8, "P2": 4, "P3": 4}
    assert {each.from_round for each in joined} == {3}
    after = scores(hall.event, after=2)
    for player, points in zip(after.players, after.points, strict=True):
        if player.surname in ("P1", "P2", "P3", "P4"):
            assert points == main[player.id] + won.get(player.surname, 0)
    drawn = hall.draw(3)
    assert len(drawn.boards) == 4


def test_who_is_out_in_round_one_plays_from_round_two_and_nobody_is_settled_twice() -> None:
    hall = with_cup(12, entrants=8)
    cup = inside(hall, CUP)
    play(hall, 1)
    play(cup, 1)
    saved = settle_losers(*hall.at, CUP, round=1, by="A")
    assert sorted(each.player.surname for each in saved.joined) == ["P5", "P6", "P7", "P8"]
    assert [away(hall, name) for name in ("P1", "P5")] == [[1, 2, 3], [1]]
    again = settle_losers(*hall.at, CUP, round=1, by="A")
    assert (again.joined, again.saved.entries) == ((), ())
    play(hall, 2)
    assert sum(len(each.boards) for each in (hall.event.round(2), cup.draw(2))) == 6
    undo(*hall.at, saved.saved.entries[-1].number, by="A")
    assert away(hall, "P5") == [1, 2, 3]


def test_those_of_the_semi_finals_stay_for_the_third_place() -> None:
    hall = with_cup()
    play(inside(hall, CUP), 1)
    assert settle_losers(*hall.at, CUP, round=1, by="A").joined == ()


def test_rounds_away_count_nothing_even_where_absence_has_half_a_point() -> None:
    hall = with_cup()
    change_rules(*hall.at, {"scoring.absent_points": HALF, "scoring.round_down": False}, by="A")
    cup = inside(hall, CUP)
    strong_wins(cup)
    settle_losers(*hall.at, CUP, round=2, by="A")
    first = hall.event.player(hall.who("P1"))
    after = scores(hall.event, after=2)
    points = dict(zip([player.surname for player in after.players], after.points, strict=True))
    assert points["P1"] == start_of(replace(first, correction=NOTHING), hall.event.settings.scoring) + 8
    assert first.correction == 8 - 2 * HALF


def test_a_round_that_somebody_meant_to_miss_stays_missed() -> None:
    hall = hall_of(8, system="mcmahon", rounds=5)
    set_attendance(*hall.at, hall.who("P4"), round=4, plays=False, by="A")
    final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, CUP, by="A")
    strong_wins(inside(hall, CUP))
    settle_losers(*hall.at, CUP, round=2, by="A")
    assert away(hall, "P4") == [1, 2, 4]


def test_a_cup_that_is_removed_or_loses_a_player_frees_them_for_the_main_event() -> None:
    hall = with_cup()
    set_entrants(*hall.at, CUP, [hall.who(name) for name in ("P1", "P2", "P3")], by="A")
    assert away(hall, "P4") == []
    remove_stage(*hall.at, CUP, by="A")
    assert away(hall, "P1") == []


def test_nobody_enters_a_cup_who_plays_in_the_main_event_already() -> None:
    hall = hall_of(8, system="mcmahon", rounds=5)
    hall.draw(1)
    final_after(hall, ("", 1, 4), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    with pytest.raises(InputError, match="P1 plays in the main event already: Cup begins"):
        set_entrants(*hall.at, CUP, [hall.who("P1")], by="A")


def test_results_of_the_round_have_to_be_there_and_the_stage_a_cup() -> None:
    hall = with_cup()
    inside(hall, CUP).draw(1)
    with pytest.raises(InputError, match="round 1 of Cup is not over"):
        settle_losers(*hall.at, CUP, round=1, by="A")
    inside(hall, CUP).play(1)
    with pytest.raises(InputError, match="round 2 is not drawn yet"):
        list(losers_to_settle(hall.event, CUP, after=2))
    other = final_after(hall, ("", 1, 2), name="Final")
    with pytest.raises(InputError, match="losers of Final do not join the main event"):
        settle_losers(*hall.at, other, round=1, by="A")


def test_the_whole_places_in_the_main_event_who_played_there() -> None:
    hall = with_cup()
    cup = inside(hall, CUP)
    for number in (1, 2):
        play(hall, number)
        play(cup, number)
    settle_losers(*hall.at, CUP, round=2, by="A")
    set_attendance(*hall.at, hall.who("P1"), round=3, plays=False, by="A")
    play(hall, 3)
    rows = whole_standings(hall.event).rows
    assert (rows[0].place, rows[0].player.surname, rows[0].stage) == (1, "P1", "cup")
    assert {row.stage for row in rows[1:]} == {""}
    assert len(rows) == 8


@pytest.mark.parametrize("players", [8, 16])
@pytest.mark.parametrize("system", ["knockout", "double_elimination"])
def test_a_cup_of_everybody_leaves_the_first_rounds_of_the_main_event_out(system: str, players: int) -> None:
    hall = hall_of(players, system="mcmahon", rounds=6)
    final_after(hall, ("", 1, players), name="Cup", phase=1, losers=Losers.JOIN_MAIN, system=system)
    fill_stage(*hall.at, CUP, by="A")
    cup, site = inside(hall, CUP), Site(hall.desk)
    with pytest.raises(InputError, match="everybody is in Cup in round 1"):
        hall.draw(1)
    # No round of the main event can be drawn ahead of those who will join it.
    with pytest.raises(InputError, match="round 6 cannot be paired before round 1"):
        hall.draw(6)
    games: dict[int, int] = {}
    for number in range(1, 7):
        if number <= cup.event.settings.rounds:
            play(cup, number)
        if following_round(hall.event) == number:
            try:
                play(hall, number)
            except InputError as error:
                assert "everybody is in Cup" in str(error), error
        games[number] = len(hall.event.round(number).boards)
        if number <= cup.event.settings.rounds:
            settle_losers(*hall.at, CUP, round=number, by="A")
        for page in ("", "/draw", "/results", "/standings", "/stages", "/print"):
            assert site.get(f"/t/{hall.id}{page}").status_code == 200, page
    assert games[1] == 0
    assert games[4] > 0
    assert all(games[number] for number in range(min(n for n in games if games[n]), 7))
    assert len(whole_standings(hall.event).rows) == players


def test_the_overview_leads_to_the_round_after_those_that_are_left_out() -> None:
    hall = hall_of(8, system="mcmahon", rounds=5)
    final_after(hall, ("", 1, 8), name="Cup", phase=1, losers=Losers.JOIN_MAIN)
    fill_stage(*hall.at, CUP, by="A")
    play(inside(hall, CUP), 1)
    settle_losers(*hall.at, CUP, round=1, by="A")
    assert overview(hall.event).next_round == 2
    assert overview(hall.event).next_field == 4
    assert current_round(hall.event) == 2
