"""Merge what a person typed with what others saved since the form was filled."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from miai.server.seen.filled_form import Pairs

Units = dict[str, Pairs]


@dataclass(frozen=True, slots=True)
class Clash:
    """A unit that two people changed: as it was on the screen, as it is now, and as it was typed."""

    key: str
    before: Pairs
    now: Pairs
    typed: Pairs


@dataclass(slots=True)
class Merged:
    """The fields after a merge, and the units about which a person is asked."""

    pairs: Pairs = field(default_factory=list)
    clashes: list[Clash] = field(default_factory=list)


def merge(was: Units, now: Units, sent: Iterable[tuple[str, str]], *, ticks: Iterable[str] = ()) -> Merged:
    """Give what a person left alone the current value; ask about what others changed too."""
    typed = units_sent(was, sent)
    merged = Merged()
    added: list[Pairs] = []
    blank = _blank_row(was)
    for key in (*now, *(key for key in typed if key not in now)):
        before, present = was.get(key), now.get(key)
        mine = typed.get(key)
        if mine is None or (not mine and before and key not in ticks):
            # Not on the form, or switched off by a script: left alone.
            mine = before
        if before is None:
            chosen = mine if mine is not None else present
        elif mine is None or _same(mine, before):
            chosen = present
        elif present is None or _same(present, before) or _same(present, mine):
            chosen = mine
        elif key.startswith("#") and blank is not None and _same(before, blank):
            # Two people added a row: both stay.
            added.append(mine)
            chosen = present
        else:
            merged.clashes.append(Clash(key, before, present, mine))
            chosen = mine
        merged.pairs += chosen or []
    for each in added:
        merged.pairs += each
    return merged


def units_sent(was: Units, sent: Iterable[tuple[str, str]]) -> Units:
    """The fields that were sent, by the units of the form; other fields are units of their own."""
    left: dict[str, list[str]] = {}
    order: list[str] = []
    for name, value in sent:
        if name not in left:
            order.append(name)
        left.setdefault(name, []).append(value)
    units: Units = {}
    rows = [key for key in was if key.startswith("#")]
    times = Counter(name for key in rows for name in {name for name, _value in was[key]})
    for key in rows:
        found: Pairs = []
        for name, many in Counter(name for name, _value in was[key]).items():
            values = left.get(name, [])
            taken = values if times[name] == 1 else values[:many]
            found += [(name, value) for value in taken]
            left[name] = values[len(taken) :]
        units[key] = found
    _take_ticks(was, left, units)
    for name in order:
        if left[name]:
            units.setdefault(name, []).extend((name, value) for value in left[name])
    for key in was:
        units.setdefault(key, [])
    return units


def _take_ticks(was: Units, left: dict[str, list[str]], units: Units) -> None:
    """Put each of several ticks with the same name into a unit of its own."""
    for key in was:
        name, sign, value = key.partition("=")
        if sign and not key.startswith("#"):
            units[key] = [(name, value)] if value in left.get(name, ()) else []
            left[name] = [each for each in left.get(name, []) if each != value]


def _blank_row(was: Units) -> Pairs | None:
    """The last row of several, which stands empty for a new line."""
    rows = [pairs for key, pairs in was.items() if key.startswith("#")]
    return rows[-1] if len(rows) > 1 else None


def _same(one: Pairs, other: Pairs) -> bool:
    return _by_name(one) == _by_name(other)


def _by_name(pairs: Pairs) -> dict[str, list[str]]:
    """The values of each name, with the same ends of lines; a browser sends others than the page had."""
    found: dict[str, list[str]] = {}
    for name, value in pairs:
        found.setdefault(name, []).append(value.replace("\r\n", "\n").strip())
    return found
