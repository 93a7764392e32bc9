"""Compare a player who was entered with one of a list: the same person, perhaps, or another.

Everything that knows two descriptions of people asks `identity`: forms, tables, sign-ups, sides, teams,
congresses, updates from rating lists, club sites. Only *the same* may be filled in without a question.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from miai.domain.people.grade import Grade
from miai.domain.people.name_likeness import NameLikeness, name_likeness
from miai.domain.people.names import plain_name

# A grade so many steps away, or fewer, may be that of the same person. In a list of the EGF 98.7 % of the
# players hold a grade within 3 of their own rating, 99.8 % within 4; of two different players of one country
# 32 % are within 3, 39 % within 4. Asking a little more often costs a click, a wrong rating costs a draw.
NEAR_GRADES = 3
# Codes of one country, and codes that stand for none.
_COUNTRIES = {"gb": "uk", "el": "gr", "xx": "", "??": ""}
# A code of a club has so many letters at most: "Kyiv", "B", or "75Pa".
_LONGEST_CODE = 4
# So many letters of a club's name identify it: "Jen" is Jena, "B" may be Berlin or Bern.
_TELLING_LETTERS = 3


class Described(Protocol):
    """A person as somebody described them; empty texts and None are unknown."""

    @property
    def surname(self) -> str: ...
    @property
    def first_name(self) -> str: ...
    @property
    def country(self) -> str: ...
    @property
    def club(self) -> str: ...
    @property
    def grade(self) -> Grade | None: ...
    @property
    def rating(self) -> float | None: ...
    @property
    def egf_pin(self) -> str: ...
    @property
    def aga_id(self) -> str: ...
    @property
    def ffg_licence(self) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """A person of whom perhaps only the name is known, such as a line that somebody typed."""

    surname: str
    first_name: str = ""
    country: str = ""
    club: str = ""
    grade: Grade | None = None
    declared_grade: Grade | None = None
    rating: float | None = None
    egf_pin: str = ""
    aga_id: str = ""
    ffg_licence: str = ""
    not_same_as: tuple[str, ...] = ()


class Sameness(Enum):
    """The three answers."""

    SAME = "same"
    PERHAPS = "perhaps"
    ANOTHER = "another"


class Aspect(Enum):
    """What two descriptions are compared by; `REFUSED` is the director's own answer.

    A name agrees in full, or only its spelling is similar. A state of America counts as a country.
    """

    NUMBER = "number"
    NAME = "name"
    SPELLING = "spelling"
    COUNTRY = "country"
    CLUB = "club"
    GRADE = "grade"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """An aspect with both values; `apart` counts grades."""

    aspect: Aspect
    entered: str
    listed: str
    apart: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """The answer, with what agrees and what contradicts it."""

    sameness: Sameness
    agreeing: tuple[Reason, ...] = ()
    contradicting: tuple[Reason, ...] = ()

    @property
    def by_number(self) -> bool:
        """Whether a number of a federation is the same."""
        return self.agrees(Aspect.NUMBER)

    def agrees(self, *aspects: Aspect) -> bool:
        """Whether both descriptions agree in one of these."""
        return any(reason.aspect in aspects for reason in self.agreeing)

    def contradicts(self, *aspects: Aspect) -> bool:
        """Whether the descriptions contradict each other in one of these."""
        return any(reason.aspect in aspects for reason in self.contradicting)


# The federations' numbers, with the key of each federation.
NUMBERS = {"egf_pin": "egf", "aga_id": "aga", "ffg_licence": "ffg"}


def identity(entered: Described, listed: Described) -> Identity:
    """The answer about an entered and a listed person.

    *The same*: by a number, unless the name is altogether different; or by the full name with the same
    country or club, if nothing contradicts it. *Another*: other names, or an answer that the director gave.
    *Perhaps*: everything between.
    """
    likeness = name_likeness(entered, listed)
    reasons = list(_compared(entered, listed, likeness))
    agreeing = tuple(reason for agrees, reason in reasons if agrees)
    contradicting = tuple(reason for agrees, reason in reasons if not agrees)
    found = Identity(sameness=Sameness.ANOTHER, agreeing=agreeing, contradicting=contradicting)
    return Identity(
        sameness=_sameness(found, likeness), agreeing=found.agreeing, contradicting=found.contradicting
    )


def line_key(listed: Described) -> str:
    """What identifies a line of a list in forms and in the log: "egf:12345678", or its name."""
    for field, federation in NUMBERS.items():
        if getattr(listed, field):
            return f"{federation}:{getattr(listed, field)}"
    source = getattr(getattr(listed, "source", None), "value", "")
    return f"{source}:{plain_name(f'{listed.surname} {listed.first_name}'.strip())}"


def is_refused(entered: Described, listed: Described) -> bool:
    """Whether the director said that the entered person is not this listed one."""
    return line_key(listed) in getattr(entered, "not_same_as", ())


def _sameness(found: Identity, likeness: NameLikeness) -> Sameness:
    numbered = _by_number(found, likeness) if found.by_number else None
    if numbered is Sameness.SAME:
        return numbered
    if found.contradicts(Aspect.REFUSED):
        return Sameness.ANOTHER
    if numbered:
        return numbered
    known = found.agrees(Aspect.COUNTRY, Aspect.CLUB)
    match likeness:
        case NameLikeness.EQUAL:
            return Sameness.SAME if known and not found.contradicting else Sameness.PERHAPS
        case NameLikeness.BARE:
            return Sameness.PERHAPS
        case NameLikeness.SIMILAR if known and not found.contradicting:
            return Sameness.PERHAPS
    return Sameness.ANOTHER


def _by_number(found: Identity, likeness: NameLikeness) -> Sameness:
    """A number was given on purpose, but people mistype it, and families swap theirs."""
    if found.contradicts(Aspect.NUMBER) or likeness is NameLikeness.OTHER:
        return Sameness.PERHAPS
    if likeness in (NameLikeness.EQUAL, NameLikeness.BARE) or not found.contradicts(
        Aspect.COUNTRY, Aspect.GRADE
    ):
        return Sameness.SAME
    return Sameness.PERHAPS


def _compared(entered: Described, listed: Described, likeness: NameLikeness) -> Iterator[tuple[bool, Reason]]:
    """What is known on both sides, each with the answer if it agrees."""
    yield from _numbers(entered, listed)
    if is_refused(entered, listed):
        key = line_key(listed)
        yield False, Reason(aspect=Aspect.REFUSED, entered=key, listed=key)
    if likeness is not NameLikeness.PARTLY:
        aspect = Aspect.SPELLING if likeness is NameLikeness.SIMILAR else Aspect.NAME
        names = Reason(aspect=aspect, entered=_name(entered), listed=_name(listed))
        yield likeness is not NameLikeness.OTHER, names
    for field in ("country", "state"):
        own, theirs = getattr(entered, field, ""), getattr(listed, field, "")
        country = _countries_agree(own, theirs)
        if country is not None:
            yield country, Reason(aspect=Aspect.COUNTRY, entered=own, listed=theirs)
    club = clubs_agree(entered.club, listed.club)
    if club is not None:
        yield club, Reason(aspect=Aspect.CLUB, entered=entered.club, listed=listed.club)
    yield from _grades(entered, listed)


def _numbers(entered: Described, listed: Described) -> Iterator[tuple[bool, Reason]]:
    for field in NUMBERS:
        own, theirs = getattr(entered, field), getattr(listed, field)
        if own and theirs:
            yield own == theirs, Reason(aspect=Aspect.NUMBER, entered=own, listed=theirs)


def _grades(entered: Described, listed: Described) -> Iterator[tuple[bool, Reason]]:
    """The smallest difference between the grades and ratings of both."""
    own, theirs = list(_strengths(entered)), list(_strengths(listed))
    if not own or not theirs:
        return
    apart, one, other = min(
        ((abs(mine.number - their.number), mine, their) for mine in own for their in theirs),
        key=lambda each: each[0],
    )
    reason = Reason(aspect=Aspect.GRADE, entered=str(one), listed=str(other), apart=apart)
    yield apart <= NEAR_GRADES, reason


def _strengths(person: Described) -> Iterator[Grade]:
    """All grades that a person holds or plays at; that of the rating only if there is no other."""
    held = [
        grade
        for name in ("grade", "declared_grade", "proposed_grade")
        if (grade := getattr(person, name, None)) is not None
    ]
    yield from held
    american = getattr(getattr(person, "source", None), "value", "") == "aga"
    if not held and person.rating is not None and not american:
        yield Grade.of_rating(person.rating)


def _countries_agree(one: str, other: str) -> bool | None:
    own, theirs = (_COUNTRIES.get(plain, plain) for plain in (plain_name(one), plain_name(other)))
    # A country that is written out cannot be compared with a code.
    if not own or not theirs or (own != theirs and (len(own) == 2) != (len(theirs) == 2)):
        return None
    return own == theirs


def clubs_agree(one: str, other: str) -> bool | None:
    """Whether two clubs are the same; None if one is unknown, or a code that may stand for the other."""
    own, theirs = sorted((_letters(one), _letters(other)), key=len)
    if not own or not theirs:
        return None
    if own == theirs or (len(own) >= _TELLING_LETTERS and theirs.startswith(own)):
        return True
    if len(own) <= _LONGEST_CODE < len(theirs) and _abbreviates(own, theirs):
        return None
    return False


def _letters(club: str) -> str:
    """The letters of a club: codes of French clubs begin with the number of a department."""
    return "".join(sign for sign in plain_name(club) if sign.isalpha())


def _abbreviates(code: str, name: str) -> bool:
    """Whether the letters of a code stand in this order in a name, from its first one on."""
    rest = iter(name)
    return code[0] == name[0] and all(letter in rest for letter in code)


def _name(person: Described) -> str:
    return f"{person.surname} {person.first_name}".strip()
