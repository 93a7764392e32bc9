"""What a reader returns, and how it collects problems instead of stopping at the first."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """A tournament read from a file, with notes on what was unusual but could be read."""

    tournament: Tournament
    format: str = ""
    notes: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Faults:
    """Collects problems and notes while a file is read."""

    problems: list[Problem] = field(default_factory=list)
    notes: list[Problem] = field(default_factory=list)

    def problem(self, what: Message, where: Message | str = "") -> None:
        """Add something that must be corrected."""
        self.problems.append(Problem(what=what, where=where))

    def note(self, what: Message, where: Message | str = "") -> None:
        """Add something unusual that could be read."""
        self.notes.append(Problem(what=what, where=where))

    def attempt(
        self, parse: Callable[[str], T], text: str, default: T, unreadable: Callable[[], Problem]
    ) -> T:
        """Parse a text, or add a problem and return the default.

        `unreadable` makes the problem; where the parser gives a reason of its own, that one is used.
        """
        try:
            return parse(text)
        except InputError as error:
            self.problems.append(replace(unreadable(), what=error.problems[0].what))
        except ValueError:
            self.problems.append(unreadable())
        return default

    def stop_if_any(self) -> None:
        """Raise all problems at once."""
        if self.problems:
            raise InputError(self.problems)


def at_line(number: int) -> Message:
    """A line of the file, as the place of a problem."""
    return Message("line %(line)s", line=number)


def in_file(error: InputError, name: str) -> InputError:
    """The same problems, with the name of the file before the place in it."""
    return InputError(
        Problem(
            what=problem.what,
            where=Message("%(file)s: %(place)s", file=name, place=problem.where) if problem.where else name,
        )
        for problem in error.problems
    )


def finite(text: str) -> float:
    """A decimal number; infinity and "nan" raise a ValueError."""
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(text)
    return number
