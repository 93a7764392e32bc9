"""The tournament document (".miai"): readable JSON with the whole history, one entry a line."""

import json
from dataclasses import dataclass
from typing import Any, get_args

from miai.domain import events
from miai.domain.codec import decode, encode
from miai.domain.history import Entry, History
from miai.domain.problems import demand_none
from miai.domain.versions import VERSION, demand_readable, upgraded
from miai.errors import InputError, Problem
from miai.messages import Message

Json = Any
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
FRAME = ("number", "by", "at", "event")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """What every entry has; the fields of its event stand beside it."""

    number: int
    by: str
    at: str
    event: str


def read_history(data: bytes) -> History:
    """Every entry of the document."""
    document = load_json(_decoded(data))
    if not isinstance(document, dict) or "miai" not in document:
        raise InputError(Message("this JSON is not a Miai document"))
    version = demand_readable(document["miai"])
    entries = document.get("history")
    if not isinstance(entries, list):
        raise InputError(Message("the document has no history"))
    history = History(
        entries=tuple(
            read_entry(raw, version=version, where=f"history[{i}]") for i, raw in enumerate(entries)
        )
    )
    demand_none(history.problems())
    return history


def write_history(history: History) -> bytes:
    """The document of a history."""
    lines = [json.dumps(write_entry(entry), ensure_ascii=False) for entry in history.entries]
    inside = ",\n  ".join(lines)
    return f'{{"miai": {VERSION},\n "history": [\n  {inside}\n ]}}\n'.encode()


def read_entry(raw: Json, *, version: int, where: str) -> Entry:
    """An entry from its JSON, as that version wrote it."""
    whole = upgraded(raw, version) if isinstance(raw, dict) else {}
    frame: _Frame = decode({name: whole[name] for name in FRAME if name in whole}, _Frame, where)
    kind = _EVENTS.get(frame.event)
    if kind is None:
        what = Message("event %(name)s is not known", name=repr(frame.event))
        raise InputError([Problem(what=what, where=where)])
    event = decode({name: value for name, value in whole.items() if name not in FRAME}, kind, where)
    return Entry(number=frame.number, by=frame.by, at=frame.at, event=event)


def write_entry(entry: Entry) -> dict[str, Json]:
    """The JSON of an entry, in the present version."""
    frame = {"number": entry.number, "by": entry.by, "at": entry.at, "event": type(entry.event).__name__}
    return {**frame, **encode(entry.event)}


def load_json(text: str) -> Json:
    """The JSON in a text; what is not JSON is reported with its line."""
    try:
        return json.loads(text, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        raise InputError(
            [
                Problem(
                    what=Message("not JSON (%(reason)s)", reason=error.msg),
                    where=Message("line %(line)s", line=error.lineno),
                )
            ]
        ) from error
    except RecursionError as error:
        raise InputError(Message("the document is nested too deeply")) from error
    except ValueError as error:
        raise InputError(Message("not a document (%(reason)s)", reason=str(error))) from error


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = Message("line %(line)s", line=data.count(b"\n", 0, error.start) + 1)
        raise InputError([Problem(what=Message("not UTF-8"), where=where)]) from error


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")
