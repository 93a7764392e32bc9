"""Facts that a field states of itself, beside its type and its bounds.

A field is written as `Annotated[bool, Added(7, before=False)]`. Whoever needs the types of fields asks
`field_hints`, which leaves the facts out.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, ClassVar, TypeVar, get_args, get_origin, get_type_hints

Json = Any


class Exposure(Enum):
    """The part of a log that a field belongs to.

    A public field is for everybody, for ever. A personal one is for everybody and can be erased. A private
    one is for the director alone, and can be erased, too.
    """

    PUBLIC = "public"
    PERSONAL = "personal"
    PRIVATE = "private"


_LEAST_FIRST = (Exposure.PRIVATE, Exposure.PERSONAL, Exposure.PUBLIC, None)


class FieldFact:
    """A fact about a field; `exposure` is what it says of who may see the field, if it does."""

    __slots__ = ()
    exposure: ClassVar[Exposure | None] = None


Fact = TypeVar("Fact", bound=FieldFact)


class Unwritten(FieldFact):
    """A field that is not written with the others, neither in documents nor in answers."""

    __slots__ = ()


class ForEverybody(FieldFact):
    """A field that everybody may see, and that stays."""

    __slots__ = ()
    exposure = Exposure.PUBLIC


class AboutAPerson(FieldFact):
    """A field that everybody may see, as long as it is not erased."""

    __slots__ = ()
    exposure = Exposure.PERSONAL


@dataclass(frozen=True, slots=True)
class KeptFromPlayers(FieldFact):
    """A field for the director alone; `without` stands in its place for those who do not know it.

    If it is `open_if_empty`, everybody sees when there is nothing in it.
    """

    exposure: ClassVar[Exposure | None] = Exposure.PRIVATE
    without: Json = None
    open_if_empty: bool = False


T = TypeVar("T")
# Types of stored fields by who may see them. A field that says nothing is private.
Public = Annotated[T, ForEverybody()]
Personal = Annotated[T, AboutAPerson()]
Private = Annotated[T, KeptFromPlayers()]
PrivateIfFilled = Annotated[T, KeptFromPlayers(open_if_empty=True)]


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
    """The types of the fields that are written of a class, with their bounds."""
    return _plain_hints(kind)


def facts(kind: Any, wanted: type[Fact]) -> dict[str, Fact]:
    """The facts of one sort, by the names of the fields that state them."""
    return {
        name: fact
        for name, hint in _annotated(kind).items()
        for fact in getattr(hint, "__metadata__", ())
        if isinstance(fact, wanted)
    }


def exposures(kind: Any) -> dict[str, FieldFact]:
    """The fact of each field that says who may see it; if there are several, the one that shows least."""
    found: dict[str, FieldFact] = {}
    for name, hint in _annotated(kind).items():
        notes = getattr(hint, "__metadata__", ())
        said = [note for note in notes if isinstance(note, FieldFact) and note.exposure is not None]
        if said:
            found[name] = min(said, key=lambda note: _LEAST_FIRST.index(note.exposure))
    return found


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
    unwritten = facts(kind, Unwritten)
    return {name: _without_facts(hint) for name, hint in _annotated(kind).items() if name not in unwritten}


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
