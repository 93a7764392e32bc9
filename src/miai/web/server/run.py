"""Serves the application until it is told to stop."""

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
from miai.web.live.broadcast import Hub
from miai.web.server.app_state import Serving
from miai.web.server.create_app import create_app
from miai.web.server.roles import Role

# The first page comes before the kernel; nobody draws a round in the first second.
_WARM_AFTER = 1.0
# How long a thread may go on before another has its turn, in seconds.
_TURN = 0.001
# How seldom Python looks through everything for what is no longer needed; meanwhile nobody is served.
_SELDOM = (2_000, 20, 1_000)
log = logging.getLogger("miai.web")


def serve(desk: Desk, serving: Serving, *, started: Callable[[str], None]) -> None:
    """Serve at an address; beyond this machine only behind a director's password."""
    app = create_app(desk, serving=serving)
    if not serving.at_home and Role.DIRECTOR not in app.state.app_state.password_hashes:
        raise InputError(
            f"to be reached at {serving.host} Miai needs a director's password: set one with 'miai password',"
            " with --password, or in MIAI_PASSWORD"
        )
    listening = _listen(serving)
    # A page that takes long to write should not keep a result that takes none waiting.
    sys.setswitchinterval(_TURN)
    gc.set_threshold(*_SELDOM)
    warming = threading.Timer(_WARM_AFTER, warm)
    warming.start()
    started(address_of(listening, serving.host))
    try:
        Server(app).run(sockets=[listening])
    finally:
        warming.cancel()
        # What is being loaded cannot be stopped halfway.
        warming.join()


class Server(uvicorn.Server):
    """A server that ends the live streams before it waits for all connections to end."""

    def __init__(self, app: FastAPI) -> None:
        # The log is for faults; a visit is none.
        super().__init__(
            uvicorn.Config(
                app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3
            )
        )
        self._hub: Hub = app.state.app_state.hub

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Hang up, then stop."""
        self._hub.close()
        await super().shutdown(sockets)


def warm() -> None:
    """Load what the first draw needs, so that the director does not wait for it."""
    from miai.app.draw.pair import pair  # noqa: PLC0415
    from miai.app.event.demo import demo  # noqa: PLC0415 - all this is what the start does not wait for

    event = demo().tournament
    pair(event, round=event.rounds_played + 1)
    # What is loaded by now is needed to the end.
    gc.collect()
    gc.freeze()


def address_of(listening: socket.socket, host: str) -> str:
    """What to type into a browser on this machine."""
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
            f"port {serving.port} of {serving.host} cannot be used ({error.strerror}): choose one with --port"
        ) from error
    return listening
