"""Counts wrong codes of second laptops, and makes their answers wait; a right code never waits."""

from collections import Counter
from threading import Lock

from miai.errors import InputError
from miai.server.limits import counted_address

# So many wrong codes of one address, and of all together, are answered at once.
_FREE, _FREE_OF_ALL = 5, 100
_LONGEST = 8.0
_MOST_ADDRESSES = 10_000


class WrongCodeError(InputError):
    """The code is not the one that the leader shows."""


class WrongCodes:
    """The wrong codes since a code was shown, by address; safe for many threads."""

    def __init__(self) -> None:
        self._by_address: Counter[str] = Counter()
        self._all = 0
        self._lock = Lock()

    def forget(self) -> None:
        """Begin again, with a new code."""
        with self._lock:
            self._by_address.clear()
            self._all = 0

    def pause(self, address: str) -> float:
        """Count a wrong code; the seconds after which it is answered."""
        with self._lock:
            self._all += 1
            if len(self._by_address) >= _MOST_ADDRESSES:
                self._by_address.clear()
            counted = counted_address(address)
            self._by_address[counted] += 1
            beyond = self._by_address[counted] - _FREE
            own = 2.0 ** min(beyond - 1, 8) if beyond > 0 else 0.0
            return min(_LONGEST, max(own, 1.0 if self._all > _FREE_OF_ALL else 0.0))
