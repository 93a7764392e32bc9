"""One request is one append: a request that writes twice to one log fails the test that makes it.

Between two appends another laptop may write, or the second one is refused while the first one stays.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from miai.desk.live_state import Desk, Saved
from miai.domain.log.history import Entry
from miai.store.protocol import Addition
from miai.store.tournament_id import TournamentId

_written: ContextVar[Counter[str] | None] = ContextVar("written", default=None)
_change, _write = Desk._change, Desk._write


def count_appends() -> None:
    """Count what each request writes from now on."""

    def counted(desk: Desk, known: TournamentId, decide: Any, **how: Any) -> Saved:
        saved = _change(desk, known, decide, **how)
        written = _written.get()
        if written is not None and saved.entries:
            written[known] += 1
        return saved

    def counted_together(desk: Desk, additions: Sequence[Addition]) -> dict[TournamentId, tuple[Entry, ...]]:
        entries = _write(desk, additions)
        written = _written.get()
        if written is not None:
            written.update(known for known, new in entries.items() if new)
        return entries

    Desk._change = counted  # type: ignore[method-assign,assignment]
    Desk._write = counted_together  # type: ignore[method-assign,assignment]


@contextmanager
def one_request() -> Iterator[None]:
    """A request to the server."""
    written: Counter[str] = Counter()
    token = _written.set(written)
    try:
        yield
    finally:
        _written.reset(token)
    twice = [log for log, times in written.items() if times > 1]
    assert not twice, f"one request wrote more than once to {twice}"
