"""Events over weeks: games that are put off, deadlines, and the next round drawn while games are out."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

import miai
from kit.builders import crosstable
from kit.console import Console, console, console_of
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.settings.unfinished_games import AfterDeadline, OpenGames, UnfinishedGames
from miai.domain.tournament import Tournament
from miai.engine.judging.referee import judge
from miai.engine.pairing.view import build_view
from miai.errors import InputError
from miai.features.draw.draw_round import draw_round
from miai.features.draw.open_games import outstanding
from miai.features.history.undo import undo
from miai.features.overview.need import NeedKind
from miai.features.overview.show_overview import overview
from miai.features.schedule.deadlines import late_games, settle_late_games
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.plan_schedule import schedule, set_schedule, switch_clocks_off
from miai.features.settings.change_settings import change_rules
from miai.formats.opengotha.losses import losses
from miai.formats.reading import Reading

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)
LATER = NOON + timedelta(days=7)


def two_games() -> Console:
    hall = console("Ada, Bo, Cy, Di")
    hall.draw(1)
    return hall


def with_rule(event: Tournament, rule: OpenGames) -> Tournament:
    return replace(event, settings=replace(event.settings, unfinished=UnfinishedGames(in_next_draw=rule)))


class TestGamesThatArePutOff:
    def test_a_game_is_postponed_until_a_result_is_entered(self) -> None:
        hall = two_games()
        delay_game(*hall.at, round=1, table=2, kind=DelayKind.POSTPONED, until=LATER, by="Anneke")
        [first, second] = outstanding(hall.event, before=2)
        assert first.delay is None
        assert second.delay
        assert (second.delay.kind, second.delay.until) == (DelayKind.POSTPONED, "2026-11-21T12:00:00+00:00")
        hall.result(1, 2, Result.WHITE_WINS)
        assert [game.delay for game in outstanding(hall.event, before=2)] == [None]

    def test_it_can_be_adjourned_instead_or_no_longer_be_put_off(self) -> None:
        hall = two_games()
        where: dict[str, Any] = {"round": 1, "table": 1, "by": "Anneke"}
        delay_game(*hall.at, kind=DelayKind.POSTPONED, **where)
        delay_game(*hall.at, kind=DelayKind.ADJOURNED, until=LATER, **where)
        assert [each.kind for each in hall.event.round(1).delayed] == [DelayKind.ADJOURNED]
        same = delay_game(*hall.at, kind=DelayKind.ADJOURNED, until=LATER, **where)
        assert same.entries == ()
        delay_game(*hall.at, kind=None, **where)
        assert hall.event.round(1).delayed == ()

    def test_a_game_that_is_over_is_not_put_off(self) -> None:
        hall = two_games()
        hall.result(1, 1, Result.JIGO)
        with pytest.raises(InputError, match="round 1, table 1 has a result: take it back first"):
            delay_game(*hall.at, round=1, table=1, kind=DelayKind.POSTPONED, by="Anneke")
        with pytest.raises(InputError, match="round 1 has no table 9"):
            delay_game(*hall.at, round=1, table=9, kind=DelayKind.POSTPONED, by="Anneke")

    def test_files_that_cannot_hold_it_say_so(self) -> None:
        hall = two_games()
        delay_game(*hall.at, round=1, table=1, kind=DelayKind.POSTPONED, by="Anneke")
        set_schedule(*hall.at, times={}, deadlines={1: NOON}, by="Anneke")
        rounds = tuple(replace(drawn, delayed=()) for drawn in hall.event.rounds)
        kept = replace(hall.event, rounds=rounds, clocks=())
        said = [str(each) for each in losses(hall.event, Reading(tournament=kept, format="aga"))]
        assert said == ["that 1 game is put off", "the deadline of 1 round"]
        assert losses(hall.event, Reading(tournament=hall.event, format="miai")) == []


class TestTheNextDraw:
    # A leads with one win, and the game of C and D is out.
    EVENT = crosstable("A+B C?D", start=0, system="swiss")

    def scores(self, rule: OpenGames) -> dict[str, int]:
        view = build_view(with_rule(self.EVENT, rule), 2, seed=0)
        return {str(player.id): int(score) for player, score in zip(view.players, view.scores, strict=True)}

    def test_a_game_that_is_out_counts_half_a_point_or_nothing(self) -> None:
        assert self.scores(OpenGames.HALF) == {"A": 4, "B": 0, "C": 2, "D": 2}
        assert self.scores(OpenGames.NOTHING) == {"A": 4, "B": 0, "C": 0, "D": 0}

    @pytest.mark.parametrize("rule", [OpenGames.HALF, OpenGames.NOTHING])
    def test_it_counts_as_met_with_its_colours_all_the_same(self, rule: OpenGames) -> None:
        event = with_rule(self.EVENT, rule)
        view = build_view(event, 2, seed=0)
        at = {str(player.id): i for i, player in enumerate(view.players)}
        assert view.met[at["C"], at["D"]] == 1
        assert (view.balances[at["C"]], view.balances[at["D"]]) == (1, -1)
        draw = miai.pair(event, round=2)
        assert {"C", "D"} not in [{board.white.id, board.black.id} for board in draw.boards]
        assert judge(event, draw) == []

    def test_what_it_counts_is_said_with_the_draw(self) -> None:
        said = {
            rule: [str(each) for each in miai.pair(with_rule(self.EVENT, rule), round=2).problems]
            for rule in (OpenGames.HALF, OpenGames.NOTHING)
        }
        start = "round 1, table 2, C against D, has no result yet: "
        assert said[OpenGames.HALF] == [start + "a jigo for this draw"]
        assert said[OpenGames.NOTHING] == [start + "it counts nothing in this draw"]

    def test_the_draw_waits_where_the_event_says_so_and_names_the_games(self) -> None:
        hall = console_of("A+B C?D")
        change_rules(*hall.at, {"unfinished.in_next_draw": OpenGames.WAIT}, by="Anneke")
        with pytest.raises(InputError) as caught:
            draw_round(*hall.at, round=2, by="Anneke")
        assert [str(each) for each in caught.value.problems] == [
            "the draw waits for 1 game of an earlier round",
            "round 1, table 2: C against D",
        ]
        with pytest.raises(InputError, match="the draw waits for 1 game"):
            miai.pair(hall.event, round=2)
        hall.result(1, 2, Result.BLACK_WINS)
        assert len(draw_round(*hall.at, round=2, by="Anneke").draw.boards) == 2


class TestDeadlines:
    def test_a_deadline_is_part_of_the_schedule_and_outlives_the_clocks(self) -> None:
        hall = two_games()
        set_schedule(*hall.at, times={}, deadlines={1: NOON, 2: LATER}, by="Anneke")
        assert [each.deadline for each in schedule(hall.event)][:3] == [NOON, LATER, None]
        switch_clocks_off(*hall.at, by="Anneke")
        assert schedule(hall.event)[0].deadline == NOON
        set_schedule(*hall.at, times={}, deadlines={1: None}, by="Anneke")
        assert schedule(hall.event)[0].deadline is None

    def test_games_are_late_after_the_deadline_or_after_the_day_they_were_put_off_to(self) -> None:
        hall = two_games()
        set_schedule(*hall.at, times={}, deadlines={1: NOON}, by="Anneke")
        delay_game(*hall.at, round=1, table=2, kind=DelayKind.POSTPONED, until=LATER, by="Anneke")

        def late(now: datetime) -> list[int]:
            return [each.game.board.table for each in late_games(hall.event, now)]

        minute = timedelta(minutes=1)
        assert (late(NOON - minute), late(NOON + minute), late(LATER + minute)) == ([], [1], [1, 2])
        hall.result(1, 1, Result.JIGO)
        assert late(LATER + minute) == [2]

    @pytest.mark.parametrize(
        ("rule", "result"),
        [
            (AfterDeadline.BOTH_LOSE, Result.BOTH_LOSE_BY_DEFAULT),
            (AfterDeadline.JIGO, Result.JIGO_BY_DEFAULT),
        ],
    )
    def test_the_director_settles_them_by_the_rule_and_one_undo_takes_it_back(
        self, rule: AfterDeadline, result: Result
    ) -> None:
        hall = two_games()
        change_rules(*hall.at, {"unfinished.after_deadline": rule}, by="Anneke")
        set_schedule(*hall.at, times={}, deadlines={1: NOON}, by="Anneke")
        keys = [each.key for each in late_games(hall.event, LATER)]
        assert [board.result for board in hall.event.round(1).boards] == [Result.UNKNOWN] * 2
        saved = settle_late_games(*hall.at, keys=keys, by="Anneke", now=LATER)
        assert [board.result for board in hall.event.round(1).boards] == [result] * 2
        undo(*hall.at, saved.entries[0].number, last=saved.entries[-1].number, by="Anneke")
        assert len(late_games(hall.event, LATER)) == 2

    def test_only_those_that_were_seen_are_settled_and_none_where_they_stay_open(self) -> None:
        hall = two_games()
        set_schedule(*hall.at, times={}, deadlines={1: NOON}, by="Anneke")
        [first, _] = late_games(hall.event, LATER)
        with pytest.raises(InputError, match="games stay open after their deadline"):
            settle_late_games(*hall.at, keys=[first.key], by="Anneke", now=LATER)
        change_rules(*hall.at, {"unfinished.after_deadline": AfterDeadline.BOTH_LOSE}, by="Anneke")
        settle_late_games(*hall.at, keys=[first.key], by="Anneke", now=LATER)
        assert [each.game.board.table for each in late_games(hall.event, LATER)] == [2]

    def test_the_overview_reminds_of_them_and_names_games_that_are_put_off(self) -> None:
        hall = two_games()
        set_schedule(*hall.at, times={}, deadlines={1: NOON - timedelta(days=3650)}, by="Anneke")
        [need] = [each for each in overview(hall.event).needs if each.kind is NeedKind.LATE]
        assert (str(need.what), str(need.detail)) == (
            "2 games are past their deadline",
            "The rule of this event: stay open",
        )
        delay_game(*hall.at, round=1, table=2, kind=DelayKind.ADJOURNED, by="Anneke")
        hall.result(1, 1, Result.JIGO)
        hall.draw(2)
        said = [str(each.what) for each in overview(hall.event).needs if each.kind is NeedKind.OUTSTANDING]
        assert said == ["Round 1, table 2 is adjourned"]
