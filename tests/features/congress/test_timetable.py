"""The timetable of a congress, clashes before they happen, fees, and what people see."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest

from kit.congress_hall import BY, FIRST_DAY, Hall, congress
from miai.desk.live_state import Saved
from miai.domain.money import Cents, cents
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance
from miai.domain.settings.fees import Fees
from miai.domain.settings.prizes import Prize
from miai.domain.table_numbers import TableRange, Tables
from miai.errors import InputError
from miai.features.congress.clashes import before_draw, clashes, clashes_of_person, mark_absent
from miai.features.congress.enter_events import enter_side
from miai.features.congress.money import congress_money, receive_payment, record_congress_payment
from miai.features.congress.set_up import add_event, set_room, set_tables
from miai.features.congress.timetable import RoundState, table_clashes, timetable
from miai.features.congress.views import person_view, public_view
from miai.features.fees.charge_fees import record_payment
from miai.features.players.change_player import change_player
from miai.features.players.register_player import NEW, register_player
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.settings.change_settings import change_settings
from miai.features.tournament.create_tournament import create_tournament


def _two_events() -> tuple[Hall, str, str]:
    """Round 2 of Main and round 1 of Rapid are at the same hour."""
    hall = congress("Ada 3d, Bo 1k, Cy 2k, Di 3k")
    main, rapid = hall.open("Main", rounds=2), hall.open("Rapid", rounds=2)
    for name in ("Ada", "Bo", "Cy", "Di"):
        hall.enter(name, main)
    for name in ("Ada", "Bo"):
        hall.enter(name, rapid)
    hall.time(main, r1=0, r2=24)
    hall.time(rapid, r1=25, r2=30)
    return hall, main, rapid


def _play(hall: Hall, event: str, number: int) -> None:
    for board in hall.event(event).round(number).boards:
        enter_result(hall.desk, event, round=number, table=board.table, result=Result.WHITE_WINS, by=BY)


def test_all_rounds_stand_in_the_order_of_their_starts() -> None:
    hall, main, rapid = _two_events()
    cup = hall.open("Cup", rounds=1)
    assert [(each.part.id, each.number) for each in timetable(*hall.at)] == [
        (main, 1), (main, 2), (rapid, 1), (rapid, 2), (cup, 1),
    ]  # fmt: skip


def test_a_round_goes_from_the_draw_to_its_last_result() -> None:
    hall, main, _ = _two_events()

    def state(now: datetime) -> RoundState:
        return next(each.state for each in timetable(*hall.at, now=now) if each.part.id == main)

    before = FIRST_DAY - timedelta(hours=1)
    assert state(before) is RoundState.NOT_DRAWN
    hall.draw(main, 1)
    assert state(before) is RoundState.DRAWN
    publish_round(hall.desk, main, round=1, by=BY)
    assert state(before) is RoundState.PUBLISHED
    assert state(FIRST_DAY) is RoundState.RUNNING
    _play(hall, main, 1)
    assert state(FIRST_DAY) is RoundState.OVER


def test_a_clash_is_shown_before_either_round_is_drawn() -> None:
    hall, main, rapid = _two_events()
    assert sorted(clash.person.surname for clash in clashes(*hall.at)) == ["Ada", "Bo"]
    assert not any(clash.certain for clash in clashes(*hall.at))
    assert sorted(busy.player.surname for busy in before_draw(hall.desk, rapid, 1)) == ["Ada", "Bo"]
    assert before_draw(hall.desk, rapid, 2) == before_draw(hall.desk, main, 1) == ()
    (mine,) = clashes_of_person(*hall.at, hall.who("Ada"))
    assert str(mine.what) == ("Ada is expected in Main, round 2, and in Rapid, round 1, at the same time")


def test_those_who_are_marked_absent_clash_no_more() -> None:
    hall, main, rapid = _two_events()
    players = [busy.player.id for busy in before_draw(hall.desk, rapid, 1)]
    mark_absent(hall.desk, rapid, 1, players, by=BY)
    assert clashes(*hall.at) == ()
    assert hall.event(rapid).player(players[0]).absent_rounds == {1}
    assert hall.event(main).player(players[0]).absent_rounds == set()


def test_games_at_the_same_hour_are_a_certain_clash_until_one_is_over() -> None:
    hall, main, rapid = _two_events()
    hall.draw(main, 1)
    _play(hall, main, 1)
    hall.draw(main, 2)
    assert [str(busy.what) for busy in before_draw(hall.desk, rapid, 1)][:1] == [
        "Ada is paired in Main, round 2, at this hour"
    ]
    hall.draw(rapid, 1)
    assert all(clash.certain for clash in clashes(*hall.at))
    _play(hall, main, 2)
    assert clashes(*hall.at) == ()


def test_a_bye_and_a_moved_round_are_no_clash() -> None:
    hall, main, rapid = _two_events()
    hall.time(rapid, r1=27)
    # Main lasts 2 hours and its overtime, from 24 to 26:45.
    assert clashes(*hall.at) == ()
    hall.time(rapid, r1=26)
    assert len(clashes(*hall.at)) == 2
    hall.time(main, r2=29)
    assert {clash.second.round.number for clash in clashes(*hall.at)} == {2}


def test_both_people_of_a_side_are_engaged() -> None:
    hall, main, _ = _two_events()
    pairs = hall.open("Pair Go", people=2, rounds=1)
    enter_side(*hall.at, pairs, [hall.who("Cy"), hall.who("Di")], by=BY)
    hall.time(pairs, r1=0)
    assert sorted(clash.person.surname for clash in clashes(*hall.at) if main) == ["Ada", "Bo", "Cy", "Di"]
    assert sorted(busy.person.surname for busy in before_draw(hall.desk, pairs, 1)) == ["Cy", "Di"]


def test_a_tournament_of_no_congress_has_no_clashes() -> None:
    hall, _, _ = _two_events()
    alone = create_tournament(hall.desk, name="Alone", by=BY).id
    assert before_draw(hall.desk, alone, 1) == ()


def test_events_at_the_same_time_need_different_tables_or_rooms() -> None:
    hall, main, rapid = _two_events()
    (clash,) = table_clashes(*hall.at)
    assert (clash.first.part.id, clash.second.part.id, clash.tables) == (main, rapid, (TableRange(1, 1),))
    set_tables(*hall.at, rapid, Tables(ranges=(TableRange(121, 160),)), by=BY)
    assert hall.event(rapid).settings.tables.ranges == (TableRange(121, 160),)
    assert table_clashes(*hall.at) == ()
    set_tables(*hall.at, rapid, Tables(), by=BY)
    set_room(*hall.at, main, "Hall 1", by=BY)
    assert len(table_clashes(*hall.at)) == 1
    set_room(*hall.at, rapid, "Hall 2", by=BY)
    assert table_clashes(*hall.at) == ()


def test_tables_that_are_left_out_do_not_clash() -> None:
    hall, _, rapid = _two_events()
    set_tables(*hall.at, rapid, Tables(left_out=(TableRange(1, 2),)), by=BY)
    assert table_clashes(*hall.at) == ()


def _with_fees(hall: Hall, event: str, **fees: float) -> None:
    settings = hall.event(event).settings
    amounts = {name: cents(amount) for name, amount in fees.items()}
    change_settings(hall.desk, event, replace(settings, fees=Fees(currency="EUR", **amounts)), by=BY)


def test_everybody_owes_the_congress_and_their_events() -> None:
    hall, main, rapid = _two_events()
    _with_fees(hall, hall.id, usual=50)
    _with_fees(hall, main, usual=30)
    _with_fees(hall, rapid, usual=10.5)
    change_player(hall.desk, main, hall.who("Bo"), lambda old: replace(old, fee=Cents(0)), by=BY)
    table = congress_money(*hall.at)
    assert {line.player.surname: line.owed for line in table.lines} == {
        "Ada": 9050, "Bo": 6050, "Cy": 8000, "Di": 8000,
    }  # fmt: skip
    assert table.currency == "EUR"


def test_payments_are_recorded_at_the_congress_and_those_in_an_event_count() -> None:
    hall, main, _ = _two_events()
    record_payment(hall.desk, main, hall.who("Ada"), cents(20), by=BY)
    record_congress_payment(*hall.at, hall.who("Ada"), cents(70), by=BY)
    assert hall.whole.people[hall.who("Ada")].paid == cents(50)
    assert congress_money(*hall.at).lines[0].paid == cents(70)
    with pytest.raises(InputError, match="Ada has paid more than that in the events already"):
        record_congress_payment(*hall.at, hall.who("Ada"), cents(10), by=BY)


def test_two_desks_that_receive_money_at_once_lose_nothing_and_count_nothing_twice() -> None:
    hall, main, _ = _two_events()
    _with_fees(hall, main, usual=80)
    ada = hall.who("Ada")
    owed_before = congress_money(*hall.at).lines[0].open
    inner = hall.desk.change

    def in_between(*args: Any, **named: Any) -> Saved:
        hall.desk.change = inner  # type: ignore[method-assign] # the other desk is faster
        receive_payment(*hall.at, ada, cents(20), by="second desk")
        return inner(*args, **named)

    hall.desk.change = in_between  # type: ignore[method-assign] # the other desk comes between
    receive_payment(*hall.at, ada, cents(30), by=BY)
    assert hall.whole.people[ada].paid == cents(50)
    hall.desk.change = in_between  # type: ignore[method-assign] # and once more
    receive_payment(*hall.at, ada, by=BY)
    assert hall.whole.people[ada].paid == owed_before


def test_prize_money_of_all_events_is_in_one_table() -> None:
    hall, main, _ = _two_events()
    pairs = hall.open("Pair Go", people=2, rounds=1)
    enter_side(*hall.at, pairs, [hall.who("Ada"), hall.who("Di")], by=BY)
    enter_side(*hall.at, pairs, [hall.who("Bo"), hall.who("Cy")], by=BY)
    for event in (main, pairs):
        prize = Prize(title="First", amount=cents(100.01))
        change_settings(hall.desk, event, replace(hall.event(event).settings, prizes=(prize,)), by=BY)
    hall.draw(pairs, 1)
    _play(hall, pairs, 1)
    hall.draw(main, 1)
    _play(hall, main, 1)
    table = congress_money(*hall.at)
    assert table.prize + table.rest == cents(200.02)
    alone = Player(id=NEW, surname="Zoe", grade=Grade.parse("1d"))
    register_player(hall.desk, main, alone, by=BY)
    assert congress_money(*hall.at).lines[-1].player.surname == "Zoe"
    add_event(*hall.at, main, by=BY)
    assert "Zoe" in [each.surname for each in hall.whole.tournament.players]


def test_a_person_sees_all_their_games_of_the_congress() -> None:
    hall, main, rapid = _two_events()
    hall.draw(main, 1)
    _play(hall, main, 1)
    view = person_view(*hall.at, hall.who("Ada"))
    assert [(each.round.part.id, each.round.number) for each in view.rounds] == [
        (main, 1), (main, 2), (rapid, 1), (rapid, 2),
    ]  # fmt: skip
    (game,) = view.games
    assert game.board is not None
    assert game.opponent is not None
    assert game.board.result is Result.WHITE_WINS
    assert game.opponent.id in (game.board.white, game.board.black)
    assert len(view.clashes) == 1
    assert person_view(*hall.at, hall.who("Ada"), public=True).games == ()
    publish_round(hall.desk, main, round=1, by=BY)
    assert len(person_view(*hall.at, hall.who("Ada"), public=True).games) == 1
    mark_absent(hall.desk, rapid, 1, [hall.who("Ada")], by=BY)
    absent = person_view(*hall.at, hall.who("Ada")).rounds[2]
    assert absent.attendance is Attendance.ABSENT


def test_the_public_sees_what_is_published() -> None:
    hall, main, _ = _two_events()
    hall.draw(main, 1)
    first = public_view(*hall.at).events[0]
    assert (first.published, first.current, first.standings) == ((), None, None)
    publish_round(hall.desk, main, round=1, by=BY)
    first = public_view(*hall.at).events[0]
    assert first.current is not None
    assert first.following is not None
    assert (first.published, first.current.number, first.following.number) == ((1,), 1, 2)
    _play(hall, main, 1)
    publish_standings(hall.desk, main, after=1, by=BY)
    first = public_view(*hall.at).events[0]
    assert first.standings is not None
    assert (first.current, first.standings.after_round) == (None, 1)


def test_nobody_unknown_has_a_page() -> None:
    hall, _, _ = _two_events()
    with pytest.raises(InputError, match="there is no player 'p99'"):
        person_view(*hall.at, PlayerId("p99"))
