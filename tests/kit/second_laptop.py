"""Servers of one hall within a test: a leader, laptops that follow it, and the line between them."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kit.running_site import serve_at
from kit.serving import free_port
from miai.desk.live_state import Desk
from miai.follow.hall import Hall
from miai.follow.join import join
from miai.follow.worker import ask_others, copy_once
from miai.store.database import Database, open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Laptop:
    """A server of the hall that runs."""

    name: str
    url: str
    desk: Desk
    store: Database
    hall: Hall
    port: int


@contextmanager
def laptop(
    folder: Path, name: str, *, follows: str = "", code: str = "", port: int = 0, **serving: Any
) -> Iterator[Laptop]:
    """A laptop that serves a folder; with `follows` it is paired with the leader there first."""
    port = port or free_port()
    url = f"http://127.0.0.1:{port}"
    with closing(open_store(folder)) as store:
        hall = Hall(store)
        hall.describe(name=name, address=url)
        if follows:
            join(hall, follows, code)
        ask_others(hall)
        copy_once(hall)
        desk = Desk(store)
        with serve_at(desk, port, data=folder, **serving):
            yield Laptop(name=name, url=url, desk=desk, store=store, hall=hall, port=port)


def until(what: Callable[[], object], *, within: float = 60.0) -> None:
    """Wait until something is so."""
    end = time.monotonic() + within
    while not what():
        assert time.monotonic() < end, "this did not happen in time"
        time.sleep(0.02)


def same_logs(one: Laptop, other: Laptop) -> bool:
    """Whether two laptops have the same logs."""
    return one.store.holdings().logs == other.store.holdings().logs


class Line:
    """A proxy between two servers; cut, it breaks what is under way and lets nothing through."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: set[socket.socket] = set()
        self.is_cut = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Let nothing through from now on."""
        self.is_cut = True
        for each in tuple(self._open):
            _end(each)

    def mend(self) -> None:
        """Let everything through again."""
        self.is_cut = False

    def close(self) -> None:
        """End for good."""
        _end(self._listening)
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if self.is_cut:
                    _end(near)
                    continue
                far = socket.create_connection(("127.0.0.1", self._target))
                self._open |= {near, far}
                for source, sink in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(1 << 16):
            sink.sendall(data)
    _end(source)
    _end(sink)


def _end(each: socket.socket) -> None:
    with suppress(OSError):
        each.shutdown(socket.SHUT_RDWR)
    each.close()
