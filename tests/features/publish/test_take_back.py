"""What a draw that is taken back names before, drops, and leaves behind nowhere."""

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from kit.console import Console, console
from kit.staged_hall import GROUP_A, groups_of, inside
from kit.team_hall import team_hall
from miai.desk.entry_once import entry_once
from miai.desk.live_state import event_and_stage
from miai.domain.log import events
from miai.domain.log.document import read_history
from miai.domain.points import POINT
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import HandChange
from miai.domain.rounds.round_in_progress import DelayKind
from miai.errors import InputError
from miai.features.draw.change_draw import lock, swap_colours
from miai.features.draw.draw_round import take_back_round
from miai.features.draw.open_games import outstanding
from miai.features.draw.pair import drawn_document
from miai.features.draw.pair import pair as draw_of
from miai.features.draw.proof import publication_of
from miai.features.history.show_history import entry_view
from miai.features.history.undo import undo, undo_my_last
from miai.features.phones.claim_result import claim_result
from miai.features.publish.publish_round import Shown, publication, publish_round, publish_standings
from miai.features.publish.take_back import lost_by_drawing, taking_back
from miai.features.publish.unpublish import unpublish_standings
from miai.features.results.contests import is_contested, last_entry, open_contests
from miai.features.results.enter_result import enter_result
from miai.features.schedule.delay_game import delay_game
from miai.features.settings.change_settings import change_rules
from miai.features.standings.bonus import give_bonus

LATER = datetime(2026, 11, 21, 12, tzinfo=UTC)


def players() -> Console:
    hall = console("Ada 3d, Bo 3d, Cy 2d, Di 2d, Ed 1d, Fay 1d, Gus 1k")
    hall.draw(1)
    hall.play(1)
    return hall


def teams() -> Console:
    hall = team_hall("North: Ada 3d, Bo; South: Cy, Di; West: Ed, Fay; East: Gus, Hal", rounds=3)
    hall.draw(1)
    hall.play(1)
    return hall


def stage() -> Console:
    group = inside(groups_of(8, 2), GROUP_A)
    group.draw(1)
    group.play(1)
    return group


def postpone(hall: Console, table: int, number: int = 2, kind: DelayKind = DelayKind.POSTPONED) -> None:
    delay_game(*hall.at, round=number, table=table, kind=kind, until=LATER, by="Anneke")


def last_words(hall: Console) -> str:
    """The last sentence of the history."""
    view = entry_view(hall.state, hall.state.version)
    assert view is not None
    return str(view.what)


def do_everything(hall: Console) -> None:
    """Put into round 2 whatever a round can hold."""
    if not hall.event.settings.by_teams:
        swap_colours(*hall.at, round=2, table=1, by="Anneke")
    lock(*hall.at, round=2, table=1, locked=True, by="Anneke")
    publish_round(*hall.at, round=2, by="Anneke")
    postpone(hall, 2)
    first = hall.event.round(2).boards[0]
    claim_result(*hall.at, round=2, player=first.white, result=Result.WHITE_WINS, by="phone")
    contest = events.ResultContested(
        round=2, table=1, white=first.white, black=first.black, result=Result.BLACK_WINS
    )
    hall.desk.change(hall.id, lambda _: [contest], by="Bob")
    give_bonus(*hall.at, round=2, player=first.black, points=POINT, by="Anneke")
    publish_standings(*hall.at, after=2, by="Anneke")


@pytest.mark.parametrize("begin", [players, teams, stage])
def test_a_round_drawn_again_after_it_was_taken_back_is_as_new(begin: Callable[[], Console]) -> None:
    hall = begin()
    # Else the standings before round 2 would be published with it, and stay.
    change_rules(hall.desk, event_and_stage(hall.id)[0], {"standings_with_draw": False}, by="Anneke")
    before = hall.event
    hall.draw(2)
    fresh = hall.event
    do_everything(hall)
    full = hall.event.round(2)
    assert full.shown
    assert full.claims
    assert full.contests
    assert full.delayed
    assert full.bonuses
    everything, last = hall.event, hall.state.version
    take_back_round(*hall.at, round=2, by="Anneke")
    assert hall.event == before
    taken = hall.state.history.since(last)
    hall.draw(2)
    assert hall.event == fresh
    assert publication(hall.event, 2).shown is Shown.NOTHING
    assert publication_of(hall.state, 2) is None
    with pytest.raises(InputError, match="the standings after round 2 are not published"):
        unpublish_standings(*hall.at, after=2, by="Anneke")
    # With the new draw undone, undoing that the round was taken back restores it whole.
    for entry in reversed(hall.state.history.since(taken[-1].number)):
        undo(*hall.at, entry.number, by="Anneke")
    for entry in reversed(taken):
        undo(*hall.at, entry.number, by="Anneke")
    assert hall.event == everything


@pytest.mark.parametrize("begin", [players, teams, stage])
def test_nothing_is_left_of_a_draw_that_was_undone_with_all_that_followed(
    begin: Callable[[], Console],
) -> None:
    hall = begin()
    before, version = hall.event, hall.state.history.entries[-1].number
    hall.draw(2)
    fresh = hall.event
    do_everything(hall)
    undo(*hall.at, version + 1, last=hall.state.history.entries[-1].number, by="Anneke")
    assert hall.event == before
    hall.draw(2)
    assert hall.event == fresh


