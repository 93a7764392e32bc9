"""The table of the private links of players."""

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, Select, insert, select, update

from miai.store.log_reading import rows_by, tournament_row
from miai.store.log_rows import Row
from miai.store.people.players_protocol import PlayerLink
from miai.store.row_hashes import is_intact, seal_of, sealed
from miai.store.schema import player_links as table
from miai.store.tournament_id import TournamentId

_Connect = Callable[[], AbstractContextManager[Connection]]


class PlayerLinkTable:
    """Reads and writes the table by the connections of a database.

    A row that is not what was written counts as none: the director issues the link anew.
    """

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def find(self, token_hash: str) -> PlayerLink | None:
        """A link by the hash of its token, revoked or not."""
        with self._reading() as connection:
            found = _links(connection, select(table).where(table.c.hash == token_hash))
        return found[0] if found else None

    def all(self, tournament: TournamentId) -> tuple[PlayerLink, ...]:
        """All links of a tournament, the oldest first."""
        with self._reading() as connection:
            return tuple(_links(connection, _of(tournament)))

    def issue(self, tournament: TournamentId, new: Sequence[PlayerLink], *, anew: bool) -> frozenset[str]:
        """Store links and return the hashes of those that are valid now.

        A player with a valid link of the same registration keeps it, or with `anew` gets the new one in its
        place. A link that is there already stays as it is.
        """
        with self._writing() as connection:
            # Locked, so that two who issue links at the same time do not give a player two.
            tournament_row(connection, tournament, lock=True)
            known = _links(connection, _of(tournament))
            valid = {link.player: link for link in known if link.valid}
            added = _to_add(new, known, kept=() if anew else valid.values())
            for each in added:
                if each.player in valid:
                    _revoke(connection, valid[each.player], at=each.issued_at, by=each.issued_by)
            if added:
                connection.execute(insert(table), [sealed(asdict(each)) for each in added])
        repeated = {link.hash for link in valid.values()} & {each.hash for each in new}
        return frozenset(repeated | {each.hash for each in added})

    def revoke(self, tournament: TournamentId, players: Collection[str] | None, *, at: str, by: str) -> int:
        """Revoke the valid links of some players, or of all; how many these were."""
        with self._writing() as connection:
            tournament_row(connection, tournament, lock=True)
            ended = [
                link
                for link in _links(connection, _of(tournament))
                if link.valid and (players is None or link.player in players)
            ]
            for link in ended:
                _revoke(connection, link, at=at, by=by)
        return len(ended)


def _to_add(
    new: Sequence[PlayerLink], known: Sequence[PlayerLink], *, kept: Iterable[PlayerLink]
) -> list[PlayerLink]:
    """New links but for those that are there, and for registrations that keep their link."""
    hashes = {link.hash for link in known}
    registrations = {(link.player, link.registration) for link in kept}
    return [
        each
        for each in new
        if each.hash not in hashes and (each.player, each.registration) not in registrations
    ]


def _of(tournament: TournamentId) -> Select[Any]:
    return select(table).where(table.c.tournament == tournament).order_by(table.c.issued_at, table.c.hash)


def _links(connection: Connection, asked: Select[Any]) -> list[PlayerLink]:
    return [_link(row) for row in rows_by(connection, asked) if is_intact(row)]


def _link(row: Row) -> PlayerLink:
    return PlayerLink(**{name: value for name, value in row.items() if name != "seal"})


def _revoke(connection: Connection, link: PlayerLink, *, at: str, by: str) -> None:
    changed = {"revoked_at": at, "revoked_by": by}
    step = update(table).where(table.c.hash == link.hash)
    connection.execute(step.values(**changed, seal=seal_of({**asdict(link), **changed})))
