"""Schedules in the small: brackets, walkovers, and what they say when they cannot go on."""

from dataclasses import replace

import pytest

from kit.builders import with_player
from kit.small_fields import NAMES, byes, drawn_and_played, field, pairs, places, play, with_result
from miai.domain.people.player import PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Bye, ByeKind, Round
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import ALL_SYSTEMS, SCHEDULES, schedule_of
from miai.engine.pairing.schedules import (
    DoubleElimination,
    Knockout,
    RoundRobin,
    Schedule,
    advance,
)
from miai.engine.pairing.schedules.bracket import Ending, LoserOf, MatchId, MatchOutcome, Side, WinnerOf
from miai.engine.pairing.schedules.double_elimination import crossings_for
from miai.engine.pairing.schedules.placement import first_pairs
from miai.errors import InputError
from miai.features.draw.answer import bracket_table, placing_table

UPPER = Ending(outcome=MatchOutcome.UPPER_WON)
LOWER = Ending(outcome=MatchOutcome.LOWER_WON)


def test_the_registry_knows_every_schedule_by_its_key() -> None:
    assert [schedule_of(key).key for key in SCHEDULES] == list(SCHEDULES)
    assert list(SCHEDULES) == ["round_robin", "split_and_cycle", "knockout", "double_elimination"]


class TestEverySchedule:
    """What all of them share."""

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_a_draw_is_even_and_has_the_komi_of_the_tournament(self, key: str) -> None:
        draw = schedule_of(key).draw(field(4, komi=7.5), round=1, seed=3)
        assert {(board.handicap, board.komi) for board in draw.boards} == {(0, 7.5)}
        assert (draw.round, draw.system, draw.preset, draw.seed) == (1, key, "", 3)
        assert (draw.total, draw.optimal, draw.problems) == (0, True, ())

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_nobody_can_play_where_nobody_is(self, key: str) -> None:
        with pytest.raises(InputError, match="nobody plays in round 1"):
            schedule_of(key).draw(Tournament(), round=1, seed=0)
        assert schedule_of(key).plan([], 0).matches == ()

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_there_is_no_round_before_the_first(self, key: str) -> None:
        with pytest.raises(InputError, match=r"numbered from 1|has 3 rounds"):
            schedule_of(key).draw(field(4), round=0, seed=0)

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_who_is_not_registered_finally_is_not_in_the_field(self, key: str) -> None:
        event = with_player(field(5), "Bea", registration=Registration.PRELIMINARY)
        draw = schedule_of(key).draw(event, round=1, seed=0)
        assert {name for pair in pairs(draw) for name in pair.split("-")} == {"Ada", "Cem", "Dan", "Eva"}

    @pytest.mark.parametrize("key", ["knockout", "double_elimination"])
    def test_who_misses_round_1_of_a_knockout_is_told_to_be_outside(self, key: str) -> None:
        event = with_player(field(5), "Cem", absent_rounds=frozenset({1}))
        draw = schedule_of(key).draw(event, round=1, seed=0)
        assert {name for pair in pairs(draw) for name in pair.split("-")} == {"Ada", "Bea", "Dan", "Eva"}
        assert list(map(str, draw.problems)) == ["Cem misses round 1 and is not in the bracket"]

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_where_nobody_is_registered_finally_all_play_with_a_warning(self, key: str) -> None:
        event = field(4)
        for player in event.players:
            event = with_player(event, player.surname, registration=Registration.PRELIMINARY)
        draw = schedule_of(key).draw(event, round=1, seed=0)
        assert len(draw.boards) == 2
        assert tuple(map(str, draw.problems)) == (
            "nobody is registered finally: everybody registered preliminarily plays",
        )

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_what_the_tournament_holds_of_the_round_and_later_is_ignored(self, key: str) -> None:
        schedule: Schedule = schedule_of(key)
        event = drawn_and_played(schedule, field(8), "Ada Bea Cem Dan")
        draw = schedule.draw(event, round=2, seed=0)
        later = play(play(event, draw), replace(draw, round=3))
        assert schedule.draw(later, round=2, seed=0) == draw
        assert schedule.draw(later, round=1, seed=0) == schedule.draw(field(8), round=1, seed=0)

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_lots_follow_the_seed(self, key: str) -> None:
        schedule: Schedule = ALL_SYSTEMS[key].load()(drawn=True)
        draws = [pairs(schedule.draw(field(16), round=1, seed=seed)) for seed in range(5)]
        assert len({tuple(each) for each in draws}) == 5
        assert pairs(schedule.draw(field(16), round=1, seed=0)) == draws[0]

    @pytest.mark.parametrize("key", SCHEDULES)
    def test_a_round_1_of_another_system_is_refused(self, key: str) -> None:
        odd = Round(number=1, byes=tuple(Bye(player=PlayerId(name)) for name in NAMES[:6]))
        with pytest.raises(
            InputError, match=r"round 1 does not fit this system: 6 players need .* and 6 byes"
        ):
            schedule_of(key).draw(replace(field(6), rounds=(odd,)), round=2, seed=0)


