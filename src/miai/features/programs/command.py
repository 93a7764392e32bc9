"""miai token."""

from contextlib import closing
from typing import Annotated

import typer

from miai.desk.authors import COMMAND_LINE
from miai.features.hosting.check_data import existing_folder
from miai.features.programs.answer import MADE_TOKEN, TOKENS, Tokens
from miai.features.programs.tokens import Scope, add_token, revoke_token
from miai.store.database import open_store
from miai.store.tournament_id import TournamentId
from miai.terminal.app import Json, app
from miai.terminal.options import Data, Database
from miai.terminal.output import print_answer, print_line, print_table
from miai.terminal.words import Commands, completing

token = Commands(help="Tokens of programs that use the API.")
app.add_typer(token, name="token")

EventOption = Annotated[
    str | None,
    typer.Option("--event", metavar="ID", help="For this tournament; otherwise for the whole server."),
]


@token.command()
def add(
    name: Annotated[str, typer.Argument(help="Which program uses it.")],
    event: EventOption = None,
    scope: Annotated[
        str | None,
        typer.Option(
            metavar="KEY",
            help="{scopes}; for the whole server it is admin.",
            autocompletion=completing("scopes"),
        ),
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Make a token and print it; it is shown only this once."""
    with closing(open_store(existing_folder(data, database), database)) as store:
        if event is not None:
            store.head(TournamentId(event))
        usual = "admin" if event is None else "read"
        made = add_token(store, event, scope=Scope.parse(scope or usual), name=name, by=COMMAND_LINE)
    if as_json:
        print_answer(MADE_TOKEN, made)
    else:
        print_line(made.text)


@token.command(name="list")
def list_tokens(
    event: EventOption = None, data: Data = None, database: Database = None, as_json: Json = False
) -> None:
    """List the tokens of a tournament or of the whole server, without their secrets."""
    with closing(open_store(existing_folder(data, database), database)) as store:
        found = Tokens(event, store.api_tokens.of(None if event is None else TournamentId(event)))
    if as_json:
        print_answer(TOKENS, found)
        return
    print_table(TOKENS.table(found))


@token.command()
def revoke(
    token_id: Annotated[str, typer.Argument(metavar="ID", help="The id of the token.")],
    event: EventOption = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """Revoke a token: from now on it is refused."""
    with closing(open_store(existing_folder(data, database), database)) as store:
        print_line(f"revoked: {revoke_token(store, event, token_id, by=COMMAND_LINE).name}")
