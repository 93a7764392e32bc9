"""Values that others changed since they were read are not overwritten."""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from miai.desk.seen import Difference, Mark, SeenChanged
from miai.domain.bounds import shown_text
from miai.domain.log.codec import encode
from miai.domain.tournament import Tournament
from miai.messages import Message, literal

# What tells the things of a list apart; a list of other values is one value.
_KEYS = ("id", "number", "table", "player", "event", "round")
Path = tuple[str, ...]


def demand_unchanged(version: int, seen: Tournament, now: Tournament, after: Tournament) -> None:
    """Raise SeenChanged if the change from `now` to `after` sets values that have changed since `seen`."""
    theirs = dict(_changes(seen, now))
    found = tuple(
        Difference(where=literal(".".join(path)), before=_said(was), now=_said(before), sent=_said(value))
        for path, (before, value) in _changes(now, after)
        for other, (was, _) in theirs.items()
        if _overlap(path, other)
    )
    if found:
        raise SeenChanged(Message("others have changed the same values since"), Mark(version, ""), found)


def _changes(before: object, after: object, path: Path = ()) -> Iterator[tuple[Path, tuple[object, object]]]:
    """The values that differ, by the names that lead to them."""
    if before == after:
        return
    if is_dataclass(before) and type(before) is type(after):
        for each in fields(before):
            if each.compare:
                old, new = getattr(before, each.name), getattr(after, each.name)
                yield from _changes(old, new, (*path, each.name))
        return
    one, other = _by_key(before), _by_key(after)
    if one is None or other is None:
        yield path, (before, after)
        return
    for key in (*one, *(key for key in other if key not in one)):
        yield from _changes(one.get(key), other.get(key), (*path, key))


def _by_key(values: object) -> dict[str, object] | None:
    """The things of a list by what tells them apart; None if nothing does."""
    if not isinstance(values, tuple):
        return None
    found: dict[str, object] = {}
    for each in values:
        key = next((str(getattr(each, name)) for name in _KEYS if hasattr(each, name)), None)
        if key is None or key in found:
            return None
        found[key] = each
    return found


def _overlap(one: Path, other: Path) -> bool:
    shorter = min(len(one), len(other))
    return one[:shorter] == other[:shorter]


def _said(value: object) -> Message | None:
    """A value as the document of a tournament has it."""
    if value is None:
        return None
    return literal(
        shown_text(value if isinstance(value, str) else json.dumps(_json(value), ensure_ascii=False))
    )


def _json(value: object) -> Any:
    if isinstance(value, tuple | frozenset):
        return [_json(each) for each in value]
    return encode(value)
