"""Marks of what was on a screen: a change made from it is refused if that is different now."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from miai.errors import MiaiError
from miai.messages import Message

if TYPE_CHECKING:
    from miai.desk.live_state import State

_MARK = re.compile(r"(?P<version>\d{1,12})\.(?P<content>[0-9a-f]{12})")

# Raises SeenChanged if the state is not the one that was on the screen.
Demand = Callable[["State"], None]


@dataclass(frozen=True, slots=True)
class Mark:
    """A short name for something on a page: the version of the tournament, and a hash of the content."""

    version: int
    content: str

    @classmethod
    def of(cls, state: "State", parts: Iterable[object]) -> "Mark":
        """The mark of something that is given by its parts."""
        text = "\0".join(str(part) for part in parts)
        return cls(state.version, sha256(text.encode()).hexdigest()[:12])

    @classmethod
    def read(cls, text: str) -> "Mark | None":
        """The mark that a form or a program sends; None if it is not one."""
        found = _MARK.fullmatch(text)
        return cls(int(found["version"]), found["content"]) if found else None

    def __str__(self) -> str:
        return f"{self.version}.{self.content}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A thing that is not as it was on the screen, and what was sent; None stands for nothing there."""

    where: Message
    before: Message | None
    now: Message | None
    sent: Message | None = None


class SeenChanged(MiaiError):  # noqa: N818 - nothing is wrong with what was asked
    """The draw, table or entry on the screen is different by now, so nothing was written."""

    def __init__(self, what: Message, mark: Mark, differences: tuple[Difference, ...] = ()) -> None:
        super().__init__(str(what))
        self.what, self.mark, self.differences = what, mark, differences
