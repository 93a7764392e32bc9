"""Limits how often an address may try private links that belong to nobody."""

import math
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from miai.errors import MiaiError

# A hall behind one router shares its address, so a few typing mistakes are free.
MOST_WRONG = 30
WITHIN = 600.0
_MOST_ADDRESSES = 10_000


class TooManyWrongLinks(MiaiError):  # noqa: N818 - the link itself may be right
    """An address tried too many wrong links; `wait` is the number of seconds until it may try again."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"too many wrong links: wait {wait} seconds")
        self.wait = wait


class WrongLinks:
    """Counts the wrong links of each address within the last minutes; each worker allows its share."""

    def __init__(self, now: Callable[[], float] = time.monotonic, *, workers: int = 1) -> None:
        self._now, self._most = now, max(1, MOST_WRONG // workers)
        self._wrong: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def demand_patience(self, address: str) -> None:
        """Refuse an address that tried too many wrong links."""
        with self._lock:
            times = self._recent(address)
            if len(times) >= self._most:
                raise TooManyWrongLinks(math.ceil(times[0] + WITHIN - self._now()))

    def count(self, address: str) -> None:
        """Count a wrong link."""
        with self._lock:
            times = self._recent(address)
            times.append(self._now())
            self._wrong[address] = times
            self._wrong.move_to_end(address)
            while len(self._wrong) > _MOST_ADDRESSES:
                self._wrong.popitem(last=False)

    def _recent(self, address: str) -> deque[float]:
        times = self._wrong.get(address, deque())
        while times and times[0] + WITHIN <= self._now():
            times.popleft()
        return times
