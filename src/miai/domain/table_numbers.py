"""Which tables an event may use."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Annotated

from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import TABLES
from miai.errors import InputError
from miai.messages import Message, counted

_TEXT = re.compile(r"([0-9]{1,6})\s*(?:([-–])\s*([0-9]{1,6})?)?")


@dataclass(frozen=True, slots=True)
class TableRange:
    """Tables with consecutive numbers; without a last one there is no end to them."""

    first: int
    last: int | None = None

    def __post_init__(self) -> None:
        if self.first < 1 or (self.last is not None and self.last < self.first):
            raise _no_range(str(self))

    @classmethod
    def parse(cls, text: str) -> "TableRange":
        """Read "7", "1-120" or "141-"."""
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise _no_range(text.strip())
        first = int(found[1])
        return cls(first, int(found[3]) if found[3] else None if found[2] else first)

    def __contains__(self, table: int) -> bool:
        return self.first <= table and (self.last is None or table <= self.last)

    def __str__(self) -> str:
        if self.last is None:
            return f"{self.first}-"
        return str(self.first) if self.last == self.first else f"{self.first}-{self.last}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The tables of an event: `ranges` in the order of use, or all from 1, without those left out."""

    ranges: Annotated[
        tuple[TableRange, ...],
        Setting(
            Message("Tables"),
            Message("In the order of use, for example 1-40, 61-; empty for all from 1 upwards."),
            group=TABLES,
            row=1,
        ),
    ] = ()
    left_out: Annotated[
        tuple[TableRange, ...],
        Setting(Message("Tables left out"), Message("For example 13, 17-20."), group=TABLES, row=1),
    ] = ()

    def numbers(self) -> Iterator[int]:
        """The numbers in the order of use, each once."""
        endless = [each.first for each in self.left_out if each.last is None]
        used: list[TableRange] = []
        for each in self.ranges or (TableRange(1),):
            for table in count(each.first):
                if (each.last is not None and table > each.last) or (endless and table >= min(endless)):
                    break
                if not any(table in other for other in (*self.left_out, *used)):
                    yield table
            used.append(each)

    @property
    def ascending(self) -> "Tables":
        """The same tables, used from the lowest number upwards."""
        return replace(self, ranges=tuple(sorted(self.ranges, key=lambda each: each.first)))

    def free(self, used: Collection[int] = ()) -> Iterator[int]:
        """The numbers that are not used yet; an error where there are no more."""
        yield from (table for table in self.numbers() if table not in used)
        raise InputError(
            counted(
                "only %(num)s table may be used, which is too few: allow more in the settings",
                "only %(num)s tables may be used, which is too few: allow more in the settings",
                sum(1 for each in self.numbers()),
            )
        )


ALL_TABLES = Tables()


def _no_range(text: str) -> InputError:
    return InputError(Message("'%(text)s' is not a range of tables, such as 1-40", text=text))
