"""Names that tell people apart: more than the name only if others in the event have the same one."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

from miai.domain.people.names import plain_name

K = TypeVar("K", bound=Hashable)


class Named(Protocol):
    """A player, a side or a person; `full_names` has the name, then the name with more and more."""

    @property
    def full_names(self) -> tuple[str, ...]:
        """Ways to name them, from the plain name to the one that says most."""


def distinct_names(named: Mapping[K, Named]) -> dict[K, str]:
    """Each name; of namesakes with the grade, then with the club too, then with the id."""
    names = {key: each.full_names[0] for key, each in named.items()}
    # A replay asks often, so that names are compared as they are written.
    counts = Counter(map(str.casefold, names.values()))
    if len(counts) == len(names):
        return names
    same = {key: each.full_names for key, each in named.items() if counts[names[key].casefold()] > 1}
    return names | shortest_distinct(same)


def shortest_distinct(ways: Mapping[K, Sequence[str]]) -> dict[K, str]:
    """The first way to name each that names no other; with the id if there is none."""
    counts = [Counter(map(plain_name, names)) for names in _columns(ways.values())]

    def shortest(key: K, names: Sequence[str]) -> str:
        single = (name for name, found in zip(names, counts, strict=True) if found[plain_name(name)] == 1)
        return next(single, f"{names[-1]} ({key})")

    return {key: shortest(key, names) for key, names in ways.items()}


def _columns(ways: Iterable[Sequence[str]]) -> Iterable[tuple[str, ...]]:
    return zip(*ways, strict=True)
