"""Sides of Pair Go and rengo: two or three people who play together as one player of the tournament."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from statistics import fmean

from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player
from miai.domain.settings.side_rules import MeanRounding, SideRules
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

# A longer name of a side is shortened to the surnames.
LONGEST_NAME = 48
_HALF = Fraction(1, 2)
# The people of a side decide these.
_OF_PEOPLE = ("surname", "first_name", "grade", "rating", "egf_pin", "ffg_licence", "aga_id")
NOT_RATED = Message("Pair Go and rengo are not rated")


def side_of(player: Player, members: Sequence[Member], rules: SideRules) -> Player:
    """The player as a side of these people: with their names, their mean strength and what they share.

    Everybody's PIN and licence stays with the person; the side itself has none.
    """
    tidied = tuple(tidy_member(member) for member in members)
    demand_size(len(tidied), rules)
    return replace(
        player,
        surname=side_name(tidied),
        first_name="",
        grade=mean_grade([member.grade for member in tidied], rules.rounding),
        rating=mean_rating(tidied),
        country=common_text(member.country for member in tidied),
        club=common_text(member.club for member in tidied),
        egf_pin="",
        ffg_licence="",
        aga_id="",
        members=tidied,
    )


def demand_size(people: int, rules: SideRules) -> None:
    """Refuse a side that has not as many people as the event asks for."""
    if rules.people == 1:
        raise InputError(Message("in this event everybody plays alone"))
    if people != rules.people:
        raise InputError(
            Message("a side has %(wanted)s people, not %(given)s", wanted=rules.people, given=people)
        )


def tidy_member(member: Member) -> Member:
    """The person without blanks around texts; a surname is needed."""
    texts = {name: getattr(member, name).strip() for name in ("surname", "first_name", "club", "country")}
    tidied = replace(member, **texts)
    if not tidied.surname:
        raise InputError(Message("each person of a side needs a surname"))
    return tidied


def as_member(player: Player) -> Member:
    """A player, such as one of a rating list, as one of the people of a side."""
    return Member(
        surname=player.surname,
        first_name=player.first_name,
        grade=player.grade,
        rating=player.rating,
        country=player.country,
        club=player.club,
        egf_pin=player.egf_pin,
        ffg_licence=player.ffg_licence,
        aga_id=player.aga_id,
        not_same_as=player.not_same_as,
    )


def side_name(members: Sequence[Member]) -> str:
    """All names, "Fox Ida / Green Tom"; the surnames alone where that is long."""
    full = " / ".join(member.name for member in members)
    return full if len(full) <= LONGEST_NAME else " / ".join(member.surname for member in members)


def mean_grade(grades: Sequence[Grade], rounding: MeanRounding) -> Grade:
    """The mean of grades; professional grades count as the amateur grades they rank with.

    People of the same grade keep it, also a professional one.
    """
    if len(set(grades)) == 1:
        return grades[0]
    mean = Fraction(sum(grade.number for grade in grades), len(grades))
    match rounding:
        case MeanRounding.STRONGER:
            return Grade.of_number(ceil(mean))
        case MeanRounding.WEAKER:
            return Grade.of_number(floor(mean))
        case MeanRounding.NEAREST:
            return Grade.of_number(ceil(mean - _HALF))


def mean_rating(members: Sequence[Member]) -> float | None:
    """The mean of ratings; who has none counts with that of the grade, nobody's is known: none."""
    if all(member.rating is None for member in members):
        return None
    return fmean(member.grade.rating if member.rating is None else member.rating for member in members)


def people_of(player: Player) -> tuple[Member | Player, ...]:
    """The people of a side, or the player who plays alone."""
    return player.members or (player,)


def has_sides(tournament: Tournament) -> bool:
    """Whether people play together as sides, so that no game is rated."""
    return tournament.settings.sides.people > 1 or any(player.members for player in tournament.players)


def shared_text(one: Player, other: Player, field: str) -> str:
    """The country or club that somebody of one side shares with somebody of the other; empty if none."""
    theirs = {getattr(person, field).casefold() for person in people_of(other)}
    texts = (getattr(person, field) for person in people_of(one))
    return next((text for text in texts if text and text.casefold() in theirs), "")


def all_texts(player: Player, field: str) -> str:
    """The countries or clubs of the people of a side, each once."""
    texts = dict.fromkeys(getattr(person, field) for person in people_of(player))
    return " / ".join(text for text in texts if text)


def with_rules(player: Player, rules: SideRules) -> Player:
    """A side whose grade follows the rounding of the event; who plays alone stays as they are."""
    if not player.members:
        return player
    return replace(player, grade=mean_grade([each.grade for each in player.members], rules.rounding))


def regraded(tournament: Tournament) -> tuple[Player, ...]:
    """The sides whose grade is not the mean that the rules give, each with that mean."""
    found = ((player, with_rules(player, tournament.settings.sides)) for player in tournament.players)
    return tuple(new for old, new in found if new != old)


def demand_of_people(old: Player, new: Player, rules: SideRules) -> None:
    """Refuse another name, grade, rating or number of a side than its people give."""
    if not new.members or _of_people(old) == _of_people(new):
        return
    if _of_people(side_of(new, new.members, rules)) != _of_people(new):
        raise InputError(
            Message(
                "the name, grade, rating and numbers of %(name)s are from its people: change the people",
                name=old.name,
            )
        )


def _of_people(player: Player) -> tuple[object, ...]:
    return tuple(getattr(player, name) for name in _OF_PEOPLE)


def common_text(texts: Iterable[str]) -> str:
    """The text that all have, in capitals or not; empty where they differ."""
    known = list(texts)
    return known[0] if len({text.casefold() for text in known}) == 1 else ""
