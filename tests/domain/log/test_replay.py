from dataclasses import replace
from functools import reduce

import pytest

from kit.builders import crosstable
from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.log.reconstruction import events_leading_to
from miai.domain.log.replay import apply, apply_all
from miai.domain.people.congress import EventEntry, PersonEntries
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import HALF
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Attendance, Bonus, Bye, HandChange, Pairings, Round
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.store.tournament_id import TournamentId

EVENT = crosstable("A+B C-D E+ | A?C B=E D-")
A, B, C, D, E = (PlayerId(name) for name in "ABCDE")


def history() -> History:
    return History.of_tournament(EVENT)


def entry(log: History, kind: type[events.Event], position: int = -1) -> int:
    return [each.number for each in log.entries if isinstance(each.event, kind)][position]


def test_a_result_can_be_corrected() -> None:
    event = apply(EVENT, events.ResultEntered(round=1, table=1, result=Result.JIGO))
    assert event.round(1).boards[0].result is Result.JIGO
    assert event.round(1).boards[1] == EVENT.round(1).boards[1]


def _player(name: str, surname: str = "New") -> Player:
    return replace(EVENT.players[0], id=PlayerId(name), surname=surname)


def _changes_in_a_row() -> list[events.Change]:
    """Two rounds with claims and a contest on their boards, and results in a row, one of them corrected."""

    def result(number: int, table: int, outcome: Result) -> events.Change:
        return events.ResultEntered(round=number, table=table, result=outcome)

    blank = [each for each in events_leading_to(EVENT) if not isinstance(each, events.ResultEntered)]
    return [
        *blank,
        events.ResultClaimed(round=1, table=1, claimed_by=A, result=Result.WHITE_WINS),
        events.ResultClaimed(round=2, table=1, claimed_by=C, result=Result.JIGO),
        events.ResultContested(round=1, table=2, white=C, black=D, result=Result.JIGO),
        result(1, 1, Result.BLACK_WINS),
        result(1, 2, Result.WHITE_WINS),
        result(1, 1, Result.JIGO),
        result(2, 2, Result.BLACK_WINS),
        events.PlayerRegistered(player=_player("F")),
        events.PlayerRegistered(player=_player("G")),
    ]


def test_entries_of_a_congress_in_a_row_come_to_the_same_as_one_by_one() -> None:
    """A person who leaves and comes back is the last one, in a row too."""
    people = [replace(EVENT.players[0], id=PlayerId(name), surname=name) for name in ("p1", "p2")]
    there = (EventEntry(event=TournamentId("main"), player=PlayerId("p7")),)
    changes: list[events.Change] = [
        *(events.PlayerRegistered(player=person) for person in people),
        *(
            events.EntriesChanged(entries=(PersonEntries(person=PlayerId(person), entries=entries),))
            for person, entries in (("p1", there), ("p2", there), ("p1", ()), ("p1", there))
        ),
    ]
    together = apply_all(Tournament(), changes)
    assert together == reduce(apply, changes, Tournament())
    assert [each.person for each in together.congress.entries] == ["p2", "p1"]


def test_changes_in_a_row_come_to_the_same_as_one_by_one() -> None:
    changes = _changes_in_a_row()
    together = apply_all(Tournament(), changes)
    assert together == reduce(apply, changes, Tournament())
    assert [board.result for board in together.round(1).boards] == [Result.JIGO, Result.WHITE_WINS]
    assert [drawn.number for drawn in together.rounds for _ in drawn.claims] == [2]
    assert not any(drawn.contests for drawn in together.rounds)


@pytest.mark.parametrize(
    "wrong",
    [
        events.PlayerRegistered(player=_player("G", surname="Again")),
        events.ResultEntered(round=1, table=9, result=Result.JIGO),
        events.ResultEntered(round=7, table=1, result=Result.JIGO),
        events.ResultEntered(round=1, table=1, result=Result.JIGO, white=B, black=A),
    ],
)
def test_what_is_wrong_among_changes_in_a_row_is_refused_as_if_alone(wrong: events.Change) -> None:
    changes = _changes_in_a_row()
    with pytest.raises(InputError) as alone:
        apply(apply_all(Tournament(), changes), wrong)
    # Before and behind it is another of its kind.
    kind = type(wrong)
    again = [each for each in changes if isinstance(each, kind)][-1:] if kind is events.ResultEntered else []
    with pytest.raises(InputError) as in_a_row:
        apply_all(Tournament(), [*changes, *again, wrong, *again])
    assert str(in_a_row.value) == str(alone.value)


def test_who_withdraws_is_absent_from_that_round_on() -> None:
    event = apply(EVENT, events.PlayerWithdrew(player=A, from_round=3))
    assert [event.player(A).attends(number) for number in (2, 3, 5)] == [True, False, False]


