"""Frozen values to plain JSON and back, guided by their type hints; defaults are left out."""

import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import date
from enum import Enum
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from miai.domain.grade import Grade
from miai.domain.points import Quarters, plain, quarters
from miai.errors import InputError, Problem

Json = Any
_KNOWN_HINTS: dict[type[Any], dict[str, Any]] = {}


def encode(value: Any, hint: Any = None) -> Json:
    """The JSON of a value; points become plain numbers, grades their usual text."""
    hint = _without_none(hint)
    if value is None:
        return None
    if hint is Quarters:
        return plain(value)
    if isinstance(value, Grade):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        return _encode_fields(value)
    if isinstance(value, tuple | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return [encode(item, inner) for item, inner in zip(items, _item_hints(hint, len(items)), strict=True)]
    return value


def decode(raw: Json, hint: Any, where: str = "") -> Any:
    """The value that a JSON stands for; whatever does not fit is named with its place."""
    optional = type(None) in get_args(hint)
    hint = _without_none(hint)
    if raw is None and optional:
        return None
    try:
        return _decode_plain(raw, hint, where)
    except InputError as error:
        located = [p if p.where else Problem(what=p.what, where=where) for p in error.problems]
        raise InputError(located) from error
    except (ValueError, TypeError, OverflowError) as error:
        raise InputError([Problem(what=f"{raw!r} does not belong here", where=where)]) from error


def _decode_plain(raw: Json, hint: Any, where: str) -> Any:
    if hint is Quarters:
        return quarters(_expect(raw, (int, float)))
    if hint is Grade:
        return Grade.parse(_expect(raw, str))
    if is_dataclass(hint):
        return decode_fields(_expect(raw, dict), cast("type[Any]", hint), where)
    origin = get_origin(hint)
    if origin in (tuple, frozenset):
        items = _expect(raw, list)
        hints = _item_hints(hint, len(items))
        if len(hints) != len(items):
            raise TypeError(raw)
        decoded = (
            decode(item, inner, f"{where}[{i}]")
            for i, (item, inner) in enumerate(zip(items, hints, strict=True))
        )
        return origin(decoded)
    kind = getattr(hint, "__supertype__", hint)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(raw)
    if kind is date:
        return date.fromisoformat(_expect(raw, str))
    if kind is float:
        return float(_expect(raw, (int, float)))
    if kind is str:
        _expect(raw, str).encode()  # half a surrogate pair is no text
    return _expect(raw, kind)


def decode_fields(raw: Mapping[str, Json], kind: type[Any], where: str) -> Any:
    """A dataclass from an object; a key that it does not know is an error, a missing one its default."""
    hints = _hints(kind)
    prefix = f"{where}." if where else ""
    unknown = [Problem(what=f"'{key}' is not known here", where=where) for key in raw if key not in hints]
    missing = [
        Problem(what=f"'{field.name}' is missing", where=where)
        for field in fields(kind)
        if field.name not in raw and _default(field) is MISSING
    ]
    if unknown or missing:
        raise InputError([*unknown, *missing])
    return kind(**{name: decode(value, hints[name], f"{prefix}{name}") for name, value in raw.items()})


def _encode_fields(value: Any) -> dict[str, Json]:
    hints = _hints(type(value))
    return {
        field.name: encode(getattr(value, field.name), hints[field.name])
        for field in fields(value)
        if getattr(value, field.name) != _default(field)
    }


def _default(field: Field[Any]) -> Any:
    return field.default_factory() if field.default_factory is not MISSING else field.default


def _hints(kind: type[Any]) -> dict[str, Any]:
    if kind not in _KNOWN_HINTS:
        _KNOWN_HINTS[kind] = get_type_hints(kind)
    return _KNOWN_HINTS[kind]


def _without_none(hint: Any) -> Any:
    if get_origin(hint) in (Union, types.UnionType):
        kept = [inner for inner in get_args(hint) if inner is not type(None)]
        return kept[0] if len(kept) == 1 else hint
    return hint


def _item_hints(hint: Any, count: int) -> list[Any]:
    inner = get_args(hint)
    if len(inner) == 1 or (len(inner) == 2 and inner[1] is Ellipsis):
        return [inner[0]] * count
    return list(inner)


def _expect(raw: Json, kind: Any) -> Any:
    if not isinstance(raw, kind) or (isinstance(raw, bool) and kind is not bool):
        raise TypeError(raw)
    return raw
