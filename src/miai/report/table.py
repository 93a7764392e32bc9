"""A table as a value: what to show, not how."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column's heading; numbers stand to the right."""

    title: str
    right: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Title, columns and rows of text."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
