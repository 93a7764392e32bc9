"""Counts of phones that agree with a log, and of phones that saw a different one before.

A phone has no name here: it sends a head that it kept. A head counts against the log only if this server
signed it when it gave it out, so that made-up heads raise no alarm. Counts prove nothing; heads do.
"""

import json
from collections import Counter, OrderedDict
from dataclasses import dataclass
from threading import Lock

from miai.engine.verify.heads import Head, Judged, judge_head, read_heads
from miai.store.protocol import Store
from miai.store.write_permission import LOCAL

_MOST_HEADS = 1_000
# Of one event, and of how many phones each is counted.
_MOST_AGAINST, _MOST_COUNTED = 20, 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """A head that phones kept and that the log does not have, and how many phones sent it."""

    head: Head
    phones: int


class PhoneReports:
    """What phones report of the heads that they kept; safe for many threads.

    Phones that agree are counted in this process. Contradictions are rare and are kept in the store of this
    server, so that a restart does not hide them.
    """

    def __init__(self, store: Store) -> None:
        self._store, self._lock = store, Lock()
        self._agree: OrderedDict[tuple[str, str], int] = OrderedDict()

    def agrees(self, event: str, head: Head) -> None:
        """Count a phone that keeps a head from now on and kept no other that contradicts it."""
        with self._lock:
            key = (event, head.text)
            self._agree[key] = self._agree.pop(key, 0) + 1
            while len(self._agree) > _MOST_HEADS:
                self._agree.popitem(last=False)

    def agreeing(self, event: str, head: Head) -> int:
        """The number of phones that keep a head and agree with it, since this server was started."""
        return self._agree.get((event, head.text), 0)

    def contradicts(self, event: str, head: Head) -> None:
        """Count a phone that kept a head of this server that the log does not have."""
        with self._lock:
            known = self._read(event)
            if head.text in known or len(known) < _MOST_AGAINST:
                known[head.text] = min(known[head.text] + 1, _MOST_COUNTED)
                self._store.set_value(_key(event), json.dumps(known))

    def kept_against(self, event: str) -> tuple[Against, ...]:
        """The heads of phones that contradicted the log when they were sent."""
        return tuple(
            Against(head=head, phones=count)
            for text, count in self._read(event).items()
            for head in read_heads(text)
        )

    def against(self, event: str, *, identity: str, hashes: tuple[str, ...]) -> tuple[Against, ...]:
        """The heads of phones that contradict the log now, with the fewest entries first."""
        found = (
            each
            for each in self.kept_against(event)
            if judge_head(each.head, identity=identity, hashes=hashes) in (Judged.CHANGED, Judged.LATER)
        )
        return tuple(sorted(found, key=lambda each: each.head.entries))

    def settle(self, event: str) -> None:
        """Forget the contradictions: the director knows their reason."""
        with self._lock:
            self._store.set_value(_key(event), None)

    def _read(self, event: str) -> Counter[str]:
        return Counter(json.loads(self._store.value(_key(event)) or "{}"))


def _key(event: str) -> str:
    return f"{LOCAL}heads against {event}"
