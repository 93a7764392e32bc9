"""Computes the hashes of entries that commit to their personal and private fields: a second time, on its own.

The hash covers the text of the fields that are in the open, the commitments to those that everybody may see
and that can be erased, and one hash of all commitments to private fields.
"""

import hmac
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from hashlib import sha256
from typing import Any

from miai.engine.verify.proof_file import demand

Json = Any
_BESIDE = ("number", "at", "event", "version", "sealed", "hash")
_EMPTY: tuple[Json, ...] = ("", None, [])
_SEAL = frozenset(("secret", "salts", "erased", "shown", "hidden"))
_PUBLIC_SEAL = frozenset(("salts", "erased", "hidden"))


def hash_of_whole(before: str, entry: Mapping[str, Json], version: int) -> str:
    """The hash of an entry with all its fields, or without those that were erased."""
    seal = entry["sealed"]
    demand(seal.keys() <= _SEAL, "log rewritten")
    fields = _fields(entry)
    shown: dict[str, str] = {}
    hidden: dict[str, str] = {}
    for patterns, found in ((seal["shown"], shown), (seal["hidden"], hidden)):
        for pattern in patterns:
            for path, value in _values(fields, pattern):
                if value not in _EMPTY or path == "by":
                    found[path] = _commitment(_salt(seal, path), value)
                if value not in _EMPTY or found is hidden:
                    _remove(fields, path)
    for path, kept in seal.get("erased", {}).items():
        pattern = ".".join("*" if step.isdigit() else step for step in path.split("."))
        demand(pattern in seal["shown"] or pattern in seal["hidden"], "log rewritten")
        (hidden if pattern in seal["hidden"] else shown)[path] = kept
    begins = _sha(before) if entry["number"] == 1 else before
    frame = [begins, version, entry["number"], entry["at"], entry["event"]]
    return _hash(frame, fields, shown, _sha(_text(hidden)))


def hash_of_public(before: str, entry: Mapping[str, Json]) -> str:
    """The hash of an entry of a public log, by its public part and its commitments."""
    seal = entry["sealed"]
    demand(seal.keys() <= _PUBLIC_SEAL, "log rewritten")
    fields, shown = _fields(entry), dict(seal.get("erased", {}))
    for path, salt in seal["salts"].items():
        [(_, value)] = _values(fields, path)
        demand(path not in shown, "log rewritten")
        shown[path] = _commitment(salt, value)
        _remove(fields, path)
    frame = [before, entry["version"], entry["number"], entry["at"], entry["event"]]
    return _hash(frame, fields, shown, seal["hidden"])


def _hash(frame: list[Json], fields: Json, shown: Mapping[str, str], hidden: str) -> str:
    return _sha(_text([*frame, _text(fields), _text(shown), hidden]))


def _fields(entry: Mapping[str, Json]) -> dict[str, Json]:
    return {name: deepcopy(value) for name, value in entry.items() if name not in _BESIDE}


def _values(fields: Json, pattern: str) -> list[tuple[str, Json]]:
    """The values at a path, in which `*` stands for each place in a list."""

    def found(holder: Json, steps: list[str], path: str) -> Iterator[tuple[str, Json]]:
        step, rest = steps[0], steps[1:]
        if isinstance(holder, list):
            for place in range(len(holder)) if step == "*" else [int(step)]:
                yield from found(holder[place], rest, f"{path}{place}.")
        elif isinstance(holder, dict) and step in holder:
            if rest:
                yield from found(holder[step], rest, f"{path}{step}.")
            else:
                yield f"{path}{step}", holder[step]

    return list(found(fields, pattern.split("."), ""))


def _remove(fields: Json, path: str) -> None:
    *steps, last = path.split(".")
    for step in steps:
        fields = fields[int(step)] if isinstance(fields, list) else fields[step]
    del fields[last]


def _salt(seal: Mapping[str, Json], path: str) -> str:
    if "secret" not in seal:
        return str(seal["salts"][path])
    return hmac.digest(bytes.fromhex(seal["secret"]), path.encode(), "sha256")[:16].hex()


def _commitment(salt: str, value: Json) -> str:
    return _sha(_text([salt, value]))


def _text(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _sha(text: str) -> str:
    return sha256(text.encode(errors="surrogatepass")).hexdigest()
