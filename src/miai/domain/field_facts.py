"""Facts that a field states of itself, beside its type and its bounds.

A field is written as `Annotated[bool, Added(7, before=False)]`. Whoever needs the types of fields asks
`field_hints`, which leaves the facts out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

Json = Any


class FieldFact:
    """A fact about a field."""

    __slots__ = ()


Fact = TypeVar("Fact", bound=FieldFact)


@dataclass(frozen=True, slots=True)
class Added(FieldFact):
    """The version of the log that brought a field, and what older entries mean by it, as JSON.

    `before` is data of the past and never changes, whatever becomes of the default. A function is given the
    object that lacks the field.
    """

    version: int
    before: Json | Callable[[Mapping[str, Json]], Json]

    def meaning(self, raw: Mapping[str, Json]) -> Json:
        """The value of the field in an object that is older than the field."""
        return self.before(raw) if callable(self.before) else self.before


@dataclass(frozen=True, slots=True)
class Renamed(FieldFact):
    """The version of the log since which some values of a field have other names: each new one by the old."""

    version: int
    names: Mapping[str, str]


def field_hints(kind: Any) -> Mapping[str, Any]:
    """The types of the fields of a class, with their bounds."""
    return _plain_hints(kind)


def facts(kind: Any, wanted: type[Fact]) -> dict[str, Fact]:
    """The facts of one sort, by the names of the fields that state them."""
    return {
        name: fact
        for name, hint in _annotated(kind).items()
        for fact in getattr(hint, "__metadata__", ())
        if isinstance(fact, wanted)
    }


def classes_inside(hint: Any, known: set[Any] | None = None) -> Iterator[type[Any]]:
    """The dataclasses that a type holds, each once, itself among them."""
    known = set() if known is None else known
    if isinstance(hint, type) and is_dataclass(hint):
        if hint in known:
            return
        known.add(hint)
        yield hint
        for inner in field_hints(hint).values():
            yield from classes_inside(inner, known)
    for inner in get_args(hint):
        yield from classes_inside(inner, known)


@cache
def _plain_hints(kind: Any) -> Mapping[str, Any]:
    return {name: _without_facts(hint) for name, hint in _annotated(kind).items()}


@cache
def _annotated(kind: Any) -> Mapping[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    return {each.name: hints[each.name] for each in fields(kind)}


def _without_facts(hint: Any) -> Any:
    if get_origin(hint) is not Annotated:
        return hint
    plain, *notes = get_args(hint)
    kept = [note for note in notes if not isinstance(note, FieldFact)]
    return Annotated[(plain, *kept)] if kept else plain
