"""The schedule: when rounds start, how long they last, their deadlines and clocks."""

from datetime import UTC, datetime
from enum import Enum
from typing import Annotated, Any

from pydantic import Field
from starlette.responses import JSONResponse, Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.clock import Clock
from miai.domain.tournament import Tournament
from miai.features.schedule.answer import SCHEDULE
from miai.features.schedule.plan_schedule import RoundTime, schedule, switch_clocks_off
from miai.features.schedule.plan_schedule import set_schedule as set_all
from miai.features.schedule.plan_schedule import shift_rounds as shift_all
from miai.features.schedule.set_clock import pause_clock, resume_clock, set_clock
from miai.server.api.operations import (
    Body,
    Coded,
    Here,
    Operations,
    Round,
    RoundPath,
    WrittenAbout,
    read,
    written_about,
)

operations = Operations("schedule", "When rounds start, their deadlines, and their clocks.")

Minutes = Annotated[float, Field(ge=0, le=1440)]


_CLOCKS: Shape[WrittenAbout[Tournament]] = written_about(
    "WrittenClocks",
    "What a request changed, and the clocks of all rounds.",
    Told("clocks", many(Coded(RoundClock))),
)


class RoundTimes(Body):
    """The time of a round, or none; `minutes` is each player's main time. What is left out stays."""

    round: Round
    starts: datetime | None = None
    minutes: Minutes | None = None
    deadline: datetime | None = None


class SetSchedule(Body):
    """The times of some rounds, and the thinking time of all."""

    rounds: Annotated[list[RoundTimes], Field(max_length=999)]
    thinking: Annotated[dict[str, Any] | None, Coded(Clock, some=True)] = None


class ClockAction(Enum):
    """What to do with a clock."""

    START = "start"
    PAUSE = "pause"
    RESUME = "resume"
    OFF = "off"


class ClockDo(Body):
    """What to do with the clock of a round."""

    do: ClockAction


class Shift(Body):
    """From which round on rounds start later, or earlier."""

    from_round: Round
    minutes: Annotated[int, Field(ge=-10_000, le=10_000)]
    later_days: bool = False


@operations.get("/tournaments/{id}/schedule", SCHEDULE)
def get_schedule(call: Here) -> Response:
    """Get the times of all rounds, and what their clocks show."""
    # Without the version as its tag: clocks run on while nothing is entered.
    return JSONResponse(SCHEDULE.json(schedule(call.tournament)))


@operations.put("/tournaments/{id}/schedule")
def set_schedule(call: Here, times: SetSchedule) -> Response:
    """Set when rounds start, how long they last, and their deadlines."""
    known = {each.number: each for each in schedule(call.tournament)}
    starts, deadlines = {}, {}
    for each in times.rounds:
        now = known.get(each.round)
        if {"starts", "minutes"} & each.model_fields_set:
            given = each.starts if "starts" in each.model_fields_set else (now.starts if now else None)
            starts[each.round] = RoundTime(starts=_aware(given), minutes=each.minutes)
        if "deadline" in each.model_fields_set:
            deadlines[each.round] = _aware(each.deadline)
    clock = call.tournament.settings.clock
    thinking = None if times.thinking is None else read(Clock, times.thinking, clock, where="thinking")
    saved = set_all(
        call.desk, call.state.id, times=starts, deadlines=deadlines, thinking=thinking, by=call.by
    )
    return call.written(saved)


@operations.delete("/tournaments/{id}/schedule")
def clear_schedule(call: Here) -> Response:
    """Forget the times of all rounds."""
    return call.written(switch_clocks_off(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/schedule/shift")
def shift_rounds(call: Here, shift: Shift) -> Response:
    """Let a round and the following ones of its day start later or earlier."""
    shifted = shift_all(call.desk, call.state.id, **shift.model_dump(), by=call.by)
    return call.written(shifted.saved)


@operations.post("/tournaments/{id}/rounds/{round}/clock", _CLOCKS)
def run_clock(call: Here, round: RoundPath, clock: ClockDo) -> Response:
    """Start, pause, resume or switch off the clock of a round."""
    match clock.do:
        case ClockAction.START:
            saved = set_clock(call.desk, call.state.id, round=round, starts_at=datetime.now(UTC), by=call.by)
        case ClockAction.PAUSE:
            saved = pause_clock(call.desk, call.state.id, round=round, by=call.by)
        case ClockAction.RESUME:
            saved = resume_clock(call.desk, call.state.id, round=round, by=call.by)
        case ClockAction.OFF:
            saved = set_clock(call.desk, call.state.id, round=round, by=call.by)
    return call.written_about(_CLOCKS, saved, saved.state.tournament)


def _aware(moment: datetime | None) -> datetime | None:
    """A moment that says nothing of its time zone is in UTC."""
    return moment.replace(tzinfo=UTC) if moment and moment.tzinfo is None else moment
