"""The part of a log that everybody may see: its private fields are left out, and the chain still holds.

An entry keeps its hash. What is left out is covered by one commitment, and each personal field comes with
its salt, so that anybody can compute the hash. The hash of an entry without a seal covers private fields as
they are: it cannot be computed from the public part, and has to be taken as given.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from hashlib import sha256
from typing import Any

from miai.domain.log.codec import encode
from miai.domain.log.document import BESIDE, demand_sound, load_json, raw_entry, read_entry, utf8_text
from miai.domain.log.exposure import AUTHOR, absent_paths, open_if_empty, sealed_paths, with_substitutes
from miai.domain.log.history import Entry, History
from miai.domain.log.sealing import public_part, seal_for
from miai.domain.log.versions import VERSION, demand_readable
from miai.errors import InputError
from miai.messages import Message

Json = Any
FORMAT = "miai public log 1"


def begins(identity: str) -> str:
    """The hash that the first entry of a log follows; the identity cannot be computed from it."""
    return sha256(identity.encode()).hexdigest()


def public_entry(entry: Entry, last_hash: str) -> dict[str, Json]:
    """The public part of an entry with a hash."""
    raw = raw_entry(entry)
    frame = {"number": entry.number, "at": entry.at, "event": raw.frame["event"]}
    if raw.seal is None:
        fields = encode(entry.event)
        empty = open_if_empty(entry.event)
        _, hidden = sealed_paths(entry.event)
        seal = seal_for(fields, secret="", shown=(), hidden=hidden, open_if_empty=empty)
        public_part(fields, replace(seal, salts=_NO_SALTS))
        return {**frame, **fields, "hash": last_hash}
    fields = json.loads(raw.about)
    if AUTHOR not in raw.seal.erased:
        fields[AUTHOR] = entry.by
    fields, sealed = public_part(fields, raw.seal)
    return {**frame, "version": raw.version, **fields, "sealed": sealed, "hash": last_hash}


def public_log_of(history: History) -> dict[str, Json]:
    """The public part of a history as one document."""
    first, before, entries = begins(history.identity), history.identity, []
    for entry in history.entries:
        before = raw_entry(entry).hash(before)
        entries.append(public_entry(entry, before))
    return {"miai": VERSION, "public": FORMAT, "event": first[:16], "begins": first, "history": entries}


def is_public(document: Mapping[str, Json]) -> bool:
    """True for the document of a public log."""
    return document.get("public") == FORMAT


def read_public_history(data: bytes) -> History:
    """The history in a public log; something empty stands for each field that was left out."""
    document = load_json(utf8_text(data))
    if not isinstance(document, dict) or not is_public(document):
        raise InputError(Message("this is not a public log that this version of Miai reads"))
    version, entries = demand_readable(document.get("miai")), document.get("history")
    if not isinstance(entries, list):
        raise InputError(Message("the document has no history"))
    history = History(entries=tuple(_entry(raw, version, f"history[{i}]") for i, raw in enumerate(entries)))
    demand_sound(history)
    return history


def _entry(raw: Json, version: int, where: str) -> Entry:
    if not isinstance(raw, dict):
        raise InputError(Message("this is no entry"))
    own = demand_readable(raw.get("version", version))
    gone = raw["sealed"].get("erased", {}) if isinstance(raw.get("sealed"), dict) else {}
    fields = {name: value for name, value in raw.items() if name not in BESIDE}
    try:
        whole = with_substitutes(fields, [*absent_paths(fields), *gone])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError):
        whole = fields
    return read_entry({AUTHOR: "", **whole}, version=own, where=where)


class _AnySalt(dict[str, str]):
    """Salts that do not matter, because their commitments are dropped."""

    def __missing__(self, path: str) -> str:
        return ""


_NO_SALTS = _AnySalt()
