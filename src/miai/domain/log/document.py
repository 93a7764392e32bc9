"""The tournament document (".miai"): readable JSON with the whole history, one entry a line.

A document carries the identity of its tournament and, with each entry, the hash of the chain (`chain`), so
that a changed or missing entry is noticed when it is read. A document that no store has written has no
identity yet; its chain begins with an empty one.
"""

import json
from dataclasses import dataclass
from typing import Any, get_args

from miai.domain.bounds import out_of_bounds
from miai.domain.log import events
from miai.domain.log.chain import canonical, entry_hash, is_identity
from miai.domain.log.codec import decode, encode
from miai.domain.log.history import Entry, History
from miai.domain.log.versions import CHAINED_SINCE, VERSION, demand_readable, whole_entry
from miai.domain.problems import demand_none
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
    document = load_json(utf8_text(data))
    if not isinstance(document, dict) or "miai" not in document:
        raise InputError(Message("this JSON is not a Miai document"))
    version = demand_readable(document["miai"])
    entries = document.get("history")
    if not isinstance(entries, list):
        raise InputError(Message("the document has no history"))
    identity = ""
    if version >= CHAINED_SINCE:
        identity = _identity(document)
        entries = _chained(entries, identity, version)
    history = History(
        entries=tuple(
            read_entry(raw, version=version, where=f"history[{i}]") for i, raw in enumerate(entries)
        ),
        identity=identity,
    )
    demand_none(
        Problem(what=each.fault, where=f"history[{i}]{each.path}")
        for i, entry in enumerate(history.entries)
        for each in out_of_bounds(entry.event)
        # An older Miai wrote such texts, and its backups must stay readable.
        if not each.is_text
    )
    demand_none(history.problems())
    return history


def write_history(history: History) -> bytes:
    """The document of a history."""
    lines, before = [], history.identity
    for entry in history.entries:
        raw = write_entry(entry)
        before = hash_of(raw, before=before, version=VERSION)
        lines.append(json.dumps({**raw, "hash": before}, ensure_ascii=False))
    inside = ",\n  ".join(lines)
    return (
        f'{{"miai": {VERSION},\n "identity": "{history.identity}",\n "history": [\n  {inside}\n ]}}\n'
    ).encode()


def hash_of(raw: Json, *, before: str, version: int) -> str:
    """The hash of an entry in JSON, as that version wrote it."""
    frame = {name: raw.get(name) for name in FRAME}
    about = canonical({name: value for name, value in raw.items() if name not in FRAME})
    return entry_hash(before, version=version, about=about, **frame)


def _identity(document: Json) -> str:
    identity = document.get("identity")
    if identity != "" and not is_identity(identity):
        raise InputError(Message("the document has no identity, so it is damaged or not whole"))
    return str(identity)


def _chained(entries: list[Json], identity: str, version: int) -> list[Json]:
    """The entries without their hashes, which are verified."""
    found, before = [], identity
    for place, raw in enumerate(entries):
        where = Message("entry %(number)s", number=place + 1)
        if not isinstance(raw, dict):
            raise InputError([Problem(what=Message("this is no entry"), where=where)])
        entry = {name: value for name, value in raw.items() if name != "hash"}
        before = hash_of(entry, before=before, version=version)
        if raw.get("hash") != before:
            what = Message("the entry or the one before it is missing or is not what was written")
            raise InputError([Problem(what=what, where=where)])
        found.append(entry)
    return found


def read_entry(raw: Json, *, version: int, where: str) -> Entry:
    """An entry from its JSON, as that version wrote it."""
    whole = whole_entry(raw, version) if isinstance(raw, dict) else {}
    frame: _Frame = decode({name: whole[name] for name in FRAME if name in whole}, _Frame, where)
    kind = _EVENTS.get(frame.event)
    if kind is None:
        what = Message("event %(name)s is not known", name=repr(frame.event))
        raise InputError([Problem(what=what, where=where)])
    about = {name: value for name, value in whole.items() if name not in FRAME}
    event = decode(about, kind, where, version=version)
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


def utf8_text(data: bytes) -> str:
    """The text of a file that has to be UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        where = Message("line %(line)s", line=data.count(b"\n", 0, error.start) + 1)
        raise InputError([Problem(what=Message("not UTF-8"), where=where)]) from error


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is not a number")
