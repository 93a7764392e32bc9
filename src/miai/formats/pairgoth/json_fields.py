"""Reads the fields of a JSON object; a problem names the field and its place in the file."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from miai.domain.numbers import Between, shortened
from miai.errors import InputError
from miai.formats.reading import Faults
from miai.messages import Message

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonObject:
    """An object of a file, with its place such as "players[3]"."""

    raw: dict[str, Any]
    path: str
    faults: Faults

    def text(self, key: str, default: str = "") -> str:
        """A text without blanks at its ends; a number counts as text."""
        value = self.raw.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self._unreadable(key, value)
            return default
        return str(value).strip()

    def whole(self, key: str, within: Between, default: int) -> int:
        """A whole number within bounds."""
        return self._number(key, within, default, within.whole)

    def decimal(self, key: str, within: Between, default: float) -> float:
        """A number within bounds."""
        return self._number(key, within, default, within.decimal)

    def flag(self, key: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self.raw.get(key)
        if value is not None and not isinstance(value, bool):
            self._unreadable(key, value)
        return value if isinstance(value, bool) else default

    def child(self, key: str) -> "JsonObject":
        """The object in a field; an empty one if there is none."""
        value = self.raw.get(key)
        if value is not None and not isinstance(value, dict):
            self._unreadable(key, value)
        return self._at(value if isinstance(value, dict) else {}, key)

    def items(self, key: str) -> list[Any]:
        """The list in a field; an empty one if there is none."""
        value = self.raw.get(key)
        if value is not None and not isinstance(value, list):
            self._unreadable(key, value)
        return value if isinstance(value, list) else []

    def objects(self, key: str) -> Iterator["JsonObject"]:
        """The objects of the list in a field."""
        return self.objects_in(self.items(key), key)

    def objects_in(self, values: list[Any], path: str) -> Iterator["JsonObject"]:
        """The objects of a list that stands at a path."""
        for at, value in enumerate(values):
            if isinstance(value, dict):
                yield self._at(value, f"{path}[{at}]")
            else:
                self._unreadable(f"{path}[{at}]", value)

    def others(self, known: Collection[str]) -> Iterator[tuple[str, str]]:
        """The fields that Miai does not use, as JSON."""
        for key, value in self.raw.items():
            if key not in known:
                yield key, json.dumps(value, ensure_ascii=False)

    def _at(self, value: dict[str, Any], path: str) -> "JsonObject":
        return JsonObject(raw=value, path=f"{self.path}.{path}".lstrip("."), faults=self.faults)

    def _number(self, key: str, within: Between, default: N, read: Callable[[str], N]) -> N:
        value = self.raw.get(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self._unreadable(key, value)
            return default
        # 3.0 is a whole number, too.
        exact = int(value) if isinstance(value, float) and value.is_integer() else value
        try:
            return read(str(exact))
        except InputError as error:
            what = error.problems[0].what
            self.faults.problem(Message("%(where)s: %(what)s", where=key, what=what), self.path)
            return default

    def _unreadable(self, key: str, value: Any) -> None:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        what = Message("%(attribute)s '%(text)s' cannot be read", attribute=key, text=shortened(text))
        self.faults.problem(what, self.path)


def pretty_json(value: Any, indent: str = "") -> str:
    """JSON as Pairgoth writes it: a blank on both sides of a colon, large numbers as 5.0E14."""
    inner = f"{indent}  "
    if isinstance(value, dict) and value:
        parts = (f"{inner}{json.dumps(k)} : {pretty_json(v, inner)}" for k, v in value.items())
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(f"{inner}{pretty_json(v, inner)}" for v in value) + f"\n{indent}]"
    if isinstance(value, float):
        return _decimal(value)
    return json.dumps(value, ensure_ascii=False)


def _decimal(value: float) -> str:
    if value and not 1e-3 <= abs(value) < 1e7:
        digits, _, exponent = f"{value:.15e}".partition("e")
        mantissa = digits.rstrip("0")
        return f"{mantissa}{'0' if mantissa.endswith('.') else ''}E{int(exponent)}"
    return repr(value)
