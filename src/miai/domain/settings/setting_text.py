"""Settings as text that a person types: "2d", "yes", "mms, sosm", "North: Lund, Malmö; South: Ulm".

The type of a setting says how its text is read. A list of values has commas. A list of objects has semicolons
or new lines, and the fields of each in order with colons; fields left out have their default. "13x13"
and "9x9" stand for the usual tables of handicaps. What cannot be written so, such as a name with a colon in
it, is written as JSON, which is read as well.
"""

import json
import re
import types
from collections.abc import Callable
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Union, get_args, get_origin

from miai.domain.bounds import Day, within
from miai.domain.field_facts import field_hints
from miai.domain.log.codec import decode, encode
from miai.domain.money import Cents, money_text
from miai.domain.numbers import ANY_NUMBER, Between
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters, plain
from miai.domain.settings.handicap_rules import HandicapStep
from miai.domain.settings.handicaps import usual_handicap_table
from miai.domain.table_numbers import TableRange
from miai.domain.typed_text import decimal, grade, money, points, whole
from miai.errors import InputError
from miai.messages import AnyOf, Message

NONE = "none"
YES, NO = "yes", "no"
_TRUE, _FALSE = (YES, "true", "on", "1"), (NO, "false", "off", "0")
_SHORT = 8
# "13x13" stands for the usual table of handicaps of that board.
_SMALL_BOARD = re.compile(r"(\d+) ?[xX×] ?\1")


def text_of(kind: Any, value: Any) -> str:
    """The text of a value of a type."""
    if value is None or value == ():
        return NONE
    inner = _without_none(kind)
    if get_origin(inner) is tuple:
        return _list_text(get_args(inner)[0], value)
    match value:
        case bool():
            return YES if value else NO
        case Enum():
            return str(value.value)
        case float():
            return _float_text(value)
    if inner is Cents:
        return money_text(value)
    return _float_text(plain(value)) if inner is Quarters else str(value)


def read_text(kind: Any, text: str, bounds: Between | None = None) -> Any:
    """The value that a text stands for; an `InputError` says why it stands for none."""
    text = text.strip()
    bounds = bounds or within(kind)
    inner = _without_none(kind)
    if get_origin(inner) is tuple:
        return _read_list(get_args(inner)[0], text)
    if type(None) in get_args(kind) and text.lower() in ("", NONE):
        return None
    if isinstance(inner, type) and issubclass(inner, Enum):
        return _read_choice(inner, text)
    if inner in _NUMBERS:
        return _NUMBERS[inner](text, "", bounds or ANY_NUMBER)
    return _READERS.get(inner, str)(text)


def _without_none(kind: Any) -> Any:
    """A type without its bounds and without None."""
    if get_origin(kind) in (Union, types.UnionType):
        [kind] = [each for each in get_args(kind) if each is not type(None)]
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


def _float_text(value: float) -> str:
    """The shortest text that reads back as the same number: 1/3 rather than sixteen digits."""
    text = f"{value:g}"
    if float(text) == value:
        return text
    part = Fraction(value).limit_denominator(100)
    short = len(str(part)) < _SHORT and part.numerator / part.denominator == value
    return str(part) if short else repr(value)


def _list_text(kind: Any, values: tuple[Any, ...]) -> str:
    if not is_dataclass(kind) or kind in _READERS:
        text = ", ".join(text_of(kind, value) for value in values)
        return text if _reads_back(tuple[kind, ...], text, values) else json.dumps([str(v) for v in values])
    text = "; ".join(_item_text(kind, value) for value in values)
    if _reads_back(tuple[kind, ...], text, values):
        return text
    return json.dumps([encode(value) for value in values], ensure_ascii=False)


def _reads_back(kind: Any, text: str, value: Any) -> bool:
    try:
        return bool(read_text(kind, text) == value)
    except InputError:
        return False


def _item_text(kind: Any, value: Any) -> str:
    """The fields of an object with colons between them, as far as one is not the default."""
    kinds = field_hints(kind)
    parts = [(each, getattr(value, each.name)) for each in fields(kind)]
    while parts and parts[-1][1] == _default(parts[-1][0]):
        parts.pop()
    return ": ".join(text_of(kinds[each.name], inner) for each, inner in parts)


def _read_list(kind: Any, text: str) -> tuple[Any, ...]:
    if text.lower() in ("", NONE):
        return ()
    if text.startswith("["):
        return _read_json(kind, text)
    if kind is HandicapStep and (board := _SMALL_BOARD.fullmatch(text)):
        return _usual_table(int(board[1]), text)
    if not is_dataclass(kind) or kind in _READERS:
        return tuple(read_text(kind, part) for part in text.split(",") if part.strip())
    return tuple(_read_item(kind, part) for part in re.split(r"[;\n]", text) if part.strip())


def _usual_table(board_size: int, text: str) -> tuple[HandicapStep, ...]:
    table = usual_handicap_table(board_size)
    if not table:
        raise InputError(Message("there is no usual table of handicaps for %(board)s", board=text))
    return table


def _read_item(kind: Any, text: str) -> Any:
    kinds, known = field_hints(kind), fields(kind)
    parts = [part.strip() for part in text.split(":", len(known) - 1)]
    values = {
        each.name: read_text(kinds[each.name], part)
        for each, part in zip(known, parts, strict=False)
        if part or _default(each) is MISSING
    }
    missing = [each.name for each in known if each.name not in values and _default(each) is MISSING]
    if missing:
        raise InputError(
            Message(
                "'%(text)s' is not complete: %(names)s",
                text=text.strip(),
                names=":".join(each.name for each in known),
            )
        )
    return kind(**values)


def _read_json(kind: Any, text: str) -> tuple[Any, ...]:
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(Message("this is not JSON: %(reason)s", reason=str(error))) from error
    found: tuple[Any, ...] = decode(raw, tuple[kind, ...])
    return found


def _default(each: Field[Any]) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def _read_choice(kind: type[Enum], text: str) -> Enum:
    known = {str(each.value): each for each in kind}
    wanted = text.lower().replace("_", " ")
    if wanted not in known:
        raise InputError(
            Message("'%(text)s' is not possible: %(known)s", text=text, known=AnyOf(tuple(known)))
        )
    return known[wanted]


def _read_bool(text: str) -> bool:
    if text.lower() not in (*_TRUE, *_FALSE):
        raise InputError(Message("'%(text)s' is not yes or no", text=text))
    return text.lower() in _TRUE


def _read_day(text: str) -> date:
    if fault := Day().fault(text):
        raise InputError(fault)
    return date.fromisoformat(text)


_NUMBERS: dict[Any, Callable[[str, str, Between], Any]] = {
    int: whole,
    float: decimal,
    Quarters: points,
    Cents: money,
}
_READERS: dict[Any, Callable[[str], Any]] = {
    bool: _read_bool,
    Grade: grade,
    TableRange: TableRange.parse,
    date: _read_day,
}
