"""Reads rows of the database and verifies each: seals of the list, chains of the logs."""

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, MetaData, Select, Table, select

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.errors import InputError
from miai.messages import Message
from miai.store import schema
from miai.store.log_rows import COLUMNS, Row, StoredLog, demand_chain, entry_of
from miai.store.protocol import Damaged, Listed, LogEnd, Requested
from miai.store.row_hashes import is_intact
from miai.store.tournament_id import TournamentId

_LOG = tuple(schema.entries.c[name] for name in COLUMNS)
_TEXTS = ("name", "place", "begin", "end", "created_at", "changed_at")


def rows_by(connection: Connection, asked: Select[Any]) -> list[Row]:
    """The rows that a question gives, each by the names of its columns; a value of a wrong type is damage."""
    found = connection.execute(asked)
    try:
        return [row._asdict() for row in found]
    except (ValueError, TypeError, OverflowError) as error:
        table = asked.get_final_froms()[0].description
        raise Damaged(Message("a row of the table '%(table)s' is damaged", table=table)) from error


def tournament_row(connection: Connection, tournament: TournamentId, *, lock: bool = False) -> Row:
    """The row of a tournament in the list; locked for writing if wanted."""
    table = schema.tournaments
    asked = select(table).where(table.c.id == tournament)
    for row in rows_by(connection, asked.with_for_update() if lock else asked):
        if not is_intact(row):
            raise _damaged_row(row)
        return row
    raise InputError(Message("there is no tournament '%(id)s'", id=tournament))


def listed(row: Row) -> Listed:
    """A row of the list; one that is damaged can be shown as well."""
    texts = {name: _shown(row[name]) for name in _TEXTS}
    return Listed(
        **texts,
        id=TournamentId(_shown(row["id"])),
        version=row["version"] if isinstance(row["version"], int) else 0,
        archived=bool(row["archived"]),
        damaged=not is_intact(row),
    )


def log_ends(connection: Connection) -> dict[TournamentId, LogEnd]:
    """The last entry of each log, not verified."""
    logs, table = schema.tournaments, schema.entries
    last = (table.c.tournament == logs.c.id) & (table.c.number == logs.c.version)
    asked = select(table.c.tournament, table.c.number, table.c.hash).join(logs, last)
    return {
        TournamentId(row["tournament"]): LogEnd(version=row["number"], hash=row["hash"])
        for row in rows_by(connection, asked)
    }


def log_rows(connection: Connection, tournament: TournamentId, *, after: int) -> list[Row]:
    """The rows of a log after a number, not verified."""
    table = schema.entries
    asked = select(*_LOG).where(table.c.tournament == tournament, table.c.number > after)
    return rows_by(connection, asked.order_by(table.c.number))


def stored_log(connection: Connection, tournament: TournamentId) -> StoredLog:
    """The whole log of a tournament; raises where it is not what was written."""
    about = tournament_row(connection, tournament)
    rows = log_rows(connection, tournament, after=0)
    demand_chain(rows, tournament=tournament, before=about["identity"], first=1, last=about["version"])
    return StoredLog(id=tournament, identity=about["identity"], rows=tuple(rows))


def entries_after(connection: Connection, about: Row, version: int) -> tuple[Entry, ...]:
    """The entries of a tournament after a version, verified from the hash of that version on."""
    tournament, last = TournamentId(about["id"]), about["version"]
    if version >= last:
        return ()
    rows = log_rows(connection, tournament, after=max(0, version - 1))
    before = about["identity"]
    if version > 0 and rows and rows[0]["number"] == version:
        before = rows.pop(0)["hash"]
    demand_chain(rows, tournament=tournament, before=before, first=version + 1, last=last)
    return tuple(entry_of(row) for row in rows)


def first_entry(connection: Connection, tournament: TournamentId) -> Entry:
    """The entry that created a tournament; raises Damaged where it is not what was written."""
    table = schema.entries
    about = tournament_row(connection, tournament)
    rows = rows_by(connection, select(*_LOG).where(table.c.tournament == tournament, table.c.number == 1))
    demand_chain(rows, tournament=tournament, before=about["identity"], first=1, last=1)
    return entry_of(rows[0])


def entries_of_kinds(
    connection: Connection, tournament: TournamentId, kinds: Sequence[type[events.Event]]
) -> tuple[Entry, ...]:
    """The entries of some kinds of events, in order."""
    table = schema.entries
    asked = select(*_LOG).where(
        table.c.tournament == tournament, table.c.event.in_([kind.__name__ for kind in kinds])
    )
    return tuple(entry_of(row) for row in rows_by(connection, asked.order_by(table.c.number)))


def last_hash(connection: Connection, about: Row) -> str:
    """The hash of a tournament's last entry, which the next one follows."""
    table = schema.entries
    asked = select(table.c.hash).where(table.c.tournament == about["id"], table.c.number == about["version"])
    found: str | None = connection.scalar(asked)
    if found is None:
        demand_chain(
            log_rows(connection, TournamentId(about["id"]), after=0),
            tournament=TournamentId(about["id"]),
            before=about["identity"],
            first=1,
            last=about["version"],
        )
    return str(found)


