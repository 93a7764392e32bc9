"""Connections: how long a request may take to arrive, how slowly an answer may be read, who makes room."""

import asyncio
import logging
import socket
from collections.abc import Iterable
from contextlib import suppress
from heapq import nsmallest
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from miai.server.connection_limits import Room

if TYPE_CHECKING:
    # Both protocols of uvicorn have what is used here.
    from uvicorn.protocols.http.h11_impl import H11Protocol as HttpProtocol
else:
    HttpProtocol = AutoHTTPProtocol

# Seconds in which a request must arrive; a long one gets more for every byte that has come.
ARRIVES_WITHIN = 15.0
SLOWEST_UPLOAD = 8_000.0
# In so many seconds an answer must be read, or at least so many bytes of it.
READ_WITHIN = 30.0
READ_AT_LEAST = 30_000
# Seconds until a phone counts as gone that answers nothing, such as one that left the hall.
_SILENT = 60
# The share of all connections that is closed when there is no room for another one.
_CLOSED_AT_ONCE = 0.02

log = logging.getLogger("miai.web")


class Connection(HttpProtocol):
    """A connection that notes when its present request began to arrive, and how much of it has come."""

    def __init__(self, gate: "Gate", *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._gate = gate
        self._asking_since = self._heard_at = 0.0
        self._arrived = 0
        self._unread = 0
        self._unread_since = 0.0
        self.counted = False

    # The event loop gives it a transport that can be written to.
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn
        """Begin to wait for a request."""
        super().connection_made(transport)
        _forget_silent(transport)
        self._asking_since = self._heard_at = self._unread_since = self.loop.time()
        self._gate.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the room to others."""
        self._gate.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take a part of a request."""
        self._heard_at = self.loop.time()
        if not self._arrived:
            self._asking_since = self._heard_at
        self._arrived += len(data)
        super().data_received(data)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._arrived, self._asking_since = 0, self.loop.time()
        super().on_response_complete()

    @property
    def is_asking(self) -> bool:
        """Whether we wait for a request, or for the rest of one."""
        cycle = self.cycle
        return cycle is None or cycle.response_complete or cycle.more_body

    @property
    def is_public_stream(self) -> bool:
        """Whether a phone or a projector follows a tournament here."""
        cycle = self.cycle
        return not self.is_asking and bool(cycle.scope.get("state", {}).get("public_stream"))

    @property
    def usefulness(self) -> tuple[int, float]:
        """By what is closed first: what sent no whole request, what may send another, then streams.

        Of these, what was silent for longest: an upload goes on, and a new connection has time to ask.
        """
        cycle = self.cycle
        unasked = cycle is None or (cycle.more_body and not cycle.response_complete)
        rank = 2 if self.is_public_stream else 0 if unasked else 1
        return rank, self._heard_at

    def is_overdue(self, now: float) -> bool:
        """Whether its request or the reading of its answer takes too long."""
        return self._reads_too_slowly(now) or self._asks_too_slowly(now)

    def give_up(self) -> None:
        """Close without waiting for anything."""
        self.transport.abort()

    def _asks_too_slowly(self, now: float) -> bool:
        idle = self.cycle is not None and self.cycle.response_complete and not self._arrived
        if idle or not self.is_asking:
            return False
        if self.flow.read_paused:
            # We are the slow ones.
            self._asking_since = now
            return False
        return now > self._asking_since + ARRIVES_WITHIN + self._arrived / SLOWEST_UPLOAD

    def _reads_too_slowly(self, now: float) -> bool:
        unread = self.transport.get_write_buffer_size()
        if unread and self._unread:
            if now < self._unread_since + READ_WITHIN:
                return False
            if unread > self._unread - READ_AT_LEAST:
                return True
        self._unread, self._unread_since = unread, now
        return False


class Gate:
    """Counts the connections, and closes the least useful ones where there are too many."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._count = 0

    @property
    def open(self) -> int:
        """The number of open connections."""
        return self._count

    def enter(self, new: Connection) -> None:
        """Count a new connection, and make room for it."""
        new.counted = True
        self._count += 1
        if self._count <= self._room.connections:
            return
        others = [
            each
            for each in new.connections
            if isinstance(each, Connection)
            and each.counted
            and each is not new
            and (each.is_asking or each.is_public_stream)
        ]
        many = max(1, int(self._room.connections * _CLOSED_AT_ONCE))
        log.warning("too many connections: the ones that are needed least are closed")
        for each in nsmallest(many, others, key=lambda other: other.usefulness) or [new]:
            self.leave(each)
            each.give_up()

    def leave(self, one: Connection) -> None:
        """Count a connection no longer."""
        if one.counted:
            one.counted = False
            self._count -= 1

    def close_overdue(self, connections: Iterable[object], now: float) -> None:
        """Close the connections of which nothing comes, or whose answer nobody reads."""
        for each in tuple(connections):
            if isinstance(each, Connection) and each.is_overdue(now):
                each.give_up()


def _forget_silent(transport: asyncio.Transport) -> None:
    """Let the system close the connection when the other side answers nothing any more."""
    line = transport.get_extra_info("socket")
    # Not every system can, and a connection may be closed before we saw it.
    with suppress(OSError, AttributeError):
        line.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, 1000 * _SILENT)
