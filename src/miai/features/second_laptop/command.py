"""miai follow, promote."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.hosting.command.serve import serve
from miai.follow.calls import Unreachable
from miai.follow.hall import Hall
from miai.follow.join import demand_room, join
from miai.follow.take_over import mark_logs, take_over
from miai.follow.worker import copy_once
from miai.messages import Message
from miai.server.addresses import address_in_network
from miai.server.base_path import checked_base_path
from miai.serving.create_app import first_address_parts
from miai.store.database import open_store
from miai.store.folder import data_folder
from miai.store.folder_lock import folder_lock
from miai.store.write_permission import Kind
from miai.terminal.app import app
from miai.terminal.options import MOST_PORT, BasePath, Data, Database
from miai.terminal.output import print_line, print_notes


@app.command()
def follow(
    url: Annotated[str, typer.Argument(metavar="URL", help="The address of the leader.")],
    code: Annotated[
        str, typer.Option("--code", metavar="CODE", help="The code on the leader's page Second laptop.")
    ] = "",
    data: Data = None,
    database: Database = None,
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address to listen on.")] = "0.0.0.0",  # noqa: S104 - the phones of the hall have to reach it
    port: Annotated[
        int, typer.Option("--port", metavar="P", min=0, max=MOST_PORT, help="The port to listen on.")
    ] = 8000,
    address: Annotated[
        str, typer.Option("--address", metavar="URL", help="Where others reach this machine, if not found.")
    ] = "",
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="What people call this machine.")] = "",
    fingerprint: Annotated[
        str,
        typer.Option("--fingerprint", help="The fingerprint of a certificate that the leader made itself."),
    ] = "",
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    tls_self_signed: Annotated[
        bool, typer.Option("--tls-self-signed", help="Serve https with a certificate that Miai makes itself.")
    ] = False,
    base_path: BasePath = "",
) -> None:
    """Keep a copy of all tournaments of another machine, ready to take over from it."""
    folder = data_folder(data)
    scheme = "https" if tls_self_signed else "http"
    below = checked_base_path(base_path, first_address_parts())
    with folder_lock(folder), closing(open_store(folder, database)) as store:
        hall = Hall(store)
        demand_room(hall)
        hall.describe(name=name, address=address or address_in_network(scheme, host, port, below))
        standing = store.standing()
        paired = standing and standing.kind is Kind.FOLLOWS and standing.leader.address == url.rstrip("/")
        if not paired:
            given = code or typer.prompt("Code on the leader's page Second laptop")
            join(hall, url, given, fingerprint=fingerprint)
        try:
            copy_once(hall)
        except Unreachable as error:
            silent = Message("%(url)s does not answer (%(reason)s)", url=url, reason=str(error))
            if not hall.members():
                # There is no copy yet that could be shown.
                raise InputError(silent) from error
            print_notes([silent])
        else:
            number = len(store.tournaments())
            print_line(f"{number} {'tournament' if number == 1 else 'tournaments'} copied from {url}.")
    serve(
        data=data, database=database, host=host, port=port, open_browser=open_browser,
        tls_self_signed=tls_self_signed, base_path=base_path,
    )  # fmt: skip


@app.command()
def promote(
    data: Data = None,
    database: Database = None,
    force: Annotated[
        bool, typer.Option("--force", help="Lead again although another one took over and cannot be reached.")
    ] = False,
) -> None:
    """Take over from the leader: this machine accepts entries from now on."""
    with closing(open_store(data_folder(Path(data) if data else None), database)) as store:
        hall = Hall(store)
        record = take_over(hall, force=force)
        mark_logs(Desk(store), hall, by="director")
    print_line(f"{record.name} leads now (epoch {record.epoch}).")
