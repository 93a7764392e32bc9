"""Three families of errors: the organiser can fix it, no pairing exists, our bug."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault: what is wrong, and where ("line 14", "round 2, table 3", or a player's name)."""

    what: Message | str
    where: Message | str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else str(self.what)


class MiaiError(Exception):
    """The root of every error that Miai raises on purpose."""


class InputError(MiaiError):
    """Something the organiser can correct; carries every problem found."""

    def __init__(self, problems: Iterable[Problem] | Message | str) -> None:
        if isinstance(problems, Message | str):
            problems = (Problem(what=problems),)
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class NoPairingError(MiaiError):
    """No pairing keeps all the rules that may not be broken."""

    def __init__(self, message: Message | str) -> None:
        self.problems = (Problem(what=message),)
        super().__init__(str(message))


class InternalError(MiaiError):
    """Miai contradicts itself: a bug to report."""
