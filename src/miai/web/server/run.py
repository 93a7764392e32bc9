"""Runs the web server."""

import gc
import logging
import socket
import sys
import threading
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from miai.app.desk import Desk
from miai.errors import InputError
from miai.messages import Message
from miai.web.live.broadcast import Hub
from miai.web.server.app_state import Serving
from miai.web.server.create_app import create_app
from miai.web.server.roles import Role

# Load the kernel after the first page has been served; nobody draws a round in the first second.
_WARM_AFTER = 1.0
# How long a thread may run before another gets its turn, in seconds.
_TURN = 0.001
# Run the garbage collector rarely: while it runs, no request is served.
_SELDOM = (2_000, 20, 1_000)
log = logging.getLogger("miai.web")


def serve(desk: Desk, serving: Serving, *, started: Callable[[str], None]) -> None:
    """Serve at an address; for other machines only with a director's password."""
    app = create_app(desk, serving=serving)
    if not serving.at_home and Role.DIRECTOR not in app.state.app_state.password_hashes:
        raise InputError(
            Message(
                "to be reached at %(host)s Miai needs a director's password: set one with 'miai password',"
                " with --password, or in MIAI_PASSWORD",
                host=serving.host,
            )
        )
    listening = _listen(serving)
    # A page that takes long to render should not delay a result that is entered meanwhile.
    sys.setswitchinterval(_TURN)
    gc.set_threshold(*_SELDOM)
    warming = threading.Timer(_WARM_AFTER, warm)
    warming.start()
    started(address_of(listening, serving.host))
    try:
        Server(app).run(sockets=[listening])
    finally:
        warming.cancel()
        # An import cannot be interrupted.
        warming.join()


class Server(uvicorn.Server):
    """A server that ends the live streams before it waits for all connections to end."""

    def __init__(self, app: FastAPI) -> None:
        # Log faults only, not every request.
        super().__init__(
            uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3
            )
        )
        self._hub: Hub = app.state.app_state.hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the live streams, then stop."""
        self._hub.close()
        await super().shutdown(sockets)


def warm() -> None:
    """Import what the first draw needs, so that the director does not have to wait for it."""
    from miai.app.draw.pair import pair  # noqa: PLC0415
    from miai.app.event.demo import demo  # noqa: PLC0415 - the start does not wait for these

    event = demo().tournament
    pair(event, round=event.rounds_played + 1)
    # Everything loaded by now stays until the end.
    gc.collect()
    gc.freeze()


def address_of(listening: socket.socket, host: str) -> str:
    """The address to open in a browser on this machine."""
    port = listening.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - an address to compare with
    return f"http://{name}:{port}/"


def _listen(serving: Serving) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            serving.host, serving.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError as error:
        raise InputError(
            Message(
                "port %(port)s of %(host)s cannot be used (%(reason)s): choose one with --port",
                port=str(serving.port),
                host=serving.host,
                reason=error.strerror,
            )
        ) from error
    return listening
