"""Locks by name, each kept only as long as somebody holds it or waits for it."""

import threading
from weakref import WeakValueDictionary


class Locks:
    """A lock for each name; names come from requests, and a name that exists nowhere is soon forgotten."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, threading.RLock] = WeakValueDictionary()
        self._guard = threading.Lock()

    def __getitem__(self, name: str) -> threading.RLock:
        """The lock of a name; the caller must keep it while it is needed, as a `with` statement does."""
        with self._guard:
            lock = self._locks.get(name)
            if lock is None:
                lock = self._locks[name] = threading.RLock()
            return lock

    def __len__(self) -> int:
        """How many locks somebody holds or waits for."""
        return len(self._locks)
