"""Several processes that serve the same tournaments from a PostgreSQL server, on one port."""

import logging
import os
import signal
import socket
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from types import FrameType

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.hosting.store_report import held_by
from miai.messages import Message
from miai.server.app_state import Serving
from miai.server.metrics import SHARED_FOLDER, Metrics
from miai.store.database import open_store
from miai.store.folder import data_folder
from miai.store.protocol import Finding

# Seconds between looks at the workers, and until one that ended is replaced.
_LOOK_EVERY = 1.0
# Seconds that workers have to end their requests when they are told to stop.
_STOPS_WITHIN = 10.0
log = logging.getLogger("miai.web")

RunWorker = Callable[[Desk, Serving, socket.socket], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkerPlan:
    """What a worker needs to begin; `run` serves until told to stop."""

    serving: Serving
    findings: tuple[Finding, ...]
    listening: socket.socket
    run: RunWorker


def demand_workers_possible(serving: Serving) -> None:
    """Refuse several workers over a file: they share a database on a server only."""
    if serving.workers < 1:
        raise InputError(Message("--workers is a number of processes, 1 or more"))
    if serving.workers > 1 and not (serving.database or "").startswith("postgres"):
        raise InputError(
            Message("several workers need a PostgreSQL server: give its address with --database")
        )


def run_workers(plan: WorkerPlan) -> None:
    """Start the workers, replace those that end, and stop all when told to."""
    with tempfile.TemporaryDirectory(prefix="miai-metrics-") as folder:
        os.environ[SHARED_FOLDER] = folder
        Supervisor(plan).run()


class Supervisor:
    """Keeps as many workers running as asked for."""

    def __init__(self, plan: WorkerPlan) -> None:
        self._plan = plan
        self._stopping = threading.Event()
        self._workers: list[SpawnProcess] = []

    def run(self) -> None:
        """Supervise until the process is told to stop."""
        before = {each: signal.signal(each, self._stop) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            self._workers = [self._started() for _ in range(self._plan.serving.workers)]
            while not self._stopping.is_set():
                wait([each.sentinel for each in self._workers], timeout=_LOOK_EVERY)
                self._replace_ended()
        finally:
            self._end()
            for each, handler in before.items():
                signal.signal(each, handler)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping.set()

    def _started(self) -> SpawnProcess:
        worker = get_context("spawn").Process(target=_work, args=(self._plan,))
        worker.start()
        return worker

    def _replace_ended(self) -> None:
        ended = [each for each in self._workers if not each.is_alive()]
        if not ended or self._stopping.wait(_LOOK_EVERY):
            return
        for each in ended:
            log.error("a worker ended with status %s and is replaced", each.exitcode)
            Metrics.forget_process(each.pid or 0)
            self._workers[self._workers.index(each)] = self._started()

    def _end(self) -> None:
        for each in self._workers:
            each.terminate()
        for each in self._workers:
            each.join(_STOPS_WITHIN)
            if each.is_alive():
                each.kill()
                each.join()


def _work(plan: WorkerPlan) -> None:
    """Serve in a process of its own."""
    serving = plan.serving
    with closing(open_store(data_folder(serving.data), serving.database)) as store:
        desk = Desk(store)
        desk.findings = plan.findings
        store.held = held_by(plan.findings)
        plan.run(desk, serving, plan.listening)
