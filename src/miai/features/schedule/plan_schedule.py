"""The schedule of all rounds: when each one starts, how long its main time is, and when it should be over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, tzinfo
from itertools import pairwise

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.clock import Clock, overtime_minutes
from miai.domain.time_zones import at_clock, zone_of
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.schedule.set_clock import (
    ClockReading,
    clock_of,
    demand_round,
    moment_of,
    planned_rounds,
    read_clock,
    text_of_moment,
)
from miai.features.settings.change_settings import demand_good_settings
from miai.messages import Message

_DAY = 24 * 60
_NO_DEADLINES: Mapping[int, datetime | None] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduledRound:
    """A round of the schedule; `minutes` is each player's main time, without a start nothing is expected.

    `day` is that on which it starts, by the clocks of the event.
    """

    number: int
    clock: RoundClock
    reading: ClockReading
    minutes: float
    starts: datetime | None
    expected_end: datetime | None
    day: date | None
    deadline: datetime | None
    warning: Message | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shifted:
    """What was saved, the rounds that were moved, and those of later days that were not."""

    saved: Saved
    rounds: tuple[int, ...]
    left: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundTime:
    """What is typed for a round: its start, or None for no clock, and each player's main time in minutes.

    Without minutes the round keeps its own, or has those of the thinking time.
    """

    starts: datetime | None
    minutes: float | None = None


def schedule(tournament: Tournament, now: datetime | None = None) -> tuple[ScheduledRound, ...]:
    """All rounds of a tournament, drawn or not, with their times and what does not fit together."""
    rounds = {
        number: _scheduled(tournament, number, now) for number in range(1, planned_rounds(tournament) + 1)
    }
    for before, after in pairwise([each for each in rounds.values() if each.starts]):
        rounds[after.number] = replace(after, warning=_warning(before, after))
    return tuple(rounds.values())


def evenly_spaced(
    first: datetime, *, rounds: int, minutes_between: int, zone: tzinfo | None = None
) -> tuple[datetime, ...]:
    """The starts of so many rounds, the same time apart on the wall clock even when summer time ends.

    The wall clock is that of a time zone, or of this machine.
    """
    local = first.astimezone(zone).replace(tzinfo=None)
    return tuple(at_clock(local + timedelta(minutes=n * minutes_between), zone) for n in range(rounds))


def set_schedule(
    desk: Desk,
    tournament_id: str,
    *,
    times: Mapping[int, RoundTime],
    thinking: Clock | None = None,
    deadlines: Mapping[int, datetime | None] = _NO_DEADLINES,
    by: str,
) -> Saved:
    """Set the times and deadlines of several rounds, and the thinking time, at once.

    Each clock then starts by itself.
    """
    found = [
        Problem(
            what=Message("the main time is from 0 to 1440 minutes"),
            where=Message("round %(round)s", round=number),
        )
        for number, time in times.items()
        if time.minutes is not None and not 0 <= time.minutes <= _DAY
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
        for number in sorted({*times, *deadlines}):
            demand_round(state.tournament, number)
            old = clock_of(state.tournament, number)
            new = old
            if number in times:
                lasts = _lasts(old, times[number], old_settings.clock, settings.clock)
                new = _with_time(old, times[number].starts, lasts)
            if number in deadlines:
                new = _with_deadline(new, deadlines[number])
            if new != old:
                clocks.append(new)
        return [*chosen, *_schedule_set(clocks)]

    return desk.change(tournament_id, decide, by=by)


def with_deadline(
    tournament: Tournament, number: int, deadline: datetime | None
) -> tuple[Tournament, list[events.ScheduleSet]]:
    """The tournament with the deadline of a round, or without it, and the change; none where it is so."""
    demand_round(tournament, number)
    old = clock_of(tournament, number)
    new = _with_deadline(old, deadline)
    if new == old:
        return tournament, []
    change = events.ScheduleSet(clocks=(new,))
    return apply(tournament, change), [change]


def _clocks_to_shift(
    tournament: Tournament, from_round: int, now: datetime | None, *, later_days: bool
) -> list[RoundClock]:
    """The clocks of rounds that have not started, on the day of the first one or also later."""
    timed = [each for each in schedule(tournament) if each.number >= from_round and each.starts]
    if not timed:
        raise InputError(Message("no round from round %(round)s on has a time yet", round=from_round))
    moved = [
        each.clock
        for each in _to_start(tournament, from_round, now)
        if later_days or each.day == timed[0].day
    ]
    if not moved:
        raise InputError(
            Message("every round of that day from round %(round)s on has started already", round=from_round)
        )
    return moved


def shift_rounds(
    desk: Desk,
    tournament_id: str,
    *,
    from_round: int,
    minutes: int,
    by: str,
    later_days: bool = False,
    now: datetime | None = None,
) -> Shifted:
    """Let the rounds from one on that have not started begin so many minutes later, or earlier if negative.

    Only the rounds of that round's own day move, unless `later_days` is set.
    """
    if not minutes:
        raise InputError(Message("say by how many minutes"))

    def decide(state: State) -> list[events.Event]:
        demand_round(state.tournament, from_round)
        moved = _clocks_to_shift(state.tournament, from_round, now, later_days=later_days)
        return _schedule_set(
            [replace(clock, starts_at=_shifted(clock.starts_at, minutes)) for clock in moved]
        )

    saved = desk.change(tournament_id, decide, by=by)
    rounds = tuple(
        clock.round
        for entry in saved.entries
        if isinstance(entry.event, events.ScheduleSet)
        for clock in entry.event.clocks
    )
    left = tuple(
        each.number
        for each in _to_start(saved.state.tournament, from_round, now)
        if each.number not in rounds
    )
    return Shifted(saved=saved, rounds=rounds, left=left)


def switch_clocks_off(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Forget the times of all rounds."""

    def decide(state: State) -> list[events.Event]:
        clocks = [clock for clock in state.tournament.clocks if clock.starts_at]
        return _schedule_set([replace(clock, starts_at="", paused_at="") for clock in clocks])

    return desk.change(tournament_id, decide, by=by)


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
        day=starts.astimezone(zone_of(tournament)).date() if starts else None,
        deadline=moment_of(clock.deadline) if clock.deadline else None,
    )


