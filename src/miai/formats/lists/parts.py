"""What the readers of rating lists share: lines, and parts of lines that may be odd."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from miai.domain.grade import Grade
from miai.domain.listed import ListedPlayer
from miai.errors import InputError
from miai.formats.reading import finite

T = TypeVar("T")
# Only what ends a line in a file; an old encoding may hold other signs that Python would split at.
_LINE_END = re.compile(r"\r\n|\n|\r")


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a file, numbered from 1, blank ones left out."""
    for number, line in enumerate(_LINE_END.split(text), start=1):
        if line.strip():
            yield number, line


@dataclass(slots=True)
class Oddities:
    """Collects the flags of one line."""

    flags: list[str] = field(default_factory=list)

    def flag(self, what: str, text: str | None = None) -> None:
        """Note what is odd, with the text that is."""
        self.flags.append(what if text is None else f"{what}: '{text}'")

    def attempt(self, parse: Callable[[str], T], text: str, name: str) -> T | None:
        """Parse a part of the line; one that is missing or cannot be read is flagged."""
        text = text.strip()
        if not text:
            self.flag(f"no {name}")
            return None
        try:
            return parse(text)
        except (ValueError, InputError):
            self.flag(f"unreadable {name}", text)
            return None

    def grade(self, text: str, name: str = "grade") -> Grade | None:
        """A grade such as 3d."""
        return self.attempt(Grade.parse, text, name)

    def number(self, text: str, name: str) -> float | None:
        """A number such as -7.16875."""
        return self.attempt(finite, text, name)


def flag_repeated_numbers(players: Sequence[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """The same players, with a flag on those who share their id."""
    times = Counter(player.number for player in players if player.number)
    return tuple(
        replace(player, flags=(*player.flags, "id occurs twice")) if times[player.number] > 1 else player
        for player in players
    )
