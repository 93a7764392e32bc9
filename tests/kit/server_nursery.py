"""Starts servers as copies of one process that has loaded everything: for tests that kill many of them.

As a program: reads words of a command from each line, forks, runs it, and prints the id of the new process.
"""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

from kit.places import with_kit


class Nursery:
    """Starts and kills servers."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self._program = program
        self._alive: set[int] = set()

    def start(self, words: Sequence[str], folder: Path, port: int) -> int:
        """Start a server and wait until it listens; the id of its process."""
        assert self._program.stdin
        assert self._program.stdout
        line = [*words, "--data", str(folder), "--port", str(port)]
        self._program.stdin.write(f"{json.dumps(line)}\n")
        self._program.stdin.flush()
        started = 0
        for said in self._program.stdout:
            if found := re.fullmatch(r"started (\d+)\n", said):
                started = int(found[1])
                self._alive.add(started)
            elif "is running at" in said:
                return started
        raise AssertionError("the server did not start")

    def kill(self, server: int) -> None:
        """Kill a server without a warning, and wait until it is gone."""
        os.kill(server, signal.SIGKILL)
        self._alive.discard(server)
        while True:
            try:
                os.kill(server, 0)
            except ProcessLookupError:
                return

    def close(self) -> None:
        """Kill all that are left."""
        for each in tuple(self._alive):
            self.kill(each)
        self._program.communicate()


@contextmanager
def nursery() -> Iterator[Nursery]:
    """A nursery for as long as it is needed."""
    program = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=with_kit({name: value for name, value in os.environ.items() if name != "MIAI_PASSWORD"}),
    )
    opened = Nursery(program)
    try:
        yield opened
    finally:
        opened.close()


def _main() -> None:
    from miai.main import main  # noqa: PLC0415
    from miai.serving import run  # noqa: PLC0415

    # What a server loads when it is first used.
    import_module("miai.serving.create_app")
    import_module("miai.features.draw.pair")
    run._WARM_AFTER = 3600
    # Who is killed leaves nothing behind.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        if os.fork() == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            print(f"started {os.getpid()}", flush=True)  # noqa: T201 - the test reads it
            sys.argv = ["miai", *json.loads(line)]
            sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]
            main()
            os._exit(0)


if __name__ == "__main__":
    _main()
