"""Somebody on the list of a congress, and the same person as a player of an event."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from miai.domain.people.names import name_key
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.tournament import Tournament
from miai.features.lists.find_people import ID_FIELD

# The same people are compared in every event.
_name_key = lru_cache(maxsize=16_384)(name_key)
NUMBERS = tuple(ID_FIELD.values())
# What is true of a person in every event; the rest is about one event.
PERSON_FIELDS = (
    "surname", "first_name", "grade", "declared_grade", "highest_grade", "rating", "sigma", "rating_date",
    "rating_origin", "aga_rating", "country", "state", "city", "club", "family", "time_zone", "egf_pin",
    "ffg_licence", "ffg_status", "aga_id", "aga_expiry", "birth_year", "sex", "newcomer",
    "not_same_as",
)  # fmt: skip
# The same for one of the people of a side.
MEMBER_FIELDS = (
    "surname", "first_name", "grade", "rating", "country", "club", "egf_pin", "ffg_licence", "aga_id",
    "not_same_as",
)  # fmt: skip


def as_player(person: Player, player_id: PlayerId) -> Player:
    """A person as a new player of an event."""
    about = {name: getattr(person, name) for name in PERSON_FIELDS}
    return Player(id=player_id, registration=person.registration, **about)


def as_person(entrant: Player | Member, person_id: PlayerId, player: Player) -> Player:
    """A player of an event, or one of the people of a side, as somebody on the list."""
    names = MEMBER_FIELDS if isinstance(entrant, Member) else PERSON_FIELDS
    about = {name: getattr(entrant, name) for name in names}
    return Player(id=person_id, registration=player.registration, **about)


def updated(player: Player, person: Player, names: Iterable[str] = PERSON_FIELDS) -> Player:
    """A player of an event with what the list says of the person."""
    about = {name: getattr(person, name) for name in names}
    return replace(player, **about)


def is_same(one: Player | Member, other: Player | Member) -> bool:
    """Whether two entries are certainly one person: by a number, or by the name where no number differs."""
    if shares_number(one, other):
        return True
    return not numbers_differ(one, other) and key_of(one) == key_of(other)


def shares_number(one: Player | Member, other: Player | Member) -> bool:
    """Whether both have the same number of a federation."""
    return any(getattr(one, name) and getattr(one, name) == getattr(other, name) for name in NUMBERS)


def numbers_differ(one: Player | Member, other: Player | Member) -> bool:
    """Whether a federation has two different numbers for them."""
    return any(
        getattr(one, name) and getattr(other, name) and getattr(one, name) != getattr(other, name)
        for name in NUMBERS
    )


def key_of(person: Player | Member) -> str:
    """The name, the same for all its spellings."""
    return _name_key(person.surname, person.first_name)


def has_begun(event: Tournament) -> bool:
    """Whether a round of the event or of one of its stages is drawn."""
    return bool(event.rounds) or any(stage.event.rounds for stage in event.stages)


def last_drawn(event: Tournament) -> int:
    """The number of the last round that is drawn; 0 before the first."""
    return max((drawn.number for drawn in event.rounds), default=0)


def has_left(event: Tournament, player: Player) -> bool:
    """Whether a player takes no part any more: not in the rounds to come, nor in the last where none is.

    Who plays in a cup beside the event is away from its rounds, but has not left.
    """
    last = last_drawn(event)
    rounds = range(last + 1, event.settings.rounds + 1) or range(last, last + 1)
    return all(not player.attends(number) for number in rounds) and not _plays_beside(event, player)


def _plays_beside(event: Tournament, player: Player) -> bool:
    return any(
        each.id == player.id for stage in event.stages if stage.joins_main for each in stage.event.players
    )


def has_withdrawn(event: Tournament, player: Player) -> bool:
    """Whether a player has left the event while rounds of it are still to be drawn."""
    return last_drawn(event) < event.settings.rounds and has_left(event, player)
