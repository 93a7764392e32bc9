"""The server as a process of its own, for the tests to kill, and a browser at it."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self, TextIO

import httpx

# `python -m miai`, but the kernel is not loaded a second after the start: that takes two seconds of work.
_MIAI = """
from miai.main import main
from miai.serving import run
run._WARM_AFTER = 3600
main()
"""
_TOKEN = re.compile(r'name="csrf" value="([^"]+)"')


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """A server that runs."""

    process: subprocess.Popen[str]
    url: str

    def next_line(self) -> str:
        """Wait for the next line that the server prints."""
        assert self.process.stdout
        return self.process.stdout.readline()

    def say(self, line: str) -> None:
        """Tell something to the program that runs the server."""
        assert self.process.stdin
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()


class Visitor:
    """A browser that has opened a page and sends its forms as the page's script does."""

    def __init__(self, url: str, page: str) -> None:
        self.client = httpx.Client(base_url=url, timeout=60)
        self.page = page
        found = _TOKEN.search(self.client.get(page).text)
        self.token = found[1] if found else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def enter(self, round: int, entry: str, *, seen: str = "unknown", plain: bool = False) -> httpx.Response:  # noqa: A002
        """Enter a result; `plain` is a browser without scripts."""
        script = {} if plain else {"X-Requested-With": "miai", "X-Miai-Page": self.page}
        return self.client.post(
            f"{self.page}/enter",
            params={"seen": seen} if seen else {},
            data={"csrf": self.token, "round": str(round), "entry": entry},
            headers=script,
        )


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port: int = listening.getsockname()[1]
    return port


def command(folder: Path, *, port: int = 0, lead: Sequence[str] = (), more: Sequence[str] = ()) -> list[str]:
    """The words that serve a folder; `lead` is a program that runs the server, `more` are options of it."""
    return [*lead, sys.executable, "-c", _MIAI, "serve", "--data", str(folder), "--port", str(port), *more]


def start(
    folder: Path,
    *,
    port: int = 0,
    lead: Sequence[str] = (),
    more: Sequence[str] = (),
    log: TextIO | None = None,
) -> Served:
    """Start a server on a folder and wait until it listens; its faults may go to a log."""
    process = subprocess.Popen(
        command(folder, port=port, lead=lead, more=more),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
        env={name: value for name, value in os.environ.items() if name != "MIAI_PASSWORD"},
    )
    assert process.stdout
    found = re.search(r"(http://\S+?)/ ", process.stdout.readline())
    assert found, "the server did not start"
    return Served(process=process, url=found[1])


def stop(served: Served) -> None:
    """Kill the server and wait for its end."""
    served.process.kill()
    served.process.communicate()


@contextmanager
def serving(folder: Path, *, lead: Sequence[str] = ()) -> Iterator[Served]:
    """A server for as long as it is needed."""
    served = start(folder, lead=lead)
    try:
        yield served
    finally:
        stop(served)
