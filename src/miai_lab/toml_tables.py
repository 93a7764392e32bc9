"""A table of a TOML file, read key by key; what is wrong is collected with where it stands."""

import tomllib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from miai.domain.people.grade import Grade
from miai.errors import InputError, Problem
from miai.messages import Message, literal

Value = TypeVar("Value")


class TomlTable:
    """One table; a wrong value becomes a problem and the value asked for something harmless."""

    def __init__(self, data: dict[str, Any], where: str, problems: list[Problem]) -> None:
        self.data, self.where, self.problems = data, where, problems
        self.asked: set[str] = set()

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def complain(self, key: str, what: Message) -> None:
        """Note what is wrong with a key."""
        self.problems.append(
            Problem(what=what, where=Message("%(where)s, key '%(key)s'", where=self.where, key=key))
        )

    def whole(self, key: str, default: int | None = None, *, least: int) -> int:
        """A whole number."""
        value = self._take(key, default)
        if _is_number(value) and isinstance(value, int) and value >= least:
            return value
        return self._wrong(
            key, value, Message("must be a whole number, %(least)s or more", least=least), least
        )

    def number(self, key: str, default: float | None = None, *, least: float, most: float) -> float:
        """A number between two others."""
        value = self._take(key, default)
        if _is_number(value) and least <= value <= most:
            return float(value)
        wish = Message("must be a number from %(least)s to %(most)s", least=least, most=most)
        return self._wrong(key, value, wish, least)

    def flag(self, key: str, *, default: bool) -> bool:
        """Yes or no."""
        value = self._take(key, default)
        if isinstance(value, bool):
            return value
        return self._wrong(key, value, Message("must be true or false"), default)

    def text(self, key: str, default: str | None = None) -> str:
        """Some text."""
        value = self._take(key, default)
        if isinstance(value, str) and value:
            return value
        return self._wrong(key, value, Message('must be text in quotes, such as "name"'), "")

    def choices(self, key: str, default: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
        """One or more of some words, each once."""
        value = self._take(key, default)
        words = [value] if isinstance(value, str) else value
        if isinstance(words, list | tuple) and words and all(word in known for word in words):
            return tuple(dict.fromkeys(words))
        wish = Message("must be one or more of %(words)s", words=literal(", ".join(known)))
        return self._wrong(key, value, wish, tuple(default))

    def choice(self, key: str, default: str, known: Sequence[str]) -> str:
        """One of some words."""
        value = self._take(key, default)
        if value in known:
            return str(value)
        return self._wrong(
            key, value, Message("must be one of %(words)s", words=literal(", ".join(known))), ""
        )

    def span(self, key: str) -> tuple[float, float]:
        """A range of numbers above 0, or one number for a range of itself."""
        value = self._take(key, None)
        ends = value if isinstance(value, list) else [value, value]
        if len(ends) == 2 and all(_is_number(end) for end in ends) and 0 < ends[0] <= ends[1]:
            return float(ends[0]), float(ends[1])
        wish = Message("must be a number above 0, or two with the smaller first, such as [0.1, 10]")
        return self._wrong(key, value, wish, (1.0, 1.0))

    def pair(self, key: str) -> tuple[float, float]:
        """Two numbers above 0."""
        value = self._take(key, None)
        if isinstance(value, list) and len(value) == 2 and all(_is_number(end) and end > 0 for end in value):
            return float(value[0]), float(value[1])
        wish = Message("must be two numbers above 0, such as [30, 0.3]")
        return self._wrong(key, value, wish, (1.0, 1.0))

    def grade(self, key: str) -> int:
        """A grade such as "3d", counted from shodan at 0."""
        value = self._take(key, None)
        try:
            return Grade.parse(value).number if isinstance(value, str) else self._no_grade(key, value)
        except InputError:
            return self._no_grade(key, value)

    def table(self, key: str) -> "TomlTable":
        """A table inside this one; an empty one if there is none."""
        value = self._take(key, {})
        if not isinstance(value, dict):
            value = self._wrong(key, value, Message("must be a table, [%(key)s]", key=key), {})
        return TomlTable(value, f"[{key}]", self.problems)

    def tables(self, key: str, make: Callable[["TomlTable"], Value]) -> list[Value]:
        """What is made of each of several tables, [[key]]."""
        value = self._take(key, None)
        if not isinstance(value, list) or not value or not all(isinstance(each, dict) for each in value):
            wish = Message("must be one or more tables, [[%(key)s]]", key=key)
            return self._wrong(key, value, wish, [])
        return [
            make(TomlTable(each, f"[[{key}]] number {number}", self.problems))
            for number, each in enumerate(value, 1)
        ]

    def named_tables(self, key: str, known: Sequence[str]) -> Iterator[tuple[str, "TomlTable"]]:
        """The tables [key.name] with their names."""
        inside = self.table(key)
        for name in [name for name in known if name in inside]:
            table = inside.table(name)
            table.where = f"[{key}.{name}]"
            yield name, table
        inside.close(known)

    def close(self, known: Sequence[str] = ()) -> None:
        """Complain about keys that nobody asked for."""
        for key in self.data:
            if key not in self.asked:
                listed = ", ".join(known or sorted(self.asked))
                self.complain(key, Message("there is no such key: %(keys)s", keys=literal(listed)))

    def _take(self, key: str, default: Any) -> Any:
        self.asked.add(key)
        return self.data.get(key, default)

    def _wrong(self, key: str, value: Any, wish: Message, instead: Value) -> Value:
        if value is None:
            self.complain(key, Message("is missing: it %(wish)s", wish=wish))
        else:
            self.complain(key, Message("%(wish)s, not %(value)s", wish=wish, value=_shown(value)))
        return instead

    def _no_grade(self, key: str, value: Any) -> int:
        return self._wrong(key, value, Message('must be a grade in quotes, such as "4k"'), 0)


def top_table(text: str, problems: list[Problem]) -> TomlTable:
    """The whole of a TOML text as a table."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(Message("this is not TOML: %(reason)s", reason=str(error))) from error
    return TomlTable(data, "top of the file", problems)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"'{value}'" if isinstance(value, str) else str(value)
