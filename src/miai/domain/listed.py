"""What a federation's rating list says of a player."""

import datetime
from dataclasses import dataclass
from enum import Enum

from miai.domain.grade import Grade
from miai.errors import Problem


class ListSource(Enum):
    """Whose list it is."""

    EGF = "egf"
    AGA = "aga"
    FFG = "ffg"

    @property
    def title(self) -> str:
        """The federation as people write it."""
        return self.value.upper()


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """One line of a list; `flags` name what is odd about it.

    Ratings are on the EGF's scale, in the American list on the AGA's; `rating_date` is the day of the last
    rating or of the last rated event. `licence_status` is the French list's letter, `expiry` the end of the
    American membership.
    """

    source: ListSource
    surname: str
    first_name: str = ""
    country: str = ""
    club: str = ""
    state: str = ""
    grade: Grade | None = None
    proposed_grade: Grade | None = None
    rating: float | None = None
    sigma: float | None = None
    rating_date: datetime.date | None = None
    egf_pin: str = ""
    aga_id: str = ""
    ffg_licence: str = ""
    membership: str = ""
    licence_status: str = ""
    expiry: datetime.date | None = None
    tournaments: int | None = None
    last_event: str = ""
    line: int = 0
    flags: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """ "Surname First"."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def number(self) -> str:
        """The id that this list knows the player by."""
        return {
            ListSource.EGF: self.egf_pin,
            ListSource.AGA: self.aga_id,
            ListSource.FFG: self.ffg_licence,
        }[self.source]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerList:
    """A whole list; `problems` are lines that nobody can understand, `notes` what is odd about the list."""

    source: ListSource
    date: datetime.date | None = None
    players: tuple[ListedPlayer, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
