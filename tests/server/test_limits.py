"""Limits: what a server keeps open, how long it waits, and how often it writes the same fault."""

import asyncio
import logging
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
import uvicorn
from uvicorn.server import ServerState

from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.server import connections
from miai.server.app_state import Serving
from miai.server.connection_limits import Room
from miai.server.counted_log import CountRepeats
from miai.server.roles import Role
from miai.serving import run
from miai.serving.create_app import create_app

HALF_A_HEADER = b"GET /t/demo/results HTTP/1.1\r\nHost: 127.0.0.1\r\nX-So"
HALF_A_BODY = b"POST /look HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\nname=An"
STREAM = b"GET /t/demo/live HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 192.168.1.9\r\n\r\n"


# Room ------------------------------------------------------------------------------


def test_the_limit_on_open_files_is_raised_to_what_the_system_allows() -> None:
    told = (
        "from miai.server.connection_limits import allowed_descriptors, raise_descriptors;"
        "raise_descriptors(); print(allowed_descriptors())"
    )
    done = subprocess.run(
        ["bash", "-c", f'ulimit -Sn 300; ulimit -Hn 700; exec "{sys.executable}" -c "{told}"'],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout == "700\n"


@pytest.mark.parametrize("descriptors", [128, 256, 1024, 20_000, 10**6])
def test_there_is_always_room_for_desks_and_for_files(descriptors: int) -> None:
    room = Room.within(descriptors)
    assert 0 < room.public_streams < room.streams < room.connections < descriptors
    assert room.connections <= descriptors // 2 or room.connections <= descriptors - 300


# Connections -----------------------------------------------------------------------


class Served:
    """The server in a thread, which keeps few connections and waits for a moment only."""

    def __init__(self, desk: Desk, *, room: Room) -> None:
        self._lines = ExitStack()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        app = create_app(desk, serving=Serving(port=self.port))
        app.state.app_state.room = room
        self.server = run.Server(app)
        self._thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self._listening]})
        self._thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def line(self, sent: bytes) -> socket.socket:
        """A connection on which something was sent."""
        line = self._lines.enter_context(socket.create_connection(("127.0.0.1", self.port), 60))
        line.sendall(sent)
        return line

    def get(self, path: str) -> httpx.Response:
        """Ask for a page on a new connection."""
        return httpx.get(f"http://127.0.0.1:{self.port}{path}", timeout=60)

    def close(self) -> None:
        """Stop."""
        self._lines.close()
        self.server.should_exit = True
        self._thread.join(20)
        self._listening.close()


