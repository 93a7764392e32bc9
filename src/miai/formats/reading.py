"""What a reader gives back, and how it notes faults without stopping at the first."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A tournament read from a file, with notes on what was odd but could be read."""

    tournament: Tournament
    format: str = ""
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Faults:
    """Collects problems and notes while a file is read."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def problem(self, what: Message | str, where: Message | str = "") -> None:
        """Something that must be put right."""
        self.problems.append(Problem(what=what, where=where))

    def note(self, what: Message | str, where: Message | str = "") -> None:
        """Something odd that could be read all the same."""
        self.notes.append(Problem(what=what, where=where))

    def attempt(self, parse: Callable[[str], T], text: str, default: T, where: str, name: str) -> T:
        """Parse a text, or note the problem and go on with the default."""
        try:
            return parse(text)
        except InputError as error:
            self.problem(error.problems[0].what, where)
        except ValueError:
            self.problem(f"{name} '{text}' cannot be read", where)
        return default

    def stop_if_any(self) -> None:
        """Raise all problems at once."""
        if self.problems:
            raise InputError(self.problems)


def finite(text: str) -> float:
    """A number as people write it, never infinite."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
