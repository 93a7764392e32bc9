"""What is typed on the schedule page: moments by the clocks of the event, durations, and thinking time."""

import re
from dataclasses import replace
from datetime import datetime, tzinfo

from starlette.datastructures import FormData

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between, whole_or_none
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.settings.setting_fields import SETTING_LABELS
from miai.domain.time_zones import read_moment
from miai.domain.typed_text import decimal
from miai.domain.typed_text import whole as typed_whole
from miai.errors import InputError, Problem
from miai.features.schedule.plan_schedule import RoundTime
from miai.messages import Message

# Fields of the form that are numbers of the rules.
NUMBERS = (
    "basic_minutes",
    "byo_yomi_periods",
    "byo_yomi_seconds",
    "canadian_moves",
    "canadian_seconds",
    "fischer_seconds",
)
_DURATION = re.compile(r"(?:(?P<hours>[0-9]{1,2})\s*[:h])?\s*(?P<minutes>[0-9]{0,4})")
_ROUNDS = bounds_of(RoundClock, "round")


def times_typed(sent: FormData, zone: tzinfo | None) -> tuple[dict[int, RoundTime], list[Problem]]:
    """The rounds whose row differs from what stood there when the page was opened, and what is wrong."""
    times: dict[int, RoundTime] = {}
    problems: list[Problem] = []
    for number in _rounds_sent(sent, "starts-"):
        typed = (_text(sent, f"starts-{number}"), _text(sent, f"minutes-{number}"))
        if typed == (_text(sent, f"seen-starts-{number}"), _text(sent, f"seen-minutes-{number}")):
            continue
        try:
            starts = moment(typed[0], number, zone) if typed[0] else None
            times[number] = RoundTime(starts=starts, minutes=_minutes(typed[1], number))
        except InputError as error:
            problems += error.problems
    return times, problems


def deadlines_typed(sent: FormData, zone: tzinfo | None) -> tuple[dict[int, datetime | None], list[Problem]]:
    """The deadlines that differ from what stood there when the page was opened, and what is wrong."""
    deadlines: dict[int, datetime | None] = {}
    problems: list[Problem] = []
    for number in _rounds_sent(sent, "deadline-"):
        typed = _text(sent, f"deadline-{number}")
        if typed == _text(sent, f"seen-deadline-{number}"):
            continue
        try:
            deadlines[number] = read_moment(typed, zone) if typed else None
        except InputError as error:
            where = Message("deadline of round %(round)s", round=number)
            problems += [Problem(what=each.message, where=where) for each in error.problems]
    return deadlines, problems


def _rounds_sent(sent: FormData, beginning: str) -> list[int]:
    digits = [name.removeprefix(beginning) for name in sent if name.startswith(beginning)]
    numbers = [whole_or_none(each, _ROUNDS) for each in digits]
    return [number for number in numbers if number is not None]


def moment(text: str, number: int, zone: tzinfo | None) -> datetime:
    """When a round starts, as the browser sends it: a time on the clocks of the event."""
    if not text:
        raise InputError(Message("say when round %(round)s starts", round=number))
    try:
        return read_moment(text, zone)
    except InputError:
        raise InputError(Message("say when round %(round)s starts", round=number)) from None


def duration(text: str) -> int:
    """Minutes from a duration: "2:45", "2h45" or "165"."""
    found = _DURATION.fullmatch(text.strip())
    if not found or not (found["hours"] or found["minutes"]):
        raise InputError(Message("say how long it is from one round to the next: 2:45 or 165 minutes"))
    return 60 * int(found["hours"] or 0) + int(found["minutes"] or 0)


def duration_text(minutes: int) -> str:
    """A duration for the field: "2:45"."""
    return f"{minutes // 60}:{minutes % 60:02}"


def thinking_time_typed(sent: FormData, old: Clock) -> Clock:
    """The thinking time with what was typed; fields that were not sent stay as they are."""
    known = {each.value: each for each in Overtime}
    overtime = known.get(_text(sent, "overtime"), old.overtime)
    numbers = {
        name: whole(sent, name, SETTING_LABELS[f"clock.{name}"], bounds_of(Clock, name))
        for name in NUMBERS
        if _text(sent, name)
    }
    return replace(old, overtime=overtime, **numbers)


def whole(sent: FormData, name: str, label: Message, within: Between) -> int:
    """A whole number of the form."""
    return typed_whole(_text(sent, name), label, within)


def _minutes(text: str, number: int) -> float:
    where = Message("round %(round)s", round=number)
    try:
        return decimal(text)
    except InputError:
        raise InputError([Problem(what=Message("say how many minutes of main time"), where=where)]) from None


def _text(sent: FormData, name: str) -> str:
    value = sent.get(name, "")
    return value.strip() if isinstance(value, str) else ""
