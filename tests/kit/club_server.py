"""A club site as its contract describes it: it checks the secret, lists players and keeps what it is sent."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

SECRET = "two eyes"  # noqa: S105 - of this test


@dataclass(kw_only=True)
class Club:
    """What the site knows; `refuses` is what it says to a presence it does not want."""

    url: str = ""
    code: str = "spring"
    players: list[dict[str, Any]] = field(default_factory=list)
    pages: dict[str, str] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    presences: list[tuple[str, Any]] = field(default_factory=list)
    refuses: str = ""
    arrived: threading.Condition = field(default_factory=threading.Condition)

    def wait_for(self, path: str) -> str:
        """The page that was sent to an address."""
        with self.arrived:
            assert self.arrived.wait_for(lambda: path in self.pages, 20), sorted(self.pages)
        return self.pages[path]


@contextmanager
def club_site() -> Iterator[Club]:
    """A site on this machine until the test ends."""
    club = Club()

    class Handler(BaseHTTPRequestHandler):
        def answer(self, status: int, value: dict[str, Any]) -> None:
            body = json.dumps(value).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def may(self) -> bool:
            if self.path == "/api/health":
                return True
            if self.headers.get("X-Pairgoth-Secret") != SECRET:
                self.answer(401, {"status": False})
            elif self.path.split("/")[3] != club.code:
                self.answer(404, {"status": False, "message": f"no event {self.path.split('/')[3]}"})
            else:
                return True
            return False

        def do_GET(self) -> None:
            if not self.may():
                return
            if self.path == "/api/health":
                self.answer(200, {"status": True, "name": "Club of Lund", "version": "1"})
            else:
                self.answer(200, {"status": True, "players": club.players})

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            if not self.may():
                return
            with club.arrived:
                if self.path.startswith("/api/presences/"):
                    if club.refuses:
                        self.answer(200, {"status": False, "message": club.refuses})
                        return
                    club.presences.append((self.path, json.loads(body)))
                club.pages[self.path] = body
                club.kinds[self.path] = self.headers["Content-Type"]
                club.arrived.notify_all()
            self.answer(200, {"status": True})

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    club.url = f"http://127.0.0.1:{server.server_port}/api"
    thread = threading.Thread(target=lambda: server.serve_forever(0.05), daemon=True)
    thread.start()
    try:
        yield club
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
