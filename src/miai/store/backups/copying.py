"""Copies of a store: what a copy lacks, read at one moment here, and written there in one transaction.

A copy says which rows it has: of each log its identity and its last hash, of each row of the other tables its
seal. The difference to the original is all that has to be sent, whatever happened in between, so nothing has
to be remembered and an interrupted copy goes on where it was. All tables of the schema are copied, also those
that are added later, but for the values that belong to one server alone (`standing.LOCAL`).

Entries come together with the requests that wrote them, in one transaction: a browser that sends the same
request again, to the copy, does not enter it twice.
"""

import json
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from sqlalchemy import Column, Connection, Table, delete, insert, select, text, tuple_

from miai.messages import Message
from miai.store import schema
from miai.store.log_reading import log_rows, rows_by
from miai.store.log_rows import Row, demand_chain
from miai.store.protocol import Damaged
from miai.store.row_hashes import is_intact, seal_of
from miai.store.tournament_id import TournamentId
from miai.store.write_permission import is_local

# What a copy has written itself stays: somebody may sign in at the second laptop.
_ONLY_ADDED = frozenset((schema.sign_ins.name, schema.audit.name))
_LOGS = frozenset((schema.tournaments.name, schema.entries.name))
# Rows are deleted by their keys, so many at a time.
_AT_ONCE = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class LogHead:
    """Which log it is and how far it goes; `seal` is that of its line in the list of tournaments."""

    identity: str
    version: int
    hash: str
    seal: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a store has: the heads of its logs, and the seals of all other rows by table and key."""

    logs: dict[str, LogHead] = field(default_factory=dict)
    rows: dict[str, dict[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogPart:
    """The line of a tournament in the list, and its entries after a number; after 0, its whole log."""

    row: Row
    after: int
    entries: tuple[Row, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What a copy has to write and to delete to be like the original."""

    logs: tuple[LogPart, ...] = ()
    deleted_logs: tuple[str, ...] = ()
    rows: dict[str, tuple[Row, ...]] = field(default_factory=dict)
    deleted_rows: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is any."""
        return bool(self.logs or self.deleted_logs or self.rows or self.deleted_rows)


def schema_mark() -> str:
    """A short name of the tables and their columns: both sides must have the same."""
    columns = [[table.name, *table.columns.keys()] for table in schema.METADATA.sorted_tables]
    return sha256(json.dumps(columns).encode()).hexdigest()[:16]


def holdings(connection: Connection) -> Holdings:
    """What a store has at this moment."""
    return Holdings(
        logs=_log_heads(connection),
        rows={table.name: _seals(connection, table) for table in _other_tables()},
    )


def difference(connection: Connection, known: Holdings) -> tuple[Difference, Holdings]:
    """What a copy lacks that has what is known of it, and what it has afterwards."""
    present = holdings(connection)
    parts = [
        _log_part(connection, tournament, head, known.logs.get(tournament))
        for tournament, head in present.logs.items()
        if known.logs.get(tournament) != head
    ]
    # A log that is written anew takes with it every row that belongs to its tournament.
    anew = any(part.after == 0 and part.row["id"] in known.logs for part in parts)
    rows: dict[str, tuple[Row, ...]] = {}
    deleted: dict[str, tuple[str, ...]] = {}
    for table in _other_tables():
        there = known.rows.get(table.name, {})
        here = present.rows[table.name]
        wanted = list(here) if anew and _depends_on_logs(table) else _changed_keys(here, there)
        if wanted:
            rows[table.name] = tuple(_rows(connection, table, wanted))
        gone = tuple(key for key in there if key not in here)
        if gone and table.name not in _ONLY_ADDED:
            deleted[table.name] = gone
    return (
        Difference(
            logs=tuple(parts),
            deleted_logs=tuple(each for each in known.logs if each not in present.logs),
            rows=rows,
            deleted_rows=deleted,
        ),
        present,
    )


def _changed_keys(here: Mapping[str, str], there: Mapping[str, str]) -> list[str]:
    """The keys of rows that a copy lacks or has otherwise."""
    return [key for key, seal in here.items() if there.get(key) != seal]


def apply(connection: Connection, found: Difference, upsert: Callable[[Table], Any]) -> None:
    """Write a difference; raises Damaged where a hash or a seal is not that of what arrived."""
    if connection.dialect.name == "sqlite":
        connection.execute(text("PRAGMA defer_foreign_keys = ON"))
    tables = list(_other_tables())
    for table in reversed(tables):
        for keys in _portions(found.deleted_rows.get(table.name, ())):
            connection.execute(delete(table).where(_has_key(table, keys)))
    for gone in found.deleted_logs:
        connection.execute(delete(schema.tournaments).where(schema.tournaments.c.id == gone))
    for part in found.logs:
        _write_part(connection, part, upsert)
    for table in tables:
        for row in found.rows.get(table.name, ()):
            if "seal" in row and not is_intact(row):
                raise Damaged(Message("a row of the table '%(table)s' arrived damaged", table=table.name))
            _put(connection, table, row, upsert)


def replaced_logs(connection: Connection, found: Difference) -> Iterator[str]:
    """The tournaments here that a difference deletes, or whose log it replaces by one that lacks entries."""
    heads = _log_heads(connection)
    yield from (each for each in found.deleted_logs if each in heads)
    for part in found.logs:
        head = heads.get(part.row["id"])
        if head is None or part.after > 0:
            continue
        arrived = part.entries[head.version - 1]["hash"] if head.version <= len(part.entries) else ""
        if part.row["identity"] != head.identity or arrived != head.hash:
            yield part.row["id"]


def _write_part(connection: Connection, part: LogPart, upsert: Callable[[Table], Any]) -> None:
    tournament, row = TournamentId(part.row["id"]), part.row
    if not is_intact(row):
        raise Damaged(Message("a row of the table '%(table)s' arrived damaged", table="tournaments"))
    if part.after == 0:
        connection.execute(delete(schema.tournaments).where(schema.tournaments.c.id == tournament))
        before = row["identity"]
    else:
        entries = schema.entries
        asked = select(entries.c.hash).where(
            entries.c.tournament == tournament, entries.c.number == part.after
        )
        before = connection.scalar(asked) or ""
    demand_chain(
        part.entries, tournament=tournament, before=before, first=part.after + 1, last=row["version"]
    )
    _put(connection, schema.tournaments, row, upsert)
    if part.entries:
        connection.execute(
            insert(schema.entries), [{"tournament": tournament, **each} for each in part.entries]
        )


def _put(connection: Connection, table: Table, row: Row, upsert: Callable[[Table], Any]) -> None:
    keys = [column.name for column in table.primary_key]
    rest = {name: value for name, value in row.items() if name not in keys}
    step = upsert(table).values(dict(row))
    connection.execute(
        step.on_conflict_do_update(index_elements=keys, set_=rest) if rest else step.on_conflict_do_nothing()
    )


def _log_part(connection: Connection, tournament: str, head: LogHead, known: LogHead | None) -> LogPart:
    """What a copy lacks of a log; where the copy's last entry is not in it, the whole log."""
    id_, table = TournamentId(tournament), schema.tournaments
    row = rows_by(connection, select(table).where(table.c.id == tournament))[0]
    if known is not None and known.identity == head.identity and 0 < known.version <= head.version:
        shared = log_rows(connection, id_, after=known.version - 1)
        if shared and shared[0]["hash"] == known.hash:
            return LogPart(row=row, after=known.version, entries=tuple(shared[1:]))
    entries = log_rows(connection, id_, after=0)
    demand_chain(entries, tournament=id_, before=row["identity"], first=1, last=row["version"])
    return LogPart(row=row, after=0, entries=tuple(entries))


