"""Reads the file of a proof: docs/reference/proofs.md."""

import gzip
import io
import json
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from itertools import combinations, combinations_with_replacement
from typing import Any

from miai.engine.verify.proof_fields import has_its_fields

FORMAT = "miai proof 1"
WIDTHS = (1, 2, 4, 8, 16, 32)
# A proof of 5,000 players has some 30 megabytes.
_LARGEST = 1 << 26
# Values and brackets in the first line.
_MOST_PARTS = 4_000_000
# All pairs of more players do not fit into the memory of a usual computer.
MOST_PLAYERS = 5_000

Json = Any
Pair = tuple[int, int]


class Refused(Exception):  # noqa: N818 - what the checker says of a proof
    """A proof that does not prove anything, with the reason as a code that the web page uses too."""

    def __init__(self, code: str) -> None:
        self.code = code
        super().__init__(code)


def demand(holds: object, code: str) -> None:
    """Refuse the proof unless something holds."""
    if not holds:
        raise Refused(code)


@dataclass(frozen=True)
class ProofFile:
    """The content of a proof: what it says of the round, and the packed costs after it."""

    content: bytes
    about: dict[str, Json]
    packed: bytes

    @property
    def hash(self) -> str:
        """The hash that the log names."""
        return sha256(self.content).hexdigest()

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.about["players"]["name"])

    @cached_property
    def pairs(self) -> list[Pair]:
        """All pairs, in the order in which they are written."""
        return list(combinations(range(self.players), 2))

    @cached_property
    def prices(self) -> dict[str, list[int]]:
        """What each rule charges for each pair."""
        return {rule["key"]: self._prices(rule, start) for rule, start in self._starts()}

    @cached_property
    def costs(self) -> dict[Pair, int]:
        """What each pair costs by all rules together, also those that are forbidden."""
        totals = [0] * len(self.pairs)
        for prices in self.prices.values():
            totals = [total + price for total, price in zip(totals, prices, strict=True)]
        return dict(zip(self.pairs, totals, strict=True))

    @cached_property
    def forbidden(self) -> set[Pair]:
        """The pairs that may not be drawn."""
        start = sum(_size(rule) for rule in self.about["rules"])
        spec = self.about["forbidden"]
        demand(spec["count"] == len(self.pairs) and start + _size(spec) == len(self.packed), "file")
        flags = _unpacked(self.packed, start, spec, most=2)
        return {pair for pair, flag in zip(self.pairs, flags, strict=True) if flag}

    def _starts(self) -> Iterator[tuple[Json, int]]:
        start = 0
        for rule in self.about["rules"]:
            yield rule, start
            start += _size(rule)

    def _prices(self, rule: Json, start: int) -> list[int]:
        """The prices of one rule by pair; one player alone has none."""
        if not self.pairs:
            return []
        table = [whole(price) for price in rule["prices"]]
        places = _unpacked(self.packed, start, rule, most=len(table))
        match rule["form"]:
            case "pairs":
                demand(len(places) == len(self.pairs), "file")
                return [table[place] for place in places]
            case "groups":
                return self._prices_in_groups(rule, table, places)
            case "kinds":
                return self._prices_of_kinds(rule, table, places)
        raise Refused("file")

    def _prices_in_groups(self, rule: Json, table: Sequence[int], places: Sequence[int]) -> list[int]:
        groups = self.about["players"]["group"]
        demand(0 <= rule["outside"] < len(table), "file")
        inside = [groups[i] == groups[j] for i, j in self.pairs]
        demand(sum(inside) == len(places), "file")
        rest = iter(places)
        return [table[next(rest) if same else rule["outside"]] for same in inside]

    def _prices_of_kinds(self, rule: Json, table: Sequence[int], places: Sequence[int]) -> list[int]:
        kinds = rule["kinds"]
        demand(len(kinds) == self.players and min(kinds, default=0) >= 0, "file")
        two = list(combinations_with_replacement(range(max(kinds, default=-1) + 1), 2))
        demand(len(two) == len(places), "file")
        small = {pair: table[place] for pair, place in zip(two, places, strict=True)}
        return [small[min(kinds[i], kinds[j]), max(kinds[i], kinds[j])] for i, j in self.pairs]


def open_proof(file: bytes) -> ProofFile:
    """Read a file, compressed or not; raises Refused for anything else."""
    content = file
    if file[:2] == b"\x1f\x8b":
        try:
            with gzip.open(io.BytesIO(file)) as packed_file:
                # One byte more than allowed is enough to know that it is too large.
                content = packed_file.read(_LARGEST + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise Refused("file") from error
    line, end, packed = content.partition(b"\n")
    demand(end and len(content) <= _LARGEST, "file")
    demand(sum(line.count(sign) for sign in (b",", b"[", b"{")) <= _MOST_PARTS, "file")
    about = load_strictly(line, "file")
    demand(isinstance(about, dict), "file")
    demand(about.get("format") == FORMAT, "format")
    demand(has_its_fields(about), "file")
    demand(len(about["players"]["name"]) <= MOST_PLAYERS, "file")
    return ProofFile(content=content, about=about, packed=packed)


def load_strictly(text: bytes, code: str) -> Json:
    """JSON in which no name is there twice and every number is one; anything else is refused."""
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise Refused(code) from error


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name is there twice")
    return found


def _no_number(name: str) -> None:
    raise ValueError(name)


def is_proof(file: bytes) -> bool:
    """Whether a file is a proof, good or bad, and not the document of an event."""
    return file[:2] == b"\x1f\x8b" or b'"format":"miai proof' in file[:1_000_000].partition(b"\n")[0]


def whole(text: object) -> int:
    """A whole number that is written as a text."""
    digits = text.removeprefix("-") if isinstance(text, str) else ""
    demand(digits.isascii() and digits.isdigit() and len(digits) < 20, "file")
    return int(str(text))


def _size(spec: Json) -> int:
    """The bytes of packed numbers."""
    demand(spec["bits"] in WIDTHS and isinstance(spec["count"], int) and spec["count"] >= 0, "file")
    bits: int = spec["bits"] * spec["count"]
    return -(-bits // 8)


def _unpacked(packed: bytes, start: int, spec: Json, *, most: int) -> list[int]:
    """Packed numbers, all of them below `most`."""
    size, bits, count = _size(spec), spec["bits"], spec["count"]
    data = packed[start : start + size]
    demand(len(data) == size, "file")
    if bits < 8:
        mask, shifts = (1 << bits) - 1, range(0, 8, bits)
        found = [byte >> shift & mask for byte in data for shift in shifts][:count]
    else:
        width = bits // 8
        found = [int.from_bytes(data[at : at + width], "little") for at in range(0, size, width)]
    demand(max(found, default=-1) < most, "file")
    return found
