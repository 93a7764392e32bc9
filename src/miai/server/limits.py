"""How often somebody may do something: a window, a bucket, and the pause that grows with each wrong password.

Each counts for a key, such as an address or a browser. A window and a bucket count in one process; pauses
may be counted in the store, for all processes that serve the same tournaments.
"""

import json
import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any, Protocol, TypeVar

from miai.server.roles import Role
from miai.store.protocol import Store
from miai.store.write_permission import LOCAL

T = TypeVar("T")
Clock = Callable[[], float]


def counted_address(address: str) -> str:
    """The address under which attempts are counted; a network of IPv6 may be all of one machine."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address


def _keep_latest(counts: "OrderedDict[Any, Any]", most: int) -> None:
    """Forget the keys that were counted longest ago."""
    while len(counts) > most:
        counts.popitem(last=False)


# A window -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """How many times within how many seconds."""

    most: int
    within: float

    def shared_by(self, workers: int) -> "Limit":
        """The share of one of several workers, which do not know of each other's counts."""
        return Limit(most=max(1, self.most // workers), within=self.within)


class Window:
    """Counts what each key did within the last seconds."""

    _MOST_KEYS = 10_000

    def __init__(self, limit: Limit, now: Clock = time.monotonic) -> None:
        self._limit, self._now = limit, now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, key: str) -> bool:
        """Count one more time, unless it would be too many."""
        with self._lock:
            times = self._recent(key)
            allowed = len(times) < self._limit.most
            if allowed:
                self._count(key, times)
            return allowed

    def count(self, key: str) -> None:
        """Count one more time, however many there are."""
        with self._lock:
            self._count(key, self._recent(key))

    def wait(self, key: str) -> int:
        """The seconds until one more is allowed; 0 if it is allowed now."""
        with self._lock:
            times = self._recent(key)
            full = len(times) >= self._limit.most
            return math.ceil(times[0] + self._limit.within - self._now()) if full else 0

    def _recent(self, key: str) -> deque[float]:
        times = self._times.get(key, deque())
        while times and times[0] + self._limit.within <= self._now():
            times.popleft()
        return times

    def _count(self, key: str, times: deque[float]) -> None:
        times.append(self._now())
        self._times[key] = times
        self._times.move_to_end(key)
        _keep_latest(self._times, self._MOST_KEYS)


# A bucket -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Rate:
    """How many at once, and how many in each second after that."""

    at_once: float
    each_second: float

    def shared_by(self, workers: int) -> "Rate":
        """The share of one of several workers, which do not know of each other's counts."""
        return Rate(at_once=max(1.0, self.at_once / workers), each_second=self.each_second / workers)


class Bucket:
    """Counts what each key used of a rate; lives on one event loop."""

    _MOST_KEYS = 20_000

    def __init__(self, rate: Rate, now: Clock = time.monotonic) -> None:
        self._rate, self._now = rate, now
        # What is left, and when that was.
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Use one; the seconds to wait if nothing is left, else 0."""
        left, at = self._left.pop(key, (self._rate.at_once, self._now()))
        left = min(self._rate.at_once, left + (self._now() - at) * self._rate.each_second)
        wait = 0.0 if left >= 1 else (1 - left) / self._rate.each_second
        self._left[key] = (left if wait else left - 1, self._now())
        _keep_latest(self._left, self._MOST_KEYS)
        return wait


# Wrong passwords ----------------------------------------------------------------------

# What attempts are counted for: the password of a role, or text such as the id of an account.
Counted = Role | str
_Counted = TypeVar("_Counted", bound=Counted)
# By what they are for and the address: how many, and when the next one is checked.
Tries = OrderedDict[tuple[Counted, str], tuple[int, float]]
_FREE_TRIES = 5
_LONGEST_WAIT = 300


class Counts(Protocol):
    """Where wrong passwords are counted."""

    def change(self, step: Callable[[Tries], T]) -> T:
        """Carry out a step on the counts, alone."""
        ...


@dataclass(slots=True)
class CountsInMemory:
    """The counts of one process."""

    _tries: Tries = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def change(self, step: Callable[[Tries], T]) -> T:
        """Carry out a step on the counts, alone."""
        with self._lock:
            done = step(self._tries)
            _keep_latest(self._tries, 10_000)
            return done


@dataclass(slots=True)
class CountsInStore:
    """The counts of all workers and machines that serve the tournaments of a store."""

    # Each server of a hall counts for itself, also one that only follows.
    _KEY = f"{LOCAL}wrong passwords"

    _store: Store
    _turn: threading.Lock = field(default_factory=threading.Lock)

    def change(self, step: Callable[[Tries], T]) -> T:
        """Carry out a step on the counts, alone; they are read and written with each."""
        done: list[T] = []

        def carry_out(kept: str | None) -> str | None:
            tries = Tries(_read(kept))
            done.append(step(tries))
            _keep_latest(tries, 2_000)
            return _written(tries)

        with self._turn:
            self._store.change_value(self._KEY, carry_out)
        return done[0]


class Throttle:
    """Makes an address wait longer after each wrong password; each role has its own count.

    Attempts at accounts are counted for the address, and for the account from all addresses together. An
    attempt counts before the password is checked, so that many at the same time are not all checked. Where
    machines share the counts, `now` is a clock that they share too.
    """

    def __init__(self, counts: Counts | None = None, now: Clock = time.monotonic) -> None:
        self._counts, self._now = counts or CountsInMemory(), now

    def begin(self, address: str, roles: Iterable[_Counted]) -> tuple[_Counted, ...]:
        """Count an attempt; the roles whose password may be checked now."""
        asked = tuple(roles)

        def step(tries: Tries) -> tuple[_Counted, ...]:
            free = tuple(role for role in asked if not self._left(tries, role, address))
            for role in free:
                count = tries.pop((role, address), (0, 0.0))[0] + 1
                pause = min(_LONGEST_WAIT, 2 ** min(count - _FREE_TRIES, 20)) if count >= _FREE_TRIES else 0
                tries[role, address] = (count, self._now() + pause)
            return free

        return self._counts.change(step)

    def wait(self, address: str, roles: Iterable[Counted]) -> int:
        """Seconds until the next password of one of the roles is checked; 0 if none must wait."""
        asked = tuple(roles)
        return self._counts.change(
            lambda tries: max((self._left(tries, role, address) for role in asked), default=0)
        )

    def passed(self, address: str, role: Counted, checked: Iterable[Counted]) -> None:
        """Forget the wrong passwords of a role after the right one, and this attempt at the other roles."""
        asked = tuple(checked)

        def step(tries: Tries) -> None:
            for each in asked:
                count, _ = tries.pop((each, address), (0, 0.0))
                if each is not role and count > 1:
                    tries[each, address] = (count - 1, 0.0)

        self._counts.change(step)

    def _left(self, tries: Tries, role: Counted, address: str) -> int:
        _, until = tries.get((role, address), (0, 0.0))
        return math.ceil(max(0.0, until - self._now()))


def _read(kept: str | None) -> Iterable[tuple[tuple[Counted, str], tuple[int, float]]]:
    """The counts as they were written."""
    for kind, name, address, count, until in json.loads(kept) if kept else ():
        yield (Role[name] if kind == "role" else name, address), (count, until)


def _written(tries: Tries) -> str | None:
    rows = [
        [*(("role", who.name) if isinstance(who, Role) else ("name", who)), address, *count]
        for (who, address), count in tries.items()
    ]
    return json.dumps(rows, separators=(",", ":")) if rows else None
