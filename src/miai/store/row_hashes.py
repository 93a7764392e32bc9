"""Seals of small rows (tournaments, requests, sign-ins, values): a hash that each row carries of itself."""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

_LENGTH = 32


def seal_of(row: Mapping[str, Any]) -> str:
    """The seal of a row: a hash of all its other columns."""
    content = {name: value for name, value in row.items() if name != "seal"}
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, default=repr)
    return sha256(text.encode(errors="surrogatepass")).hexdigest()[:_LENGTH]


def sealed(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row with its seal."""
    return {**row, "seal": seal_of(row)}


def is_intact(row: Mapping[str, Any]) -> bool:
    """Whether a row is what was written."""
    return bool(row["seal"] == seal_of(row))
