"""What the leader sends its followers, and how far each of them is."""

import asyncio
import json
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Any

from miai.follow.hall import Hall
from miai.store.backups.copying import Holdings, write_difference
from miai.store.write_permission import Kind

# How often the leader looks whether anything was written, in seconds, and how often it says that it is there.
_LOOK_EVERY = 0.1
_HEARTBEAT = 1.0
# After so many seconds of silence a follower counts as away.
SILENT = 5.0
# What was written within so many seconds is on its way.
_MOMENTS = 2.0


@dataclass(slots=True, kw_only=True)
class Progress:
    """How far a follower is: the last change that it was sent, and the last that is on its disk."""

    sent: int = 0
    kept: int = 0
    # When it last acknowledged anything, and since when it lacks something.
    heard_at: float = 0.0
    behind_since: float | None = None
    open_streams: int = 0

    @property
    def is_here(self) -> bool:
        """Whether it is connected and answers."""
        return self.open_streams > 0 and time.monotonic() - self.heard_at < SILENT

    @property
    def has_everything(self) -> bool:
        """Whether it is here and lacks nothing but what was written within the last moments."""
        return self.is_here and self.behind < _MOMENTS

    @property
    def behind(self) -> float:
        """For how many seconds it has lacked something; 0 where it has everything."""
        return 0.0 if self.behind_since is None else time.monotonic() - self.behind_since


@dataclass(slots=True, kw_only=True)
class Copies:
    """The followers of this server; lives on its event loop."""

    hall: Hall
    closing: Callable[[], bool] = lambda: False
    progress: dict[str, Progress] = field(default_factory=dict)
    # How many entries were acknowledged although no follower had them.
    not_waited_for: int = 0
    _kept: asyncio.Event = field(default_factory=asyncio.Event)

    async def stream(self, server: str, known: Holdings) -> AsyncGenerator[bytes]:
        """Lines of JSON for a follower while this server leads: what it lacks each time, and who leads."""
        progress = self.progress.setdefault(server, Progress())
        progress.open_streams += 1
        progress.heard_at = time.monotonic()
        progress.sent = progress.kept = 0
        said_at = 0.0
        try:
            while not self.closing():
                standing = await asyncio.to_thread(self.hall.store.standing)
                if standing is not None and standing.kind is not Kind.HANDS_OVER:
                    yield await asyncio.to_thread(self._line)
                    return
                # Read before the difference: whatever is written after it belongs to the next one.
                mark = await asyncio.to_thread(self.hall.store.change_mark)
                if mark != progress.sent:
                    if progress.behind_since is None:
                        progress.behind_since = time.monotonic()
                    found, known = await asyncio.to_thread(self.hall.store.difference, known)
                    progress.sent, said_at = mark, time.monotonic()
                    yield await asyncio.to_thread(
                        self._line, mark=mark, difference=write_difference(found) if found else None
                    )
                elif time.monotonic() - said_at >= _HEARTBEAT:
                    said_at = time.monotonic()
                    yield await asyncio.to_thread(self._line, mark=mark)
                await asyncio.sleep(_LOOK_EVERY)
        finally:
            progress.open_streams -= 1

    @property
    def complete(self) -> bool:
        """Whether a follower has everything."""
        return any(each.has_everything for each in self.progress.values())

    def acknowledged(self, server: str, mark: int) -> None:
        """Note that everything up to a change is on a follower's disk."""
        progress = self.progress.setdefault(server, Progress())
        progress.kept, progress.heard_at = mark, time.monotonic()
        if mark >= progress.sent:
            progress.behind_since = None
        self._kept.set()
        self._kept = asyncio.Event()

    async def wait(self, timeout: float) -> bool:
        """Wait until a follower has everything that is written by now; false where none has it in time."""
        mark = await asyncio.to_thread(self.hall.store.change_mark)
        here = [each for each in self.progress.values() if each.is_here]
        try:
            async with asyncio.timeout(timeout if here else 0):
                while all(each.kept < mark for each in here):
                    await self._kept.wait()
        except TimeoutError:
            self.not_waited_for += 1
            return False
        return True

    def _line(self, **data: Any) -> bytes:
        return json.dumps({**data, "leader": self.hall.ticket()}).encode() + b"\n"
