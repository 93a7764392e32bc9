"""A real Dask cluster on this machine, each part a process of its own."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

# Ends its worker the hard way while it is at its third task.
_DYING = """
import os, signal
from distributed.diagnostics.plugin import WorkerPlugin

class Dying(WorkerPlugin):
    begun = 0

    def transition(self, key, start, finish, **more):
        self.begun += finish == "executing"
        if self.begun == 3:
            os.kill(os.getpid(), signal.SIGKILL)

async def dask_setup(worker):
    await worker.plugin_add(Dying())
"""


class LocalCluster:
    """A scheduler at `address`, and workers that come and go."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self._over = False
        self._scheduler = _part(folder, "scheduler", "--host", address, "--no-dashboard")
        self._workers: list[subprocess.Popen[bytes]] = []
        self._followers: list[Thread] = []

    def worker(self, *more: str) -> subprocess.Popen[bytes]:
        """A worker for one task at a time."""
        started = _part(self.folder, "worker", self.address, "--nthreads", "1", "--no-nanny", *more)
        self._workers.append(started)
        return started

    def dying_worker(self) -> Thread:
        """A worker that is killed while it is at its third task, and another that comes when it is dead."""
        script = self.folder / "dying.py"
        script.write_text(_DYING, encoding="utf-8")
        dying = self.worker("--preload", str(script))

        def follow() -> None:
            dying.wait()
            if not self._over:
                self.worker()

        follower = Thread(target=follow)
        self._followers.append(follower)
        follower.start()
        return follower

    def end_workers(self) -> None:
        """Kill the workers that are still running; no other comes for them."""
        self._over = True
        for each in self._workers:
            each.kill()
        for follower in self._followers:
            # It may have been about to start another one.
            follower.join()
        for each in self._workers:
            each.kill()
            each.wait()

    def end(self) -> None:
        """Kill what is still running."""
        self.end_workers()
        self._scheduler.kill()
        self._scheduler.wait()


@contextmanager
def local_cluster(folder: Path) -> Iterator[LocalCluster]:
    """A scheduler without workers."""
    cluster = LocalCluster(folder, f"tcp://127.0.0.1:{_free_port()}")
    try:
        yield cluster
    finally:
        cluster.end()


def _part(folder: Path, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(each for each in sys.path if each)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
