"""Whether the compiled code is being made: the first use of a new version compiles it, which takes seconds.

Numba is not imported here, so that a page or a command may ask and stay quick.
"""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(slots=True)
class Preparation:
    """What is known in this process."""

    begun: bool = False
    """Something had to be compiled."""
    ready: bool = False
    """All that a draw needs is there."""
    tell: Callable[[], None] | None = None
    """What to do when the first function has to be compiled."""

    @property
    def under_way(self) -> bool:
        """Whether somebody who draws now has to wait for it."""
        return self.begun and not self.ready

    def begin(self) -> None:
        """Something is compiled."""
        if not self.begun:
            self.begun = True
            if self.tell is not None:
                self.tell()


preparation = Preparation()
