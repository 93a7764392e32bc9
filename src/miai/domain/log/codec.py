"""Convert frozen dataclasses to plain JSON and back, guided by their type hints.

Every field is written, and every field has to be there when a value is read: the defaults of the classes are
never used. What is written today means the same when a default has changed. A field that is younger than what
is read says itself what was so before (`Added`).
"""

import json
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from math import inf
from typing import Annotated, Any, Union, cast, get_args, get_origin

from miai.domain.bounds import not_a_day
from miai.domain.field_facts import Added, Renamed, facts, field_hints
from miai.domain.numbers import shortened
from miai.domain.people.grade import Grade
from miai.domain.points import NOT_IN_QUARTERS, Quarters, plain, quarters
from miai.domain.table_numbers import TableRange
from miai.errors import InputError, Problem
from miai.messages import AnyOf, Message, counted

Json = Any
# What is written and read by a Miai of the same age.
_NEWEST = inf
# Classes whose values are written as one text.
WRITTEN_AS_TEXT = (Grade, TableRange)


def encode(value: Any) -> Json:
    """The JSON of a dataclass; points become plain numbers, grades their usual text."""
    kind: Any = type(value)
    return _codec(kind, _NEWEST).encode(value)


def decode(raw: Json, kind: Any, where: str = "", *, version: float = _NEWEST) -> Any:
    """The dataclass that JSON of a version stands for; whatever does not fit is reported with its place."""
    try:
        return _codec(kind, version).decode(raw)
    except _Misfit as error:
        raise InputError(
            Problem(what=what, where=f"{where}{place}".removeprefix(".")) for place, what in error.found
        ) from error


@dataclass(frozen=True, slots=True, kw_only=True)
class _Codec:
    encode: Callable[[Any], Json]
    decode: Callable[[Json], Any]


class _Misfit(Exception):  # noqa: N818 - always becomes an InputError
    """JSON that does not fit; collects the place on its way up."""

    def __init__(self, found: Iterable[tuple[str, Message]]) -> None:
        self.found = tuple(found)

    def inside(self, place: str) -> "_Misfit":
        return _Misfit((f"{place}{inner}", what) for inner, what in self.found)


@cache
def _codec(hint: Any, version: float) -> _Codec:
    """The two directions for a type; made once, because a log holds thousands of values."""
    hint = _without_bounds(hint)
    alternatives = get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)
    kept = [_without_bounds(each) for each in alternatives if each is not type(None)]
    codec = _codec_without_none(kept[0], version) if len(kept) == 1 else _choice_codec(kept, version)
    return codec if len(alternatives) == len(kept) else _optional(codec)


def _without_bounds(hint: Any) -> Any:
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _codec_without_none(hint: Any, version: float) -> _Codec:
    if hint is Quarters:
        return _Codec(encode=plain, decode=_reader(_read_quarters, _no_number))
    if hint in WRITTEN_AS_TEXT:
        return _Codec(encode=str, decode=_reader(lambda raw: hint.parse(_expect(raw, str)), _no_text))
    if is_dataclass(hint):
        return _dataclass_codec(cast("type[Any]", hint), version)
    if get_origin(hint) in (tuple, frozenset):
        return _sequence_codec(hint, version)
    kind = getattr(hint, "__supertype__", hint)
    if issubclass(kind, Enum):
        known = AnyOf(tuple(str(each.value) for each in kind))
        return _Codec(
            encode=lambda value: value.value,
            decode=_reader(
                kind,
                lambda raw: Message("'%(text)s' is not possible: %(known)s", text=_bare(raw), known=known),
            ),
        )
    if kind is date:
        return _Codec(
            encode=lambda value: value.isoformat(),
            decode=_reader(
                lambda raw: date.fromisoformat(_expect(raw, str)), lambda raw: not_a_day(_bare(raw))
            ),
        )
    return _Codec(encode=lambda value: value, decode=_reader(*_PLAIN[kind]))


def _choice_codec(kinds: list[Any], version: float) -> _Codec:
    """One of several dataclasses, written with the name of its class as `event`."""
    codecs = {kind.__name__: _codec(kind, version) for kind in kinds}

    def encode_choice(value: Any) -> Json:
        name = type(value).__name__
        return {"event": name, **codecs[name].encode(value)}

    def decode_choice(raw: Json) -> Any:
        name = raw.get("event") if isinstance(raw, dict) else None
        if not isinstance(name, str) or name not in codecs:
            raise _misfit(Message("there is no kind of entry '%(text)s'", text=_bare(name)))
        return codecs[name].decode({key: value for key, value in raw.items() if key != "event"})

    return _Codec(encode=encode_choice, decode=decode_choice)


def _optional(codec: _Codec) -> _Codec:
    return _Codec(
        encode=lambda value: None if value is None else codec.encode(value),
        decode=lambda raw: None if raw is None else codec.decode(raw),
    )


