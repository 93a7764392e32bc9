"""Runs the web server."""

import asyncio
import errno
import gc
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import uvicorn
from fastapi import FastAPI

from miai.desk.live_state import Desk
from miai.engine.kernel.preparation import preparation
from miai.errors import InputError
from miai.follow.calls import Unreachable
from miai.follow.hall import Hall
from miai.follow.worker import ask_others, copy_once
from miai.messages import Message
from miai.server.accounts import AccountRegister
from miai.server.addresses import address_in_network
from miai.server.app_state import AppState, Serving
from miai.server.connection_limits import raise_descriptors
from miai.server.connections import Connection, Gate
from miai.server.counted_log import CountRepeats
from miai.server.live.broadcast import Hub
from miai.server.logs import configure_logs
from miai.server.passwords import stored_hashes
from miai.server.rendering import load_public
from miai.server.roles import Role
from miai.server.tls import Certificate
from miai.serving.create_app import create_app, create_phone_app, page_routes
from miai.serving.phone_sockets import PhoneSockets, config_of
from miai.serving.workers import WorkerPlan, demand_workers_possible, run_workers
from miai.store.database import Database
from miai.store.folder import data_folder

# Load the kernel after the first page has been served; nobody draws a round in the first second.
_WARM_AFTER = 1.0
# How long the end waits for a step of the preparation, in seconds; one that compiles is left alone.
_LAST_STEP = 0.5
_PREPARING = "preparation"
# How long a thread may run before another gets its turn, in seconds.
_TURN = 0.001
# Run the garbage collector rarely: while it runs, no request is served.
_SELDOM = (2_000, 20, 1_000)
# Connections that the system holds for us until we accept them: after a restart all phones come at once.
_QUEUE = 2_048
# The server looks after its connections once in so many of its ticks, which are 0.1 seconds apart.
_TICKS = 10
log = logging.getLogger("miai.web")


def serve(desk: Desk, serving: Serving, *, started: Callable[[str], None]) -> None:
    """Serve at an address; for other machines only with a director's password or an administrator."""
    demand_workers_possible(serving)
    with _bound(serving) as listening:
        # Where the system chose a free port, pages and other servers are told that one.
        _serve_at(desk, replace(serving, port=listening.getsockname()[1]), listening, started=started)


def _serve_at(
    desk: Desk, serving: Serving, listening: socket.socket, *, started: Callable[[str], None]
) -> None:
    if isinstance(desk.store, Database):
        _look_for_leader(Hall(desk.store), serving)
    hashes = {**stored_hashes(desk.store), **serving.password_hashes}
    if not serving.at_home and Role.DIRECTOR not in hashes and not AccountRegister(desk).has_admin:
        raise InputError(
            Message(
                "to be reached at %(host)s Miai needs a director's password: set one with 'miai password',"
                " with --password, or in MIAI_PASSWORD",
                host=serving.host,
            )
        )
    listening.listen()
    if serving.workers == 1:
        run_server(desk, serving, listening, started=started)
        return
    started(address_of(listening, serving))
    configure_logs(serving.log_format, requests=serving.log_requests)
    run_worker = partial(run_server, parent=os.getpid(), warm_after=_WARM_AFTER)
    run_workers(WorkerPlan(serving=serving, findings=desk.findings, listening=listening, run=run_worker))


def run_server(
    desk: Desk,
    serving: Serving,
    listening: socket.socket,
    *,
    started: Callable[[str], None] = lambda address: None,
    parent: int | None = None,
    warm_after: float | None = None,
) -> None:
    """Serve at a socket until told to stop; a worker ends with its parent."""
    raise_descriptors()
    configure_logs(serving.log_format, requests=serving.log_requests)
    app = create_app(desk, serving=serving)
    # A page that takes long to render should not delay a result that is entered meanwhile.
    sys.setswitchinterval(_TURN)
    gc.set_threshold(*_SELDOM)
    stopping = threading.Event()
    warming = threading.Timer(
        _WARM_AFTER if warm_after is None else warm_after, _prepare, [app.state.app_state, stopping.is_set]
    )
    warming.name = _PREPARING
    warming.daemon = True
    warming.start()
    started(address_of(listening, serving))
    try:
        Server(app, tls=serving.tls, parent=parent).run(sockets=[listening])
    finally:
        stopping.set()
        warming.cancel()
        warming.join(_LAST_STEP)


