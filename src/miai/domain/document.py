"""The tournament document (".miai"): readable JSON with the whole history, one entry a line."""

import json
from collections.abc import Mapping
from typing import Any, get_args

from miai.domain import events
from miai.domain.codec import decode_fields, encode
from miai.domain.history import Entry, History
from miai.domain.problems import demand_none
from miai.errors import InputError, InternalError, Problem

VERSION = 1
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
_ABOUT_ENTRY = ("number", "by", "at", "event")


def read_history(data: bytes) -> History:
    """Every entry of the document."""
    document = _load(_decoded(data))
    if not isinstance(document, dict) or "miai" not in document:
        raise InputError("this JSON is not a Miai document")
    if document["miai"] != VERSION:
        raise InputError(f"the document has version {document['miai']!r}, this Miai reads version {VERSION}")
    entries = document.get("history")
    if not isinstance(entries, list):
        raise InputError("the document has no history")
    history = History(entries=tuple(_entry(raw, f"history[{i}]") for i, raw in enumerate(entries)))
    demand_none(history.problems())
    return history


def write_history(history: History) -> bytes:
    """The document of a history."""
    lines = [json.dumps(_encoded(entry), ensure_ascii=False) for entry in history.entries]
    inside = ",\n  ".join(lines)
    return f'{{"miai": {VERSION},\n "history": [\n  {inside}\n ]}}\n'.encode()


def encode_event(event: events.Event) -> tuple[str, str]:
    """The name of what happened, and the rest of it as JSON; what could not be read back raises."""
    name, text = type(event).__name__, json.dumps(encode(event), ensure_ascii=False)
    if decode_event(name, text, name) != event:
        raise InternalError(f"{name} would not be read back as it was")
    return name, text


def decode_event(name: str, text: str, where: str) -> events.Event:
    """What happened, from its name and its JSON."""
    return _event(name, _load(text), where)


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError([Problem(what="not UTF-8", where=f"line {line}")]) from error


def _load(text: str) -> Any:
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError([Problem(what=f"not JSON ({error.msg})", where=f"line {error.lineno}")]) from error
    except RecursionError as error:
        raise InputError("the document is nested too deeply") from error
    except ValueError as error:
        raise InputError(f"not a document ({error})") from error


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")


def _entry(raw: Any, where: str) -> Entry:
    if not isinstance(raw, dict) or not isinstance(raw.get("number"), int):
        raise InputError([Problem(what="an entry needs a number", where=where)])
    about = {key: value for key, value in raw.items() if key not in _ABOUT_ENTRY}
    event = _event(raw.get("event"), about, where)
    return Entry(number=raw["number"], by=str(raw.get("by", "")), at=str(raw.get("at", "")), event=event)


def _event(name: object, about: Mapping[str, Any], where: str) -> events.Event:
    kind = _EVENTS.get(str(name))
    if kind is None:
        raise InputError([Problem(what=f"event {name!r} is not known", where=where)])
    event: events.Event = decode_fields(about, kind, where)
    return event


def _encoded(entry: Entry) -> dict[str, Any]:
    about: dict[str, Any] = {"number": entry.number}
    about |= {name: text for name, text in (("by", entry.by), ("at", entry.at)) if text}
    return {**about, "event": type(entry.event).__name__, **encode(entry.event)}
