"""What is told of the history in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.answers import Field, Shape, many
from miai.features.history.show_history import HistoryEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """Some entries of the history, the latest first, and the version of the tournament."""

    version: int
    entries: Iterable[HistoryEntry]


_ENTRY: Shape[HistoryEntry] = Shape(
    "Described",
    "An entry for people.",
    (
        Field("number", int),
        Field("at", str),
        Field("by", str),
        Field("topic", str),
        Field("round", int | None),
        Field("table", int | None),
        Field("what", str),
        Field("undone", bool),
        Field("undoable", bool),
        Field("undoes", int | None),
        Field("reason", str),
    ),
)
HISTORY: Shape[HistoryPage] = Shape(
    "HistoryAnswer",
    "Entries for people, the latest first.",
    (Field("version", int), Field("entries", many(_ENTRY))),
)