def leave() -> None:
    """End the process at once if it still compiles: Python would wait for the compiler."""
    if any(thread.name == _PREPARING for thread in threading.enumerate()):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(130 if isinstance(sys.exc_info()[1], KeyboardInterrupt) else 0)


def _look_for_leader(hall: Hall, serving: Serving) -> None:
    """Ask the other servers of the hall who leads before anything is accepted; a follower catches up."""
    own = address_in_network(serving.scheme, serving.host, serving.port, serving.base_path)
    self_signed = serving.tls is not None and serving.tls.self_signed
    if hall.members() or not hall.leads():
        fingerprint = serving.tls.fingerprint if serving.tls and self_signed else ""
        hall.describe(address=hall.address or own, fingerprint=fingerprint)
    ask_others(hall)
    with suppress(Unreachable, InputError):
        copy_once(hall)


class Server(uvicorn.Server):
    """A server that keeps room for new connections, and ends the live streams before it stops."""

    def __init__(self, app: FastAPI, *, tls: Certificate | None = None, parent: int | None = None) -> None:
        state: AppState = app.state.app_state
        self._hub: Hub = state.hub
        self._gate = Gate(state.room)
        self._metrics = state.metrics
        self._parent = parent
        self._faults = CountRepeats()
        self._state, self._phones = state, state.phone_listener
        super().__init__(config_of(app, partial(Connection, self._gate), tls))

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen."""
        self._faults.install()
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(_QUEUE)
        if self.started:
            loop, app_of = asyncio.get_running_loop(), partial(create_phone_app, self._state)
            self._phones.attach(PhoneSockets(self, loop, app_of, self._gate, serving=self._state.serving))

    async def on_tick(self, counter: int) -> bool:
        """Look after the connections and the log, and say whether to stop."""
        if counter % _TICKS == 0:
            self._gate.close_overdue(self.server_state.connections, asyncio.get_running_loop().time())
            self._faults.write_counts()
            self._metrics.set_open(streams=self._hub.open_streams, connections=self._gate.open)
            if self._phones.is_behind:
                await asyncio.to_thread(self._phones.follow)
            if self._parent not in (None, os.getppid()):
                return True
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, then stop."""
        self._hub.close()
        await super().shutdown(sockets)
        self._faults.remove()


def warm(stopping: Callable[[], bool] = lambda: False) -> None:
    """Load what the first draw and the first advice on the bar need; the first start compiles it."""
    from miai.features.bar.find_bar import entry_of, study_bar  # noqa: PLC0415 - loads the engine, after the start
    from miai.features.draw.pair import pair  # noqa: PLC0415 - as above
    from miai.features.tournament.demo import demo  # noqa: PLC0415 - the start does not wait for these

    event = demo().tournament
    pair(event, round=event.rounds_played + 1)
    preparation.ready = True
    if not stopping():
        study_bar(entry_of(event))
    # Everything loaded by now stays until the end.
    gc.collect()
    gc.freeze()


def _prepare(state: AppState, stopping: Callable[[], bool]) -> None:
    """Load what the first visitors would wait for: the pages of phones, the kernel, and everybody who ever
    entered, for the search.
    """
    from miai.features.players.own_list import own_players  # noqa: PLC0415 - after the start, in the background
    from miai.store.people.own_list_choices import read_choices  # noqa: PLC0415 - as above

    # After a start in the middle of a round all phones come at once.
    load_public(state.templates)
    page_routes().load()
    warm(stopping)
    # Where the database cannot be used, requests show why.
    with suppress(InputError):
        own_players(state.desk, read_choices(data_folder(state.serving.data)), stopped=stopping)


def address_of(listening: socket.socket, serving: Serving) -> str:
    """The address to open in a browser on this machine."""
    port, host = listening.getsockname()[1], serving.host
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - an address to compare with
    return f"{serving.scheme}://{name}:{port}{serving.base_path.rstrip('/')}/"


def _bound(serving: Serving) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            serving.host, serving.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError as error:
        if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
            raise InputError(
                Message(
                    "this machine has no address %(host)s (%(reason)s): choose one with --host",
                    host=serving.host,
                    reason=error.strerror,
                )
            ) from error
        raise InputError(
            Message(
                "port %(port)s of %(host)s cannot be used (%(reason)s): choose one with --port",
                port=str(serving.port),
                host=serving.host,
                reason=error.strerror,
            )
        ) from error
    return listening
