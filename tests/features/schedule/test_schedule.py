"""The schedule of all rounds: typed once, shifted, switched off, each in one step that can be undone."""

import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from kit.console import Console, console
from miai.domain.settings.clock import Clock, Overtime
from miai.errors import InputError
from miai.features.history.show_history import history_view
from miai.features.history.undo import redo, undo
from miai.features.schedule.plan_schedule import (
    RoundTime,
    evenly_spaced,
    schedule,
    set_schedule,
    shift_rounds,
    switch_clocks_off,
)
from miai.features.schedule.set_clock import ClockState, pause_clock

TEN = datetime(2026, 11, 14, 10, tzinfo=UTC)


def _hall(rounds: int = 3) -> Console:
    hall = console("Ada, Bo", rounds=rounds)
    starts = evenly_spaced(TEN, rounds=rounds, minutes_between=180)
    times = {number: RoundTime(starts=at, minutes=60) for number, at in enumerate(starts, start=1)}
    set_schedule(*hall.at, times=times, by="Anneke")
    return hall


def _starts(hall: Console) -> list[str]:
    return [f"{each.starts.astimezone(UTC):%H:%M}" if each.starts else "" for each in schedule(hall.event)]


def test_all_rounds_are_set_in_one_entry() -> None:
    hall = _hall()
    assert _starts(hall) == ["10:00", "13:00", "16:00"]
    undo(*hall.at, hall.desk.state(hall.id).version, by="Anneke")
    assert _starts(hall) == ["", "", ""]


def test_one_undo_takes_back_times_and_thinking_time_together() -> None:
    hall = _hall()
    old = hall.event.settings.clock
    fast = Clock(basic_minutes=20, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=20, byo_yomi_periods=5)
    times = {1: RoundTime(starts=TEN + timedelta(hours=1), minutes=20)}
    saved = set_schedule(*hall.at, times=times, thinking=fast, by="Anneke")
    assert hall.event.settings.clock == fast
    first, last = saved.entries[0].number, saved.entries[-1].number
    undo(*hall.at, first, last=last, by="Anneke")
    assert (_starts(hall)[0], hall.event.settings.clock) == ("10:00", old)
    redo(*hall.at, first, last=last, by="Anneke")
    assert (_starts(hall)[0], hall.event.settings.clock) == ("11:00", fast)


def test_the_expected_end_leaves_room_for_the_overtime_of_both() -> None:
    hall = _hall()
    first = schedule(hall.event)[0]
    # Twice 60 minutes, and twice 45 moves of 30 seconds.
    assert first.expected_end == TEN + timedelta(minutes=120 + 45)


def test_a_shift_moves_a_round_and_those_after_it() -> None:
    hall = _hall()
    early = TEN - timedelta(hours=1)
    shifted = shift_rounds(*hall.at, from_round=2, minutes=10, now=early, by="Anneke")
    assert _starts(hall) == ["10:00", "13:10", "16:10"]
    assert shifted.rounds == (2, 3)
    shift_rounds(*hall.at, from_round=1, minutes=-5, now=early, by="Anneke")
    assert _starts(hall) == ["09:55", "13:05", "16:05"]
    undo(*hall.at, hall.desk.state(hall.id).version, by="Anneke")
    assert _starts(hall) == ["10:00", "13:10", "16:10"]


def test_a_delay_today_leaves_what_has_started_and_the_rounds_of_later_days() -> None:
    hall = _hall(rounds=4)
    tomorrow = RoundTime(starts=TEN + timedelta(days=1), minutes=60)
    set_schedule(*hall.at, times={4: tomorrow}, by="Anneke")
    after_the_first = TEN + timedelta(hours=1)
    shifted = shift_rounds(*hall.at, from_round=1, minutes=10, now=after_the_first, by="Anneke")
    assert _starts(hall) == ["10:00", "13:10", "16:10", "10:00"]
    assert (shifted.rounds, shifted.left) == ((2, 3), (4,))
    shifted = shift_rounds(
        *hall.at, from_round=1, minutes=10, later_days=True, now=after_the_first, by="Anneke"
    )
    assert _starts(hall) == ["10:00", "13:20", "16:20", "10:10"]
    assert (shifted.rounds, shifted.left) == ((2, 3, 4), ())


