"""Values that take seconds to compute: worked out in the background, once, and read by many pages."""

import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from threading import Condition, Thread
from typing import Any

_LOG = logging.getLogger("miai.prepared")
# Of so many subjects the last value is kept.
_MOST = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """The last value of a subject; not `current` where a newer one is being computed.

    None as value: it could not be computed.
    """

    value: Any
    current: bool


class PreparedValues:
    """Computes one value after the other in a thread that ends when there is nothing left to do."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._known: OrderedDict[Hashable, tuple[Hashable, Any]] = OrderedDict()
        self._waiting: OrderedDict[Hashable, tuple[Hashable, Callable[[], Any]]] = OrderedDict()
        self._computing: tuple[Hashable, Hashable] | None = None
        self._thread: Thread | None = None

    def find(
        self, subject: Hashable, key: Hashable, compute: Callable[[], Any], *, patience: float = 0.0
    ) -> Prepared | None:
        """The value of a subject for a key, such as a version; None until there is a first one.

        Where it is not known yet it is computed later, once, however many ask; of one subject only what was
        asked for last. Who asks first waits for it, for so many seconds of `patience`.
        """
        with self._changed:
            found = self._now(subject, key)
            if found and found.current:
                return found
            waiting = self._waiting.get(subject)
            if self._computing != (subject, key) and (waiting is None or waiting[0] != key):
                self._waiting[subject] = key, compute
                if self._thread is None:
                    self._thread = Thread(target=self._work, name="prepared values", daemon=True)
                    self._thread.start()
                if patience:
                    self._changed.wait_for(lambda: (self._known.get(subject) or ("",))[0] == key, patience)
            return self._now(subject, key)

    def _now(self, subject: Hashable, key: Hashable) -> Prepared | None:
        known = self._known.get(subject)
        if known is None:
            return None
        self._known.move_to_end(subject)
        return Prepared(value=known[1], current=known[0] == key)

    def wait(self) -> None:
        """Wait until nothing is being computed."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while True:
            with self._changed:
                if not self._waiting:
                    self._thread = None
                    return
                subject, (key, compute) = self._waiting.popitem(last=False)
                self._computing = subject, key
            value = None
            try:
                value = compute()
            except Exception:
                # The page says that there is nothing; asking again would fail again.
                _LOG.exception("%s could not be computed", subject)
            with self._changed:
                self._computing = None
                self._known[subject] = key, value
                self._known.move_to_end(subject)
                while len(self._known) > _MOST:
                    self._known.popitem(last=False)
                self._changed.notify_all()
