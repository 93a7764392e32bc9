"""Many independent tasks, on the threads or processes of this machine or on a cluster.

A task depends on its item alone, so the numbers are the same wherever and in whatever order it runs.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import get_context
from time import monotonic, sleep
from typing import Any, TypeVar

from miai.errors import InputError
from miai.messages import Message

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# A worker that dies takes a task with it; after so many deaths the task itself is to blame.
_DEATHS = 10
# How long a cluster may take to answer, and be without a worker, in seconds.
_PATIENCE = 15
# Between two looks at what is done, in seconds.
_PAUSE = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where tasks run: on a Dask scheduler ("tcp://…"), else on threads here, all cores by default.

    With `processes` each thread is a process of its own, for tasks that hold on to the GIL.
    """

    threads: int | None = None
    cluster: str | None = None
    processes: bool = False

    def pool(self) -> Executor:
        """The workers of this machine."""
        workers = self.threads or os.cpu_count() or 1
        if self.processes and workers > 1:
            # A fork would take over locks in whatever state the threads of this process have them.
            return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
        return ThreadPoolExecutor(workers)


def outcomes(
    function: Callable[[Item], Outcome], items: Sequence[Item], place: Place | None = None
) -> Iterator[tuple[int, Outcome]]:
    """The outcome of every item with its number, as they come; threads only help where the GIL is let go."""
    where = place or Place()
    if where.cluster is not None:
        yield from _on_cluster(function, items, where.cluster)
        return
    with where.pool() as pool:
        waiting = {pool.submit(function, item): number for number, item in enumerate(items)}
        try:
            for done in as_completed(waiting):
                yield waiting[done], done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def in_order(
    function: Callable[[Item], Outcome],
    items: Sequence[Item],
    place: Place | None = None,
    *,
    progress: Callable[[int], None] | None = None,
) -> list[Outcome]:
    """The outcomes of all items in their order; `progress` is called with how many are done."""
    found: dict[int, Outcome] = {}
    for number, outcome in outcomes(function, items, place):
        found[number] = outcome
        if progress is not None:
            progress(len(found))
    return [found[number] for number in range(len(items))]


def _on_cluster(
    function: Callable[[Item], Outcome], items: Sequence[Item], address: str
) -> Iterator[tuple[int, Outcome]]:
    """Each outcome is fetched as soon as it is there; what a dead worker was at is done again elsewhere."""
    try:
        # An extra that most never need, and without types.
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise InputError(
            Message("a cluster needs the extra 'cluster': pip install 'miai[cluster]'")
        ) from error
    try:
        client = distributed.Client(address, timeout=_PATIENCE)
    except (OSError, ValueError) as error:
        raise InputError(Message("no cluster answers at '%(address)s'", address=address)) from error
    with client:
        _await_workers(client, address)
        futures = client.map(function, items, pure=False, retries=_DEATHS)
        numbers = {future.key: number for number, future in enumerate(futures)}
        done = distributed.as_completed(futures, with_results=True)
        while not done.is_empty():
            _await_outcome(done, client, address)
            future, outcome = next(done)
            # Where the scheduler goes, everything is cancelled. The state of a task does not say so: it is
            # lost also where the worker died after the outcome was fetched.
            if isinstance(outcome, BaseException):
                raise InputError(_gone(address))
            yield numbers[future.key], outcome
            future.release()


def _await_workers(client: Any, address: str) -> None:
    """Wait a little for the first worker; without any, nothing would ever happen."""
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        raise InputError(_no_worker(address)) from None


def _await_outcome(done: Any, client: Any, address: str) -> None:
    """Wait until something is done, as long as there are workers; others may come for those that went."""
    alone_since: float | None = None
    while not done.has_ready():
        if _has_workers(client, address):
            alone_since = None
        elif alone_since is None:
            alone_since = monotonic()
        elif monotonic() - alone_since > _PATIENCE:
            raise InputError(_no_worker(address))
        sleep(_PAUSE)


def _has_workers(client: Any, address: str) -> bool:
    try:
        return bool(client.scheduler_info()["workers"])
    except OSError:
        raise InputError(_gone(address)) from None


def _gone(address: str) -> Message:
    return Message("the cluster at '%(address)s' has gone", address=address)


def _no_worker(address: str) -> Message:
    return Message(
        "the cluster at '%(address)s' has no worker, and none has come for %(seconds)s seconds: "
        "start one with 'dask worker %(address)s'",
        address=address,
        seconds=_PATIENCE,
    )
