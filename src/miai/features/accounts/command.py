"""miai account, audit."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.authors import COMMAND_LINE
from miai.desk.quotas import Quota, limit_of, set_limit
from miai.features.accounts.accounts import (
    account_of,
    create_account,
    disable_account,
    enable_account,
    set_account_password,
)
from miai.features.accounts.answer import ACCOUNTS, AUDIT, CountedAccount
from miai.features.accounts.audit import AuditCode, audit_of, note
from miai.features.accounts.members import give_role, remove_role
from miai.features.accounts.passwords import hashed
from miai.features.accounts.roles import member_role
from miai.store.database import open_store
from miai.store.folder import data_folder
from miai.store.tournament_id import TournamentId
from miai.terminal.app import Json, app
from miai.terminal.options import Data, Database
from miai.terminal.output import print_answer, print_line, print_table
from miai.terminal.passwords import given_password
from miai.terminal.words import Commands, completing

if TYPE_CHECKING:
    from miai.store.database import Database as Store

account = Commands(help="Accounts of a server with many tournaments.")
app.add_typer(account, name="account")

Login = Annotated[str, typer.Argument(help="A name without spaces, or an e-mail address.")]


@account.command()
def add(
    login: Login,
    name: Annotated[str, typer.Option(help="The name shown next to what they enter.")],
    admin: Annotated[bool, typer.Option("--admin", help="An administrator, who may do everything.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Add an account; the password is asked for, read from a pipe, or taken from MIAI_PASSWORD."""
    chosen = _password_hash()
    with _store(data, database) as store:
        made = create_account(store, login=login, name=name, password_hash=chosen, is_admin=admin)
        _note(store, AuditCode.ACCOUNT_ADDED, login=made.login, name=made.name)
    print_line(f"{made.name} can sign in as {made.login}.")


@account.command("list")
def show(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """List the accounts."""
    with _store(data, database) as store:
        found = [CountedAccount(each, len(store.accounts.roles_of(each.id))) for each in store.accounts.all()]
    if as_json:
        print_answer(ACCOUNTS, found)
        return
    print_table(ACCOUNTS.table(found))


@account.command()
def disable(login: Login, data: Data = None, database: Database = None) -> None:
    """Let an account sign in no longer; whoever is signed in with it is signed out."""
    with _store(data, database) as store:
        found = disable_account(store, account_of(store, login))
        _note(store, AuditCode.ACCOUNT_DISABLED, login=found.login)
    print_line(f"{found.name} can no longer sign in.")


@account.command()
def enable(login: Login, data: Data = None, database: Database = None) -> None:
    """Let an account sign in again."""
    with _store(data, database) as store:
        found = enable_account(store, account_of(store, login))
        _note(store, AuditCode.ACCOUNT_ENABLED, login=found.login)
    print_line(f"{found.name} can sign in again.")


@account.command()
def password(login: Login, data: Data = None, database: Database = None) -> None:
    """Give an account a new password; whoever is signed in with it is signed out."""
    with _store(data, database) as store:
        known = account_of(store, login)
        found = set_account_password(store, known, _password_hash())
        _note(store, AuditCode.PASSWORD_CHANGED, login=found.login)
    print_line(f"The password of {found.login} is set.")


@account.command()
def limits(
    tournaments: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="The most tournaments that an account can own.")
    ] = None,
    players: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="The most players of a tournament.")
    ] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Show how much the server gives to each account and each tournament, or set it."""
    with _store(data, database) as store:
        for quota, chosen in ((Quota.TOURNAMENTS, tournaments), (Quota.PLAYERS, players)):
            if chosen is not None:
                set_limit(store, quota, chosen)
            print_line(f"{quota.value}: {limit_of(store, quota)}")


@account.command()
def role(
    login: Login,
    tournament: Annotated[str, typer.Argument(metavar="EVENT", help="The id of a tournament.")],
    chosen: Annotated[
        str, typer.Argument(metavar="ROLE", help="{roles}; or none.", autocompletion=completing("roles"))
    ],
    data: Data = None,
    database: Database = None,
) -> None:
    """Give an account a role in a tournament, or take it away."""
    with _store(data, database) as store:
        store.head(TournamentId(tournament))
        found = account_of(store, login)
        if chosen == "none":
            remove_role(store, tournament, found.id)
            _note(store, AuditCode.ROLE_REMOVED, tournament=tournament, login=found.login)
            print_line(f"{found.name} has no role in {tournament}.")
            return
        given = member_role(chosen)
        give_role(store, tournament, found, given, by=COMMAND_LINE)
        _note(store, AuditCode.ROLE_GIVEN, tournament=tournament, login=found.login, role=given.value)
    print_line(f"{found.name} is {given.value.lower()} of {tournament}.")


@app.command()
def audit(
    tournament: Annotated[
        str | None, typer.Option("--tournament", metavar="ID", help="One tournament only.")
    ] = None,
    most: Annotated[int, typer.Option(help="At most so many lines, the latest first.", min=1)] = 100,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Print who signed in and who got which role."""
    with _store(data, database) as store:
        lines = audit_of(store, tournament, most=most) if tournament else store.audit.lines(most=most)
    if as_json:
        print_answer(AUDIT, lines)
        return
    print_table(AUDIT.table(lines))


@contextmanager
def _store(data: Path | None, database: str | None) -> "Iterator[Store]":
    with closing(open_store(data_folder(data), database)) as store:
        yield store


def _password_hash() -> str:
    return hashed(given_password())


def _note(store: "Store", code: "AuditCode", *, tournament: str = "", **values: str) -> None:
    note(store, code, who=COMMAND_LINE, tournament=tournament, **values)
