"""A table as a value: what to show, not how."""

import textwrap
from dataclasses import dataclass


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
