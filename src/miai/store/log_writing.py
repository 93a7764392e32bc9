"""Writes rows of the database: entries with their chain, and the list of tournaments with its seals."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from sqlalchemy import Connection, Table, delete, insert, select, update

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.problems import demand_none
from miai.errors import InputError
from miai.messages import Message
from miai.store import schema
from miai.store.log_reading import entries_of_kinds, log_rows, rows_by
from miai.store.log_rows import Row, StoredLog
from miai.store.names import slug
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.times import current_time
from miai.store.tournament_id import TournamentId

_DETAILS = ("name", "place", "begin", "end")
_TITLES = (events.TournamentCreated, events.DetailsChanged)
_TITLING = (*_TITLES, events.Undone, events.Redone)


def new_row(tournament: str, history: History, *, identity: str) -> dict[str, Any]:
    """The row of a new tournament in the list."""
    now = current_time()
    about = {"id": tournament, "version": len(history.entries), "archived": False, "identity": identity}
    return sealed({**about, **details_of(history.entries), "created_at": now, "changed_at": now})


def change_row(connection: Connection, about: Row, **changed: Any) -> None:
    """Change a row of the list of tournaments, and its seal with it."""
    table = schema.tournaments
    step = update(table).where(table.c.id == about["id"])
    connection.execute(step.values(**changed, seal=seal_of({**about, **changed})))


def insert_log(connection: Connection, tournament: str, rows: Iterable[Row]) -> None:
    """Write the rows of a log."""
    connection.execute(insert(schema.entries), [{"tournament": tournament, **row} for row in rows])


def append_entries(connection: Connection, about: Row, added: Sequence[Entry], rows: Sequence[Row]) -> None:
    """Write entries after the last one, and what the list says of the tournament after them."""
    tournament = TournamentId(about["id"])
    insert_log(connection, tournament, rows)
    titles = {}
    if any(isinstance(entry.event, _TITLING) for entry in added):
        titles = details_of(entries_of_kinds(connection, tournament, _TITLING))
    change_row(connection, about, version=added[-1].number, changed_at=added[-1].at, **titles)


def replace_log(connection: Connection, log: StoredLog) -> None:
    """Write a log exactly as it was, in place of what has its id or identity.

    Its requests stay, the tokens and webhooks of the tournament, and the private links and sign-ups where it
    is the same tournament.
    """
    table = schema.tournaments
    row = new_row(log.id, log.history, identity=log.identity)
    for old in rows_by(connection, select(table).where(table.c.id == log.id)):
        if is_intact(old):
            row = sealed({**row, "created_at": old["created_at"], "archived": old["archived"]})
    waiting = _intact_sign_ups(connection, log)
    requests = _intact_requests(connection, log)
    links = _intact_links(connection, log)
    of_programs = {each: _intact_rows(connection, each, log) for each in (schema.api_tokens, schema.webhooks)}
    remove_tournament(connection, log.id, log.identity)
    connection.execute(insert(table), row)
    insert_log(connection, log.id, log.rows)
    for each in waiting:
        connection.execute(insert(schema.sign_ups), dict(each))
    for each in requests:
        connection.execute(insert(schema.requests), dict(each))
    for each in links:
        connection.execute(insert(schema.player_links), dict(each))
    for other, kept in of_programs.items():
        for each in kept:
            connection.execute(insert(other), _within(each, log))


def _intact_sign_ups(connection: Connection, log: StoredLog) -> list[Row]:
    """The people who signed up for a tournament, who are in no log, unless another one has its id."""
    tournaments, table = schema.tournaments, schema.sign_ups
    same = (tournaments.c.id == log.id) & (tournaments.c.identity == log.identity)
    asked = select(table).join(tournaments, table.c.tournament == tournaments.c.id).where(same)
    return [row for row in rows_by(connection, asked) if is_intact(row)]


def _intact_requests(connection: Connection, log: StoredLog) -> list[Row]:
    """The requests of a tournament whose entries are all in a log: after a fork a number is another entry."""
    written = {row["number"]: row["hash"] for row in log_rows(connection, log.id, after=0)}
    parting = (row["number"] for row in log.rows if written.get(row["number"], row["hash"]) != row["hash"])
    same = next(parting, log.version + 1) - 1
    rows = _intact_rows(connection, schema.requests, log)
    return [row for row in rows if row["last_entry"] <= same]


def _intact_rows(connection: Connection, table: Table, log: StoredLog) -> list[Row]:
    """The rows of a table that belong to a tournament and are what was written."""
    rows = rows_by(connection, select(table).where(table.c.tournament == log.id))
    return [row for row in rows if is_intact(row)]


def _within(row: Row, log: StoredLog) -> dict[str, Any]:
    """A row that names no entry after the last one of a log."""
    if "delivered" not in row:
        return dict(row)
    content = {name: value for name, value in row.items() if name != "seal"}
    return sealed({**content, "delivered": min(row["delivered"], log.version)})


def _intact_links(connection: Connection, log: StoredLog) -> list[Row]:
    """The private links of a tournament, unless another one has its id."""
    tournaments, links = schema.tournaments, schema.player_links
    same = (tournaments.c.id == log.id) & (tournaments.c.identity == log.identity)
    asked = select(links).join(tournaments, links.c.tournament == tournaments.c.id).where(same)
    return [row for row in rows_by(connection, asked) if is_intact(row)]


def remove_tournament(connection: Connection, tournament: TournamentId, identity: str | None = None) -> None:
    """Remove what has the id or the identity of a log, also entries that damage has left alone."""
    table = schema.tournaments
    connection.execute(delete(table).where((table.c.id == tournament) | (table.c.identity == identity)))
    for other in (
        schema.entries,
        schema.sign_ups,
        schema.requests,
        schema.proofs,
        schema.player_links,
        schema.api_tokens,
        schema.webhooks,
    ):
        connection.execute(delete(other).where(other.c.tournament == tournament))


def remove_roles(connection: Connection, tournament: TournamentId) -> None:
    """Remove the roles in a tournament that is deleted, and the invitations to it."""
    for table in (schema.memberships, schema.invitations):
        connection.execute(delete(table).where(table.c.tournament == tournament))
    # Its events, where it was a congress: another one may have its id later.
    shared = schema.memberships.c.account == f"congress {tournament}"
    connection.execute(delete(schema.memberships).where(shared))


def request_row(
    request: str, tournament: str, session: str | None, *, first: int, last: int
) -> dict[str, Any]:
    """The row of a request that was carried out."""
    about = {"id": request, "tournament": tournament, "session": session}
    return sealed({**about, "first_entry": first, "last_entry": last})


def details_of(entries: Iterable[Entry]) -> dict[str, str]:
    """What the list of tournaments shows, after the last correction that counts."""
    effective = History(entries=tuple(entries)).effective_entries
    titles = [entry.event for entry in effective if isinstance(entry.event, _TITLES)]
    last = titles[-1] if titles else events.TournamentCreated()
    return {name: getattr(last, name) for name in _DETAILS}


def demand_whole(history: History) -> None:
    """Refuse a log that cannot be replayed or lacks entries."""
    demand_none(history.problems())
    numbers = [entry.number for entry in history.entries]
    if not numbers or numbers != list(range(1, len(numbers) + 1)):
        raise InputError(Message("the history is not whole: its entries are not numbered 1, 2, 3 and so on"))
    history.tournament()


def ids_to_try(asked: str | None, name: str) -> Iterator[str]:
    """The ids to try: the one asked for, or the name, then the name with a number."""
    if asked is not None:
        if not asked or asked != slug(asked):
            raise InputError(Message("'%(id)s' is not an id: small letters, digits and hyphens", id=asked))
        yield asked
        return
    base = slug(name) or "tournament"
    yield base
    yield from (f"{base}-{number}" for number in count(2))