def damages(connection: Connection) -> Iterator[Damaged]:
    """Everything in the database that is not what was written, by tournament and by table."""
    known: set[str] = set()
    for row in rows_by(connection, select(schema.tournaments)):
        known.add(row["id"])
        try:
            tournament = TournamentId(row["id"])
            if not is_intact(row):
                yield _damaged_row(row)
            else:
                stored_log(connection, tournament)
        except Damaged as found:
            yield found
    orphans = set(connection.scalars(select(schema.entries.c.tournament).distinct())) - known
    for orphan in sorted(map(_shown, orphans)):
        what = Message("there are entries of a tournament '%(id)s' that is not in the list", id=orphan)
        yield Damaged(what, tournament=TournamentId(orphan))
    yield from _damaged_small_rows(connection)


def old_documents(connection: Connection) -> Iterator[tuple[str, History]]:
    """The histories in a database of an older schema, for a backup before the upgrade."""
    table = Table("entries", MetaData(), autoload_with=connection)
    asked = select(table).order_by(table.c.tournament, table.c.number)
    found: dict[str, list[Entry]] = {}
    for row in rows_by(connection, asked):
        entry = entry_of({"format_version": 1, **row})
        found.setdefault(row["tournament"], []).append(entry)
    for tournament, entries in found.items():
        yield tournament, History(entries=tuple(entries))


def _damaged_small_rows(connection: Connection) -> Iterator[Damaged]:
    for row in rows_by(connection, select(schema.requests)):
        if not is_intact(row):
            yield _damaged_request(row)
    for row in rows_by(connection, select(schema.sign_ins)):
        if not is_intact(row):
            what = Message("the list of those who signed in is damaged: '%(id)s'", id=_shown(row["id"]))
            yield Damaged(what)
    for row in rows_by(connection, select(schema.sign_ups)):
        if not is_intact(row):
            what = Message("a sign-up for '%(id)s' is damaged", id=_shown(row["tournament"]))
            yield Damaged(what)
    for row in rows_by(connection, select(schema.values)):
        if not is_intact(row):
            yield damaged_value(row)
    for row in rows_by(connection, select(schema.proofs)):
        if not is_intact(row):
            what = Message("the proof of a draw of '%(id)s' is damaged", id=_shown(row["tournament"]))
            yield Damaged(what)
    yield from _damaged_link_rows(connection)
    yield from _damaged_account_rows(connection)


def _damaged_link_rows(connection: Connection) -> Iterator[Damaged]:
    for row in rows_by(connection, select(schema.player_links)):
        if not is_intact(row):
            what = Message("a private link of a player of '%(id)s' is damaged", id=_shown(row["tournament"]))
            yield Damaged(what)
    for table in (schema.api_tokens, schema.api_requests, schema.webhooks):
        for row in rows_by(connection, select(table)):
            if not is_intact(row):
                what = Message("what programs use to talk to Miai is damaged: '%(id)s'", id=_shown(row["id"]))
                yield Damaged(what)


def _damaged_account_rows(connection: Connection) -> Iterator[Damaged]:
    for row in rows_by(connection, select(schema.accounts)):
        if not is_intact(row):
            yield Damaged(Message("the account '%(login)s' is damaged", login=_shown(row["login"])))
    for table in (schema.memberships, schema.invitations):
        for row in rows_by(connection, select(table)):
            if not is_intact(row):
                what = Message("the list of roles in '%(id)s' is damaged", id=_shown(row["tournament"]))
                yield Damaged(what)
    for row in rows_by(connection, select(schema.audit)):
        if not is_intact(row):
            yield Damaged(Message("a line of the audit is damaged: '%(id)s'", id=_shown(row["id"])))


def requested_of(row: Row) -> Requested:
    """The request in a row; raises where it is not what was written."""
    if not is_intact(row):
        raise _damaged_request(row)
    return Requested(
        tournament=TournamentId(row["tournament"]),
        first=row["first_entry"],
        last=row["last_entry"],
        session=row["session"],
    )


def _damaged_request(row: Row) -> Damaged:
    return Damaged(
        Message("the list of requests that were carried out is damaged: '%(id)s'", id=_shown(row["id"]))
    )


def damaged_value(row: Row) -> Damaged:
    """What to say of a value that is not what was written."""
    return Damaged(Message("the value '%(key)s' of Miai itself is damaged", key=_shown(row["key"])))


def _damaged_row(row: Row) -> Damaged:
    tournament = TournamentId(_shown(row["id"]))
    what = Message(
        "the tournament '%(id)s' is damaged: its line in the list of tournaments is not what was written",
        id=tournament,
    )
    return Damaged(what, tournament=tournament)


def _shown(value: object) -> str:
    """A text for people; what is damaged in it becomes a replacement sign."""
    return str(value).encode(errors="surrogateescape").decode(errors="replace")
