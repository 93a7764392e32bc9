"""Documents that every version of Miai wrote, and what each of them says.

A document `version-N-STORY.miai` is what version N wrote of a story. `expected-STORY.json` says field by
field what it means, the tournament and each entry. That is the same for all versions.
"""

import json
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Any

from miai.domain.document import read_history
from miai.domain.grade import Grade
from miai.domain.history import History
from miai.domain.table_numbers import TableRange

_FOLDER = Path(__file__).parent / "golden" / "documents"
DOCUMENTS = sorted(_FOLDER.glob("version-*.miai"))


def version_of(path: Path) -> int:
    return int(path.stem.split("-")[1])


def expected(path: Path) -> dict[str, Any]:
    """What the document says."""
    story = path.stem.removeprefix(f"version-{version_of(path)}")
    loaded: dict[str, Any] = json.loads((_FOLDER / f"expected{story}.json").read_text())
    return loaded


def opened(path: Path) -> History:
    return read_history(path.read_bytes())


def described(history: History) -> dict[str, Any]:
    """Every field of the tournament and of each entry, as plain JSON."""
    return {
        "tournament": _plain(history.tournament()),
        "entries": [{**_plain(entry), "kind": type(entry.event).__name__} for entry in history.entries],
    }


def _plain(value: Any) -> Any:
    if isinstance(value, Grade | TableRange):
        return str(value)
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return sorted(value) if isinstance(value, frozenset) else value