def _dataclass_codec(kind: type[Any], version: float) -> _Codec:
    hints = field_hints(kind)
    names = frozenset(hints)
    younger = {name: fact for name, fact in facts(kind, Added).items() if fact.version > version}
    # What a field says of the time before it is written as in the version that brought the field.
    ages = {name: fact.version for name, fact in younger.items()}
    codecs = [(name, _codec(hint, ages.get(name, version))) for name, hint in hints.items()]
    writers = [(name, codec.encode) for name, codec in codecs]
    readers = [(name, codec.decode) for name, codec in codecs]
    as_today = _as_today(kind, version, younger)

    def encode_fields(value: Any) -> Json:
        return {name: write(getattr(value, name)) for name, write in writers}

    def decode_fields(raw: Json) -> Any:
        if not isinstance(raw, dict):
            raise _misfit(Message("%(text)s is not an object with fields", text=_shown(raw)))
        raw = as_today(raw)
        if raw.keys() != names:
            unknown = [
                Message("'%(name)s' is not known here", name=name) for name in raw if name not in names
            ]
            missing = [Message("'%(name)s' is missing", name=name) for name, _ in readers if name not in raw]
            raise _Misfit(("", what) for what in (*unknown, *missing))
        values = {}
        name = ""
        try:
            for name, read in readers:
                values[name] = read(raw[name])
        except _Misfit as error:
            raise error.inside(f".{name}") from error
        return kind(**values)

    return _Codec(encode=encode_fields, decode=decode_fields)


def _as_today(
    kind: type[Any], version: float, younger: Mapping[str, Added]
) -> Callable[[dict[str, Json]], dict[str, Json]]:
    """How the JSON of a class in a version becomes what is written today."""
    renamed = {name: fact for name, fact in facts(kind, Renamed).items() if fact.version > version}
    if not younger and not renamed:
        return lambda raw: raw

    def changed(raw: dict[str, Json]) -> dict[str, Json]:
        # A field that is there although it came later was written between two versions.
        values = {name: fact.meaning(raw) for name, fact in younger.items() if name not in raw}
        for name, fact in renamed.items():
            if isinstance(raw.get(name), str):
                values[name] = fact.names.get(raw[name], raw[name])
        return {**raw, **values}

    return changed


def _sequence_codec(hint: Any, version: float) -> _Codec:
    kind, inner = get_origin(hint), get_args(hint)
    if kind is tuple and inner[-1] is not Ellipsis:
        return _fixed_codec([_codec(each, version) for each in inner])
    codec = _codec(inner[0], version)

    def encode_items(value: Any) -> Json:
        return [codec.encode(item) for item in (sorted(value) if kind is frozenset else value)]

    def decode_items(raw: Json) -> Any:
        if not isinstance(raw, list):
            raise _misfit(Message("%(text)s is not a list", text=_shown(raw)))
        return kind(_read_each(raw, [codec] * len(raw)))

    return _Codec(encode=encode_items, decode=decode_items)


def _fixed_codec(codecs: list[_Codec]) -> _Codec:
    """A tuple with a type for each position."""

    def encode_items(value: Any) -> Json:
        return [codec.encode(item) for codec, item in zip(codecs, value, strict=True)]

    def decode_items(raw: Json) -> Any:
        if not isinstance(raw, list) or len(raw) != len(codecs):
            raise _misfit(
                counted(
                    "%(text)s is not a list of %(num)s value",
                    "%(text)s is not a list of %(num)s values",
                    len(codecs),
                    text=_shown(raw),
                )
            )
        return tuple(_read_each(raw, codecs))

    return _Codec(encode=encode_items, decode=decode_items)


def _read_each(raw: list[Json], codecs: list[_Codec]) -> list[Any]:
    values: list[Any] = []
    try:
        for item, codec in zip(raw, codecs, strict=True):
            values.append(codec.decode(item))
    except _Misfit as error:
        raise error.inside(f"[{len(values)}]") from error
    return values


def _reader(read: Callable[[Json], Any], fault: Callable[[Json], Message]) -> Callable[[Json], Any]:
    """Turn the complaints of a plain value into a misfit; `fault` says what it is not."""

    def checked(raw: Json) -> Any:
        try:
            return read(raw)
        except InputError as error:
            raise _Misfit(("", problem.what) for problem in error.problems) from error
        except (ValueError, TypeError, OverflowError) as error:
            raise _misfit(fault(raw)) from error

    return checked


def _expect(raw: Json, kind: Any) -> Any:
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is not bool):
        raise TypeError(raw)
    return raw


def _text(raw: Json) -> str:
    # Half of a surrogate pair is not text, and could not be written.
    text: str = _expect(raw, str)
    text.encode()
    return text


def _read_quarters(raw: Json) -> Quarters:
    number = _expect(raw, (int, float))
    try:
        return quarters(number)
    except ValueError:
        raise InputError(NOT_IN_QUARTERS) from None


def _no_text(raw: Json) -> Message:
    return Message("%(text)s is not a text", text=_shown(raw))


def _no_number(raw: Json) -> Message:
    return Message("%(text)s is not a number", text=_shown(raw))


_PLAIN: dict[type[Any], tuple[Callable[[Json], Any], Callable[[Json], Message]]] = {
    str: (_text, _no_text),
    int: (
        lambda raw: _expect(raw, int),
        lambda raw: Message("%(text)s is not a whole number", text=_shown(raw)),
    ),
    float: (lambda raw: float(_expect(raw, (int, float))), _no_number),
    bool: (
        lambda raw: _expect(raw, bool),
        lambda raw: Message("%(text)s is not true or false", text=_shown(raw)),
    ),
}


def _shown(raw: Json) -> str:
    """What was sent, for a sentence, as JSON writes it."""
    return shortened(json.dumps(raw, ensure_ascii=False))


def _bare(raw: Json) -> str:
    """The same for a sentence that has quotation marks itself."""
    return shortened(raw) if isinstance(raw, str) else _shown(raw)


def _misfit(what: Message) -> _Misfit:
    return _Misfit([("", what)])