def _to_start(tournament: Tournament, from_round: int, now: datetime | None) -> Iterator[ScheduledRound]:
    """The rounds from one on whose start is still to come."""
    at = now or datetime.now(UTC)
    for each in schedule(tournament):
        if each.number >= from_round and each.starts and each.starts > at:
            yield each


def _warning(before: ScheduledRound, after: ScheduledRound) -> Message | None:
    """Why a round cannot be played as it is timed; `before` is the one ahead of it that has a time."""
    if not (before.starts and before.expected_end and after.starts):
        return None
    if after.starts < before.starts:
        return Message("starts before round %(round)s starts", round=before.number)
    if after.starts < before.expected_end:
        return Message("starts before round %(round)s is expected to be over", round=before.number)
    return None


def _schedule_set(clocks: Sequence[RoundClock]) -> list[events.Event]:
    """One entry for all clocks; none where nothing changes."""
    return [events.ScheduleSet(clocks=tuple(clocks))] if clocks else []


def _lasts(old: RoundClock, time: RoundTime, before: Clock, after: Clock) -> int:
    """How long both main times of a round are; what was the thinking time follows a new one."""
    if time.minutes is not None:
        return round(2 * time.minutes)
    return 2 * after.basic_minutes if old.minutes == 2 * before.basic_minutes else old.minutes


def _with_time(old: RoundClock, starts: datetime | None, minutes: int) -> RoundClock:
    """The clock with a typed time; a time that was not changed leaves seconds and a pause as they are."""
    if starts is None:
        return replace(old, starts_at="", paused_at="", minutes=minutes)
    if old.starts_at and _same_minute(moment_of(old.starts_at), starts):
        return replace(old, minutes=minutes)
    return replace(old, starts_at=text_of_moment(starts), paused_at="", minutes=minutes)


def _with_deadline(old: RoundClock, deadline: datetime | None) -> RoundClock:
    if deadline is None:
        return replace(old, deadline="")
    if old.deadline and _same_minute(moment_of(old.deadline), deadline):
        return old
    return replace(old, deadline=text_of_moment(deadline))


def _same_minute(a: datetime, b: datetime) -> bool:
    return a.replace(second=0, microsecond=0) == b.replace(second=0, microsecond=0)


def _shifted(starts_at: str, minutes: int) -> str:
    return text_of_moment(moment_of(starts_at) + timedelta(minutes=minutes))
