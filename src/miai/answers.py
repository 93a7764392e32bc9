"""What a question answers, declared once: JSON, its schema, the API's type, tables and files follow from it.

    ROW: Shape[Row] = Shape("Row", "A line.", (Field("place", int, columns=column(Message("Place"))), ...))
    WHOLE: Shape[Table] = Shape("Standings", "The standings.", (Field("rows", many(ROW)), ...))
    STANDINGS = Answer("standings", WHOLE, lines="rows", title=lambda table: (table.name,))

`STANDINGS.json(table)` is for scripts, `STANDINGS.table(table)` for a terminal and files, `STANDINGS.type()`
for the API, and `STANDINGS.schema()` for the reference.
"""

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Generic, NotRequired, Protocol, TypeVar, Union, cast, get_args, get_origin

from typing_extensions import TypedDict

from miai.messages import Message, literal

Say = Callable[[Message], str]
JsonObject = dict[str, Any]
T = TypeVar("T")
U = TypeVar("U")


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column's heading; numbers stand to the right. `says` explains the heading where there is room.

    With a `wrap` the heading takes several lines on a terminal, of so many characters if words allow it.
    """

    title: str
    right: bool = False
    says: str = ""
    wrap: int = 0

    @property
    def heading(self) -> list[str]:
        """The lines of the heading on a terminal."""
        return textwrap.wrap(self.title, self.wrap, break_long_words=False) if self.wrap else [self.title]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Title, columns and rows of text."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """The heading of a column in any language; a `short` one is for terminals."""

    title: Message
    short: str = ""
    says: Message | None = None
    right: bool = False


Headings = Callable[[Any], Sequence[Heading]]


class Kind(Protocol):
    """A kind of JSON that is made from values of the program."""

    def json(self, value: Any, /) -> Any:
        """A value as JSON."""

    def type(self) -> Any:
        """The type of that JSON."""


@dataclass(frozen=True, slots=True)
class Field(Generic[T]):
    """One thing that is told: under its key if it has a `kind`, and in as many columns as have headings.

    A kind is a type of JSON, a shape, or `many`, `maybe` or `keyed` of one. `get` takes the value, by default
    the attribute of that name. `text` is what columns show of it, if that is something else; without a kind
    it is only in columns. The key is left out unless `when` holds. `once`: a terminal leaves out what the
    line above says. `wide`: too wide for a terminal.
    """

    key: str
    kind: Any = None
    get: Callable[[T], object] | None = None
    columns: Headings = lambda _: ()
    text: Callable[[T], object] | None = None
    when: Callable[[T], bool] | None = None
    once: bool = False
    wide: bool = False

    def of(self, value: T) -> Any:
        """What is told of a value."""
        return self.get(value) if self.get else getattr(value, self.key)

    def shown(self, value: T) -> Any:
        """What its columns show of a value."""
        return self.text(value) if self.text else self.of(value)


@dataclass(frozen=True, eq=False)
class Shape(Generic[T]):
    """The fields of one kind of value, by the name and description that its JSON has."""

    name: str
    says: str
    fields: tuple[Field[T], ...]

    def json(self, value: T, /) -> JsonObject:
        """A value for scripts."""
        return {
            each.key: _converter(each.kind)(each.of(value))
            for each in self.fields
            if each.kind is not None and (each.when is None or each.when(value))
        }

    def type(self) -> Any:
        """The type of its JSON, always the same one."""
        return _typed(self)

    def of(self, part: Callable[[U], T]) -> tuple[Field[U], ...]:
        """The same fields, told of a part of some larger value."""
        return tuple(_of_part(each, part) for each in self.fields)


@dataclass(frozen=True, slots=True)
class _Many:
    inner: Kind

    def json(self, value: Iterable[Any], /) -> list[Any]:
        return [self.inner.json(each) for each in value]

    def type(self) -> Any:
        return list[self.inner.type()]  # type: ignore[misc]


@dataclass(frozen=True, slots=True)
class _Maybe:
    inner: Kind

    def json(self, value: Any, /) -> Any:
        return None if value is None else self.inner.json(value)

    def type(self) -> Any:
        return self.inner.type() | None


@dataclass(frozen=True, slots=True)
class _Keyed:
    inner: Kind

    def json(self, value: Mapping[str, Any], /) -> dict[str, Any]:
        return {key: self.inner.json(each) for key, each in value.items()}

    def type(self) -> Any:
        return dict[str, self.inner.type()]  # type: ignore[misc]


def many(inner: Kind) -> Kind:
    """A list."""
    return _Many(inner)


def maybe(inner: Kind) -> Kind:
    """A value that may be missing, which is null."""
    return _Maybe(inner)


def keyed(inner: Kind) -> Kind:
    """Values by their keys."""
    return _Keyed(inner)


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[T]):
    """The answer to a question: its whole shape, and of a table the field with its `lines` and its title.

    A terminal has a title of its own if there is a `short` one. A version grows when something that scripts
    may depend on is removed or changes its meaning; new keys do not change it.
    """

    question: str
    whole: Shape[T]
    lines: str = ""
    title: Callable[[T], Iterable[Message | str]] = lambda _: ()
    short: Callable[[T], str] | None = None
    version: int = 1

    @property
    def name(self) -> str:
        """What stands in an answer as its schema."""
        return f"miai.{self.question}/{self.version}"

    def json(self, value: T) -> JsonObject:
        """The answer for scripts."""
        return self.whole.json(value)

    def type(self) -> Any:
        """The type of its JSON."""
        return self.whole.type()

    def table(self, value: T, say: Say = str, *, narrow: bool = False) -> Table:
        """The answer as a table, in any language; a narrow one is for a terminal."""
        (lines,) = (each for each in self.whole.fields if each.key == self.lines)
        return table_of(
            cast("_Many", lines.kind).inner,
            lines.of(value),
            title=self.short(value) if narrow and self.short else _title(self.title(value), say),
            whole=value,
            say=say,
            narrow=narrow,
        )

    def schema(self) -> JsonObject:
        """The JSON Schema of the answer."""
        from pydantic import TypeAdapter  # noqa: PLC0415 - only the reference needs it

        return _whole_schema(self.name, TypeAdapter(self.type()).json_schema())


@dataclass(frozen=True, kw_only=True)
class Study(Generic[T]):
    """The answer of a study: its keys change with what is studied, so that no schema names them."""

    question: str
    json: Callable[[T], JsonObject]
    version: int = 1

    @property
    def name(self) -> str:
        """What stands in an answer as its schema."""
        return f"miai.{self.question}/{self.version}"

    def schema(self) -> JsonObject:
        """The JSON Schema of the answer."""
        return _whole_schema(self.name, {"type": "object", "properties": {}})


def rounded(value: float | None, digits: int = 6) -> float | None:
    """A number without the noise of its last digits; null where there is none."""
    return None if value is None else round(value, digits)


def column(
    title: Message | str, short: str = "", *, right: bool = False, when: Callable[[Any], bool] | None = None
) -> Headings:
    """One column, in every table or only `when` something holds of it; a plain title is not translated."""
    made = (Heading(title=literal(title) if isinstance(title, str) else title, short=short, right=right),)
    return lambda whole: made if when is None or when(whole) else ()


def table_of(
    shape: Any, rows: Iterable[Any], *, title: str, whole: Any = None, say: Say = str, narrow: bool = False
) -> Table:
    """A table of some values; which columns it has may depend on the `whole`."""
    shown = [(each, each.columns(whole)) for each in shape.fields if not (narrow and each.wide)]
    return Table(
        title=title,
        columns=tuple(_column(heading, say, narrow=narrow) for _, found in shown for heading in found),
        rows=tuple(_rows(rows, [each for each, found in shown if found], say, narrow=narrow)),
    )


def _title(parts: Iterable[Message | str], say: Say) -> str:
    return ": ".join(filter(None, (each if isinstance(each, str) else say(each) for each in parts)))


def _column(shown: Heading, say: Say, *, narrow: bool) -> Column:
    title = shown.short if narrow and shown.short else say(shown.title)
    return Column(title=title, right=shown.right, says=say(shown.says) if shown.says else "")


def _rows(
    rows: Iterable[Any], fields: Sequence[Field[Any]], say: Say, *, narrow: bool
) -> Iterator[tuple[str, ...]]:
    above: list[Any] = [None] * len(fields)
    for row in rows:
        told = [each.shown(row) for each in fields]
        yield tuple(
            text
            for each, value, before in zip(fields, told, above, strict=True)
            for text in _texts("" if narrow and each.once and value == before else value, say)
        )
        above = told


def _texts(value: Any, say: Say) -> Iterator[str]:
    """The texts of a cell, or of as many as the field has columns."""
    if isinstance(value, dict | tuple | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each, say)
    elif isinstance(value, Message):
        yield say(value)
    else:
        yield "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


@cache
def _converter(kind: Any) -> Callable[[Any], Any]:
    """How a value becomes JSON of a kind; plain text is what `str` says of it, of an enum its value."""
    if hasattr(kind, "json"):
        return cast("Callable[[Any], Any]", kind.json)
    arguments = get_args(kind)
    if kind is str:
        return _text
    if get_origin(kind) is list:
        each = _converter(arguments[0])
        return lambda value: [each(item) for item in value]
    if get_origin(kind) is dict:
        inner = _converter(arguments[1])
        return lambda value: {_text(key): inner(item) for key, item in value.items()}
    if get_origin(kind) in (Union, UnionType) and NoneType in arguments and len(arguments) == 2:
        some = _converter(next(each for each in arguments if each is not NoneType))
        return lambda value: None if value is None else some(value)
    return lambda value: value


def _text(value: Any) -> str:
    return str(value.value if isinstance(value, Enum) else value)


@cache
def _typed(shape: Shape[Any]) -> Any:
    fields = {each.key: _type_of_field(each) for each in shape.fields if each.kind is not None}
    made = TypedDict(shape.name, fields)  # type: ignore[misc]
    made.__doc__ = shape.says
    return made


def _type_of_field(field: Field[Any]) -> Any:
    made = field.kind.type() if hasattr(field.kind, "type") else field.kind
    return NotRequired[made] if field.when else made


def _of_part(field: Field[T], part: Callable[[U], T]) -> Field[U]:
    text, when = field.text, field.when
    return Field(
        field.key,
        field.kind,
        lambda whole: field.of(part(whole)),
        field.columns,
        (lambda whole: text(part(whole))) if text else None,
        when=(lambda whole: when(part(whole))) if when else None,
        once=field.once,
        wide=field.wide,
    )


def _whole_schema(name: str, made: JsonObject) -> JsonObject:
    """A schema with its name, and without titles, which repeat the keys."""
    for part in (made, *made.get("$defs", {}).values()):
        part.pop("title", None)
        for each in part.get("properties", {}).values():
            each.pop("title", None)
    made["properties"] = {"schema": {"const": name}, **made["properties"]}
    made["required"] = ["schema", *made.get("required", ())]
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"urn:{name}", **made}
