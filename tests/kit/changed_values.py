"""Changes one value of a document after the other."""

from collections.abc import Iterator
from typing import Any

Place = tuple[str | int, ...]


def leaves(value: Any, path: Place = ()) -> Iterator[Place]:
    """The paths of all values that are neither lists nor objects; of a list the first and the last."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list) and value:
        for at in {0, len(value) - 1}:
            yield from leaves(value[at], (*path, at))
    else:
        yield path


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            digits = value.removeprefix("-")
            return str(int(value) + 1) if digits.isdigit() else value + "x"
        case None:
            return 0
    return [0]


def change_value(where: Any, path: Place) -> None:
    """Give the value at a path another value of its type."""
    for step in path[:-1]:
        where = where[step]
    where[path[-1]] = _other(where[path[-1]])


def names_in(path: Place) -> tuple[str, ...]:
    """The names of a path, without the numbers of list items."""
    return tuple(step for step in path if isinstance(step, str))
