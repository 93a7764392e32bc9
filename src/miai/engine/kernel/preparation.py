"""Whether the compiled code is being made: the first use of a new version compiles it, which takes seconds.

Numba is not imported here, so that a page or a command may ask and stay quick.
"""

from collections.abc import Callable
from dataclasses import dataclass
from signal import default_int_handler
from threading import get_ident
from types import FrameType


@dataclass(slots=True)
class Preparation:
    """What is known in this process."""

    begun: bool = False
    """Something had to be compiled."""
    thread: int | None = None
    """The thread that is compiling at this moment."""
    interrupted: bool = False
    """That thread is to stop: Ctrl+C was pressed."""
    ready: bool = False
    """All that a draw needs is there."""
    tell: Callable[[], None] | None = None
    """What to do when the first function has to be compiled."""

    @property
    def under_way(self) -> bool:
        """Whether somebody who draws now has to wait for it."""
        return self.begun and not self.ready

    def begin(self) -> None:
        """This thread compiles something."""
        self.thread = get_ident()
        if not self.begun:
            self.begun = True
            if self.tell is not None:
                self.tell()

    def end(self) -> None:
        """It is done with that; there may be more."""
        self.thread = None

    def interrupt(self, number: int, frame: FrameType | None) -> None:
        """Answer Ctrl+C; an exception in the middle of the compiler would be lost, so that one waits."""
        if self.thread != get_ident():
            default_int_handler(number, frame)
        self.interrupted = True

    def go_on(self) -> None:
        """Raise the exception that waits, between two steps of the compiler."""
        if self.interrupted:
            self.interrupted = False
            raise KeyboardInterrupt


preparation = Preparation()