def _log_heads(connection: Connection) -> dict[str, LogHead]:
    listed, entries = schema.tournaments, schema.entries
    last = (entries.c.tournament == listed.c.id) & (entries.c.number == listed.c.version)
    asked = select(listed.c.id, listed.c.identity, listed.c.version, listed.c.seal, entries.c.hash)
    return {
        row["id"]: LogHead(
            identity=row["identity"], version=row["version"], hash=row["hash"] or "", seal=row["seal"]
        )
        for row in rows_by(connection, asked.select_from(listed.outerjoin(entries, last)))
    }


def _other_tables() -> Iterator[Table]:
    """All tables but those of the logs, in the order in which they may be written."""
    return (table for table in schema.METADATA.sorted_tables if table.name not in _LOGS)


def _depends_on_logs(table: Table) -> bool:
    """Whether rows of a table are deleted with a tournament."""
    parents = {key.column.table for key in table.foreign_keys} - {table}
    return any(parent is schema.tournaments or _depends_on_logs(parent) for parent in parents)


def _seals(connection: Connection, table: Table) -> dict[str, str]:
    """The seal of each row of a table by its key; rows without one get theirs here."""
    columns: Sequence[Column[Any]] = list(table.primary_key)
    sealed = "seal" in table.columns
    asked = select(*columns, table.c.seal) if sealed else select(table)
    return {
        _key(table, row): row["seal"] if sealed else seal_of(row)
        for row in rows_by(connection, asked)
        if table is not schema.values or not is_local(row["key"])
    }


