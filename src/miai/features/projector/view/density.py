"""How large the letters on the projector are, and how many lines fit on a page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from miai.domain.people.player import Player
from miai.features.players.view.short_names import fitting_name
from miai.server.words import gettext as _

T = TypeVar("T")
# How a player's name is written, and the class of its size.
NameWriter = Callable[[Player], tuple[str, str]]
# Everybody has seen theirs after so many pages, in three quarters of a minute.
PAGES_A_PASS = 4
# How much longer than usual a name may be and is still written out, with smaller letters.
LONG_NAME = 1.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Density:
    """How many lines fit on a page, and how long a name may be to be set large.

    The letters of the densest are 1/43 of the screen's height, 25 pixels of 1080, those of a long name 21:
    smaller ones cannot be read from the back of a hall. The longest names get initials instead.
    """

    columns: int
    rows: int
    most_letters: int

    @property
    def lines(self) -> int:
        """How many lines fit on a page."""
        return self.columns * self.rows

    @property
    def scores(self) -> int:
        """How many scores fit beside a name: two only beside names in two columns."""
        return 2 if self.columns == DENSITIES[0].columns else 1

    def pages(self, lines: Sequence[T]) -> tuple[Sequence[T], ...]:
        """The lines page by page, about as many on each."""
        count = -(-len(lines) // self.lines)
        size = -(-len(lines) // count) if count else 1
        return tuple(lines[at : at + size] for at in range(0, len(lines), size))


# The largest letters first.
DENSITIES = (
    Density(columns=2, rows=12, most_letters=27),
    Density(columns=3, rows=16, most_letters=19),
    Density(columns=3, rows=20, most_letters=23),
    Density(columns=4, rows=25, most_letters=19),
)


def density_for(count: int, on_page: Callable[[Density], int] = lambda density: density.lines) -> Density:
    """The largest letters with which everything is shown in one pass; `on_page` fit on a page."""
    return next((each for each in DENSITIES if count <= PAGES_A_PASS * on_page(each)), DENSITIES[-1])


def name_writer(most_letters: int) -> NameWriter:
    """Writes names, the longer ones with smaller letters, and the longest with initials."""
    longest = int(LONG_NAME * most_letters)

    def size(text: str) -> str:
        if len(text) <= most_letters:
            return ""
        return "long" if len(text) <= LONG_NAME * most_letters else "longest"

    def written(player: Player) -> tuple[str, str]:
        text = fitting_name(player, longest)
        return text, size(text)

    return written


# Long enough to find a name.
SECONDS_A_PAGE = 11


def phone_label() -> str:
    """What the page with the address for phones is called."""
    return _("on your phone")