class TestRoundRobin:
    """The table's rotation."""

    def test_a_round_beyond_the_last_is_refused_with_the_number_of_rounds(self) -> None:
        with pytest.raises(InputError, match="this round robin has 5 rounds: there is no round 6"):
            RoundRobin().draw(field(6), round=6, seed=0)
        assert RoundRobin(times=2).draw(field(6), round=10, seed=0).boards

    def test_it_is_played_at_least_once(self) -> None:
        with pytest.raises(InputError, match="at least once, not 0 times"):
            RoundRobin(times=0)

    def test_one_player_has_a_free_round(self) -> None:
        draw = RoundRobin().draw(field(1), round=1, seed=0)
        assert (draw.boards, byes(draw)) == ((), ["Ada"])

    def test_the_second_time_has_colours_reversed(self) -> None:
        twice = RoundRobin(times=2)
        for number in (1, 2, 3):
            first = twice.draw(field(4), round=number, seed=0)
            second = twice.draw(field(4), round=number + 3, seed=0)
            assert [(b.white, b.black) for b in first.boards] == [(b.black, b.white) for b in second.boards]

    def test_the_reason_names_the_round_of_the_rotation(self) -> None:
        draw = RoundRobin().draw(field(5), round=2, seed=0)
        assert {str(board.reasons[0].text) for board in draw.boards} == {"round 2 of the table's rotation"}
        (free,) = draw.bye_reasons
        assert str(free.text).endswith(": the free seat in round 2 of the table's rotation")

    def test_every_round_starts_at_table_1_wherever_the_free_seat_is(self) -> None:
        tables = [[b.table for b in RoundRobin().draw(field(5), round=r, seed=0).boards] for r in (1, 2, 3)]
        assert tables == [[1, 2], [1, 2], [1, 2]]

    def test_results_are_not_needed_for_the_next_round(self) -> None:
        table = RoundRobin()
        event = play(field(4), table.draw(field(4), round=1, seed=0))
        assert len(table.draw(event, round=2, seed=0).boards) == 2

    def test_it_places_by_points(self) -> None:
        table = RoundRobin()
        event = drawn_and_played(table, field(4), "Ada Bea", "Ada Bea", "Ada Bea")
        assert places(table.bracket(event, after=3, seed=0)) == ["Ada", "Bea", "Cem Dan"]

    def test_a_jigo_is_a_result(self) -> None:
        table = RoundRobin()
        event = drawn_and_played(table, field(2), "Ada")
        bracket = table.bracket(with_result(event, 1, "Ada", Result.JIGO), after=1, seed=0)
        assert bracket.over
        assert places(bracket) == ["Ada Bea"]


