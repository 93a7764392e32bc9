"""Packs a symmetric matrix of whole numbers into few bytes, in one of three forms.

- `kinds`: players whose rows are alike are of one kind, and only one player of each kind is written.
- `groups`: pairs of two groups all have the same number, so only the pairs inside groups are written.
- `pairs`: every pair is written.

Numbers are written as their places in a table, in 1, 2, 4, 8, 16 or 32 bits, the lowest bits of a byte first.
Pairs (i, j) with i < j come row by row; kinds (k, l) with k <= l do as well.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from miai.engine.kernel.arrays import Flags, Ints, SmallInts

_WIDTHS = (1, 2, 4, 8, 16, 32)
# Beyond so many different numbers sorting is cheaper than counting.
_COUNTABLE = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """A matrix: the form, the table of its numbers, and the packed places of `count` numbers in the table.

    `kinds` are by player; `outside` is the place of the number of all pairs of two groups.
    """

    form: str
    table: Ints
    bits: int
    count: int
    data: bytes
    kinds: tuple[int, ...] = ()
    outside: int = 0


class PairList:
    """All pairs of a field in an order of its players, and which of them are within a group."""

    def __init__(self, groups: Ints, order: Ints) -> None:
        self._groups, self._order = groups, order

    @cached_property
    def _rows(self) -> tuple[Ints, Ints]:
        i, j = np.triu_indices(len(self._order), 1)
        return self._order[i], self._order[j]

    @cached_property
    def _inside(self) -> Flags:
        i, j = self._rows
        return np.asarray(self._groups[i] == self._groups[j])

    def pack(self, matrix: SmallInts) -> Packed:
        """Pack a matrix in the shortest form; its diagonal is of no importance."""
        kinds, first = _kinds(matrix)
        if len(first) * (len(first) + 1) < len(matrix) * (len(matrix) - 1):
            upper = np.triu_indices(len(first))
            small = matrix[np.ix_(first, first)]
            return _packed("kinds", small[upper], kinds=tuple(kinds[i] for i in self._order))
        values = matrix[self._rows]
        outside = values[~self._inside]
        if len(outside) and (outside == outside[0]).all():
            return _packed("groups", values[self._inside], outside=int(outside[0]))
        return _packed("pairs", values)

    def pack_flags(self, matrix: Flags) -> Packed:
        """Pack a matrix of flags pair by pair."""
        return _packed("pairs", matrix[self._rows].astype(np.int8), table=np.array([0, 1], np.int64))


def _kinds(matrix: SmallInts) -> tuple[list[int], list[int]]:
    """The kind of each row, and the first row of each kind."""
    known: dict[bytes, int] = {}
    kinds: list[int] = []
    first: list[int] = []
    for i, row in enumerate(np.ascontiguousarray(matrix)):
        kind = known.setdefault(row.tobytes(), len(first))
        if kind == len(first):
            first.append(i)
        kinds.append(kind)
    return kinds, first


def _packed(
    form: str,
    values: SmallInts,
    *,
    table: Ints | None = None,
    kinds: tuple[int, ...] = (),
    outside: int | None = None,
) -> Packed:
    if table is None:
        table = _different(values if outside is None else np.append(values, outside))
    places = _places(values, table)
    bits = next(width for width in _WIDTHS if len(table) <= 1 << width)
    return Packed(
        form=form,
        table=table,
        bits=bits,
        count=len(values),
        data=_in_bits(places, bits),
        kinds=kinds,
        outside=0 if outside is None else int(np.searchsorted(table, outside)),
    )


def _different(values: SmallInts) -> Ints:
    """The different numbers, in order."""
    if len(values) and values.min() >= 0 and values.max() < _COUNTABLE:
        return np.flatnonzero(np.bincount(values)).astype(np.int64)
    return np.unique(values).astype(np.int64)


def _places(values: SmallInts, table: Ints) -> Ints:
    if len(table) and table[0] >= 0 and table[-1] < _COUNTABLE:
        place = np.zeros(int(table[-1]) + 1, np.int64)
        place[table] = np.arange(len(table))
        return place[values]
    return np.searchsorted(table, values)


def _in_bits(places: Ints, bits: int) -> bytes:
    if bits >= 8:
        return places.astype(f"<u{bits // 8}").tobytes()
    each = 8 // bits
    padded = np.zeros(-(-len(places) // each) * each, np.uint8)
    padded[: len(places)] = places
    shifted = padded.reshape(-1, each) << (bits * np.arange(each, dtype=np.uint8))
    return np.bitwise_or.reduce(shifted, axis=1).astype(np.uint8).tobytes() if len(places) else b""
