"""Three families of errors: the organiser can fix it, no pairing exists, our bug."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault: what is wrong, and where ("line 14", "round 2, table 3")."""

    what: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" if self.where else self.what


class MiaiError(Exception):
    """The root of every error that Miai raises on purpose."""


class InputError(MiaiError):
    """Something the organiser can put right; carries every problem found."""

    def __init__(self, problems: Iterable[Problem] | str) -> None:
        self.problems = (Problem(what=problems),) if isinstance(problems, str) else tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))


class NoPairingError(MiaiError):
    """No pairing keeps all the rules that may not be broken."""


class InternalError(MiaiError):
    """Miai contradicts itself: a bug to report."""
