"""miai serve, password."""

import os
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.cli.app import app
from miai.cli.lists import Data
from miai.cli.output import print_line, print_notes

if TYPE_CHECKING:
    from miai.app.desk import Desk
    from miai.store.database import Database as Store
    from miai.web.server.roles import Role
    from miai.web.server.tls import Certificate

Database = Annotated[
    str | None,
    typer.Option("--database", metavar="URL", help="A PostgreSQL server instead of a file in the folder."),
]


@app.command()
def serve(
    demo: Annotated[
        bool, typer.Option("--demo", help="Serve the demo tournament, separate from yours.")
    ] = False,
    data: Data = None,
    database: Database = None,
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", metavar="P", help="The port; 0 chooses a free one.")] = 8000,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the browser.")] = False,
    password: Annotated[
        bool, typer.Option("--password", help="Ask for a director's password for this run.")
    ] = False,
    trust_this_machine: Annotated[
        bool,
        typer.Option(
            "--trust-this-machine", help="Ask for no password in browsers on this machine, though one is set."
        ),
    ] = False,
    tls_cert: Annotated[
        Path | None, typer.Option("--tls-cert", metavar="FILE", help="A certificate: serve https.")
    ] = None,
    tls_key: Annotated[
        Path | None, typer.Option("--tls-key", metavar="FILE", help="The certificate's key.")
    ] = None,
    tls_self_signed: Annotated[
        bool, typer.Option("--tls-self-signed", help="Serve https with a certificate that Miai makes itself.")
    ] = False,
) -> None:
    """Run tournaments in the browser: the director's console and the players' pages."""
    from miai.app.desk import Desk
    from miai.app.event.store_report import start_findings
    from miai.store.folder_lock import folder_lock
    from miai.web.server.app_state import Serving
    from miai.web.server.run import serve as run

    given = _asked() if password else os.environ.get("MIAI_PASSWORD")
    with ExitStack() as stack:
        folder = _folder(data, stack, demo=demo)
        stack.enter_context(folder_lock(folder))
        store, port = _opened(folder, database, port)
        stack.callback(store.close)
        desk = Desk(store)
        desk.findings = start_findings(store)
        print_notes(found.what for found in desk.findings)
        if desk.findings:
            print_notes(["restore this on the page Backups, or stop Miai and use 'miai restore'"])
        if demo:
            _load_demo(desk)
        tls = _certificate(folder, host, tls_cert, tls_key, self_signed=tls_self_signed)
        serving = Serving(
            host=host, port=port, data=folder, password_hashes=_password_hashes(store, given), demo=demo,
            trust_this_machine=trust_this_machine, tls=tls,
        )  # fmt: skip
        run(desk, serving, started=lambda address: _started(address, host, tls, open_browser=open_browser))


@app.command()
def password(
    desk: Annotated[bool, typer.Option("--desk", help="The result desk's password.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Remove the password.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Set the password of the director or of the result desk."""
    from miai.store.database import open_store
    from miai.store.folder import data_folder
    from miai.web.server.passwords import set_password
    from miai.web.server.roles import Role

    role = Role.DESK if desk else Role.DIRECTOR
    chosen = None if forget else os.environ.get("MIAI_PASSWORD") or _asked()
    store = open_store(data_folder(data), database)
    try:
        set_password(store, role, chosen)
    finally:
        store.close()
    owner = "result desk" if desk else "director"
    print_line(f"The password of the {owner} is {'removed' if forget else 'set'}.")


def _opened(folder: Path, database: str | None, port: int) -> "tuple[Store, int]":
    """The store, and the port to serve it at; a damaged file is restored first, on a page of its own."""
    from miai.store.database import open_store
    from miai.store.protocol import Damaged
    from miai.store.site import Site
    from miai.web.pages.backups.repair import serve_repair

    try:
        return _without_general_damage(open_store(folder, database)), port
    except Damaged as error:
        site = Site.at(folder, database)
        if site.file is None:
            raise
        print_notes(error.problems)
        port = serve_repair(site, error, port=port, started=_offered)
        return open_store(folder, database), port


def _without_general_damage(store: "Store") -> "Store":
    """The store, unless something in it is damaged that concerns more than one tournament."""
    general = next((found for found in store.damages() if found.tournament is None), None)
    if general is not None:
        store.close()
        raise general
    return store


def _offered(address: str) -> None:
    print_line(f"Restore it at {address} (press Ctrl+C to stop)")


def _asked() -> str:
    answer: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
    return answer


def _password_hashes(store: "Store", password: str | None) -> "dict[Role, str]":
    from miai.web.server.passwords import hash_for_run
    from miai.web.server.roles import Role

    return {Role.DIRECTOR: hash_for_run(store, Role.DIRECTOR, password)} if password else {}


def _certificate(
    folder: Path, host: str, certificate: Path | None, key: Path | None, *, self_signed: bool
) -> "Certificate | None":
    from miai.errors import InputError
    from miai.messages import Message
    from miai.web.server.addresses import served_hosts
    from miai.web.server.tls import given_certificate, self_signed_certificate

    if self_signed and not (certificate or key):
        return self_signed_certificate(folder, served_hosts(host))
    if certificate and key and not self_signed:
        return given_certificate(certificate, key)
    if certificate or key:
        raise InputError(
            Message("for https give both --tls-cert and --tls-key, or --tls-self-signed and neither of them")
        )
    return None


def _folder(data: Path | None, stack: ExitStack, *, demo: bool) -> Path:
    from miai.store.folder import data_folder

    if not demo:
        return data_folder(data)
    return data / "demo" if data else Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="miai-")))


def _load_demo(desk: "Desk") -> None:
    from miai.web.server.demo import open_demo

    if not desk.store.tournaments():
        open_demo(desk)


def _started(address: str, host: str, tls: "Certificate | None", *, open_browser: bool) -> None:
    from miai.web.server.addresses import network_address

    print_line(f"Miai is running at {address} (press Ctrl+C to stop)")
    elsewhere = network_address(address, host)
    if elsewhere:
        print_line(f"Other machines in the network open {elsewhere}")
    if tls and tls.self_signed:
        print_line(f"Browsers warn of the certificate. Its SHA-256 fingerprint: {tls.fingerprint}")
    if open_browser:
        import webbrowser

        webbrowser.open(address)
