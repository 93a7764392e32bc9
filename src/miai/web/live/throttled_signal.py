"""A bell for many listeners: it rings once for much that happens, and wakes a few at a time."""

import asyncio

# So many have their turn before anybody who asks for a page has theirs.
AT_ONCE = 16


class ThrottledSignal:
    """Lives on one loop; after it has rung it rests for a while, and what happens meanwhile rings it once."""

    def __init__(self, rest: float) -> None:
        self._rest = rest
        self._waiting: set[asyncio.Future[None]] = set()
        self._rung_at = float("-inf")
        self._ringing: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Wait for the next time."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.add(turn)
        try:
            await turn
        finally:
            self._waiting.discard(turn)

    def ring(self) -> None:
        """Wake everybody: at once after a quiet moment, else when the rest is over."""
        if self._ringing is None:
            self._ringing = asyncio.create_task(self._ring())

    async def _ring(self) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(self._rung_at + self._rest - loop.time())
        self._rung_at, self._ringing = loop.time(), None
        for number, turn in enumerate(tuple(self._waiting)):
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
            if not turn.done():
                turn.set_result(None)
