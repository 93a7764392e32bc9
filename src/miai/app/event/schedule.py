"""The schedule of all rounds: when each one starts, how long its main time is, and when it should be over."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from miai.app.desk import Desk, Saved, State
from miai.app.event.change_settings import demand_good_settings
from miai.app.event.set_clock import (
    ClockReading,
    clock_of,
    demand_round,
    moment_of,
    planned_rounds,
    read_clock,
    text_of_moment,
)
from miai.domain import events
from miai.domain.clock import overtime_minutes
from miai.domain.running import RoundClock
from miai.domain.settings import Clock
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledRound:
    """A round of the schedule; `minutes` is each player's main time, without a start nothing is expected."""

    number: int
    clock: RoundClock
    reading: ClockReading
    minutes: float
    starts: datetime | None
    expected_end: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTime:
    """What is typed for a round: its start, or None for no clock, and each player's main time in minutes."""

    starts: datetime | None
    minutes: float


def schedule(tournament: Tournament, now: datetime | None = None) -> tuple[ScheduledRound, ...]:
    """All rounds of a tournament, drawn or not, with their times."""
    return tuple(_scheduled(tournament, number, now) for number in range(1, planned_rounds(tournament) + 1))


def evenly_spaced(first: datetime, *, rounds: int, minutes_between: int) -> tuple[datetime, ...]:
    """The starts of so many rounds, the same time apart on the wall clock even when summer time ends."""
    local = first.astimezone().replace(tzinfo=None)
    return tuple((local + timedelta(minutes=n * minutes_between)).astimezone() for n in range(rounds))


def set_schedule(
    desk: Desk,
    tournament_id: str,
    *,
    times: Mapping[int, RoundTime],
    thinking: Clock | None = None,
    by: str,
) -> Saved:
    """Set the times of several rounds, and the thinking time, at once; each clock then starts by itself."""
    found = [
        Problem(
            what=Message("the main time is from 0 to 1440 minutes"),
            where=Message("round %(round)s", round=number),
        )
        for number, time in times.items()
        if not 0 <= time.minutes <= _DAY
    ]
    if found:
        raise InputError(found)

    def decide(state: State) -> list[events.Event]:
        old_settings = state.tournament.settings
        settings = replace(old_settings, clock=thinking or old_settings.clock)
        chosen: list[events.Event] = []
        if settings != old_settings:
            demand_good_settings(settings)
            chosen.append(events.SettingsChanged(settings=settings))
        clocks = []
        for number, time in sorted(times.items()):
            demand_round(state.tournament, number)
            old = clock_of(state.tournament, number)
            new = _with_time(old, time)
            if new != old:
                clocks.append(new)
        return [*chosen, *_schedule_set(clocks)]

    return desk.change(tournament_id, decide, by=by)


def shift_rounds(desk: Desk, tournament_id: str, *, from_round: int, minutes: int, by: str) -> Saved:
    """Let a round and all that follow start so many minutes later, or earlier with a negative number."""
    if not minutes:
        raise InputError(Message("say by how many minutes"))

    def decide(state: State) -> list[events.Event]:
        demand_round(state.tournament, from_round)
        clocks = [clock for clock in state.tournament.clocks if clock.round >= from_round and clock.starts_at]
        if not clocks:
            raise InputError(Message("no round from round %(round)s on has a time yet", round=from_round))
        return _schedule_set(
            [replace(clock, starts_at=_shifted(clock.starts_at, minutes)) for clock in clocks]
        )

    return desk.change(tournament_id, decide, by=by)


def switch_clocks_off(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Forget the times of all rounds."""

    def decide(state: State) -> list[events.Event]:
        clocks = [clock for clock in state.tournament.clocks if clock.starts_at]
        return _schedule_set([replace(clock, starts_at="", paused_at="") for clock in clocks])

    return desk.change(tournament_id, decide, by=by)


_DAY = 24 * 60


def _scheduled(tournament: Tournament, number: int, now: datetime | None) -> ScheduledRound:
    clock = clock_of(tournament, number)
    starts = moment_of(clock.starts_at) if clock.starts_at else None
    lasts = timedelta(minutes=clock.minutes + 2 * overtime_minutes(tournament.settings.clock))
    return ScheduledRound(
        number=number,
        clock=clock,
        reading=read_clock(clock, now),
        minutes=clock.minutes / 2,
        starts=starts,
        expected_end=starts + lasts if starts else None,
    )


def _schedule_set(clocks: Sequence[RoundClock]) -> list[events.Event]:
    """One entry for all clocks; none where nothing changes."""
    return [events.ScheduleSet(clocks=tuple(clocks))] if clocks else []


def _with_time(old: RoundClock, time: RoundTime) -> RoundClock:
    """The clock with a typed time; a time that was not changed leaves seconds and a pause as they are."""
    minutes = round(2 * time.minutes)
    if time.starts is None:
        return replace(old, starts_at="", paused_at="", minutes=minutes)
    if old.starts_at and _same_minute(moment_of(old.starts_at), time.starts):
        return replace(old, minutes=minutes)
    return replace(old, starts_at=text_of_moment(time.starts), paused_at="", minutes=minutes)


def _same_minute(a: datetime, b: datetime) -> bool:
    return a.replace(second=0, microsecond=0) == b.replace(second=0, microsecond=0)


def _shifted(starts_at: str, minutes: int) -> str:
    return text_of_moment(moment_of(starts_at) + timedelta(minutes=minutes))
