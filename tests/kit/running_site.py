"""A server that runs during a test."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from miai.desk.live_state import Desk
from miai.server.app_state import AppState, Serving
from miai.serving.create_app import create_app
from miai.serving.run import Server
from miai.store.database import open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A server with its desk, its address, and the id of the tournament that the test is about.

    `app_state` is what its requests share, such as the accounts, which are remembered for a moment.
    """

    url: str
    desk: Desk
    app_state: AppState
    demo: str = ""

    def at(self, page: str = "") -> str:
        """The address of a page of the tournament."""
        return f"{self.url}/t/{self.demo}/{page}".rstrip("/")


@contextmanager
def running(folder: Path, **serving: Any) -> Iterator[Running]:
    """A server on a free port, over a store in a folder of its own."""
    with closing(open_store(folder)) as store:
        desk = Desk(store)
        with _served(desk, 0, data=folder, **serving) as (url, app_state):
            yield Running(url=url, desk=desk, app_state=app_state)


@contextmanager
def serve_at(desk: Desk, port: int, **serving: Any) -> Iterator[str]:
    """A server over a desk, on a port or on a free one; its address."""
    with _served(desk, port, **serving) as (url, _):
        yield url


@contextmanager
def _served(desk: Desk, port: int, **serving: Any) -> Iterator[tuple[str, AppState]]:
    with socket.create_server(("127.0.0.1", port)) as listening:
        port = listening.getsockname()[1]
        where = Serving(port=port, **serving)
        app = create_app(desk, serving=where)
        server = Server(app, tls=where.tls)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield f"{where.scheme}://127.0.0.1:{port}", app.state.app_state
        server.should_exit = True
        thread.join(10)
