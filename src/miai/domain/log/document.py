"""The tournament document (".miai"): readable JSON with the whole history, one entry a line.

A document carries the identity of its tournament and, with each entry, the hash of the chain (`chain`), so
that a changed or missing entry is noticed when it is read. A document that no store has written has no
identity yet; its chain begins with an empty one. Entries that an older version wrote stay as they were, with
their `version` and hash.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, get_args

from miai.domain.bounds import out_of_bounds
from miai.domain.log import events
from miai.domain.log.chain import canonical, entry_hash, is_identity
from miai.domain.log.codec import decode, encode
from miai.domain.log.exposure import AUTHOR, open_if_empty, sealed_paths, with_substitutes
from miai.domain.log.history import Entry, History
from miai.domain.log.sealing import Seal, parted, seal_for
from miai.domain.log.versions import CHAINED_SINCE, VERSION, demand_readable, whole_entry
from miai.domain.log.written import Written
from miai.domain.problems import demand_none
from miai.errors import InputError, Problem
from miai.messages import Message

Json = Any
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
FRAME = ("number", "by", "at", "event")
# What can stand beside the fields of an entry in a document.
BESIDE = ("version", "sealed", "hash")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Frame:
    """What every entry has; the fields of its event stand beside it."""

    number: int
    by: str
    at: str
    event: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RawEntry:
    """The JSON of an entry: its frame, its fields as text, its version, and its seal if it has one."""

    version: int
    frame: Mapping[str, Json]
    about: str
    seal: Seal | None = None

    def hash(self, before: str) -> str:
        """The hash after the hash before it, as the version of the entry computes it."""
        frame, seal = self.frame, self.seal
        if seal is None:
            return entry_hash(before, version=self.version, about=self.about, **{**_NO_FRAME, **frame})
        fields = json.loads(self.about)
        if AUTHOR not in seal.erased:
            fields[AUTHOR] = frame[AUTHOR]
        return parted(fields, seal).hash(
            before, version=self.version, number=frame["number"], at=frame["at"], event=frame["event"]
        )

    def entry(self, where: str) -> Entry:
        """The entry that it stands for."""
        fields = {**load_json(self.about), **self.frame}
        if self.seal and self.seal.erased:
            fields = with_substitutes(fields, self.seal.erased)
            fields.setdefault(AUTHOR, "")
        found = read_entry(fields, version=self.version, where=where)
        if self.version < CHAINED_SINCE:
            return found
        kept = Written(version=self.version, about=self.about, seal=self.seal, event=found.event)
        return replace(found, written=kept)


_NO_FRAME: Mapping[str, Json] = dict.fromkeys(FRAME)


def raw_entry(entry: Entry) -> RawEntry:
    """The JSON of an entry: as it was read, or of a new one in the present version."""
    frame = {"number": entry.number, "by": entry.by, "at": entry.at, "event": type(entry.event).__name__}
    kept = entry.written
    if kept.event is entry.event:
        return RawEntry(version=kept.version, frame=frame, about=kept.about, seal=kept.seal)
    fields = encode(entry.event)
    shown, hidden = sealed_paths(entry.event)
    seal = seal_for(
        fields, secret=kept.secret, shown=shown, hidden=hidden, open_if_empty=open_if_empty(entry.event)
    )
    return RawEntry(version=VERSION, frame=frame, about=canonical(fields), seal=seal)


def read_history(data: bytes) -> History:
    """Every entry of the document."""
    document = load_json(utf8_text(data))
    if not isinstance(document, dict) or "miai" not in document:
        raise InputError(Message("this JSON is not a Miai document"))
    version = demand_readable(document["miai"])
    if "public" in document:
        raise InputError(
            Message(
                "this is the public part of a log, which 'miai verify' reads: private fields are not in it,"
                " so that it cannot be opened as an event"
            )
        )
    entries = document.get("history")
    if not isinstance(entries, list):
        raise InputError(Message("the document has no history"))
    identity = _identity(document) if version >= CHAINED_SINCE else ""
    raw = list(
        _chained(entries, identity, version) if version >= CHAINED_SINCE else _unchained(entries, version)
    )
    history = History(
        entries=tuple(each.entry(f"history[{i}]") for i, each in enumerate(raw)), identity=identity
    )
    demand_sound(history)
    return history


def demand_sound(history: History) -> None:
    """Refuse a history with values out of bounds, or that contradicts itself."""
    demand_none(
        Problem(what=each.fault, where=f"history[{i}]{each.path}")
        for i, entry in enumerate(history.entries)
        for each in out_of_bounds(entry.event)
        # An older Miai wrote such texts, and its backups must stay readable.
        if not each.is_text
    )
    demand_none(history.problems())


def write_history(history: History) -> bytes:
    """The document of a history."""
    lines, before = [], history.identity
    for entry in history.entries:
        raw = raw_entry(entry)
        before = raw.hash(before)
        lines.append(json.dumps({**json_of(raw), "hash": before}, ensure_ascii=False))
    inside = ",\n  ".join(lines)
    return (
        f'{{"miai": {VERSION},\n "identity": "{history.identity}",\n "history": [\n  {inside}\n ]}}\n'
    ).encode()


def json_of(raw: RawEntry) -> dict[str, Json]:
    """An entry as a document has it, without its hash."""
    seal, frame = raw.seal, dict(raw.frame)
    if seal and AUTHOR in seal.erased:
        del frame[AUTHOR]
    version = {} if raw.version == VERSION else {"version": raw.version}
    return {**frame, **json.loads(raw.about), **version, **({"sealed": seal.as_json()} if seal else {})}


def raw_of_json(raw: Mapping[str, Json], version: int) -> RawEntry:
    """An entry of a document of a version; what cannot be one raises ValueError, TypeError or KeyError."""
    own = raw.get("version", version)
    if type(own) is not int or not CHAINED_SINCE <= own <= version:
        raise ValueError(own)
    about = {name: value for name, value in raw.items() if name not in (*FRAME, *BESIDE)}
    return RawEntry(
        version=own,
        frame={name: raw[name] for name in FRAME if name in raw},
        about=canonical(about),
        seal=Seal.of_json(raw["sealed"]) if "sealed" in raw else None,
    )


def _identity(document: Json) -> str:
    identity = document.get("identity")
    if identity != "" and not is_identity(identity):
        raise InputError(Message("the document has no identity, so it is damaged or not whole"))
    return str(identity)


def _chained(entries: list[Json], identity: str, version: int) -> Iterator[RawEntry]:
    """The entries, whose hashes are verified."""
    before = identity
    for place, raw in enumerate(entries):
        where = Message("entry %(number)s", number=place + 1)
        if not isinstance(raw, dict):
            raise InputError([Problem(what=Message("this is no entry"), where=where)])
        try:
            entry = raw_of_json(raw, version)
            before = entry.hash(before)
        except (ValueError, TypeError, LookupError, AttributeError):
            before = ""
        if not before or raw.get("hash") != before:
            what = Message("the entry or the one before it is missing or is not what was written")
            raise InputError([Problem(what=what, where=where)])
        yield entry


def _unchained(entries: list[Json], version: int) -> Iterator[RawEntry]:
    """The entries of a version whose documents have no hashes."""
    for raw in entries:
        fields = raw if isinstance(raw, dict) else {}
        frame = {name: fields[name] for name in FRAME if name in fields}
        about = {name: value for name, value in fields.items() if name not in FRAME}
        yield RawEntry(version=version, frame=frame, about=canonical(about))


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
    """The JSON of what an entry says, in the present version."""
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