def test_a_drawn_player_cannot_be_removed_but_a_new_one_can() -> None:
    with pytest.raises(InputError, match="withdraw them instead"):
        apply(EVENT, events.PlayerRemoved(player=A))
    newcomer = replace(EVENT.players[0], id=PlayerId("F"))
    longer = apply(EVENT, events.PlayerRegistered(player=newcomer))
    assert apply(longer, events.PlayerRemoved(player=PlayerId("F"))) == EVENT


@pytest.mark.parametrize(
    ("event", "complaint"),
    [
        (events.ResultEntered(round=1, table=9, result=Result.JIGO), "round 1 has no table 9"),
        (events.ResultEntered(round=7, table=1, result=Result.JIGO), "round 7 is not drawn yet"),
        (events.RoundDrawn(round=Pairings(number=1)), "round 1 is drawn already"),
        (events.RoundDeleted(round=7), "round 7 is not drawn yet"),
        (events.PlayerRegistered(player=EVENT.players[0]), "a player 'A' already"),
        (events.PlayerChanged(player=replace(EVENT.players[0], id=PlayerId("Z"))), "no player 'Z'"),
        (events.TournamentCreated(name="again"), "exists already"),
        (events.TablePublished(places=("1",)), "1 place for 5 players"),
        (
            events.RoundDrawn(
                round=Pairings(
                    number=3, boards=(Board(table=1, white=A, black=B), Board(table=2, white=A, black=C))
                )
            ),
            "A is paired twice",
        ),
        (events.BoardChanged(round=1, board=Board(table=1, white=A, black=A)), "against themselves"),
        (events.ByesChanged(round=1, byes=(Bye(player=PlayerId("Z")),)), "unknown player 'Z'"),
    ],
)
def test_an_event_that_makes_no_sense_is_refused(event: events.Change, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        apply(EVENT, event)


def test_all_problems_of_a_round_are_told_at_once() -> None:
    boards = (Board(table=1, white=A, black=B), Board(table=1, white=A, black=PlayerId("Z")))
    with pytest.raises(InputError) as caught:
        apply(EVENT, events.RoundDrawn(round=Pairings(number=3, boards=boards)))
    assert [str(problem) for problem in caught.value.problems] == [
        "round 3, table 1: unknown player 'Z'",
        "round 3: table 1 is used twice",
        "round 3: A is paired twice",
    ]


def test_boards_byes_bonuses_details_and_settings_can_change() -> None:
    board = replace(EVENT.round(1).boards[0], handicap=2, komi=0.5)
    changes: list[events.Change] = [
        events.BoardChanged(round=1, board=board),
        events.ByesChanged(round=1, byes=()),
        events.BonusGiven(round=1, bonus=Bonus(player=E, points=HALF)),
        events.DetailsChanged(name="Open"),
        events.SettingsChanged(settings=Settings(rounds=9)),
        events.RoundDeleted(round=2),
    ]
    event = EVENT
    for change in changes:
        event = apply(event, change)
    assert event.round(1).boards[0] == board
    assert event.round(1).byes == ()
    assert event.round(1).bonuses[0].points == HALF
    assert (event.name, event.settings.rounds, len(event.rounds)) == ("Open", 9, 1)


@pytest.mark.requirement("V69")
def test_the_four_states_of_a_player_in_a_round() -> None:
    states = [
        EVENT.round(number).attendance(EVENT.player(player)) for number, player in ((1, A), (1, E), (2, D))
    ]
    assert states == [Attendance.PLAYS, Attendance.BYE, Attendance.ABSENT]
    assert EVENT.round(3).attendance(EVENT.player(A)) is Attendance.UNPAIRED


def test_a_change_drops_the_printed_places() -> None:
    printed = replace(EVENT, published_places=("1", "2", "3", "", "5"))
    assert list(events_leading_to(printed))[-1] == events.TablePublished(places=printed.published_places)
    assert apply(printed, events.ResultEntered(round=1, table=1, result=Result.JIGO)).published_places == ()


def test_undo_takes_back_one_result_and_nothing_else() -> None:
    log = history()
    first_result = entry(log, events.ResultEntered, 0)
    undone = log.undo(first_result, by="desk")
    assert undone.tournament().round(1).boards[0].result is Result.UNKNOWN
    assert undone.tournament().round(1).boards[1].result is Result.BLACK_WINS
    assert undone.entries[:-1] == log.entries
    assert undone.redo(first_result).tournament() == EVENT


def test_the_entries_that_count_are_the_changes_that_are_not_undone() -> None:
    log = history()
    changes = [each.number for each in log.entries]
    first, second = (entry(log, events.ResultEntered, position) for position in (0, 1))
    undone = log.undo(first).undo(second).redo(first)
    assert [each.number for each in undone.effective_entries] == [each for each in changes if each != second]


def test_a_board_is_found_by_its_table() -> None:
    drawn = EVENT.round(1)
    assert drawn.board_at(2) is drawn.boards[1]
    assert drawn.board_at(9) is None


def test_what_later_entries_rest_on_cannot_be_undone() -> None:
    log = history()
    with pytest.raises(InputError, match="cannot be undone: round 1 has 2 results of this draw"):
        log.undo(entry(log, events.RoundDrawn, 0))
    with pytest.raises(InputError, match="creation"):
        log.undo(1)


def test_undo_and_redo_name_what_they_cannot_find() -> None:
    log = history().undo(entry(history(), events.ResultEntered))
    with pytest.raises(InputError, match="no entry 999"):
        log.undo(999)
    with pytest.raises(InputError, match="itself an undo"):
        log.undo(log.entries[-1].number)
    with pytest.raises(InputError, match="undone already"):
        log.undo(entry(log, events.ResultEntered))
    with pytest.raises(InputError, match="not undone"):
        log.redo(2)


def test_an_undone_entry_can_be_redone_only_while_it_still_makes_sense() -> None:
    log = History.of([events.TournamentCreated(), events.PlayerRegistered(player=EVENT.players[0])])
    log = log.undo(2).append(events.PlayerRegistered(player=EVENT.players[0]))
    with pytest.raises(InputError, match="cannot be redone"):
        log.redo(2)


def test_players_have_a_name_for_lists() -> None:
    player = Player(id=A, surname="Shusaku", first_name="Honinbo", grade=EVENT.players[0].grade)
    assert player.name == "Shusaku Honinbo"
    assert EVENT.players[0].name == "A"


def test_a_result_counts_only_for_the_two_it_names() -> None:
    entered = events.ResultEntered(round=2, table=1, result=Result.JIGO, white=A, black=C)
    assert apply(EVENT, entered).round(2).boards[0].result is Result.JIGO
    with pytest.raises(InputError, match="other players sit there now"):
        apply(EVENT, replace(entered, black=D))


def test_a_draw_made_again_keeps_the_results_of_the_pairs_that_stay() -> None:
    boards = (Board(table=5, white=E, black=B), Board(table=6, white=A, black=C))
    again = events.RoundDrawn(round=Pairings(number=2, boards=boards), again=True)
    event = apply(EVENT, again)
    assert [(board.table, board.result) for board in event.round(2).boards] == [
        (5, Result.JIGO),
        (6, Result.UNKNOWN),
    ]
    torn = events.RoundDrawn(round=Pairings(number=2, boards=boards[1:]), again=True)
    with pytest.raises(InputError, match="round 2, table 2 has a result: take it back first"):
        apply(EVENT, torn)


def test_a_result_turns_with_its_board() -> None:
    turned = Board(table=1, white=B, black=A)
    event = apply(EVENT, events.DrawChanged(round=1, how=HandChange.COLOURS, boards=(turned,)))
    assert event.round(1).boards[0].result is Result.BLACK_WINS


def test_a_hand_change_is_one_stroke_on_several_boards_and_byes() -> None:
    boards = (Board(table=1, white=A, black=D), Board(table=3, white=C, black=E))
    blank = replace(EVENT, rounds=(Round(number=1, boards=(Board(table=1, white=A, black=B),)),))
    changed = events.DrawChanged(
        round=1, how=HandChange.SWAPPED, boards=boards, byes=(Bye(player=B),), players=(A, B)
    )
    drawn = apply(blank, changed).round(1)
    assert drawn.boards == boards
    assert drawn.byes == (Bye(player=B),)
    with pytest.raises(InputError, match="no table 4"):
        apply(blank, replace(changed, removed=(4,)))


def test_what_players_can_see_changes_only_when_published_again() -> None:
    event = apply(EVENT, events.RoundPublished(round=2))
    moved = Board(table=9, white=A, black=C)
    changed = events.DrawChanged(round=2, how=HandChange.TABLE, boards=(moved,), removed=(1,))
    event = apply(event, changed)
    assert [board.table for board in event.shown[0].boards] == [1, 2]
    event = apply(event, events.RoundPublished(round=2))
    assert [board.table for board in event.shown[0].boards] == [2, 9]
    assert apply(event, events.RoundDeleted(round=2)).shown == ()


def test_the_printed_places_of_a_result_table_outlive_what_changes_no_result() -> None:
    printed = apply(EVENT, events.TablePublished(places=tuple("12345")))
    beside = apply(printed, events.ClockSet(clock=RoundClock(round=1, minutes=60)))
    assert beside.published_places == printed.published_places
    entered = events.ResultEntered(round=1, table=1, result=Result.JIGO)
    assert apply(beside, entered).published_places == ()


def test_who_can_be_seen_in_a_published_draw_cannot_be_removed() -> None:
    shown = apply(crosstable("A?B C+"), events.RoundPublished(round=1))
    without = apply(shown, events.DrawChanged(round=1, how=HandChange.BYE, byes=()))
    with pytest.raises(InputError, match="C is in the draw of round 1"):
        apply(without, events.PlayerRemoved(player=C))
    again = apply(without, events.RoundPublished(round=1))
    assert [player.id for player in apply(again, events.PlayerRemoved(player=C)).players] == [A, B]
