"""What a federation's rating list says of a player."""

import datetime
from dataclasses import dataclass, field
from enum import Enum

from miai.domain.people.grade import Grade
from miai.domain.people.list_publication import published_until
from miai.errors import Problem
from miai.messages import Message, mark

# How far apart an event and a list may be for the dates of the list to be the latest.
_RECENT = datetime.timedelta(days=366)


class ListSource(Enum):
    """Whose list it is."""

    EGF = "egf"
    AGA = "aga"
    FFG = "ffg"

    @property
    def title(self) -> str:
        """The federation as people write it."""
        return self.value.upper()


class FlagKind(Enum):
    """What can be unusual about a line of a list."""

    COLUMNS_OUT_OF_PLACE = mark("columns out of place")
    NUMBER_OF_COLUMNS = mark("unusual number of columns")
    NO_SURNAME = mark("no surname")
    NO_FIRST_NAME = mark("no first name")
    NO_COMMA = mark("no comma in the name")
    BLANKS_AROUND_NAME = mark("blanks around the name")
    SHOUTED_FIRST_NAME = mark("first name in capitals")
    NO_GRADE = mark("no grade")
    UNREADABLE_GRADE = mark("unreadable grade")
    UNREADABLE_PROPOSED_GRADE = mark("unreadable proposed grade")
    NO_RATING = mark("no rating")
    UNREADABLE_RATING = mark("unreadable rating")
    RATING_IN_GAP = mark("rating between -1 and 1")
    RATING_TOO_LOW = mark("rating below 50k")
    UNREADABLE_SIGMA = mark("unreadable sigma")
    UNREADABLE_RATING_DATE = mark("unreadable date of the rating")
    UNREADABLE_EVENT_DATE = mark("unreadable date of the last event")
    NO_PIN = mark("no PIN")
    UNREADABLE_PIN = mark("unreadable PIN")
    UNREADABLE_AGA_ID = mark("unreadable AGA id")
    NO_LICENCE = mark("no licence")
    UNREADABLE_LICENCE = mark("unreadable licence")
    UNKNOWN_LICENCE_STATUS = mark("unknown licence status")
    NO_EXPIRY = mark("no end of membership")
    UNREADABLE_EXPIRY = mark("unreadable end of membership")
    REPEATED_ID = mark("id occurs twice")

    @property
    def title(self) -> Message:
        """The kind in words."""
        return Message(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFlag:
    """Something unusual about a line of a list, with the text that it is about."""

    kind: FlagKind
    text: str | None = None

    @property
    def message(self) -> Message:
        """The flag in words."""
        if self.text is None:
            return self.kind.title
        return Message("%(what)s: '%(text)s'", what=self.kind.title, text=self.text)

    def __str__(self) -> str:
        return str(self.message)


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """One line of a list; `flags` say what is unusual about it.

    Ratings are on the EGF's scale, in the American list on the AGA's; `rating_date` is the day of the last
    rating or of the last rated event, and `list_date` that of the whole list. `licence_status` is the French
    list's letter, `expiry` the end of the American membership.
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
    flags: tuple[ListFlag, ...] = ()
    list_date: datetime.date | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """ "Surname First"."""
        return f"{self.surname} {self.first_name}".strip()

    @property
    def published_until(self) -> datetime.date | None:
        """The last day on which the EGF publishes the rating, if it says when the player played last."""
        if self.source is not ListSource.EGF or self.grade is None or self.rating is None:
            return None
        return None if self.rating_date is None else published_until(self.grade, self.rating_date)

    def is_published(self, on: datetime.date) -> bool:
        """Whether the rating is published on a day; without a day of the last game it is."""
        until = self.published_until
        return self.rating is not None and (until is None or on <= until)

    def rated_on(self, event: datetime.date) -> datetime.date | None:
        """The day from which an AGA sigma is aged until an event.

        In a list that is not recent the player may have been rated since, so nothing is aged by it.
        """
        if self.source is not ListSource.AGA:
            return self.rating_date
        if self.rating_date is None or self.list_date is None or self.rating_date > event:
            return None
        return self.rating_date if abs(event - self.list_date) <= _RECENT else None

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
    """A whole list; `problems` are lines that cannot be read, `notes` what is unusual about the list."""

    source: ListSource
    date: datetime.date | None = None
    players: tuple[ListedPlayer, ...] = ()
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
