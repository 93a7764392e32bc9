"""A signal for many waiting tasks that is sent at most once in a while and wakes a few at a time."""

import asyncio

# After so many tasks others have the processor for so many seconds: whoever publishes a round clicks on.
AT_ONCE, BREAK = 16, 0.003


class ThrottledSignal:
    """Lives on one event loop; signals sent during the pause after a signal become one at its end.

    The pause is longer where so many wait that `for_each` of them, in seconds, adds up to more.
    """

    def __init__(self, pause: float, *, for_each: float = 0.0) -> None:
        self._pause, self._for_each = pause, for_each
        self._waiting: set[asyncio.Future[None]] = set()
        self._sent_at = float("-inf")
        self._sending: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Wait for the next signal."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.add(turn)
        try:
            await turn
        finally:
            self._waiting.discard(turn)

    def send(self) -> None:
        """Wake all who wait: at once if the last signal is long ago, else when the pause is over."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())

    async def _send(self) -> None:
        loop = asyncio.get_running_loop()
        pause = max(self._pause, self._for_each * len(self._waiting))
        await asyncio.sleep(self._sent_at + pause - loop.time())
        self._sent_at, self._sending = loop.time(), None
        for number, turn in enumerate(tuple(self._waiting)):
            if number % AT_ONCE == 0:
                await asyncio.sleep(BREAK if number else 0)
            if not turn.done():
                turn.set_result(None)
