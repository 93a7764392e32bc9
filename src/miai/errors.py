"""Three families of errors: the organiser can fix it, no pairing exists, our bug."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches

from miai.messages import AnyOf, Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One fault: what is wrong, and where ("line 14", "round 2, table 3", or a player's name)."""

    what: Message
    where: Message | str = ""

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """The place and the fault as one message, for a sentence that gives it as its reason."""
        if not self.where:
            return self.what
        return Message("%(where)s: %(what)s", where=self.where, what=self.what)


class MiaiError(Exception):
    """The root of every error that Miai raises on purpose."""


class InputError(MiaiError):
    """Something the organiser can correct; carries every problem found."""

    def __init__(self, problems: Iterable[Problem] | Message) -> None:
        if isinstance(problems, Message):
            problems = (Problem(what=problems),)
        self.problems = tuple(problems)
        super().__init__("; ".join(str(problem) for problem in self.problems))

    @property
    def reasons(self) -> Clauses:
        """All problems, as a value of a message that gives them as its reason."""
        return Clauses(tuple(problem.message for problem in self.problems))


class NoPairingError(MiaiError):
    """No pairing keeps all the rules that may not be broken."""

    def __init__(self, message: Message) -> None:
        self.problems = (Problem(what=message),)
        super().__init__(str(message))


class InternalError(MiaiError):
    """Miai contradicts itself: a bug to report."""


@contextmanager
def problems_at(where: Message | str) -> Iterator[None]:
    """Name the place of all problems that are found inside."""
    try:
        yield
    except InputError as error:
        raise InputError(Problem(what=each.message, where=where) for each in error.problems) from None


def unknown_word(what: Message, given: str, known: Iterable[str], *, listed: bool = True) -> Message:
    """Why a word is refused, with those that it may stand for; `listed` names all that are possible, too."""
    words = tuple(known)
    by_text = {word.lower(): word for word in words}
    near = AnyOf(tuple(by_text[text] for text in get_close_matches(given.strip().lower(), by_text)))
    if near.items:
        what = Message("%(what)s; did you mean %(near)s?", what=what, near=near)
    if not listed:
        return what
    if near.items:
        return Message("%(what)s Possible: %(known)s", what=what, known=AnyOf(words))
    return Message("%(what)s: %(known)s", what=what, known=AnyOf(words))
