"""The second listener in the running server, for the phones in the hall."""

import asyncio
import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import uvicorn
from starlette.types import ASGIApp

from miai.server.app_state import Serving
from miai.server.connection_limits import ACCEPTED_AT_ONCE
from miai.server.connections import Connection, Gate
from miai.server.phone_listener.listener import UnusableError
from miai.server.phone_listener.networks import networks
from miai.server.tls import Certificate, self_signed_certificate
from miai.store.folder import data_folder

# So long the server may take to begin or to end listening, in seconds.
_WITHIN = 20.0
_QUEUE = 2_048
# The folder of the certificate that names the addresses of phones, below the data folder.
_FOLDER = "phones"


class PhoneConnection(Connection):
    """A connection of a phone: it ends if the director switches phones off."""


class PhoneSockets:
    """Listens for phones in the event loop of a server, which knows all connections and makes room."""

    def __init__(
        self,
        server: uvicorn.Server,
        loop: asyncio.AbstractEventLoop,
        app: Callable[[], ASGIApp],
        gate: Gate,
        *,
        serving: Serving,
    ) -> None:
        self._server, self._loop, self._app_of = server, loop, app
        self._gate, self._serving = gate, serving
        self._app: ASGIApp | None = None
        self._listener: asyncio.AbstractServer | None = None
        self._fingerprint = ""

    @property
    def scheme(self) -> str:
        """How addresses begin: http or https."""
        return self._serving.scheme

    def fingerprint(self) -> str:
        """That of a certificate that browsers do not know; empty if there is none."""
        return self._fingerprint

    def open(self, address: str, port: int) -> None:
        """Listen at an address; an empty one means all networks."""
        tls = self._certificate()
        config = config_of(self._loaded_app(), partial(PhoneConnection, self._gate), tls)
        config.load()
        self._fingerprint = tls.fingerprint if tls and tls.self_signed else ""
        listening = bound(address, port, shared=self._serving.workers > 1)
        try:
            self._run(self._listen(config, listening))
        except BaseException:
            listening.close()
            raise

    def close(self) -> None:
        """Listen no longer, and end all connections."""
        self._run(self._end())

    def _loaded_app(self) -> ASGIApp:
        if self._app is None:
            self._app = self._app_of()
        return self._app

    def _certificate(self) -> Certificate | None:
        """The certificate that was given, or one that Miai makes for the addresses of phones."""
        tls = self._serving.tls
        if tls is None or not tls.self_signed:
            return tls
        hosts = tuple(each.address for each in networks())
        return self_signed_certificate(data_folder(self._serving.data) / _FOLDER, ("localhost", *hosts))

    def _run(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(_WITHIN)

    async def _listen(self, config: uvicorn.Config, listening: socket.socket) -> None:
        made: Any = config.http_protocol_class
        connection = partial(
            made,
            config=config,
            server_state=self._server.server_state,
            app_state=self._server.lifespan.state,
        )
        self._listener = await self._loop.create_server(
            connection, sock=listening, ssl=config.ssl, backlog=ACCEPTED_AT_ONCE
        )
        listening.listen(_QUEUE)
        # The server closes it with its own listener when it stops.
        self._server.servers.append(cast("Any", self._listener))

    async def _end(self) -> None:
        if self._listener is None:
            return
        self._listener.close()
        if self._listener in self._server.servers:
            self._server.servers.remove(cast("Any", self._listener))
        self._listener = None
        for each in tuple(self._server.server_state.connections):
            if isinstance(each, PhoneConnection):
                each.give_up()


def config_of(app: ASGIApp, connection: Callable[..., Connection], tls: Certificate | None) -> uvicorn.Config:
    """The way that an application is served; `connection` makes the connections."""
    return uvicorn.Config(
        app,
        http=cast("Any", connection),
        # The event loop accepts as many connections at once as it lets the system hold.
        backlog=ACCEPTED_AT_ONCE,
        # What is logged, and how, is set up by us.
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        # The application itself knows whose word counts.
        proxy_headers=False,
        timeout_graceful_shutdown=3,
        ssl_certfile=tls.certificate if tls else None,
        ssl_keyfile=tls.key if tls else None,
    )


def bound(address: str, port: int, *, shared: bool) -> socket.socket:
    """A socket at a port that no other program has; `shared` with the other processes of this server."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    host = address or ("::" if _only_ipv6() else "0.0.0.0")  # noqa: S104 - the director has switched it on
    if host == "::":
        family = socket.AF_INET6
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform == "win32":
            # There the usual option would let two programs listen at one port.
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise UnusableError(host, port, reason) from error
    return listening


def _only_ipv6() -> bool:
    known = networks()
    return bool(known) and all(":" in each.address for each in known)