class TestKnockout:
    """The cup."""

    def test_seeds_meet_as_late_as_they_can(self) -> None:
        assert first_pairs(8) == [(1, 8), (4, 5), (2, 7), (3, 6)]
        assert first_pairs(16)[:4] == [(1, 16), (8, 9), (4, 13), (5, 12)]
        assert pairs(Knockout().draw(field(8), round=1, seed=0)) == [
            "Ada-Hal",
            "Dan-Eva",
            "Bea-Gil",
            "Cem-Fay",
        ]

    def test_the_top_seeds_are_free_in_round_1(self) -> None:
        draw = Knockout().draw(field(5), round=1, seed=0)
        assert pairs(draw) == ["Dan-Eva"]
        assert sorted(byes(draw)) == ["Ada", "Bea", "Cem"]
        assert draw.bye == draw.free[0]
        assert len(draw.bye_reasons) == 3

    def test_reasons_say_where_both_come_from(self) -> None:
        cup = Knockout()
        draw = cup.draw(field(5), round=1, seed=0)
        assert str(draw.boards[0].reasons[0].text) == "number 4 against number 5"
        event = play(field(5), draw, "Eva")
        texts = [str(board.reasons[0].text) for board in cup.draw(event, round=2, seed=0).boards]
        assert texts == [
            "Ada, who was free against winner of Dan–Eva",
            "Bea, who was free against Cem, who was free",
        ]
        event = drawn_and_played(cup, event, "Eva Cem")
        texts = [str(board.reasons[0].text) for board in cup.draw(event, round=3, seed=0).boards]
        assert texts == [
            "final: winner of Ada–Eva against winner of Bea–Cem",
            "third place: loser of Ada–Eva against loser of Bea–Cem",
        ]

    def test_the_final_and_the_match_for_the_third_place_are_the_last_round(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(8), "Ada Dan Bea Cem", "Ada Bea")
        assert pairs(cup.draw(event, round=3, seed=0)) == ["Ada-Bea", "Cem-Dan"]
        event = drawn_and_played(cup, event, "Bea Dan")
        assert places(cup.bracket(event, after=3, seed=0)) == ["Bea", "Ada", "Dan", "Cem", "Eva Fay Gil Hal"]
        with pytest.raises(InputError, match="the event is over: Bea won"):
            cup.draw(event, round=4, seed=0)

    def test_without_a_match_for_it_the_third_place_is_shared(self) -> None:
        cup = Knockout(third_place=False)
        event = drawn_and_played(cup, field(4), "Ada Bea", "Bea")
        assert places(cup.bracket(event, after=2, seed=0)) == ["Bea", "Ada", "Cem Dan"]

    def test_the_rules_of_the_event_say_if_there_is_a_match_for_the_third_place(self) -> None:
        event = field(4)
        settings = replace(
            event.settings, pairing=replace(event.settings.pairing, third_place=False, bracket_by_lot=False)
        )
        cup = Knockout()
        played = drawn_and_played(cup, replace(event, settings=settings), "Ada Bea")
        assert pairs(cup.draw(played, round=2, seed=0)) == ["Ada-Bea"]
        assert pairs(cup.draw(drawn_and_played(cup, event, "Ada Bea"), round=2, seed=0)) == [
            "Ada-Bea",
            "Cem-Dan",
        ]

    def test_three_players_need_no_match_for_the_third_place(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(3), "Cem", "Cem")
        assert places(cup.bracket(event, after=2, seed=0)) == ["Cem", "Ada", "Bea"]

    def test_while_it_lasts_those_still_in_share_the_first_place(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(4), "Ada Bea")
        assert places(cup.bracket(event, after=1, seed=0)) == ["Ada Bea", "Cem Dan"]

    def test_one_player_has_won(self) -> None:
        with pytest.raises(InputError, match="the event is over: Ada won"):
            Knockout().draw(field(1), round=1, seed=0)

    def test_games_without_a_result_are_named(self) -> None:
        cup = Knockout()
        event = play(field(4), cup.draw(field(4), round=1, seed=0))
        with pytest.raises(InputError) as caught:
            cup.draw(event, round=2, seed=0)
        assert [str(problem) for problem in caught.value.problems] == [
            "round 1, table 1: Ada – Dan has no result yet",
            "round 1, table 2: Bea – Cem has no result yet",
        ]

    def test_after_the_last_round_its_open_games_are_named(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(4), "Ada Bea", "Cem")
        with pytest.raises(InputError, match="round 2, table 1: Ada – Bea has no result yet"):
            cup.draw(event, round=3, seed=0)

    def test_a_round_that_was_skipped_is_named(self) -> None:
        event = drawn_and_played(Knockout(), field(8), "Ada Bea Cem Dan")
        with pytest.raises(InputError, match="round 2: Ada – Dan has not been drawn"):
            Knockout().draw(event, round=3, seed=0)

    @pytest.mark.parametrize("result", [Result.JIGO, Result.JIGO_BY_DEFAULT, Result.BOTH_WIN])
    def test_a_jigo_needs_a_replay_or_a_decision(self, result: Result) -> None:
        event = with_result(drawn_and_played(Knockout(), field(4), "Ada Bea"), 1, "Ada", result)
        with pytest.raises(
            InputError, match=r"round 1, table 1: Ada – Dan .*a replay or a decision is needed"
        ):
            Knockout().draw(event, round=2, seed=0)

    def test_when_both_lose_the_next_opponent_goes_on_without_a_game(self) -> None:
        cup = Knockout()
        event = with_result(drawn_and_played(cup, field(8), "Ada Dan Bea Cem"), 1, "Dan", Result.BOTH_LOSE)
        draw = cup.draw(event, round=2, seed=0)
        assert (pairs(draw), byes(draw)) == (["Bea-Cem"], ["Ada"])
        event = play(event, draw, "Bea")
        assert pairs(cup.draw(event, round=3, seed=0)) == ["Ada-Bea"]
        event = drawn_and_played(cup, event, "Ada")
        assert places(cup.bracket(event, after=3, seed=0)) == ["Ada", "Bea", "Cem", "Dan Eva Fay Gil Hal"]

    def test_when_both_lose_the_final_nobody_has_won(self) -> None:
        cup = Knockout(third_place=False)
        event = with_result(drawn_and_played(cup, field(4), "Ada Bea", "Ada"), 2, "Ada", Result.BOTH_LOSE)
        with pytest.raises(InputError, match="the event is over: nobody won"):
            cup.draw(event, round=3, seed=0)
        assert places(cup.bracket(event, after=2, seed=0)) == ["Ada Bea", "Cem Dan"]

    def test_who_withdraws_loses_by_walkover(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(8), "Ada Dan Bea Cem")
        event = with_player(event, "Dan", absent_rounds=frozenset({2, 3}))
        draw = cup.draw(event, round=2, seed=0)
        assert (pairs(draw), byes(draw)) == (["Bea-Cem"], ["Ada"])
        assert tuple(map(str, draw.problems)) == ("Dan is away in round 2: Ada wins by walkover",)
        event = play(event, draw, "Bea")
        last = cup.draw(event, round=3, seed=0)
        assert (pairs(last), byes(last)) == (["Ada-Bea"], ["Cem"])
        event = play(event, last, "Ada")
        assert places(cup.bracket(event, after=3, seed=0))[:4] == ["Ada", "Bea", "Cem", "Dan"]

    def test_a_finalist_who_stays_away_leaves_the_cup_to_the_other(self) -> None:
        cup = Knockout(third_place=False)
        event = drawn_and_played(cup, field(4), "Ada Bea")
        event = with_player(event, "Ada", absent_rounds=frozenset({2}))
        draw = cup.draw(event, round=2, seed=0)
        assert (draw.boards, byes(draw)) == ((), ["Bea"])
        with pytest.raises(InputError, match="over: Bea won"):
            cup.draw(play(event, draw), round=3, seed=0)

    def test_a_walkover_stays_when_the_absence_is_taken_back(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(8), "Ada Dan Bea Cem")
        away = with_player(event, "Dan", absent_rounds=frozenset({2}))
        event = replace(event, rounds=play(away, cup.draw(away, round=2, seed=0), "Bea").rounds)
        assert pairs(cup.draw(event, round=3, seed=0)) == ["Ada-Bea", "Cem-Dan"]

    def test_a_voluntary_bye_is_absence(self) -> None:
        cup = Knockout(third_place=False)
        event = drawn_and_played(cup, field(4), "Ada Bea")
        free = Round(number=2, byes=(Bye(player=PlayerId("Ada"), kind=ByeKind.VOLUNTARY),))
        bracket = cup.bracket(replace(event, rounds=(*event.rounds, free)), after=2, seed=0)
        assert bracket.champion is not None
        assert bracket.champion.surname == "Bea"

    def test_byes_for_both_players_of_a_match_decide_nothing(self) -> None:
        event = drawn_and_played(Knockout(third_place=False), field(4), "Ada Bea")
        both = Round(number=2, byes=(Bye(player=PlayerId("Ada")), Bye(player=PlayerId("Bea"))))
        with pytest.raises(InputError, match="round 2: Ada – Bea has not been drawn"):
            Knockout(third_place=False).draw(replace(event, rounds=(*event.rounds, both)), round=3, seed=0)

    def test_players_swapped_by_hand_in_round_1_keep_their_new_places(self) -> None:
        cup = Knockout()
        draw = cup.draw(field(4), round=1, seed=0)
        event = play(field(4), draw)
        swapped = {"Dan": "Cem", "Cem": "Dan"}
        boards = tuple(
            replace(
                board,
                white=PlayerId(swapped.get(board.white, board.white)),
                black=PlayerId(swapped.get(board.black, board.black)),
            )
            for board in event.rounds[0].boards
        )
        event = replace(event, rounds=(replace(event.rounds[0], boards=boards),))
        for name in ("Ada", "Bea"):
            board = event.rounds[0].board_of(PlayerId(name))
            won = Result.WHITE_WINS if board and board.white == name else Result.BLACK_WINS
            event = with_result(event, 1, name, won)
        assert pairs(cup.draw(event, round=2, seed=0)) == ["Ada-Bea", "Cem-Dan"]

    def test_white_goes_to_who_had_fewer_whites(self) -> None:
        cup = Knockout()
        event = drawn_and_played(cup, field(16), "Ada Bea Cem Dan Eva Fay Gil Hal")
        whites = {board.white for board in event.rounds[0].boards}
        for board in cup.draw(event, round=2, seed=0).boards:
            assert board.white.id not in whites or board.black.id in whites

    def test_a_late_entry_is_told_to_be_outside(self) -> None:
        event = drawn_and_played(Knockout(), field(4), "Ada Bea")
        late = replace(field(5).players[4], rating=2700.0)
        draw = Knockout().draw(replace(event, players=(*event.players, late)), round=2, seed=0)
        assert tuple(map(str, draw.problems)) == ("Eva is not in the field, which was fixed in round 1",)
        assert pairs(draw) == ["Ada-Bea", "Cem-Dan"]


