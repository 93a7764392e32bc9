"""The log of a tournament as rows of the database, each with its hash in the chain."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.domain.log.document import FRAME, RawEntry, raw_entry
from miai.domain.log.history import Entry, History
from miai.domain.log.sealing import Seal
from miai.errors import InternalError
from miai.messages import Message
from miai.store.protocol import Damaged
from miai.store.tournament_id import TournamentId

Row = Mapping[str, Any]
COLUMNS = ("number", "event", "about", "by", "at", "format_version", "hash", "salts")
# A hash that no entry has: of what cannot be one.
_NO_HASH = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLog:
    """The whole log of a tournament as it is stored; its chain is verified."""

    id: TournamentId
    identity: str
    rows: tuple[Row, ...]

    @property
    def version(self) -> int:
        """The number of the last entry."""
        return len(self.rows)

    @property
    def history(self) -> History:
        """The log as entries."""
        return History(entries=tuple(entry_of(row) for row in self.rows), identity=self.identity)

    def continues(self, other: "StoredLog") -> bool:
        """Whether this is the same log, with the same entries and perhaps more."""
        if self.identity != other.identity or self.version < other.version:
            return False
        return not other.rows or self.rows[other.version - 1]["hash"] == other.rows[-1]["hash"]


def log_of(history: History, *, id: TournamentId, identity: str) -> StoredLog:  # noqa: A002 - its name
    """The rows of a history, with a chain that begins with the identity."""
    return StoredLog(id=id, identity=identity, rows=tuple(rows_of(history.entries, before=identity)))


def rows_of(entries: Iterable[Entry], *, before: str) -> Iterator[dict[str, Any]]:
    """The rows of entries that follow a hash; one that could not be read back raises."""
    for entry in entries:
        raw = raw_entry(entry)
        salts = json.dumps(raw.seal.as_json()) if raw.seal else ""
        row = {**raw.frame, "about": raw.about, "format_version": raw.version, "salts": salts}
        if entry_of(row) != entry:
            raise InternalError(f"{raw.frame['event']} would not be read back as it was")
        before = row["hash"] = hash_of(row, before)
        yield row


def entry_of(row: Row) -> Entry:
    """The entry in a row, by whichever version of Miai it was written."""
    return _raw(row).entry(f"entries[{row['number']}]")


def hash_of(row: Row, before: str) -> str:
    """The hash that a row must have after the hash before it."""
    try:
        return _raw(row).hash(before)
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        return _NO_HASH


def erased_in(row: Row) -> int:
    """How many values were erased from a row: of two copies the one counts from which more were."""
    try:
        return len(json.loads(row.get("salts") or "{}").get("erased", ()))
    except (ValueError, TypeError, AttributeError):
        return 0


def _raw(row: Row) -> RawEntry:
    # A row of a database or a copy of an older Miai has none.
    salts = row.get("salts", "")
    seal = Seal.of_json(json.loads(salts)) if salts else None
    frame = {name: row[name] for name in FRAME}
    return RawEntry(version=row["format_version"], frame=frame, about=row["about"], seal=seal)


def demand_chain(
    rows: Sequence[Row], *, tournament: TournamentId, before: str, first: int, last: int
) -> None:
    """Raise where the rows are not the entries from the first to the last number that were written."""
    for number, row in enumerate(rows, start=first):
        if row["number"] != number:
            what = Message(
                "the log of the tournament '%(id)s' is damaged: entry %(number)s is missing",
                id=tournament,
                number=number,
            )
            raise Damaged(what, tournament=tournament)
        if row["hash"] != (before := hash_of(row, before)):
            what = Message(
                "the log of the tournament '%(id)s' is damaged: entry %(number)s is not what was written",
                id=tournament,
                number=number,
            )
            raise Damaged(what, tournament=tournament)
    if len(rows) != last - first + 1:
        what = Message(
            "the log of the tournament '%(id)s' is damaged: it has %(found)s entries instead of %(count)s",
            id=tournament,
            found=first - 1 + len(rows),
            count=last,
        )
        raise Damaged(what, tournament=tournament)
