"""A table as a value: what to show, not how."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column's heading; numbers stand to the right. `says` explains the heading where there is room."""

    title: str
    right: bool = False
    says: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Title, columns and rows of text."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
