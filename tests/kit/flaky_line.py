"""A bad line between a browser and a server: answers come late, some are lost, and the server may be gone."""

import asyncio
import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CONNECTION = re.compile(rb"\r\nconnection: [^\r]*", re.IGNORECASE)


class FlakyLine:
    """A proxy with one request on each connection; `lost` is the share of forms that get no answer."""

    def __init__(self, target: int, *, latency: float, lost: float) -> None:
        self.port = 0
        self.answers_lost = 0
        self._target, self._latency, self._lost = target, latency, lost
        self._chance = random.Random(13)
        self._exchanges: set[asyncio.Task[None]] = set()

    async def serve(self, listening: threading.Event, over: threading.Event) -> None:
        """Listen at a free port until it is over."""
        server = await asyncio.start_server(self._connected, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        listening.set()
        async with server:
            while not over.is_set():
                await asyncio.sleep(0.05)
        for exchange in self._exchanges:
            exchange.cancel()
        await asyncio.gather(*self._exchanges)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        exchange = asyncio.current_task()
        assert exchange
        self._exchanges.add(exchange)
        # The browser leaves, the server is gone, or the test is over: no answer.
        with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            await self._exchange(reader, writer)
        writer.close()
        self._exchanges.discard(exchange)

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = _LENGTH.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        await asyncio.sleep(self._latency / 2)
        answer, request = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            request.write(_CONNECTION.sub(b"\r\nConnection: close", head) + body)
            if head.startswith(b"POST") and self._chance.random() < self._lost:
                await answer.read()
                self.answers_lost += 1
                return
            chunk = await answer.read(65536)
            await asyncio.sleep(self._latency / 2)
            while chunk:
                writer.write(chunk)
                await writer.drain()
                chunk = await answer.read(65536)
        finally:
            request.close()


@contextmanager
def flaky_line(target: int, *, latency: float, lost: float) -> Iterator[FlakyLine]:
    """A bad line to a port of this machine; latency in seconds, there and back."""
    line = FlakyLine(target, latency=latency, lost=lost)
    listening, over = threading.Event(), threading.Event()
    thread = threading.Thread(target=lambda: asyncio.run(line.serve(listening, over)), daemon=True)
    thread.start()
    listening.wait(60)
    try:
        yield line
    finally:
        over.set()
        thread.join(10)
