"""miai serve, password."""

import os
import subprocess
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from miai.desk.live_state import Desk
from miai.engine.kernel.preparation import preparation
from miai.errors import InputError
from miai.features.hosting.store_report import start_findings
from miai.messages import Message
from miai.server.addresses import network_addresses, served_hosts
from miai.server.app_state import Serving
from miai.server.logs import LogFormat
from miai.server.passwords import hash_for_run, hash_of_leader, set_password
from miai.server.proxies import THIS_MACHINE
from miai.server.qr import qr_lines
from miai.server.roles import Role
from miai.server.tls import given_certificate, self_signed_certificate
from miai.serving.demo import open_demo
from miai.serving.repair import serve_repair
from miai.serving.run import leave
from miai.serving.run import serve as run
from miai.store.database import open_store
from miai.store.folder import data_folder
from miai.store.folder_lock import folder_lock
from miai.store.location import Site
from miai.store.protocol import Damaged
from miai.terminal.app import app
from miai.terminal.options import MOST_PORT, BasePath, Data, Database
from miai.terminal.output import print_code, print_line, print_notes, tell_of_preparation
from miai.terminal.passwords import asked_password, given_password
from miai.terminal.secrets_given import given_secret

if TYPE_CHECKING:
    from miai.server.tls import Certificate
    from miai.store.database import Database as Store


@app.command()
def serve(
    demo: Annotated[
        bool, typer.Option("--demo", help="Serve the demo tournament, separate from yours.")
    ] = False,
    data: Data = None,
    database: Database = None,
    host: Annotated[str, typer.Option("--host", metavar="H", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", metavar="P", min=0, max=MOST_PORT, help="The port; 0 chooses a free one.")
    ] = 8000,
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
    publish_to: Annotated[
        Path | None,
        typer.Option("--publish-to", metavar="DIR", help="Keep the public pages in a folder, as files."),
    ] = None,
    base_path: BasePath = "",
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            "--trusted-proxy",
            metavar="ADDRESS",
            help="Believe what this proxy says of who asks; may be repeated. By default one on this machine.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", metavar="N", help="Serve with several processes over PostgreSQL.")
    ] = 1,
    log_format: Annotated[
        str, typer.Option("--log-format", metavar="text|json", help="How lines of the log are written.")
    ] = "text",
    log_requests: Annotated[
        bool, typer.Option("--log-requests", help="Write a line for each request, too.")
    ] = False,
    wait_for_follower: Annotated[
        int,
        typer.Option(
            "--wait-for-follower",
            metavar="MS",
            help="Confirm an entry when a second laptop has it, or after so many milliseconds.",
        ),
    ] = 0,
    private_webhooks: Annotated[
        bool,
        typer.Option("--private-webhooks", help="Let webhooks lead into the network of the server."),
    ] = False,
) -> None:
    """Run tournaments in the browser: the director's console and the players' pages."""
    preparation.tell = tell_of_preparation
    given = asked_password() if password else given_secret("MIAI_PASSWORD")
    with ExitStack() as stack:
        # First here is last to be done.
        stack.callback(leave)
        folder = _folder(data, stack, demo=demo)
        stack.enter_context(folder_lock(folder))
        store, damages, port = _opened(folder, database, port)
        stack.callback(store.close)
        desk = Desk(store)
        desk.findings = start_findings(store, damages)
        print_notes(found.what for found in desk.findings)
        if desk.findings:
            print_notes(["restore this on the page Backups, or stop Miai and use 'miai restore'"])
        if demo:
            _load_demo(desk)
        tls = _certificate(folder, host, tls_cert, tls_key, self_signed=tls_self_signed)
        serving = Serving(
            host=host, port=port, data=folder, password_hashes=_password_hashes(store, given), demo=demo,
            trust_this_machine=trust_this_machine, tls=tls, log_format=_log_format(log_format),
            trusted_proxies=tuple(trusted_proxy) if trusted_proxy else THIS_MACHINE, base_path=base_path,
            log_requests=log_requests, database=database, workers=workers,
            metrics_token=given_secret("MIAI_METRICS_TOKEN") or "", wait_for_follower=wait_for_follower,
            private_webhooks=private_webhooks,
        )  # fmt: skip
        if publish_to:
            stack.enter_context(_publishing(publish_to, folder, database))
        run(desk, serving, started=lambda address: _started(address, host, tls, open_browser=open_browser))