def _rows(connection: Connection, table: Table, keys: Sequence[str]) -> Iterator[Row]:
    for portion in _portions(keys):
        yield from rows_by(connection, select(table).where(_has_key(table, portion)))


def _key(table: Table, row: Row) -> str:
    return json.dumps([row[column.name] for column in table.primary_key], ensure_ascii=False)


def _has_key(table: Table, keys: Sequence[str]) -> Any:
    return tuple_(*table.primary_key).in_([tuple(json.loads(key)) for key in keys])


def _portions(keys: Sequence[str]) -> Iterator[Sequence[str]]:
    return (keys[start : start + _AT_ONCE] for start in range(0, len(keys), _AT_ONCE))


# As text -----------------------------------------------------------------------------------------


def write_holdings(known: Holdings) -> dict[str, Any]:
    """Holdings as JSON."""
    logs = {each: [head.identity, head.version, head.hash, head.seal] for each, head in known.logs.items()}
    return {"logs": logs, "rows": known.rows}


def read_holdings(raw: Mapping[str, Any]) -> Holdings:
    """Holdings from JSON; anything else raises ValueError, TypeError, AttributeError or KeyError."""
    logs = {}
    for each, (identity, version, last, seal) in raw["logs"].items():
        logs[str(each)] = LogHead(
            identity=str(identity), version=int(version), hash=str(last), seal=str(seal)
        )
    rows = {
        str(name): {str(key): str(seal) for key, seal in seals.items()} for name, seals in raw["rows"].items()
    }
    return Holdings(logs=logs, rows=rows)


def write_difference(found: Difference) -> dict[str, Any]:
    """A difference as JSON."""
    return {
        "logs": [
            {"row": _plain(part.row), "after": part.after, "entries": [dict(each) for each in part.entries]}
            for part in found.logs
        ],
        "deleted_logs": list(found.deleted_logs),
        "rows": {name: [_plain(row) for row in rows] for name, rows in found.rows.items()},
        "deleted_rows": {name: list(keys) for name, keys in found.deleted_rows.items()},
    }


def read_difference(raw: Mapping[str, Any]) -> Difference:
    """A difference from JSON; from another version of Miai it may raise KeyError or TypeError."""
    return Difference(
        logs=tuple(
            LogPart(row=_of_plain(part["row"]), after=part["after"], entries=tuple(part["entries"]))
            for part in raw["logs"]
        ),
        deleted_logs=tuple(raw["deleted_logs"]),
        rows={name: tuple(_of_plain(row) for row in rows) for name, rows in raw["rows"].items()},
        deleted_rows={name: tuple(keys) for name, keys in raw["deleted_rows"].items()},
    )


def _plain(row: Row) -> dict[str, Any]:
    return {
        name: {"base64": b64encode(value).decode()} if isinstance(value, bytes) else value
        for name, value in row.items()
    }


def _of_plain(raw: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: b64decode(value["base64"]) if isinstance(value, dict) else value for name, value in raw.items()
    }
