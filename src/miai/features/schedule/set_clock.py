"""The clock of a round: when it starts, how long the main time is, and what it shows now."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import Enum

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


class ClockState(Enum):
    """What the clock counts."""

    UNSET = "unset"
    WAITING = "waiting"
    RUNNING = "running"
    PAUSED = "paused"
    OVERTIME = "overtime"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockReading:
    """What to show: seconds to the start, of main time left, or since its end in overtime.

    `phase` is what a paused clock was counting, and the state of any other.
    """

    state: ClockState
    phase: ClockState
    seconds: int = 0
    target: datetime | None = None

    @property
    def text(self) -> str:
        """The time as a clock shows it: "35:48", in overtime "+05:10"."""
        hours, rest = divmod(self.seconds, 3600)
        minutes = f"{rest // 60:02}:{rest % 60:02}"
        sign = "+" if self.phase is ClockState.OVERTIME else ""
        return f"{sign}{hours}:{minutes}" if hours else f"{sign}{minutes}"


def set_clock(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    starts_at: datetime | None = None,
    minutes: int | None = None,
) -> Saved:
    """Set when a round starts, or switch its clock off; it runs for both players' main time by default."""
    if minutes is not None and minutes < 0:
        raise InputError(Message("the clock cannot run for less than 0 minutes"))

    def change(old: RoundClock) -> RoundClock:
        at = "" if starts_at is None else text_of_moment(starts_at)
        return replace(old, starts_at=at, paused_at="", minutes=old.minutes if minutes is None else minutes)

    return _change(desk, tournament_id, round, change, by=by)


def pause_clock(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    now: datetime | None = None,
) -> Saved:
    """Pause the clock of a round."""

    def change(old: RoundClock) -> RoundClock:
        if not old.starts_at or old.paused_at:
            raise InputError(Message("the clock of round %(round)s is not running", round=round))
        return replace(old, paused_at=text_of_moment(now or _now()))

    return _change(desk, tournament_id, round, change, by=by)


def resume_clock(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    by: str,
    now: datetime | None = None,
) -> Saved:
    """Resume a paused clock where it stood."""

    def change(old: RoundClock) -> RoundClock:
        if not old.paused_at:
            raise InputError(Message("the clock of round %(round)s is not paused", round=round))
        lost = (now or _now()) - moment_of(old.paused_at)
        return replace(old, starts_at=text_of_moment(moment_of(old.starts_at) + lost), paused_at="")

    return _change(desk, tournament_id, round, change, by=by)


def clock_of(tournament: Tournament, number: int) -> RoundClock:
    """The clock of a round; one never set knows only how long a round lasts."""
    for clock in tournament.clocks:
        if clock.round == number:
            return clock
    return RoundClock(round=number, minutes=_main_time(tournament.settings))


def read_clock(clock: RoundClock, now: datetime | None = None) -> ClockReading:
    """What the clock shows at a moment."""
    if not clock.starts_at:
        return ClockReading(state=ClockState.UNSET, phase=ClockState.UNSET)
    at = moment_of(clock.paused_at) if clock.paused_at else (now or _now())
    start = moment_of(clock.starts_at)
    end = start + timedelta(minutes=clock.minutes)
    state, target = (
        (ClockState.WAITING, start)
        if at < start
        else (ClockState.RUNNING, end)
        if at < end
        else (ClockState.OVERTIME, end)
    )
    seconds = round(abs((target - at).total_seconds()))
    if clock.paused_at:
        return ClockReading(state=ClockState.PAUSED, phase=state, seconds=seconds)
    return ClockReading(state=state, phase=state, seconds=seconds, target=target)


def demand_round(tournament: Tournament, number: int) -> None:
    """Refuse a round that the tournament does not have."""
    if not 1 <= number <= planned_rounds(tournament):
        raise InputError(Message("there is no round %(round)s", round=number))


def planned_rounds(tournament: Tournament) -> int:
    """How many rounds there are, drawn or planned."""
    drawn = max((each.number for each in tournament.rounds), default=0)
    return max(tournament.settings.rounds, drawn, 1)


def _main_time(settings: Settings) -> int:
    return 2 * settings.clock.basic_minutes


def _change(
    desk: Desk, tournament_id: str, number: int, change: Callable[[RoundClock], RoundClock], *, by: str
) -> Saved:
    def decide(state: State) -> list[events.Event]:
        demand_round(state.tournament, number)
        old = clock_of(state.tournament, number)
        new = change(old)
        return [events.ClockSet(clock=new)] if new != old else []

    return desk.change(tournament_id, decide, by=by)


def _now() -> datetime:
    return datetime.now(UTC)


def moment_of(text: str) -> datetime:
    """A stored moment."""
    return datetime.fromisoformat(text).astimezone(UTC)


def text_of_moment(at: datetime) -> str:
    """A moment as it is stored."""
    return at.astimezone(UTC).isoformat(timespec="seconds")