@app.command()
def password(
    desk: Annotated[bool, typer.Option("--desk", help="The result desk's password.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Remove the password.")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    """Set the password of the director or of the result desk."""
    role = Role.DESK if desk else Role.DIRECTOR
    chosen = None if forget else given_password()
    store = open_store(data_folder(data), database)
    try:
        set_password(store, role, chosen)
    finally:
        store.close()
    owner = "result desk" if desk else "director"
    print_line(f"The password of the {owner} is {'removed' if forget else 'set'}.")


@contextmanager
def _publishing(pages: Path, folder: Path, database: str | None) -> Iterator[None]:
    """Write the public pages in a process of its own, so that the server answers as fast as before."""
    command = [sys.executable, "-m", "miai", "publish", str(pages), "--watch", "--data", str(folder)]
    # The address may hold a password, so it is not in the command line.
    known = {name: value for name, value in os.environ.items() if name != "MIAI_DATABASE_FILE"}
    env = {**known, "MIAI_DATABASE": database} if database else known
    # Our own command, without a shell.
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL, env=env)  # noqa: S603
    try:
        yield
    finally:
        child.terminate()
        child.wait()


def _log_format(chosen: str) -> "LogFormat":
    try:
        return LogFormat(chosen)
    except ValueError:
        raise InputError(Message("--log-format is text or json, not %(chosen)s", chosen=chosen)) from None


def _opened(folder: Path, database: str | None, port: int) -> "tuple[Store, tuple[Damaged, ...], int]":
    """The store, what is damaged in it, and the port to serve it at.

    A damaged file is restored first, on a page of its own.
    """
    try:
        return *_without_general_damage(open_store(folder, database)), port
    except Damaged as error:
        site = Site.at(folder, database)
        if site.file is None:
            raise
        print_notes(error.problems)
        port = serve_repair(site, error, port=port, started=_offered)
        store = open_store(folder, database)
        return store, store.damages(), port


def _without_general_damage(store: "Store") -> "tuple[Store, tuple[Damaged, ...]]":
    """The store and its damages, unless one of them concerns more than one tournament."""
    damages = store.damages()
    general = next((found for found in damages if found.tournament is None), None)
    if general is not None:
        store.close()
        raise general
    return store, damages


def _offered(address: str) -> None:
    print_line(f"Restore it at {address} (press Ctrl+C to stop)")


def _password_hashes(store: "Store", password: str | None) -> "dict[Role, str]":
    if password:
        return {Role.DIRECTOR: hash_for_run(store, Role.DIRECTOR, password)}
    copied = hash_of_leader(store, Role.DIRECTOR) if store.standing() else None
    return {Role.DIRECTOR: copied} if copied else {}


def _certificate(
    folder: Path, host: str, certificate: Path | None, key: Path | None, *, self_signed: bool
) -> "Certificate | None":
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
    if not demo:
        return data_folder(data)
    return data / "demo" if data else Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="miai-")))


def _load_demo(desk: "Desk") -> None:
    if not desk.store.tournaments():
        open_demo(desk)


def _started(address: str, host: str, tls: "Certificate | None", *, open_browser: bool) -> None:
    elsewhere = network_addresses(address, host)
    first, *others = elsewhere or (address,)
    print_line(f"Miai is running at {first} (press Ctrl+C to stop)")
    if elsewhere:
        for each in others:
            print_line(f"or, from another network, at {each}")
        if address not in elsewhere:
            print_line(f"and on this machine at {address}")
        print_code(qr_lines(first))
    if tls and tls.self_signed:
        print_line(f"Browsers warn of the certificate. Its SHA-256 fingerprint: {tls.fingerprint}")
    if open_browser:
        webbrowser.open(address)
