"""A player with everything that is entered about them."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, NewType

from miai.domain.bounds import AgaRating, BirthYear, Category, Points, Rating, RoundNumber, Sigma
from miai.domain.field_facts import Added, Personal, Private, PrivateIfFilled, Public
from miai.domain.money import NO_MONEY, Amount
from miai.domain.people.grade import Grade
from miai.domain.points import NOTHING, demand_quarters
from miai.errors import InputError
from miai.messages import Message

PlayerId = NewType("PlayerId", str)

# Values of a foreign file that Miai does not use but writes back on export.
Extras = tuple[tuple[str, str], ...]


class Registration(Enum):
    """Whether a player's registration is confirmed."""

    PRELIMINARY = "preliminary"
    FINAL = "final"


class BarSide(Enum):
    """The side of the McMahon bar on which the director put a player by hand."""

    ABOVE = "above"
    BELOW = "below"


class Sex(Enum):
    """As players state it, for prizes that are meant for some of them."""

    FEMALE = "female"
    MALE = "male"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One of the two or three people who play together as one side; `not_same_as` as for a player."""

    surname: Personal[str]
    first_name: Personal[str] = ""
    grade: Public[Grade]
    rating: Public[Rating | None] = None
    country: Public[str] = ""
    club: Public[str] = ""
    egf_pin: Personal[str] = ""
    ffg_licence: Personal[str] = ""
    aga_id: Personal[str] = ""
    not_same_as: Annotated[Private[tuple[str, ...]], Added(7, before=[])] = ()

    def __post_init__(self) -> None:
        _demand_grade(self.grade)

    @property
    def name(self) -> str:
        """ "Surname First", as lists and scripts name a person."""
        return f"{self.surname} {self.first_name}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player; `grade` is the grade they play at, `declared_grade` the one they hold if it differs.

    A side of Pair Go or rengo is a player with two or three `members`; its surname is the side's name.
    `fee` is what they pay if it is not what the rules say. `not_same_as` are the lines of lists that are
    somebody else, by the director's answer.
    """

    id: Public[PlayerId]
    surname: Personal[str]
    first_name: Personal[str] = ""
    grade: Public[Grade]
    declared_grade: Private[Grade | None] = None
    highest_grade: Private[Grade | None] = None
    rating: Public[Rating | None] = None
    sigma: Private[Sigma | None] = None
    rating_date: Private[date | None] = None
    rating_origin: Private[str] = ""
    aga_rating: Public[AgaRating | None] = None
    country: Public[str] = ""
    state: Annotated[Public[str], Added(3, before="")] = ""
    city: Annotated[Personal[str], Added(3, before="")] = ""
    club: Public[str] = ""
    family: PrivateIfFilled[str] = ""
    time_zone: Personal[str] = ""
    egf_pin: Personal[str] = ""
    ffg_licence: Personal[str] = ""
    ffg_status: Private[str] = ""
    aga_id: Personal[str] = ""
    aga_expiry: Private[str] = ""
    registration: Public[Registration] = Registration.FINAL
    absent_rounds: Public[frozenset[RoundNumber]] = frozenset()
    start: Public[Points | None] = None
    correction: Public[Points] = NOTHING
    bar_side: Public[BarSide | None] = None
    category: Public[Category | None] = None
    team: Public[str] = ""
    members: Annotated[tuple[Member, ...], Added(6, before=[])] = ()
    birth_year: Annotated[Private[BirthYear | None], Added(6, before=None)] = None
    sex: Annotated[Private[Sex | None], Added(6, before=None)] = None
    newcomer: Annotated[Private[bool], Added(6, before=False)] = False
    fee: Annotated[Private[Amount | None], Added(6, before=None)] = None
    paid: Annotated[Private[Amount], Added(6, before=0)] = NO_MONEY
    extras: Private[Extras] = ()
    not_same_as: Annotated[Private[tuple[str, ...]], Added(7, before=[])] = ()

    def __post_init__(self) -> None:
        _demand_grade(self.grade)
        demand_quarters(self, "start", "correction")

    @property
    def names(self) -> tuple[str, ...]:
        """Ways to name the player, from the shortest to the one that says most."""
        short = " / ".join(member.surname for member in self.members) or self.surname
        return short, *self.full_names

    @property
    def full_names(self) -> tuple[str, ...]:
        """The name, then with the grade, then with the club too."""
        full = self.name
        return full, f"{full} {self.grade}", f"{full} {self.grade} {self.club}".strip()

    @property
    def name(self) -> str:
        """ "Surname First", as lists and scripts name a player."""
        return f"{self.surname} {self.first_name}".strip()

    def attends(self, round_number: int) -> bool:
        """Whether the player intends to play in that round."""
        return round_number not in self.absent_rounds


def _demand_grade(grade: Grade) -> None:
    """Refuse a text or a number that a program gave for a grade: it would fail much later."""
    if not isinstance(grade, Grade):
        raise InputError(
            Message('%(value)s is not a Grade: write Grade.parse("3d") or use miai.player', value=repr(grade))
        )
