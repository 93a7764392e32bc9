"""Lines of rating lists, and flags for what is unusual in them."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from miai.domain.numbers import shortened
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListFlag
from miai.errors import InputError, Problem
from miai.formats.limits import MOST_UNREAD_LINES
from miai.formats.reading import Faults, at_line, decimal_in
from miai.messages import Message

T = TypeVar("T")
# Only real line ends; str.splitlines would also split at characters of old encodings.
_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
# Longer runs of blanks say no more, and would make the patterns slow.
_BLANKS = re.compile(r"\s{3,}")
NO_DATE = Message("the list has no date")


def note_unread(line: int, faults: Faults) -> None:
    """Add the problem of a line that cannot be read; with too many of them the file is no list."""
    faults.problems.append(Problem(what=Message("this line is not a player's"), where=at_line(line)))
    if len(faults.problems) > MOST_UNREAD_LINES:
        what = Message("more than %(most)s lines are not a player's", most=MOST_UNREAD_LINES)
        raise InputError(what)


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, numbered from 1, blank ones left out."""
    start = 0
    for number, end in enumerate(_LINE_END.finditer(text), start=1):
        line = text[start : end.start()]
        start = end.end()
        if line.strip():
            yield number, line


def with_short_gaps(line: str) -> str:
    """The line with at most two blanks in a row, for patterns that do not go by columns."""
    return _BLANKS.sub("  ", line)


@dataclass(slots=True)
class LineFlags:
    """Collects what is unusual about one line of a list."""

    flags: list[ListFlag] = field(default_factory=list)

    def flag(self, kind: FlagKind, text: str | None = None) -> None:
        """Add a flag, with the text that it is about."""
        self.flags.append(ListFlag(kind=kind, text=text))

    def attempt(
        self,
        parse: Callable[[str], T],
        text: str,
        *,
        missing: FlagKind | None = None,
        unreadable: FlagKind,
    ) -> T | None:
        """Parse a part of the line, or flag it and return None."""
        text = text.strip()
        if not text:
            if missing:
                self.flag(missing)
            return None
        try:
            return parse(text)
        except (ValueError, InputError):
            self.flag(unreadable, shortened(text))
            return None

    def rating(self, text: str) -> float | None:
        """The rating, a number such as -7.16875."""
        return self.attempt(
            decimal_in(), text, missing=FlagKind.NO_RATING, unreadable=FlagKind.UNREADABLE_RATING
        )


def flag_repeated_numbers(players: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """The same players, with a flag on those who share their id."""
    times = Counter(player.number for player in players if player.number)
    repeated = ListFlag(kind=FlagKind.REPEATED_ID)
    return tuple(
        replace(player, flags=(*player.flags, repeated)) if times[player.number] > 1 else player
        for player in players
    )
