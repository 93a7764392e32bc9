"""The parts of an entry that are not for everybody: found from the classes of events, by their fields.

Each stored field says where it is declared if it is public, personal or private (`field_facts`). Here this
becomes the paths of the personal and the private fields in the JSON of an entry: names of fields joined by
dots, with `*` for each item of a list, such as `players.*.surname`.
"""

import types
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, is_dataclass
from functools import cache
from typing import Annotated, Any, Union, get_args, get_origin

from miai.domain.field_facts import Exposure, KeptFromPlayers, exposures, field_hints
from miai.domain.log import events
from miai.domain.log.codec import WRITTEN_AS_TEXT

Json = Any
# The author of an entry is for the director alone.
AUTHOR = "by"
_EVENTS = {kind.__name__: kind for kind in get_args(events.Event)}
_UNIONS = (Union, types.UnionType)
_IN_STAGE = {kind.__name__: kind for kind in get_args(events.InTournament)}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredField:
    """A field that holds a plain value: its path, its type, and who may see it; None if it does not say."""

    path: str
    hint: Any
    exposure: Exposure | None
    without: Json = None
    open_if_empty: bool = False

    @property
    def substitute(self) -> Json:
        """The JSON that stands for a value that is not known."""
        return self.without if self.without is not None else _nothing(self.hint)


def sealed_paths(event: events.Event) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The paths of the personal fields of an event, and of the private ones with the author."""
    change = type(event.change).__name__ if isinstance(event, events.InStage) else ""
    return _sealed_paths(type(event).__name__, change)


@cache
def _sealed_paths(event: str, change: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    found = stored_fields(event, change)
    personal = [each.path for each in found if each.exposure is Exposure.PERSONAL]
    private = [each.path for each in found if each.exposure in (Exposure.PRIVATE, None)]
    return tuple(personal), (AUTHOR, *private)


def open_if_empty(event: events.Event) -> frozenset[str]:
    """The paths of private fields of an event that stay in the open as long as there is nothing in them."""
    change = type(event.change).__name__ if isinstance(event, events.InStage) else ""
    return _open_if_empty(type(event).__name__, change)


@cache
def _open_if_empty(event: str, change: str) -> frozenset[str]:
    return frozenset(each.path for each in stored_fields(event, change) if each.open_if_empty)


@cache
def stored_fields(event: str, change: str = "") -> tuple[StoredField, ...]:
    """The plain fields of a kind of event; in a stage of what changes there."""
    if event == events.InStage.__name__:
        stage = [each for each in _fields_of(events.InStage, "") if each.path == "stage"]
        return (*stage, *_fields_of(_IN_STAGE[change], "change."))
    return tuple(_fields_of(_EVENTS[event], ""))


def with_substitutes(raw: Mapping[str, Json], paths: Iterable[str]) -> dict[str, Json]:
    """The fields of an entry with something at the paths whose values are not known."""
    whole = dict(raw)
    change = raw.get("change")
    kind = str(change.get("event")) if isinstance(change, dict) else ""
    known = {each.path: each.substitute for each in stored_fields(str(raw["event"]), kind)}
    for path in paths:
        steps = path.split(".")
        pattern = ".".join("*" if step.isdigit() else step for step in steps)
        if pattern in known:
            _put(whole, steps, known[pattern])
    return whole


def _put(holder: Json, steps: list[str], value: Json) -> None:
    for step in steps[:-1]:
        holder = holder[int(step)] if isinstance(holder, list) else holder[step]
    holder.setdefault(steps[-1], value)


def absent_paths(raw: Mapping[str, Json]) -> Iterator[str]:
    """The paths of the private fields that an entry should have and does not."""
    change = raw.get("change")
    kind = str(change.get("event")) if isinstance(change, dict) else ""
    for each in stored_fields(str(raw["event"]), kind):
        if each.exposure in (Exposure.PRIVATE, None):
            yield from _absent(raw, each.path.split("."), "")


def _absent(holder: Json, steps: list[str], path: str) -> Iterator[str]:
    step, *rest = steps
    if step == "*":
        for place, item in enumerate(holder if isinstance(holder, list) else ()):
            yield from _absent(item, rest, f"{path}{place}.")
    elif not rest:
        if isinstance(holder, dict) and step not in holder:
            yield f"{path}{step}"
    elif isinstance(holder, dict) and holder.get(step) is not None:
        yield from _absent(holder[step], rest, f"{path}{step}.")


def _fields_of(kind: Any, before: str) -> Iterator[StoredField]:
    stated = exposures(kind)
    for name, hint in field_hints(kind).items():
        fact = stated.get(name)
        inner, many = _object_in(hint)
        whole = fact is not None and fact.exposure is not Exposure.PUBLIC
        if inner is not None and not whole:
            yield from _fields_of(inner, f"{before}{name}.{'*.' if many else ''}")
            continue
        yield StoredField(
            path=f"{before}{name}",
            hint=hint,
            exposure=fact.exposure if fact else None,
            without=fact.without if isinstance(fact, KeptFromPlayers) else None,
            open_if_empty=isinstance(fact, KeptFromPlayers) and fact.open_if_empty,
        )


def _object_in(hint: Any) -> tuple[Any, bool]:
    """The class whose fields a type writes, and if it is a list of such objects; None for plain values."""
    many = False
    while True:
        origin, inner = get_origin(hint), get_args(hint)
        if origin is Annotated:
            hint = inner[0]
        elif origin in _UNIONS and len(kept := [each for each in inner if each is not type(None)]) == 1:
            hint = kept[0]
        elif origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
            hint, many = inner[0], True
        else:
            break
    return (hint, many) if is_dataclass(hint) and hint not in WRITTEN_AS_TEXT else (None, False)


def _nothing(hint: Any) -> Json:
    """The JSON of nothing for a plain type: null, an empty text or list, false or zero."""
    while get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if get_origin(hint) in _UNIONS:
        return None
    if get_origin(hint) in (tuple, frozenset):
        return []
    return {str: "", bool: False}.get(getattr(hint, "__supertype__", hint), 0)
