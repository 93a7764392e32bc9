"""More phones than the system allows open files, and requests that never end: the result desk goes on.

The server may have few files open, as by `ulimit -n`; everything is on this machine and ends with the test.
"""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from conftest import SOAK
from kit.builders import crosstable
from kit.serving import Served, Visitor, start, stop
from miai.domain.log.history import History
from miai.server.connection_limits import Room, allowed_descriptors, raise_descriptors
from miai.store.database import open_store

EVENT, ENTRIES = "open", 10
# What the server may have open; and how many follow it, and how many send half a request.
LIMIT, STREAMS, HALVES = (1024, 1100, 500) if SOAK else (320, 340, 100)
# More phones than may have a stream, but not more than the server keeps connections open.
FIRST_STREAMS = (Room.within(LIMIT).connections + Room.within(LIMIT).public_streams) // 2
# Only in the long run, which has the machine for itself.
SECONDS_AN_ENTRY = 0.2
LOG_AT_MOST = 20_000


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """A server with few descriptors, and its log in a file."""
    one = " ".join(f"P{seat}?P{seat + 1}" for seat in range(0, 40, 2))
    with closing(open_store(tmp_path / "data")) as store:
        store.create(History.of_tournament(crosstable(one)), id=EVENT)
    with (tmp_path / "log").open("w") as log:
        limited = ("bash", "-c", f'ulimit -n {LIMIT}; exec "$@"', "miai")
        server = start(tmp_path / "data", lead=limited, log=log)
        try:
            yield server
        finally:
            stop(server)


@contextmanager
def connections(url: str, sent: bytes, count: int) -> Iterator[list[socket.socket]]:
    """Connections on which the same was sent; some may be refused."""
    raise_descriptors()
    address = urlsplit(url)
    with ExitStack() as stack:
        lines = []
        for _ in range(count):
            line = stack.enter_context(
                socket.create_connection((address.hostname or "", address.port or 0), 30)
            )
            line.sendall(sent)
            lines.append(line)
        yield lines


def heads(lines: list[socket.socket]) -> list[str]:
    """The first lines of the answers that came; nothing where the server closed the connection."""
    found = []
    for line in lines:
        try:
            found.append(line.recv(4096).decode(errors="replace").partition("\r\n")[0])
        except OSError:
            found.append("")
    return found


def test_desks_enter_results_while_phones_and_half_sent_requests_use_all_connections(
    served: Served, tmp_path: Path
) -> None:
    if SOAK:
        raise_descriptors()
        assert allowed_descriptors() > STREAMS + HALVES + 100, (
            "this test needs more open files than it may have"
        )
    phone = (
        f"GET /t/{EVENT}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.168.1.9\r\n\r\n".encode()
    )
    half = b"POST /t/open/results/enter HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 999\r\n\r\nround=1"
    with ExitStack() as stack:
        first = stack.enter_context(Visitor(served.url, f"/t/{EVENT}/results"))
        # The first phones are answered before the others come, for whom there is no room.
        answers = heads(stack.enter_context(connections(served.url, phone, FIRST_STREAMS)))
        answers += heads(stack.enter_context(connections(served.url, phone, STREAMS - FIRST_STREAMS)))
        stack.enter_context(connections(served.url, half[: len(half) // 2], HALVES // 2))
        stack.enter_context(connections(served.url, half, HALVES - HALVES // 2))
        took = []
        for table in range(1, ENTRIES + 1):
            # A desk that was there before, and one that comes now.
            with Visitor(served.url, f"/t/{EVENT}/results") as late:
                began = time.monotonic()
                answer = (late if table % 2 else first).enter(1, f"{table} w")
                took.append(time.monotonic() - began)
            assert answer.status_code == 200, answer.text
    assert {"HTTP/1.1 200 OK", "HTTP/1.1 503 Service Unavailable"} <= set(answers)
    assert not SOAK or max(took) < SECONDS_AN_ENTRY, took
    assert (tmp_path / "log").stat().st_size < LOG_AT_MOST, (tmp_path / "log").read_text()[-2000:]