@pytest.fixture
def served(desk: Desk, demo_id: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A server with room for twelve connections."""
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 0.3)
    monkeypatch.setattr(connections, "READ_WITHIN", 0.3)
    monkeypatch.setattr(run, "_TICKS", 1)
    served = Served(desk, room=Room(connections=12, streams=10, public_streams=8))
    yield served
    served.close()


def is_closed(line: socket.socket) -> bool:
    """Whether the server closes the connection before the socket's own time is over."""
    try:
        while line.recv(65_536):
            pass
    except ConnectionError:
        return True
    except TimeoutError:
        return False
    return True


@pytest.mark.parametrize("sent", [b"", HALF_A_HEADER, HALF_A_BODY], ids=["nothing", "header", "body"])
def test_a_request_that_does_not_arrive_is_given_up(served: Served, sent: bytes) -> None:
    assert is_closed(served.line(sent))


def test_drops_of_a_request_do_not_keep_a_connection(served: Served) -> None:
    line = served.line(HALF_A_BODY)
    with pytest.raises(OSError, match=r"reset|broken|abort|Broken|Reset"):
        for _ in range(1_200):
            line.sendall(b"x")
            time.sleep(0.05)


class Pipe(asyncio.Transport):
    """A connection of which the test says how much is not read yet."""

    unread = 0

    def get_write_buffer_size(self) -> int:
        """How much waits to be read."""
        return self.unread


@pytest.mark.parametrize(
    ("unread", "then"),
    [
        ([500_000] * 40, "given up"),
        ([500_000 - 100 * second for second in range(40)], "given up"),
        ([500_000 - 5000 * second for second in range(40)], "kept"),
        ([0, 900] * 20, "kept"),
        ([0] * 40, "kept"),
    ],
    ids=["not at all", "slowly", "a slow network", "a stream", "nothing to read"],
)
def test_an_answer_that_nobody_reads_is_given_up(desk: Desk, unread: list[int], then: str) -> None:
    loop = asyncio.new_event_loop()
    config = uvicorn.Config(create_app(desk))
    line = connections.Connection(connections.Gate(Room()), config, ServerState(), {}, loop)
    pipe = Pipe()
    line.connection_made(pipe)
    line.data_received(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    overdue = []
    for second, size in enumerate(unread):
        pipe.unread = size
        overdue.append(line.is_overdue(loop.time() + second))
    for task in asyncio.all_tasks(loop):
        task.cancel()
    loop.run_until_complete(asyncio.sleep(0))
    loop.close()
    assert any(overdue) is (then == "given up")


def test_a_stream_that_is_silent_is_not_given_up(served: Served) -> None:
    line = served.line(STREAM)
    line.settimeout(1.5)
    assert not is_closed(line)


def test_half_sent_requests_make_room_for_whole_ones(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 60)
    lines = [served.line(HALF_A_HEADER if each % 2 else HALF_A_BODY) for each in range(30)]
    for _ in range(2):
        assert served.get("/").status_code == 200
    # The oldest were closed, the latest are still served.
    lines[-1].settimeout(0.3)
    assert is_closed(lines[0])
    assert not is_closed(lines[-1])


def test_an_upload_that_goes_on_is_not_closed_for_half_sent_requests(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "ARRIVES_WITHIN", 60)
    upload = served.line(HALF_A_BODY)
    for _ in range(30):
        served.line(HALF_A_HEADER)
        upload.sendall(b"x")
        # The server hears of one after the other.
        assert served.get("/welcome").status_code < 500
    upload.settimeout(0.3)
    assert not is_closed(upload)


def test_phones_make_room_for_desks(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(8):
        assert b"200 OK" in served.line(STREAM).recv(100)
    own = STREAM.replace(b"X-Forwarded-For: 192.168.1.9\r\n", b"")
    for _ in range(4):
        assert b"200 OK" in served.line(own).recv(100)
    assert served.get("/").status_code == 200


def test_a_phone_without_room_is_told_when_to_come_again_and_can_ask(site: Site, demo_id: str) -> None:
    hub = site.app.state.app_state.hub
    hub._room = Room(connections=4, streams=2, public_streams=0)
    phone = site.browser(base_url="http://192.168.1.5:8000", address="192.168.1.77")
    # A stream that is opened never ends.
    assert not hub.has_room(Role.PUBLIC)
    refused = phone.get("/t/demo/live")
    assert refused.status_code == 503
    assert int(refused.headers["Retry-After"]) > 0
    version = site.desk.state(demo_id).version
    assert phone.get("/t/demo/live/version").json() == {"version": version, "replaced": False, "room": False}
    assert site.client.get("/t/demo/live/version").json()["room"]
    assert "deleted" in phone.get("/t/nowhere/live/version").json()["gone"]


# The log ---------------------------------------------------------------------------


@pytest.fixture
def written() -> Iterator[list[logging.LogRecord]]:
    """What a log of the server has written."""
    records: list[logging.LogRecord] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Kept()
    log = logging.getLogger("miai.web")
    log.addHandler(handler)
    yield records
    log.removeHandler(handler)


def _fail(what: str) -> None:
    try:
        raise OSError(24, "too many open files")
    except OSError as error:
        logging.getLogger("miai.web").error("%s failed", what, exc_info=error)


def test_a_fault_is_written_once_and_counted(written: list[logging.LogRecord]) -> None:
    now = [0.0]
    faults = CountRepeats(pause=60, now=lambda: now[0])
    faults.install()
    for number in range(5000):
        _fail(f"connection {number}")
    assert [record.getMessage() for record in written] == ["connection 0 failed"]
    now[0] = 61
    _fail("connection 5000")
    faults.remove()
    assert [record.getMessage() for record in written] == [
        "connection 0 failed",
        "connection 0 failed: 4999 more times within 60 seconds",
        "connection 5000 failed",
    ]


def test_other_faults_are_written_too(written: list[logging.LogRecord]) -> None:
    faults = CountRepeats()
    faults.install()
    _fail("a page")
    logging.getLogger("miai.web").warning("something else")
    faults.remove()
    assert len(written) == 2


# Memory ----------------------------------------------------------------------------


def test_no_lock_is_kept_for_tournaments_that_do_not_exist(site: Site) -> None:
    for number in range(50):
        assert site.get(f"/t/nowhere-{number}").status_code == 404
    assert len(site.desk._locks) == 0
