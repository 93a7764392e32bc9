"""The JSON Schema of what `codec` writes, made from the same type hints."""

import types
from dataclasses import is_dataclass
from datetime import date
from enum import Enum
from typing import Annotated, Any, Union, get_args, get_origin

from miai.domain.bounds import Moment
from miai.domain.field_facts import field_hints
from miai.domain.money import Cents
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters
from miai.domain.table_numbers import TableRange

Schema = dict[str, Any]
# Where the schemas of classes are, in a document of OpenAPI.
_PLACE = "#/components/schemas/"
_PLAIN: dict[Any, Schema] = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    date: {"type": "string", "format": "date"},
    Grade: {"type": "string", "examples": ["3d", "12k", "1p"]},
    TableRange: {"type": "string", "examples": ["1-40"]},
    Quarters: {"type": "number", "multipleOf": 0.25},
    Cents: {"type": "integer", "description": "In cents."},
}


class Schemas:
    """Collects the schemas of all classes that a document needs, by their names."""

    def __init__(self) -> None:
        self.classes: dict[str, Schema] = {}

    def of(self, hint: Any) -> Schema:
        """The schema of a type; that of a class is a reference."""
        if hint in _PLAIN:
            return dict(_PLAIN[hint])
        kind, inner = get_origin(hint), get_args(hint)
        if kind is Annotated:
            return {**self.of(inner[0]), **_bounds(inner[0], inner[1:])}
        if kind in (Union, types.UnionType):
            return self._union(
                [each for each in inner if each is not type(None)], optional=type(None) in inner
            )
        if kind in (tuple, frozenset):
            return self._sequence(kind, inner)
        if is_dataclass(hint) and isinstance(hint, type):
            return self._class(hint)
        if isinstance(hint, type) and issubclass(hint, Enum):
            return {"enum": [each.value for each in hint]}
        return self.of(hint.__supertype__)

    def fields_of(self, kind: type[Any], *, without: tuple[str, ...] = ()) -> dict[str, Schema]:
        """The schemas of the fields of a class by their names."""
        return {name: self.of(hint) for name, hint in field_hints(kind).items() if name not in without}

    def _class(self, kind: type[Any]) -> Schema:
        if kind.__name__ not in self.classes:
            # Named before its fields are looked at, because a class may hold itself.
            self.classes[kind.__name__] = {}
            self.classes[kind.__name__].update(self._object(kind))
        return {"$ref": f"{_PLACE}{kind.__name__}"}

    def _object(self, kind: type[Any], **first: Schema) -> Schema:
        properties = {**first, **self.fields_of(kind)}
        return {
            "type": "object",
            "title": kind.__name__,
            "description": (kind.__doc__ or "").partition("\n\n")[0].strip(),
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def _union(self, kinds: list[Any], *, optional: bool) -> Schema:
        if len(kinds) > 1:
            found: Schema = {"oneOf": [self._choice(each) for each in kinds]}
        else:
            found = self.of(kinds[0])
        return {"anyOf": [found, {"type": "null"}]} if optional else found

    def _choice(self, kind: type[Any]) -> Schema:
        """One of several classes, which is written with its name as `event`."""
        name = f"{kind.__name__}Entry"
        if name not in self.classes:
            self.classes[name] = {}
            self.classes[name].update(self._object(kind, event={"const": kind.__name__}), title=name)
        return {"$ref": f"{_PLACE}{name}"}

    def _sequence(self, kind: Any, inner: tuple[Any, ...]) -> Schema:
        if kind is tuple and inner[-1] is not Ellipsis:
            items = [self.of(each) for each in inner]
            return {"type": "array", "prefixItems": items, "minItems": len(items), "maxItems": len(items)}
        found: Schema = {"type": "array", "items": self.of(inner[0])}
        return {**found, "uniqueItems": True} if kind is frozenset else found


def _bounds(kind: Any, notes: tuple[Any, ...]) -> Schema:
    for note in notes:
        if isinstance(note, Between):
            # The bounds of money are those of what people type: units, not cents.
            scale = 100 if kind is Cents else 1
            return {"minimum": note.low * scale, "maximum": note.high * scale}
        if isinstance(note, Moment):
            return {"description": "A moment in ISO 8601, or nothing."}
    return {}
