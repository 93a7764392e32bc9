"""Counts wrong passwords in the store, where several workers and machines serve the same tournaments."""

import json
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from miai.store.protocol import Store
from miai.store.standing import LOCAL
from miai.web.server.passwords import Throttle
from miai.web.server.roles import Role

T = TypeVar("T")
# Each server of a hall counts for itself, also one that only follows.
_KEY = f"{LOCAL}wrong passwords"
# All of them are written with each attempt.
_MOST_COUNTS = 2_000


class SharedThrottle(Throttle):
    """As the throttle of one process, with the counts of all; the clock is the one that machines share."""

    def __init__(self, store: Store, now: Callable[[], float] = time.time) -> None:
        super().__init__(now)
        self._store = store
        self._turn = threading.Lock()

    def begin(self, address: str, roles: Iterable[Any]) -> tuple[Any, ...]:
        """Count an attempt; the roles whose password may be checked now."""
        return self._shared(lambda: super(SharedThrottle, self).begin(address, roles))

    def wait(self, address: str, roles: Iterable[Any]) -> int:
        """Seconds until the next password of one of the roles is checked; 0 where none must wait."""
        return self._shared(lambda: super(SharedThrottle, self).wait(address, roles))

    def passed(self, address: str, role: Any, checked: Iterable[Any]) -> None:
        """Forget the wrong passwords of a role after the right one, and this attempt at the other roles."""
        self._shared(lambda: super(SharedThrottle, self).passed(address, role, checked))

    def _shared(self, step: Callable[[], T]) -> T:
        """Carry out a step on the counts of all processes."""
        done: list[T] = []

        def change(kept: str | None) -> str | None:
            self._tries = OrderedDict(_counts(kept))
            done.append(step())
            return _written(self._tries)

        with self._turn:
            self._store.change_value(_KEY, change)
        return done[0]


def _counts(kept: str | None) -> Iterable[tuple[tuple[Any, str], tuple[int, float]]]:
    """The counts as they were written."""
    for kind, name, address, tries, until in json.loads(kept) if kept else ():
        yield (Role[name] if kind == "role" else name, address), (tries, until)


def _written(tries: "OrderedDict[tuple[Any, str], tuple[int, float]]") -> str | None:
    rows = [
        [*(("role", who.name) if isinstance(who, Role) else ("name", who)), address, *count]
        for (who, address), count in tries.items()
    ]
    return json.dumps(rows[-_MOST_COUNTS:], separators=(",", ":")) if rows else None
