"""How often an address may do something that costs others time: sign up, search the rating list."""

import threading
import time
from collections import OrderedDict, deque
from collections.abc import Callable

from miai.web.server.passwords import counted_address

_HOUR = 3600.0
_MOST_ADDRESSES = 10_000


class HourlyLimit:
    """Counts what each address did within the last hour."""

    def __init__(self, most: int, now: Callable[[], float] = time.monotonic) -> None:
        self.most, self._now = most, now
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        """Count one more time, unless it would be too many."""
        now, key = self._now(), counted_address(address)
        with self._lock:
            times = self._times.pop(key, deque())
            while times and times[0] <= now - _HOUR:
                times.popleft()
            allowed = len(times) < self.most
            if allowed:
                times.append(now)
            self._times[key] = times
            while len(self._times) > _MOST_ADDRESSES:
                self._times.popitem(last=False)
            return allowed
