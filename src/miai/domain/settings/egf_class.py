"""The EGF's tournament classes, by thinking time."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from miai.domain.bounds import bounds_of
from miai.domain.people.sides import NOT_RATED as SIDES_NOT_RATED
from miai.domain.people.sides import has_sides
from miai.domain.settings.clock import Clock, Overtime, adjusted_minutes
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
NOT_RATED = "X"
"""What a result file has in place of a class when the event is not rated."""

# Basic and adjusted minutes that a class asks for.
_TIMES = {"A": (60, 75), "B": (40, 50), "C": (25, 30)}
_FISCHER_TIMES = {"A": (45, 75), "B": (30, 50), "C": (20, 30)}
# The class of games on the internet, which need the time of class B.
_INTERNET, _INTERNET_TIMES = "D", "B"


def class_of(tournament: Tournament) -> str | None:
    """The class that the event's result file declares, or else the one by thinking time.

    None is an event that the EGF does not rate, such as Pair Go. Games on the internet are never of a higher
    class than D.
    """
    if has_sides(tournament):
        return None
    declared = declared_class(tournament)
    if declared is None:
        return class_by_time(tournament)
    if declared == NOT_RATED:
        return None
    return _INTERNET if tournament.settings.internet else declared


def declared_class(tournament: Tournament) -> str | None:
    """The class in the head of the result file that the event was read from, if there is one."""
    text = dict(tournament.extras).get("h9:CL", "").strip().upper()
    return text if text in (*WEIGHTS, NOT_RATED) else None


def class_by_time(tournament: Tournament) -> str | None:
    """The highest class whose times are kept, on the internet class D; None is faster than any."""
    time = _thinking_time(tournament)
    kept = [key for key, least in time.limits.items() if time.basic >= least[0] and time.adjusted >= least[1]]
    if tournament.settings.internet:
        return _INTERNET if _INTERNET_TIMES in kept else None
    return kept[0] if kept else None


def class_message(tournament: Tournament) -> Message:
    """The class in words: its weight and the thinking time, or why the EGF does not rate the event."""
    if has_sides(tournament):
        return SIDES_NOT_RATED
    declared, key = declared_class(tournament), class_of(tournament)
    if declared is not None:
        if key is None:
            return Message("declared as EGF class %(key)s: not rated by the EGF", key=declared)
        return Message("declared as EGF class %(key)s, weight %(weight)s", key=key, weight=WEIGHTS[key])
    internet = tournament.settings.internet
    time = _thinking_time(tournament)
    least = time.limits[_INTERNET_TIMES if internet else "C"]
    minutes: dict[str, Any] = {"basic": time.basic, "adjusted": time.adjusted}
    if key is not None:
        return Message(
            "EGF class %(key)s, weight %(weight)s: %(basic)s minutes of main time, %(adjusted)s with "
            "overtime",
            key=key,
            weight=WEIGHTS[key],
            **minutes,
        )
    if internet:
        return Message(
            "on the internet and faster than EGF class B: not rated by the EGF (%(basic)s minutes of main "
            "time, %(adjusted)s with overtime; it takes %(least)s and %(enough)s)",
            least=least[0],
            enough=least[1],
            **minutes,
        )
    return Message(
        "faster than EGF class C: not rated by the EGF (%(basic)s minutes of main time, %(adjusted)s with "
        "overtime; it takes %(least)s and %(enough)s)",
        least=least[0],
        enough=least[1],
        **minutes,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _ThinkingTime:
    """Minutes of main time and of adjusted time, and what the classes ask for."""

    basic: float
    adjusted: float
    limits: dict[str, tuple[int, int]]


def _thinking_time(tournament: Tournament) -> _ThinkingTime:
    """By the clock; a result table that was read says only the adjusted time."""
    clock = tournament.settings.clock
    with suppress(InputError):
        printed = bounds_of(Clock, "basic_minutes").decimal(dict(tournament.extras).get("h9:TM", ""))
        if clock == Clock():
            return _ThinkingTime(basic=printed, adjusted=printed, limits=_TIMES)
    limits = _FISCHER_TIMES if clock.overtime is Overtime.FISCHER else _TIMES
    return _ThinkingTime(basic=clock.basic_minutes, adjusted=adjusted_minutes(clock), limits=limits)
