"""The chain of hashes through a log, by which a changed, missing or foreign entry is noticed.

The hash of an entry covers the hash of the one before it and everything that is stored of the entry: the
version of its format, its number, author and time, the kind of event, and the fields of the event as text.
The first entry covers the tournament's identity, a random text made when the tournament is created. Two
tournaments that have the same name one after the other therefore never have an entry in common.

The hash of an entry with a seal covers commitments to its personal and private fields instead of these fields
(`sealing`). Entries that were written before there were seals keep their rule for ever, and a log can begin
with those and go on with others.
"""

import json
import re
import secrets
from hashlib import sha256
from typing import Any

_IDENTITY = re.compile(r"[0-9a-f]{32}")
# Made once: a log has ten thousands of values with a hash of their own.
_ENCODE = json.JSONEncoder(ensure_ascii=False, sort_keys=True).encode


def new_identity() -> str:
    """A random identity for a new tournament."""
    return secrets.token_hex(16)


def is_identity(text: object) -> bool:
    """Whether a text can be the identity of a tournament."""
    return isinstance(text, str) and bool(_IDENTITY.fullmatch(text))


def canonical(value: Any) -> str:
    """The fields of an event, or any JSON, as text, the same for equal fields in any order."""
    return _ENCODE(value)


def entry_hash(before: str, *, version: int, number: int, by: str, at: str, event: str, about: str) -> str:
    """The hash of an entry; `before` is the hash of the entry before it, or the tournament's identity."""
    # Damaged values may be of any type; they only have to give another hash.
    content = json.dumps([before, version, number, by, at, event, about], ensure_ascii=False, default=repr)
    return sha256(content.encode(errors="surrogatepass")).hexdigest()
