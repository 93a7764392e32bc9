"""miai links."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.authors import COMMAND_LINE
from miai.errors import InputError
from miai.features.links.player_links import issue_links, links_file, links_overview, revoke_links
from miai.features.players.find_entrant import entrant_named
from miai.messages import Message
from miai.terminal.app import app
from miai.terminal.options import Data, Database
from miai.terminal.output import print_csv, print_line, write_table
from miai.terminal.store_desk import store_desk
from miai.terminal.streams import table_output

if TYPE_CHECKING:
    from miai.answers import Table
    from miai.desk.live_state import Desk
    from miai.domain.people.player import PlayerId


class LinkAction(StrEnum):
    """What to do with the private links of an event."""

    LIST = "list"
    ISSUE = "issue"
    REVOKE = "revoke"


@app.command()
def links(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="The id of a tournament or a congress.")],
    action: Annotated[LinkAction, typer.Argument(help="What to do.")] = LinkAction.LIST,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player", metavar="NAME", help="Only this player, by name or its beginning; repeatable."
        ),
    ] = None,
    anew: Annotated[
        bool, typer.Option("--anew", help="Issue new links in place of those that are valid.")
    ] = False,
    everybody: Annotated[bool, typer.Option("--all", help="Revoke all links of the event.")] = False,
    address: Annotated[
        str, typer.Option(metavar="URL", help="The address of the server, written before each link.")
    ] = "",
    output: Annotated[Path | None, table_output("Write them to a file")] = None,
    data: Data = None,
    database: Database = None,
) -> None:
    """List the private links of players, issue them (they are printed only then), or revoke them."""
    with store_desk(data, database) as desk:
        if action is LinkAction.REVOKE:
            _revoke(desk, event, players, everybody=everybody)
        elif action is LinkAction.ISSUE:
            made = issue_links(desk, event, _chosen(desk, event, players), by=COMMAND_LINE, anew=anew)
            _give(links_file(made, base=address.rstrip("/")), output)
        else:
            _give(links_overview(desk, event), output)


def _revoke(desk: "Desk", event: str, players: Sequence[str] | None, *, everybody: bool) -> None:
    if bool(players) == everybody:
        raise InputError(Message("say whose links to revoke: --player NAME, or --all"))
    print_line(f"revoked: {revoke_links(desk, event, _chosen(desk, event, players), by=COMMAND_LINE)}")


def _give(table: "Table", output: Path | None) -> None:
    if output:
        write_table(output, table)
    else:
        print_csv(table)


def _chosen(desk: "Desk", event: str, names: Sequence[str] | None) -> "list[PlayerId] | None":
    tournament = desk.state(event).tournament
    return [entrant_named(tournament, name).id for name in names] if names else None
