"""A player with everything that is entered about them."""

from dataclasses import dataclass
from datetime import date
from enum import Enum
from typing import Annotated, NewType

from miai.domain.bounds import AgaRating, BirthYear, Category, Points, Rating, RoundNumber, Sigma
from miai.domain.field_facts import Added
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

    surname: str
    first_name: str = ""
    grade: Grade
    rating: Rating | None = None
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    not_same_as: Annotated[tuple[str, ...], Added(7, before=[])] = ()

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

    id: PlayerId
    surname: str
    first_name: str = ""
    grade: Grade
    declared_grade: Grade | None = None
    highest_grade: Grade | None = None
    rating: Rating | None = None
    sigma: Sigma | None = None
    rating_date: date | None = None
    rating_origin: str = ""
    aga_rating: AgaRating | None = None
    country: str = ""
    state: Annotated[str, Added(3, before="")] = ""
    city: Annotated[str, Added(3, before="")] = ""
    club: str = ""
    family: str = ""
    time_zone: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    ffg_status: str = ""
    aga_id: str = ""
    aga_expiry: str = ""
    registration: Registration = Registration.FINAL
    absent_rounds: frozenset[RoundNumber] = frozenset()
    start: Points | None = None
    correction: Points = NOTHING
    bar_side: BarSide | None = None
    category: Category | None = None
    team: str = ""
    members: Annotated[tuple[Member, ...], Added(6, before=[])] = ()
    birth_year: Annotated[BirthYear | None, Added(6, before=None)] = None
    sex: Annotated[Sex | None, Added(6, before=None)] = None
    newcomer: Annotated[bool, Added(6, before=False)] = False
    fee: Annotated[Amount | None, Added(6, before=None)] = None
    paid: Annotated[Amount, Added(6, before=0)] = NO_MONEY
    extras: Extras = ()
    not_same_as: Annotated[tuple[str, ...], Added(7, before=[])] = ()

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