def test_the_new_game_at_the_table_of_a_postponed_one_is_not_postponed() -> None:
    hall = players()
    hall.draw(2)
    postpone(hall, 2)
    take_back_round(*hall.at, round=2, by="Anneke")
    hall.draw(2)
    assert [game.delay for game in outstanding(hall.event, before=3)] == [None, None, None]


def test_taking_back_names_the_postponed_games_before_and_in_the_history() -> None:
    hall = players()
    hall.draw(2)
    asked = taking_back(hall.state, 2)
    assert (asked.key, list(asked.messages(hall.event))) == ("", [])
    postpone(hall, 2)
    one = taking_back(hall.state, 2)
    names = hall.event.names
    second, third = hall.event.round(2).boards[1:3]
    game = f"{names[second.white]} – {names[second.black]}"
    assert [str(each) for each in one.messages(hall.event)] == [
        f"A postponed or adjourned game is dropped with the draw: table 2 ({game})."
    ]
    postpone(hall, 3, kind=DelayKind.ADJOURNED)
    two = taking_back(hall.state, 2)
    assert len({asked.key, one.key, two.key}) == 3
    other = f"{names[third.white]} – {names[third.black]}"
    assert [str(each) for each in two.messages(hall.event)] == [
        f"Postponed or adjourned games are dropped with the draw: table 2 ({game}) and table 3 ({other})."
    ]
    # A game that is over is not postponed any more.
    hall.result(2, 3, Result.JIGO)
    take_back_round(*hall.at, round=2, by="Anneke")
    assert last_words(hall) == (f"Draw taken back, and with it a postponed or adjourned game: {game}")
    hall.draw(2)
    take_back_round(*hall.at, round=2, by="Anneke")
    assert last_words(hall) == "Draw taken back"


def test_the_history_names_only_postponed_games_that_the_draw_still_has() -> None:
    hall = players()
    hall.draw(2)
    postpone(hall, 2)
    postpone(hall, 3)
    delay_game(*hall.at, round=2, table=3, kind=None, by="Anneke")
    second = hall.event.round(2).boards[1]
    apart = events.DrawChanged(round=2, how=HandChange.UNPAIRED, removed=(2,))
    hall.desk.change(hall.id, lambda _: [apart], by="Anneke")
    assert second not in hall.event.round(2).boards
    assert taking_back(hall.state, 2).postponed == ()
    take_back_round(*hall.at, round=2, by="Anneke")
    assert last_words(hall) == "Draw taken back"


def test_a_result_of_the_draw_before_is_not_what_stood_at_the_table() -> None:
    hall = players()
    hall.draw(2)
    hall.result(2, 1, Result.WHITE_WINS, by="Zoe")
    take_back_round(*hall.at, round=2, by="Anneke")
    board = hall.draw(2).boards[0]
    refused = events.ResultContested(
        round=2, table=1, white=board.white, black=board.black, result=Result.JIGO
    )
    hall.desk.change(hall.id, lambda _: [refused], by="Bob")
    assert "Zoe" not in last_words(hall)


def test_standings_of_a_round_that_is_taken_back_are_named_and_no_longer_published() -> None:
    hall = players()
    publish_standings(*hall.at, after=1, by="Anneke")
    hall.draw(2)
    hall.play(2)
    publish_standings(*hall.at, after=2, by="Anneke")
    said = [str(each) for each in taking_back(hall.state, 2).messages(hall.event)]
    assert "Players no longer see the standings after round 2, on phones and on the projector." in said
    take_back_round(*hall.at, round=2, by="Anneke")
    assert [each.after_round for each in hall.event.tables_shown] == [1]


def test_a_document_drawn_again_names_the_postponed_games_it_drops() -> None:
    hall = players()
    hall.draw(2)
    postpone(hall, 2)
    board = hall.event.round(2).boards[1]
    names = hall.event.names
    assert [str(each) for each in lost_by_drawing(hall.state.history, 2)] == [
        "round 2: A postponed or adjourned game is dropped with the draw: "
        f"table 2 ({names[board.white]} – {names[board.black]})."
    ]
    draw = draw_of(hall.event, round=2)
    again = read_history(drawn_document(hall.state.history, draw)).tournament()
    assert again.round(2).delayed == ()
    assert again.round(2).boards


def test_what_two_desks_said_of_a_draw_is_not_said_of_the_same_game_in_the_next_one() -> None:
    hall = players()
    board = hall.draw(2).boards[0]
    with entry_once("entry of a desk", session="desk"):
        enter_result(*hall.at, round=2, table=1, result=Result.WHITE_WINS, by="Zoe")
    refused = events.ResultContested(
        round=2, table=1, white=board.white, black=board.black, result=Result.JIGO
    )
    hall.desk.change(hall.id, lambda _: [refused], by="Bob")
    assert is_contested(hall.state, refused, by="Bob")
    take_back_round(*hall.at, round=2, by="Anneke")
    assert hall.draw(2).boards[0] == board
    assert not is_contested(hall.state, refused, by="Bob")
    assert last_entry(hall.state, 2, board) is None
    with pytest.raises(InputError, match="you have entered no result of round 2 that still counts"):
        undo_my_last(*hall.at, round=2, session="desk", by="Zoe")
    hall.desk.change(hall.id, lambda _: [refused], by="Cleo")
    [contest] = open_contests(hall.state, 2).values()
    assert contest.entered_by == ""
    assert [each.by for each in contest.refused] == ["Cleo"]
