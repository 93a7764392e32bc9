"""The chain of hashes through a log, by which a changed, missing or foreign entry is noticed.

The hash of an entry covers the hash of the one before it and everything that is stored of the entry: the
version of its format, its number, author and time, the kind of event, and the fields of the event as text.
The first entry covers the tournament's identity, a random text made when the tournament is created. Two
tournaments that have the same name one after the other therefore never have an entry in common.
"""

import json
import re
import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

_IDENTITY = re.compile(r"[0-9a-f]{32}")


def new_identity() -> str:
    """A random identity for a new tournament."""
    return secrets.token_hex(16)


def is_identity(text: object) -> bool:
    """Whether a text can be the identity of a tournament."""
    return isinstance(text, str) and bool(_IDENTITY.fullmatch(text))


def canonical(fields: Mapping[str, Any]) -> str:
    """The fields of an event as text, the same for equal fields in any order."""
    return json.dumps(fields, ensure_ascii=False, sort_keys=True)


def entry_hash(before: str, *, version: int, number: int, by: str, at: str, event: str, about: str) -> str:
    """The hash of an entry; `before` is the hash of the entry before it, or the tournament's identity."""
    # Damaged values may be of any type; they only have to give another hash.
    content = json.dumps([before, version, number, by, at, event, about], ensure_ascii=False, default=repr)
    return sha256(content.encode(errors="surrogatepass")).hexdigest()
