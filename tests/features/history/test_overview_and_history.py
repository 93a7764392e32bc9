"""Overview, history, standings, prizes and the clock."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from kit.builders import crosstable, with_player
from kit.console import console, console_of
from miai.domain.log import events
from miai.domain.people.grade import Grade
from miai.domain.rounds.game import Result
from miai.domain.settings.prizes import Prize, PrizeKind
from miai.engine.scoring import standings
from miai.errors import InputError
from miai.features.draw.change_draw import swap
from miai.features.draw.draw_round import draw_round
from miai.features.draw.evaluation import evaluation_of
from miai.features.draw.wishes import fix_table, never_pair
from miai.features.history.history_messages import HistoryContext
from miai.features.history.history_topics import Topic
from miai.features.history.show_history import (
    history_view,
    player_history,
    redone_message,
    tournament_after,
    undone_message,
)
from miai.features.history.undo import overtaken, redo, undo, why_not
from miai.features.overview.need import NeedKind
from miai.features.overview.show_overview import Stage, overview
from miai.features.players.change_player import change_player, check_in, set_attendance, withdraw
from miai.features.prizes.award_prizes import prizes_given
from miai.features.publish.publish_round import publish_round
from miai.features.schedule.set_clock import (
    ClockState,
    clock_of,
    pause_clock,
    read_clock,
    resume_clock,
    set_clock,
)
from miai.features.settings.change_settings import change_settings
from miai.features.standings.standings_view import standings_view

NOON = datetime(2026, 11, 14, 12, tzinfo=UTC)


class TestOverview:
    """What is happening and who waits."""

    def test_the_stage_follows_the_tournament(self) -> None:
        hall = console(rounds=1)
        stages = [overview(hall.event).stage]
        hall.enter("Ada")
        hall.enter("Bo")
        stages.append(overview(hall.event).stage)
        hall.draw(1)
        stages.append(overview(hall.event).stage)
        publish_round(*hall.at, round=1, by="Anneke")
        stages.append(overview(hall.event).stage)
        hall.play(1)
        stages.append(overview(hall.event).stage)
        change_settings(*hall.at, replace(hall.event.settings, rounds=2), by="Anneke")
        stages.append(overview(hall.event).stage)
        assert stages == [
            Stage.EMPTY, Stage.CHECK_IN, Stage.DRAFT, Stage.PLAYING, Stage.FINISHED, Stage.READY,
        ]  # fmt: skip

    def test_a_round_robin_that_is_too_short_is_said_until_its_last_round_is_drawn(self) -> None:
        hall = console("Ada, Bo, Cy, Di, Ed", system="round_robin", rounds=4)
        [need] = overview(hall.event).needs
        assert need.kind is NeedKind.ROUNDS
        assert "A round robin of 5 players needs 5" in str(need.detail)
        change_settings(*hall.at, replace(hall.event.settings, rounds=5), by="Anneke")
        assert overview(hall.event).needs == ()
        hall.leave("Ed")
        change_settings(*hall.at, replace(hall.event.settings, rounds=3), by="Anneke")
        assert NeedKind.ROUNDS not in {need.kind for need in overview(hall.event).needs}

    def test_games_that_run_are_counted_and_nobody_needs_the_director(self) -> None:
        hall = console_of("A+B C?D")
        publish_round(*hall.at, round=1, by="Anneke")
        seen = overview(hall.event)
        assert (seen.round, seen.boards, seen.done) == (1, 2, 1)
        assert [board.table for board in seen.open_boards] == [2]
        assert seen.needs == ()

    def test_what_waits_for_the_director_is_said_in_sentences(self) -> None:
        hall = console("Ada, Bo, Cy, Di", rounds=3)
        hall.draw(1)
        publish_round(*hall.at, round=1, by="Anneke")
        set_attendance(*hall.at, hall.who("Di"), round=1, plays=False, by="door")
        withdraw(*hall.at, hall.who("Di"), from_round=2, by="door")
        hall.enter("Ed")
        hall.enter("Fay")
        check_in(*hall.at, hall.who("Fay"), here=False, by="door")
        needs = {need.kind: str(need.what) for need in overview(hall.event).needs}
        assert needs == {
            NeedKind.GONE: f"Di is paired at table {hall.board(1, 'Di').table} but misses round 1",
            NeedKind.UNPAIRED: "Ed is here and has no game in round 1",
            NeedKind.NOT_HERE: "Fay is not here",
        }

    def test_an_odd_field_an_old_game_and_a_changed_draw_are_told(self) -> None:
        hall = console("Ada, Bo, Cy, Di, Ed", rounds=3)
        hall.draw(1)
        hall.result(1, 1, Result.WHITE_WINS)
        drawn = hall.draw(2)
        publish_round(*hall.at, round=2, by="Anneke")
        a, b = drawn.boards[0].white, drawn.boards[1].white
        swap(*hall.at, round=2, a=a, b=b, by="Anneke")
        needs = {need.kind: str(need.what) for need in overview(hall.event).needs}
        assert needs[NeedKind.OUTSTANDING] == "Round 1, table 2 has no result"
        assert needs[NeedKind.REPUBLISH].endswith("players have another game than the one published")
        assert needs[NeedKind.BYE] == "Round 3 has 5 players, an odd number"

    def test_who_is_out_of_a_cup_waits_for_nobody(self) -> None:
        hall = console("Ada, Bo, Cy, Di, Ed, Fay, Gus, Hal", system="knockout", rounds=3)
        hall.draw(1)
        hall.play(1)
        assert len(hall.draw(2).boards) == 2
        assert overview(hall.event).needs == ()
        assert evaluation_of(*hall.at, round=2).unpaired == ()


class TestHistory:
    """Everything that happened."""

    def test_entries_are_sentences_with_names_the_latest_first(self) -> None:
        hall = console("Szabo 2d, Bakker 2d")
        hall.draw(1)
        publish_round(*hall.at, round=1, by="Anneke")
        board = hall.board(1, "Szabo")
        won = Result.WHITE_WINS if board.white == hall.who("Szabo") else Result.BLACK_WINS
        hall.result(1, 1, won, by="Tomás")
        hall.enter("Renard", "10k")
        told = history_view(hall.state)
        assert [(str(entry.where), str(entry.what), entry.by) for entry in told[:4]] == [
            ("Players", "Late entry: Renard 10k", "Anneke"),
            ("Round 1, table 1", "Szabo beat Bakker", "Tomás"),
            ("Round 1", "Pairings published", "Anneke"),
            ("Round 1", "Drawn: 1 board", "Anneke"),
        ]
        assert str(told[-1].what) == "Tournament created: Spring Cup"
        assert not told[-1].undoable

    def test_what_was_undone_is_marked_and_says_by_which_entry(self) -> None:
        hall = console_of("A?B")
        hall.result(1, 1, Result.JIGO)
        entry = hall.state.version
        undo(*hall.at, entry, by="Tomás")
        undoing, undone = history_view(hall.state, limit=2)
        assert (str(undoing.what), undoing.undoes, str(undoing.where)) == (
            f"Entry {entry} undone: Jigo: A and B",
            entry,
            "Round 1, table 1",
        )
        assert (str(undone.what), undone.undone, undone.undoable) == ("Jigo: A and B", True, False)

    def test_who_undoes_is_told_what_was_undone(self) -> None:
        hall = console_of("A?B C?D E?F")
        for table in (1, 2, 3):
            hall.result(1, table, Result.JIGO)
        first = hall.state.version - 2
        assert str(undone_message(hall.state, first)) == "Undone at table 1: Jigo: A and B"
        assert str(undone_message(hall.state, first, first + 1)) == "Undone: Jigo: A and B; Jigo: C and D"
        undo(*hall.at, first, by="Tomás")
        assert str(redone_message(hall.state, first)) == "Table 1, counts again: Jigo: A and B"
        told = str(undone_message(hall.state, first - 2, first + 2))
        assert told.endswith(", and 4 more entries")

    def test_small_changes_say_what_changed(self) -> None:
        hall = console("Ada 3d, Bo 1k")
        ada, bo = hall.who("Ada"), hall.who("Bo")
        check_in(*hall.at, ada, here=False, by="door")
        set_attendance(*hall.at, ada, round=2, plays=False, by="door")
        never_pair(*hall.at, a=ada, b=bo, by="Anneke")
        fix_table(*hall.at, player=bo, table=28, by="Anneke")
        never_pair(*hall.at, a=ada, b=bo, never=False, by="Anneke")
        change_settings(*hall.at, replace(hall.event.settings, rounds=6, komi=7.5), by="Anneke")
        assert [str(entry.what) for entry in history_view(hall.state, limit=6)] == [
            "Rules changed: Rounds: 5 → 6; Komi: 6.5 → 7.5",
            "Wish dropped: Ada and Bo never meet",
            "Wish for the draw: Bo always sits at table 28",
            "Wish for the draw: Ada and Bo never meet",
            "Ada misses round 2",
            "Ada is not here",
        ]

    def test_every_kind_of_event_has_a_message(self) -> None:
        known = HistoryContext.__dict__["message"].dispatcher.registry
        assert [kind.__name__ for kind in get_args(events.Change) if kind not in known] == []

    def test_several_changes_of_a_player_are_all_named_with_the_name_of_that_time(self) -> None:
        hall = console("Ada 3d")
        ada = hall.who("Ada")
        withdraw(*hall.at, ada, from_round=4, by="door")
        change_player(
            *hall.at,
            ada,
            lambda old: replace(
                old, absent_rounds=frozenset({2, 5}), grade=Grade.parse("2d"), club="Gent", rating=2200.0
            ),
            by="Anneke",
        )
        change_player(*hall.at, ada, lambda old: replace(old, surname="Eve"), by="Anneke")
        assert [str(entry.what) for entry in history_view(hall.state, limit=3)] == [
            "Eve, corrected: Surname: Ada → Eve",
            "Ada misses round 2; Ada plays in round 4; Ada is 2d, was 3d; "
            "Ada, corrected: Rating: none → 2200; Club: none → Gent",
            "Ada leaves before round 4",
        ]

    def test_a_player_has_a_history_of_their_own(self) -> None:
        hall = console("Ada 3d, Bo 1k, Cy 2k")
        hall.draw(1)
        table = hall.board(1, "Ada").table
        hall.result(1, table, Result.JIGO)
        undo(*hall.at, hall.state.version, by="Anneke")
        set_attendance(*hall.at, hall.who("Bo"), round=2, plays=False, by="door")
        opponent = hall.event.player(hall.board(1, "Ada").opponent_of(hall.who("Ada"))).name
        told = player_history(hall.state, hall.who("Ada"))
        assert [(str(entry.what), entry.undone) for entry in told[1:]] == [
            (f"Round 1: table {table} against {opponent}", False),
            ("Entered: Ada 3d", False),
        ]
        assert str(told[0].what).startswith("Round 1: Jigo: ")
        assert told[0].undone

    def test_it_can_be_sifted_by_topic_and_number_and_paged(self) -> None:
        hall = console("Ada, Bo, Cy, Di")
        hall.draw(1)
        hall.result(1, 1, Result.WHITE_WINS, by="Tomás")
        hall.result(1, 2, Result.WHITE_WINS, by="Anneke")
        results = history_view(hall.state, topic=Topic.RESULTS)
        assert [entry.by for entry in results] == ["Anneke", "Tomás"]
        among = {results[1].number}
        assert [entry.what for entry in history_view(hall.state, among=among)] == [results[1].what]
        assert history_view(hall.state, topic=Topic.RESULTS, before=results[0].number) == results[1:]

    def test_the_result_of_an_imported_file_is_told_by_who_sat_there(self) -> None:
        hall = console_of("A+B C-D")
        assert [str(entry.what) for entry in history_view(hall.state, limit=2)] == ["D beat C", "A beat B"]

    def test_a_look_back_shows_the_tournament_of_that_time(self) -> None:
        hall = console("Ada, Bo")
        hall.draw(1)
        entry = hall.state.version
        hall.result(1, 1, Result.JIGO)
        undo(*hall.at, entry + 1, by="Anneke")
        assert tournament_after(hall.state, entry).round(1).boards[0].result is Result.UNKNOWN
        assert tournament_after(hall.state, entry + 1).round(1).boards[0].result is Result.JIGO
        with pytest.raises(InputError, match="no entry 99"):
            tournament_after(hall.state, 99)


class TestStandings:
    """Tables and prizes."""

    def test_a_table_with_games_out_is_provisional(self) -> None:
        hall = console_of("A+B C?D")
        view = standings_view(*hall.at)
        assert view.provisional
        assert [(number, board.table) for number, board in view.waiting] == [(1, 2)]
        assert not standings_view(*hall.at, after=0).provisional

    def prizes(self, text: str, *prizes: Prize, grades: str = "", one_each: bool = True) -> list[list[str]]:
        event = crosstable(text, criteria=("mms", "sosm"), prizes=prizes, one_prize_each=one_each)
        for player, grade in zip(event.players, grades.split(), strict=False):
            event = with_player(event, player.id, grade=Grade.parse(grade))
        return [[row.player.surname for row in each.winners] for each in prizes_given(standings(event))]

    def test_prizes_go_by_place_and_wins(self) -> None:
        first, second = Prize(title="1"), Prize(title="2", place=2)
        wins = Prize(title="book", kind=PrizeKind.WINS, wins=1)
        assert self.prizes("A+B C+D | A+C B+D", first, second, wins) == [["A"], ["B", "C"], ["A", "B", "C"]]

    def test_those_who_tie_share_the_prizes_of_their_places(self) -> None:
        first, second, third = (Prize(title=f"{n}", place=n) for n in (1, 2, 3))
        assert self.prizes("A+B C+D", first, second, third) == [["A", "C"], ["A", "C"], ["B", "D"]]

    def test_the_best_of_a_group_is_not_somebody_who_has_a_prize_already(self) -> None:
        first = Prize(title="1")
        kyu = Prize(title="best kyu", strongest=Grade.parse("1k"))
        games = "A+B C+D | A+C B+D"
        assert self.prizes(games, first, kyu, grades="1k 1d 2k 1d") == [["A"], ["C"]]
        assert self.prizes(games, first, kyu, grades="1k 1d 2k 1d", one_each=False) == [["A"], ["A"]]

    def test_a_prize_that_nobody_can_have_stays(self) -> None:
        assert self.prizes("A+B", Prize(title="youth", country="IS"), Prize(title="9th", place=9)) == [[], []]


class TestClock:
    """The clock on the wall."""

    def test_it_waits_runs_and_ends(self) -> None:
        hall = console("Ada, Bo")
        assert read_clock(clock_of(hall.event, 1), NOON).state is ClockState.UNSET
        set_clock(*hall.at, round=1, starts_at=NOON, by="Anneke")
        clock = clock_of(hall.event, 1)
        assert clock.minutes == 120
        readings = [read_clock(clock, NOON + timedelta(minutes=m)) for m in (-5, 0, 100, 121)]
        assert [(r.state, r.seconds) for r in readings] == [
            (ClockState.WAITING, 300),
            (ClockState.RUNNING, 7200),
            (ClockState.RUNNING, 1200),
            (ClockState.OVERTIME, 60),
        ]

    def test_a_pause_takes_no_time_from_anybody(self) -> None:
        hall = console("Ada, Bo")
        set_clock(*hall.at, round=1, starts_at=NOON, minutes=60, by="Anneke")
        pause_clock(*hall.at, round=1, now=NOON + timedelta(minutes=10), by="Anneke")
        later = NOON + timedelta(minutes=25)
        paused = read_clock(clock_of(hall.event, 1), later)
        assert (paused.state, paused.seconds) == (ClockState.PAUSED, 50 * 60)
        with pytest.raises(InputError, match="not running"):
            pause_clock(*hall.at, round=1, now=later, by="Anneke")
        resume_clock(*hall.at, round=1, now=later, by="Anneke")
        running = read_clock(clock_of(hall.event, 1), later)
        assert (running.state, running.seconds) == (ClockState.RUNNING, 50 * 60)
        with pytest.raises(InputError, match="not paused"):
            resume_clock(*hall.at, round=1, now=later, by="Anneke")

    def test_it_can_be_taken_off(self) -> None:
        hall = console("Ada, Bo")
        set_clock(*hall.at, round=1, starts_at=NOON, by="Anneke")
        set_clock(*hall.at, round=1, by="Anneke")
        assert read_clock(clock_of(hall.event, 1), NOON).state is ClockState.UNSET


class TestUndoWithoutEffect:
    """An entry whose undo or redo would change nothing is refused, with the entry that decides."""

    def test_a_draw_that_was_drawn_again(self) -> None:
        hall = console("Ada 4d, Bo 3d, Cy 2d, Dan 1d, Eva 1k, Fay 2k")
        for seed in (1, 2, 3):
            draw_round(*hall.at, round=1, seed=seed, by="Anneke")
        first, second, third = (
            entry.number for entry in hall.state.history.entries if isinstance(entry.event, events.RoundDrawn)
        )
        drawn = hall.event.rounds
        for number in (first, second):
            refused = f"undoing entry {number} changes nothing: entry {number + 1} replaced it"
            assert [str(each.what) for each in why_not(hall.state, number)] == [refused]
            with pytest.raises(InputError, match=refused):
                undo(*hall.at, number, by="Anneke")
        assert hall.event.rounds == drawn
        assert why_not(hall.state, third) == ()
        undo(*hall.at, third, by="Anneke")
        assert hall.event.rounds != drawn

    def test_a_record_that_was_changed_once_more(self) -> None:
        """Players, rules and details are stated as a whole, so the last entry about them decides."""
        hall = console("Ada 4d, Bo 3d")
        first = change_player(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Oslo"), by="x")
        check_in(*hall.at, hall.who("Ada"), here=False, by="x")
        rules = change_settings(*hall.at, replace(hall.event.settings, rounds=4), by="x")
        change_settings(*hall.at, replace(hall.event.settings, board_size=13), by="x")
        for saved in (first, rules):
            number = saved.state.version
            assert number in overtaken(hall.state.history)
            with pytest.raises(
                InputError, match=f"entry {number} changes nothing: entry {number + 1} replaced it"
            ):
                undo(*hall.at, number, by="x")
        assert overtaken(hall.state.history) == {first.state.version, rules.state.version}

    def test_an_entry_of_a_range_that_counts_lets_the_range_be_undone(self) -> None:
        hall = console("Ada 4d, Bo 3d")
        change_player(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Oslo"), by="x")
        change_player(*hall.at, hall.who("Ada"), lambda old: replace(old, club="Lund"), by="x")
        version = hall.state.version
        undo(*hall.at, version - 1, last=version, by="x")
        assert hall.event.player(hall.who("Ada")).club == ""
        with pytest.raises(InputError, match=rf"entry {version - 1} would change nothing|with entry"):
            redo(*hall.at, version, by="x")
            redo(*hall.at, version - 1, by="x")

    def test_a_result_that_was_corrected(self) -> None:
        hall = console("Ada 4d, Bo 3d")
        hall.draw(1)
        hall.result(1, 1, Result.WHITE_WINS)
        number = hall.state.version
        hall.result(1, 1, Result.BLACK_WINS)
        with pytest.raises(InputError, match=f"entry {number} changes nothing"):
            undo(*hall.at, number, by="x")


class TestEarlyNeeds:
    """What has to be done in time."""

    def test_a_no_show_would_be_paired_again_until_the_director_says_otherwise(self) -> None:
        hall = console("Ada, Bo, Cy, Di", rounds=3)
        board, other = hall.draw(1).boards
        hall.result(1, board.table, Result.WHITE_WINS_BY_DEFAULT)
        hall.result(1, other.table, Result.BOTH_LOSE_BY_DEFAULT)
        shown = [need.player for need in overview(hall.event).needs if need.kind is NeedKind.NO_SHOW]
        assert set(shown) == {board.black, other.white, other.black}
        set_attendance(*hall.at, board.black, round=2, plays=False, by="Anneke")
        withdraw(*hall.at, other.white, from_round=2, by="Anneke")
        shown = [need.player for need in overview(hall.event).needs if need.kind is NeedKind.NO_SHOW]
        assert shown == [other.black]

    def test_the_details_that_a_file_needs_are_named_at_the_end(self) -> None:
        hall = console("Ada, Bo", rounds=1)
        [board] = hall.draw(1).boards
        assert NeedKind.DETAILS not in {need.kind for need in overview(hall.event).needs}
        hall.result(1, board.table, Result.WHITE_WINS)
        [need] = [need for need in overview(hall.event).needs if need.kind is NeedKind.DETAILS]
        assert "the place" in str(need.what)
        assert "the country" in str(need.what)
