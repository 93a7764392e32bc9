"""What a reader returns, and how it collects problems instead of stopping at the first."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TypeVar

from miai.domain.numbers import ANY_NUMBER, Between, shortened
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.limits import MOST_NOTES, MOST_PROBLEMS
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
        self.add(Problem(what=what, where=where))

    def add(self, found: Problem) -> None:
        """Add a problem; after too many of them, reading stops."""
        self.problems.append(found)
        if len(self.problems) >= MOST_PROBLEMS:
            what = Message("these are only the first %(number)s problems", number=MOST_PROBLEMS)
            raise InputError([*self.problems, Problem(what=what)])

    def note(self, what: Message, where: Message | str = "") -> None:
        """Add something unusual that could be read."""
        if len(self.notes) < MOST_NOTES:
            self.notes.append(Problem(what=what, where=where))
        elif len(self.notes) == MOST_NOTES:
            self.notes.append(Problem(what=Message("further notes are left out")))

    def attempt(
        self, parse: Callable[[str], T], text: str, default: T, unreadable: Callable[[], Problem]
    ) -> T:
        """Parse a text, or add a problem and return the default.

        `unreadable` makes the problem; where the parser gives a reason of its own, that one is used.
        """
        try:
            return parse(text)
        except InputError as error:
            self.add(replace(unreadable(), what=error.problems[0].what))
        except ValueError:
            self.add(unreadable())
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


def whole_in(within: Between = ANY_NUMBER) -> Callable[[str], int]:
    """The parser of whole numbers: a ValueError where there is none, an `InputError` beyond the bounds."""
    return lambda text: _checked(within, _number(ANY_NUMBER.whole, text))


def decimal_in(within: Between = ANY_NUMBER) -> Callable[[str], float]:
    """The parser of decimal numbers: a ValueError where there is none, an `InputError` beyond the bounds."""
    return lambda text: _checked(within, _number(ANY_NUMBER.decimal, text))


N = TypeVar("N", int, float)


def _number(read: Callable[[str], N], text: str) -> N:
    try:
        return read(text)
    except InputError:
        raise ValueError(shortened(text)) from None


def _checked(within: Between, number: N) -> N:
    fault = within.fault(number)
    if fault:
        raise InputError(fault)
    return number
