"""Documents that every version of Miai wrote, and what each of them says.

A document `version-N-STORY.miai` is what version N wrote of a story. `expected-STORY.json` says what that
means, the tournament and each entry, for each field that is not as `usual.json` says of its class. It means
the same in all versions. A younger field is usually what it says itself of the time before it, so that a new
one touches none of these files.
"""

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, Union, get_args, get_origin

from kit.places import TESTS
from miai.domain.field_facts import Added, facts, field_hints
from miai.domain.log import events
from miai.domain.log.codec import decode
from miai.domain.log.document import FRAME, raw_of_json, read_history, write_entry, write_history
from miai.domain.log.history import History
from miai.domain.log.versions import VERSION
from miai.domain.people.grade import Grade
from miai.domain.rounds.round import Pairings, Round
from miai.domain.rounds.round_in_progress import ShownTable
from miai.domain.table_numbers import TableRange
from miai.domain.tournament import Stage, Tournament

_FOLDER = TESTS / "golden" / "documents"
DOCUMENTS = sorted(_FOLDER.glob("version-*.miai"))
_USUAL: Mapping[str, Mapping[str, Any]] = json.loads((_FOLDER / "usual.json").read_text())
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}


def version_of(path: Path) -> int:
    return int(path.stem.split("-")[1])


# A version that is not published yet may have no documents.
NEWEST_STORED = max(map(version_of, DOCUMENTS))


def story_of(path: Path) -> str:
    return path.stem.removeprefix(f"version-{version_of(path)}")


def newest_of_its_story(path: Path) -> Path:
    return max((each for each in DOCUMENTS if story_of(each) == story_of(path)), key=version_of)


def expected(path: Path) -> dict[str, Any]:
    """What the document says."""
    loaded: dict[str, Any] = json.loads((_FOLDER / f"expected{story_of(path)}.json").read_text())
    return loaded


def opened(path: Path) -> History:
    return read_history(path.read_bytes())


def as_text(value: Any) -> str:
    """So that 1, 1.0 and true are told apart."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def described(history: History) -> dict[str, Any]:
    """Every field of the tournament and of each entry that is not as usual, as plain JSON."""
    return {
        "tournament": unusual(history.tournament()),
        "entries": [unusual(entry) for entry in history.entries],
    }


def unusual(value: Any) -> Any:
    """A value as plain JSON; of a dataclass the fields that are not as usual."""
    if isinstance(value, Grade | TableRange):
        return str(value)
    if isinstance(value, Tournament):
        found = {name: each for name, each in _fields(value).items() if name != "around"}
        return found | _rounds(value.rounds)
    if isinstance(value, Stage):
        # As players see it: that follows from what it has of its own, and from its event.
        found = {name: each for name, each in _fields(value).items() if name != "own"}
        return found if value.kept else {name: each for name, each in found.items() if name != "kept"}
    if isinstance(value, ShownTable):
        # The log does not hold the criteria: replay takes them from the rules of that moment.
        return {name: each for name, each in _fields(value).items() if not name.endswith("criteria")}
    if is_dataclass(value):
        return _fields(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, tuple):
        return [unusual(item) for item in value]
    return sorted(value) if isinstance(value, frozenset) else value


def _named(plain: Any, value: Any, hint: Any) -> Any:
    """With the name of its class where it may be one of several."""
    kinds = [each for each in get_args(hint) if is_dataclass(each)] if _is_union(hint) else []
    return {"kind": type(value).__name__, **plain} if len(kinds) > 1 else plain


@cache
def _usual(kind: type[Any]) -> Mapping[str, Any]:
    younger = {
        name: unusual(decode(added.before, field_hints(kind)[name]))
        for name, added in facts(kind, Added).items()
        if name not in _USUAL.get(kind.__name__, {}) and not callable(added.before)
    }
    return {**younger, **_USUAL.get(kind.__name__, {})}


def written_by(version: int, history: History) -> str:
    """The document of a history as that version wrote it: without the fields that came later."""
    before, lines = history.identity, []
    for each in history.entries:
        entry = write_entry(each)
        frame = {name: entry[name] for name in FRAME}
        about = {name: raw for name, raw in entry.items() if name not in FRAME}
        raw = {**frame, **_without_younger(about, _EVENTS[entry["event"]], version)}
        before = raw_of_json(raw, version).hash(before)
        lines.append(json.dumps({**raw, "hash": before}, ensure_ascii=False))
    text = write_history(history).decode()
    head = text[: text.index("  {")].replace(f'"miai": {VERSION},', f'"miai": {version},')
    inside = ",\n  ".join(lines)
    return f"{head}  {inside}\n ]}}\n"


def _without_younger(raw: Any, hint: Any, version: int) -> Any:
    """The JSON of a value without the fields that a version did not know."""
    if not isinstance(raw, list) and not isinstance(raw, dict):
        return raw
    inner = [each for each in get_args(hint) if each is not type(None)]
    if _is_union(hint) and len(inner) == 1:
        return _without_younger(raw, inner[0], version)
    if _is_union(hint) and isinstance(raw, dict):
        [kind] = [each for each in inner if each.__name__ == raw["event"]]
        about = {name: each for name, each in raw.items() if name != "event"}
        return {"event": raw["event"], **_without_younger(about, kind, version)}
    if isinstance(raw, list):
        kinds = inner[:1] * len(raw) if len(inner) == 1 or inner[-1] is Ellipsis else inner
        return [_without_younger(each, kind, version) for each, kind in zip(raw, kinds, strict=True)]
    younger = {name for name, added in facts(hint, Added).items() if added.version > version}
    hints = {name: kind for name, kind in field_hints(hint).items() if name not in younger}
    return {name: _without_younger(raw[name], kind, version) for name, kind in hints.items()}


def _is_union(hint: Any) -> bool:
    return get_origin(hint) in (Union, UnionType)


def _fields(value: Any) -> dict[str, Any]:
    kind: Any = type(value)
    found = {
        name: _named(unusual(getattr(value, name)), getattr(value, name), hint)
        for name, hint in field_hints(kind).items()
    }
    usual = _usual(kind)
    return {
        name: plain
        for name, plain in found.items()
        if name not in usual or as_text(plain) != as_text(usual[name])
    }


def _rounds(rounds: tuple[Round, ...]) -> dict[str, Any]:
    """The rounds with what came of their draws beside them, each with the number of its round."""
    names = {field.name for field in fields(Round)} - {field.name for field in fields(Pairings)} - {"shown"}
    found = {
        "rounds": [unusual(drawn.pairings) for drawn in rounds],
        "shown": [unusual(drawn.shown) for drawn in rounds if drawn.shown],
    } | {
        name: [{"round": drawn.number, **unusual(each)} for drawn in rounds for each in getattr(drawn, name)]
        for name in sorted(names)
    }
    return {name: plain for name, plain in found.items() if plain}
