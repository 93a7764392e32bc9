"""The bounds of the numbers and texts in a tournament, and the check of them.

A number without bounds can break every page that computes with it, and not every database can keep every
text, so whatever comes in is checked: the entries of the log before they are written, documents entry by
entry, and files as a whole. The bounds of numbers are part of the types of their fields; those of texts are
the same for all.
"""

import re
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from datetime import UTC, date, datetime
from functools import cache
from typing import Annotated, Any, Protocol, Union, get_args, get_origin

from miai.domain.field_facts import field_hints
from miai.domain.money import Cents, units
from miai.domain.numbers import Between, shortened
from miai.domain.points import Quarters, plain
from miai.messages import Message

_YEARS = range(1900, 2500)
# PostgreSQL cannot keep the first; the others are halves of characters, which cannot be written to any file.
_NOT_TEXT = re.compile("[\0\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment as text in ISO 8601, or no text, in a year with which clocks can be computed."""

    def fault(self, text: str) -> Message | None:
        """What is wrong with a text that is not such a moment."""
        try:
            good = not text or datetime.fromisoformat(text).astimezone(UTC).year in _YEARS
        except (ValueError, OverflowError):
            good = False
        return None if good else Message("'%(text)s' is not a moment", text=shortened(text))


@dataclass(frozen=True, slots=True)
class Day:
    """A day as text, written as in every file: 2026-12-31."""

    def fault(self, text: str) -> Message | None:
        """What is wrong with a text that is not such a day."""
        try:
            day = date.fromisoformat(text)
        except ValueError:
            day = None
        # Python reads other ways to write a day as well, which nobody else does.
        if day is not None and day.year in _YEARS and day.isoformat() == text:
            return None
        return not_a_day(text)


def not_a_day(text: str) -> Message:
    """What is said of a text that is not a day."""
    return Message("'%(text)s' is not a day: write it as 2026-12-31", text=shortened(text))


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text that every database and every file can keep."""

    def fault(self, text: str) -> Message | None:
        """What is wrong with a text that some cannot keep."""
        if not _NOT_TEXT.search(text):
            return None
        shown = shortened(shown_text(text))
        return Message("'%(text)s' has a character in it that is no text: delete it", text=shown)


def shown_text(text: str) -> str:
    """A text for a sentence; what cannot be kept in it becomes a replacement sign."""
    return _NOT_TEXT.sub("\ufffd", text)


class Bound(Protocol):
    """What the values of a field have to be."""

    def fault(self, value: Any, /) -> Message | None:
        """What is wrong with a value; None if it is good."""


RoundNumber = Annotated[int, Between(1, 999)]
RoundCount = Annotated[int, Between(0, 999)]
TableNumber = Annotated[int, Between(1, 999_999)]
Category = Annotated[int, Between(0, 99)]
Stones = Annotated[int, Between(-9, 99)]
Komi = Annotated[float, Between(-400, 400)]
Rating = Annotated[float, Between(-10_000, 10_000)]
AgaRating = Annotated[float, Between(-999, 999)]
Sigma = Annotated[float, Between(0, 10_000)]
Points = Annotated[Quarters, Between(-10_000, 10_000)]
BonusPoints = Annotated[Quarters, Between(-999, 999)]
PointDifference = Annotated[int, Between(0, 99)]
# All weights of a round together have to fit into 64 bits.
Weight = Annotated[int, Between(0, 10**15)]
PlayerCount = Annotated[int, Between(1, 99_999)]
Epoch = Annotated[int, Between(0, 2**31 - 1)]
Seed = Annotated[int, Between(-(2**63), 2**63 - 1)]
SimulationCount = Annotated[int, Between(1, 10**9)]
# 0 is one for each core.
ThreadCount = Annotated[int, Between(0, 9_999)]
BirthYear = Annotated[int, Between(1900, 2500)]
Minutes = Annotated[int, Between(0, 9_999)]
Seconds = Annotated[int, Between(0, 99_999)]
# A clock runs for both players' main time.
ClockMinutes = Annotated[int, Between(0, 2 * 9_999)]
MomentText = Annotated[str, Moment()]


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfBounds:
    """A value beyond its bounds: its path such as ".player.rating", the field it is in and what is wrong.

    `is_text`: a text that can be read, but must not be written again.
    """

    path: str
    fault: Message
    is_text: bool = False
    owner: type[Any] | None = None
    field: str = ""


def out_of_bounds(value: Any) -> Iterator[OutOfBounds]:
    """Every value of a dataclass, and of all inside it, that is beyond its bounds."""
    kind: Any = type(value)
    check = _check_of(kind)
    return check(value) if check else iter(())


def bounds_of(kind: type[Any], path: str) -> Between:
    """The bounds of a field that is a number: bounds_of(Settings, "clock.basic_minutes")."""
    found = find_bounds(kind, path)
    if found is None:
        raise TypeError(f"{kind.__name__}.{path} has no bounds")
    return found


def find_bounds(kind: type[Any], path: str) -> Between | None:
    """The bounds of a field; None where it is no number or may be any."""
    name, _, rest = path.partition(".")
    hint = field_hints(kind)[name]
    return find_bounds(hint, rest) if rest else within(hint)


def within(hint: Any) -> Between | None:
    """The bounds that a type such as `RoundNumber` or `Rating | None` has."""
    return next((bound for each in (hint, *get_args(hint)) for bound in _bounds(each)), None)


_Check = Callable[[Any], Iterator[OutOfBounds]]
# How stored numbers become those that people type.
_PLAIN: dict[Any, Callable[[Any], float]] = {Quarters: plain, Cents: units}


def _bounds(hint: Any) -> Iterator[Between]:
    if get_origin(hint) is Annotated:
        yield from (each for each in get_args(hint)[1:] if isinstance(each, Between))


@cache
def _check_of(hint: Any) -> _Check | None:
    """The check of everything inside a value of a type; None where nothing in it has bounds."""
    kind, inner = get_origin(hint), get_args(hint)
    if hint is str:
        return _bound_check(PlainText())
    if kind is Annotated:
        return _bound_check(inner[1], _PLAIN.get(inner[0]))
    if kind in (Union, types.UnionType):
        kinds = [each for each in inner if each is not type(None)]
        if len(kinds) > 1:
            return lambda value: iter(()) if value is None else out_of_bounds(value)
        check = _check_of(kinds[0])
        return (lambda value: iter(()) if value is None else check(value)) if check else None
    if kind in (tuple, frozenset):
        return _items_check(inner)
    return _fields_check(hint) if isinstance(hint, type) and is_dataclass(hint) else None


def _bound_check(bound: Bound, as_typed: Callable[[Any], float] | None = None) -> _Check:
    """The check of one value; bounds are those of what people type, such as points and not quarters."""

    def check(value: Any) -> Iterator[OutOfBounds]:
        fault = bound.fault(as_typed(value) if as_typed else value)
        if fault:
            yield OutOfBounds(path="", fault=fault, is_text=isinstance(bound, PlainText))

    return check


def _items_check(inner: tuple[Any, ...]) -> _Check | None:
    """The check of a list, or of a tuple with a type for each position."""
    endless = len(inner) == 1 or inner[-1] is Ellipsis
    checks = [_check_of(each) for each in (inner[:1] if endless else inner)]

    def check(values: Any) -> Iterator[OutOfBounds]:
        for at, value in enumerate(values):
            found = checks[0 if endless else at]
            for each in found(value) if found else ():
                yield replace(each, path=f"[{at}]{each.path}")

    return check if any(checks) else None


def _fields_check(kind: type[Any]) -> _Check | None:
    checks = [(name, found) for name, hint in field_hints(kind).items() if (found := _check_of(hint))]

    def check(value: Any) -> Iterator[OutOfBounds]:
        for name, found in checks:
            for each in found(getattr(value, name)):
                owner, field = (each.owner, each.field) if each.owner else (kind, name)
                yield replace(each, path=f".{name}{each.path}", owner=owner, field=field)

    return check if checks else None
