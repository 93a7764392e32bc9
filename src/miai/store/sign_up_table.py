"""The table of the people who signed up."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import asdict, replace
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from miai.store.log_reading import rows_by, tournament_row
from miai.store.people.players_protocol import SignUp
from miai.store.row_hashes import is_intact, sealed
from miai.store.schema import sign_ups as table
from miai.store.tournament_id import TournamentId

_Connect = Callable[[], AbstractContextManager[Connection]]


class SignUpTable:
    """Reads and writes the table by the connections of a database.

    A row that is not what was written counts as none: whoever it was for signs up again.
    """

    def __init__(self, reading: _Connect, writing: _Connect) -> None:
        self._reading, self._writing = reading, writing

    def add(self, sign_up: SignUp) -> SignUp:
        """Store a new one under the next number of its tournament."""
        with self._writing() as connection:
            # Locked, so that two who sign up at the same time get two numbers.
            tournament_row(connection, sign_up.tournament, lock=True)
            last = select(func.max(table.c.number)).where(table.c.tournament == sign_up.tournament)
            numbered = replace(sign_up, number=(connection.scalar(last) or 0) + 1)
            connection.execute(insert(table).values(sealed(asdict(numbered))))
        return numbered

    def of(self, tournament: TournamentId) -> tuple[SignUp, ...]:
        """All of a tournament, in order."""
        return self._asked(select(table).where(table.c.tournament == tournament).order_by(table.c.number))

    def by_token(self, token_hash: str) -> SignUp | None:
        """The one with a private address."""
        return next(iter(self._asked(select(table).where(table.c.token_hash == token_hash))), None)

    def change(self, known: SignUp, new: SignUp) -> bool:
        """Write one in place of another; False where somebody else changed or removed it meanwhile."""
        old, row = sealed(asdict(known)), sealed(asdict(new))
        with self._writing() as connection:
            step = update(table).where(
                table.c.tournament == known.tournament,
                table.c.number == known.number,
                table.c.seal == old["seal"],
            )
            return connection.execute(step.values(row)).rowcount == 1

    def remove(self, sign_up: SignUp) -> None:
        """Remove one with everything that it says."""
        with self._writing() as connection:
            connection.execute(
                delete(table).where(
                    table.c.tournament == sign_up.tournament, table.c.number == sign_up.number
                )
            )

    def _asked(self, asked: Select[Any]) -> tuple[SignUp, ...]:
        with self._reading() as connection:
            rows = [row for row in rows_by(connection, asked) if is_intact(row)]
        return tuple(SignUp(**{name: value for name, value in row.items() if name != "seal"}) for row in rows)