def test_a_day_whose_rounds_have_all_started_cannot_be_shifted() -> None:
    hall = _hall()
    with pytest.raises(InputError, match="every round of that day from round 3 on has started already"):
        shift_rounds(*hall.at, from_round=3, minutes=10, now=TEN + timedelta(hours=7), by="Anneke")


def test_a_round_timed_before_the_one_ahead_of_it_is_over_is_warned_about() -> None:
    hall = _hall(rounds=4)
    times = {
        2: RoundTime(starts=TEN + timedelta(hours=2), minutes=60),
        3: RoundTime(starts=None, minutes=60),
        4: RoundTime(starts=TEN + timedelta(hours=1), minutes=60),
    }
    set_schedule(*hall.at, times=times, by="Anneke")
    assert [str(each.warning or "") for each in schedule(hall.event)] == [
        "",
        "starts before round 1 is expected to be over",
        "",
        "starts before round 2 starts",
    ]


def test_rounds_without_a_time_cannot_be_shifted() -> None:
    with pytest.raises(InputError, match="no round from round 1 on has a time yet"):
        shift_rounds(*console("Ada, Bo").at, from_round=1, minutes=10, by="Anneke")


def test_a_row_that_is_saved_again_keeps_its_pause_and_its_seconds() -> None:
    hall = _hall()
    started = TEN + timedelta(seconds=17)
    set_schedule(*hall.at, times={1: RoundTime(starts=started, minutes=60)}, by="Anneke")
    pause_clock(*hall.at, round=1, now=TEN + timedelta(minutes=5), by="Anneke")
    before = hall.event.clocks
    set_schedule(*hall.at, times={1: RoundTime(starts=TEN, minutes=60)}, by="Anneke")
    assert hall.event.clocks == before
    assert schedule(hall.event)[0].reading.state is ClockState.PAUSED


def test_all_clocks_are_switched_off_at_once_and_main_times_stay() -> None:
    hall = _hall()
    set_schedule(*hall.at, times={3: RoundTime(starts=TEN, minutes=90)}, by="Anneke")
    switch_clocks_off(*hall.at, by="Anneke")
    assert _starts(hall) == ["", "", ""]
    assert [each.minutes for each in schedule(hall.event)] == [60, 60, 90]


@pytest.mark.parametrize(
    ("times", "words"),
    [
        ({4: RoundTime(starts=TEN, minutes=60)}, "there is no round 4"),
        ({1: RoundTime(starts=TEN, minutes=-1)}, "from 0 to 1440 minutes"),
    ],
)
def test_what_cannot_be_is_refused(times: dict[int, RoundTime], words: str) -> None:
    hall = _hall()
    with pytest.raises(InputError, match=words):
        set_schedule(*hall.at, times=times, by="Anneke")


def test_rules_that_cannot_be_are_refused_with_the_times() -> None:
    hall = _hall()
    with pytest.raises(InputError):
        set_schedule(
            *hall.at,
            times={1: RoundTime(starts=TEN + timedelta(hours=5), minutes=60)},
            thinking=replace(hall.event.settings.clock, canadian_moves=0),
            by="Anneke",
        )
    assert _starts(hall)[0] == "10:00"


def test_the_history_names_the_rounds() -> None:
    hall = _hall()
    said = [str(entry.what) for entry in history_view(hall.desk.state(hall.id))]
    assert "Clocks of rounds 1, 2 and 3 set" in said


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A laptop in Berlin."""
    monkeypatch.setenv("TZ", "Europe/Berlin")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("berlin")
def test_rounds_stay_apart_on_the_wall_clock_when_summer_time_ends() -> None:
    # In the night to 25 October 2026 the clocks go back at three.
    saturday = datetime(2026, 10, 24, 10).astimezone()
    starts = evenly_spaced(saturday, rounds=2, minutes_between=24 * 60)
    assert [f"{at.astimezone():%d %H:%M}" for at in starts] == ["24 10:00", "25 10:00"]
    assert starts[1] - starts[0] == timedelta(hours=25)