class TestDoubleElimination:
    """Two lives for everybody."""

    def test_two_players_play_until_one_has_lost_twice(self) -> None:
        two = DoubleElimination()
        event = drawn_and_played(two, field(2), "Ada", "Bea")
        assert pairs(two.draw(event, round=3, seed=0)) == ["Ada-Bea"]
        with pytest.raises(InputError, match="the event is over: Ada won"):
            two.draw(drawn_and_played(two, event, "Ada"), round=4, seed=0)
        with pytest.raises(InputError, match="the event is over: Ada won"):
            two.draw(drawn_and_played(two, field(2), "Ada", "Ada"), round=3, seed=0)

    def test_without_reset_one_final_decides(self) -> None:
        once = DoubleElimination(reset_final=False)
        event = drawn_and_played(once, field(2), "Ada", "Bea")
        with pytest.raises(InputError, match="over: Bea won"):
            once.draw(event, round=3, seed=0)
        assert places(once.bracket(event, after=2, seed=0)) == ["Bea", "Ada"]

    def test_one_player_has_won(self) -> None:
        with pytest.raises(InputError, match="the event is over: Ada won"):
            DoubleElimination().draw(field(1), round=1, seed=0)

    def test_four_players_round_by_round(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea")
        draw = double.draw(event, round=2, seed=0)
        assert pairs(draw) == ["Ada-Bea", "Cem-Dan"]
        assert (
            str(draw.boards[1].reasons[0].text)
            == "losers' bracket: loser of Ada–Dan against loser of Bea–Cem"
        )
        event = play(event, draw, "Ada Cem")
        draw = double.draw(event, round=3, seed=0)
        assert pairs(draw) == ["Bea-Cem"]
        assert tuple(map(str, draw.notes)) == ("without a match in round 3: Ada",)
        event = play(event, draw, "Cem")
        event = drawn_and_played(double, event, "Cem", "Ada")
        bracket = double.bracket(event, after=5, seed=0)
        assert places(bracket) == ["Ada", "Cem", "Bea", "Dan"]

    def test_an_open_game_stops_the_next_round_and_stays_open_in_the_bracket(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea", "Cem")
        with pytest.raises(InputError, match="round 2, table 1: Ada – Bea has no result yet"):
            double.draw(event, round=3, seed=0)
        bracket = double.bracket(event, after=2, seed=0)
        assert (bracket.over, bracket.champion) == (False, None)
        assert places(bracket) == ["Ada Bea Cem", "Dan"]

    def test_when_both_lose_in_the_winners_bracket_neither_is_out(self) -> None:
        double = DoubleElimination()
        event = with_result(drawn_and_played(double, field(4), "Ada Bea"), 1, "Ada", Result.BOTH_LOSE)
        draw = double.draw(event, round=2, seed=0)
        # One of them goes down at once, the other in the place of Bea's next victim.
        assert (pairs(draw), byes(draw)) == (["Cem-Dan"], ["Bea"])
        event = play(event, draw, "Dan")
        draw = double.draw(event, round=3, seed=0)
        assert pairs(draw) == ["Ada-Dan"]
        event = drawn_and_played(double, event, "Ada", "Bea")
        bracket = double.bracket(event, after=4, seed=0)
        assert places(bracket) == ["Bea", "Ada", "Dan", "Cem"]

    def test_two_who_lost_the_winners_final_together_can_still_meet_in_the_final(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea", "Ada Cem")
        event = with_result(event, 2, "Ada", Result.BOTH_LOSE)
        event = drawn_and_played(double, event, "Bea")
        draw = double.draw(event, round=4, seed=0)
        assert pairs(draw) == ["Ada-Bea"]
        with pytest.raises(InputError, match="over: Bea won"):
            double.draw(play(event, draw, "Bea"), round=5, seed=0)

    def test_when_both_lose_the_final_the_one_with_a_single_loss_has_won(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea", "Ada Cem", "Bea", "Ada")
        with pytest.raises(InputError, match="over: Ada won"):
            double.draw(with_result(event, 4, "Ada", Result.BOTH_LOSE), round=5, seed=0)

    def test_who_misses_a_round_goes_down_and_plays_on(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea")
        event = with_player(event, "Ada", absent_rounds=frozenset({2}))
        draw = double.draw(event, round=2, seed=0)
        assert (pairs(draw), byes(draw)) == (["Cem-Dan"], ["Bea"])
        event = play(event, draw, "Cem")
        assert pairs(double.draw(event, round=3, seed=0)) == ["Ada-Cem"]

    def test_a_round_in_which_nobody_has_a_game_is_drawn_empty(self) -> None:
        double = DoubleElimination()
        event = drawn_and_played(double, field(4), "Ada Bea", "Ada")
        event = with_result(event, 2, "Cem", Result.BOTH_LOSE)
        draw = double.draw(event, round=3, seed=0)
        assert (draw.boards, byes(draw)) == ((), ["Bea"])
        assert pairs(double.draw(play(event, draw), round=4, seed=0)) == ["Ada-Bea"]

    def test_losers_cross_to_the_branch_farthest_from_their_old_opponents(self) -> None:
        assert crossings_for(1) == []
        assert crossings_for(2) == [0]
        assert crossings_for(3) == [1, 0]
        assert crossings_for(5)[0] == 4


class TestBracket:
    """Brackets as values."""

    def test_slots_say_where_players_come_from(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        final, third = plan.of_round(2)
        assert (final.upper, final.lower) == (WinnerOf(match=MatchId(1)), WinnerOf(match=MatchId(2)))
        assert (third.upper, third.lower) == (LoserOf(match=MatchId(1)), LoserOf(match=MatchId(2)))
        assert (final.side, third.side) == (Side.FINAL, Side.THIRD_PLACE)
        assert final.players == ()

    def test_results_carry_players_on(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        after = advance(plan, {MatchId(1): UPPER, MatchId(2): LOWER})
        assert [[player.surname for player in match.players] for match in after.of_round(2)] == [
            ["Ada", "Cem"],
            ["Dan", "Bea"],
        ]
        assert plan.match(MatchId(1)).ending is None

    def test_results_may_come_one_by_one(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        one_by_one = advance(advance(plan, {MatchId(2): LOWER}), {MatchId(1): UPPER})
        assert one_by_one == advance(plan, {MatchId(1): UPPER, MatchId(2): LOWER})

    def test_a_corrected_result_takes_back_what_followed_from_it(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        every = dict.fromkeys(map(MatchId, range(1, 5)), UPPER)
        done = advance(plan, every)
        assert done.champion is not None
        corrected = advance(done, {MatchId(1): LOWER})
        assert corrected.champion is None
        assert [player.surname for player in corrected.match(MatchId(3)).players] == ["Dan", "Bea"]
        assert advance(done, {MatchId(1): UPPER}) == done

    def test_a_match_that_does_not_exist_has_no_result(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        with pytest.raises(InputError, match="there is no match 9"):
            advance(plan, {MatchId(9): UPPER})
        with pytest.raises(InputError, match="there is no match 9"):
            plan.match(MatchId(9))

    def test_a_match_without_two_players_has_no_result(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        with pytest.raises(InputError, match="match 3 does not have two players yet"):
            advance(plan, {MatchId(3): UPPER})

    def test_nobody_goes_on_from_a_jigo(self) -> None:
        plan = Knockout().plan(field(4).players, 0)
        with pytest.raises(InputError, match="Ada – Dan needs a replay or a decision"):
            advance(plan, {MatchId(1): Ending(outcome=MatchOutcome.JIGO)})


class TestReport:
    """Brackets on paper."""

    def test_a_bracket_is_shown_round_by_round(self) -> None:
        plan = Knockout().plan(field(5).players, 0)
        table = bracket_table(advance(plan, {MatchId(2): LOWER}))
        assert table.title == "Knock-out: 5 players, 3 rounds"
        assert [" | ".join(row) for row in table.rows] == [
            "1 | 1 | winners | Ada | bye | Ada goes on",
            "1 | 2 | winners | Dan | Eva | Eva won",
            "1 | 3 | winners | Bea | bye | Bea goes on",
            "1 | 4 | winners | Cem | bye | Cem goes on",
            "2 | 5 | winners | Ada | Eva | ",
            "2 | 6 | winners | Bea | Cem | ",
            "3 | 7 | final | winner of 5 | winner of 6 | ",
            "3 | 8 | third place | loser of 5 | loser of 6 | ",
        ]

    def test_a_second_final_that_is_not_needed_says_so(self) -> None:
        plan = DoubleElimination().plan(field(2).players, 0)
        table = bracket_table(advance(plan, {MatchId(1): UPPER, MatchId(2): UPPER}))
        assert [row[-1] for row in table.rows] == ["Ada won", "Ada won", "not needed"]

    def test_matches_of_nobody_are_left_out(self) -> None:
        plan = DoubleElimination().plan(field(5).players, 0)
        shown = [row[3:5] for row in bracket_table(plan).rows]
        assert ("bye", "bye") not in shown
        assert ("nobody", "nobody") not in shown
        assert ("loser of 2", "nobody") in shown or ("nobody", "loser of 2") in shown

    def test_walkovers_and_double_losses_are_named(self) -> None:
        plan = DoubleElimination().plan(field(4).players, 0)
        both = Ending(outcome=MatchOutcome.BOTH_LOST)
        away = Ending(outcome=MatchOutcome.UPPER_WON, walkover=True)
        rows = bracket_table(advance(plan, {MatchId(1): both, MatchId(2): away})).rows
        assert [row[3:] for row in rows[:3]] == [
            ("Ada", "Dan", "both lost"),
            ("Bea", "Cem", "Bea won by walkover"),
            ("(Ada, lost)", "Bea", "Bea goes on"),
        ]

    def test_a_final_that_nobody_else_reaches_is_won_by_walkover(self) -> None:
        plan = Knockout(third_place=False).plan(field(4).players, 0)
        done = advance(plan, {MatchId(1): Ending(outcome=MatchOutcome.BOTH_LOST), MatchId(2): UPPER})
        assert bracket_table(done).rows[-1][3:] == ("nobody", "Bea", "Bea won by walkover")

    def test_a_shared_place_is_printed_once(self) -> None:
        plan = Knockout(third_place=False).plan(field(4).players, 0)
        done = advance(plan, dict.fromkeys(map(MatchId, range(1, 4)), UPPER))
        assert placing_table(done).rows == (
            ("1", "Ada", "1d"),
            ("2", "Bea", "1d"),
            ("3", "Cem", "1d"),
            ("", "Dan", "1d"),
        )
