"""Recognise the players of an event among the people of a congress."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from miai.domain.people.identity import Sameness, identity
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.tournament import Tournament
from miai.features.congress.person import NUMBERS, is_same, key_of, numbers_differ
from miai.messages import Message


class Recognised(Enum):
    """How a player of an event was found on the list."""

    BY_NUMBER = "number"
    BY_NAME = "name"
    NEW = "new"
    DOUBTFUL = "doubtful"


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonMatch:
    """One person of an event: a player, or one of the people of a side, and who on the list that is.

    `key` names them in answers: who of the `candidates` it is, or nobody of them.
    """

    key: str
    player: Player
    entrant: Player | Member
    recognised: Recognised
    person: PlayerId | None = None
    candidates: tuple[Player, ...] = ()

    @property
    def question(self) -> Message | None:
        """What has to be answered about them."""
        if self.recognised is not Recognised.DOUBTFUL:
            return None
        return Message(
            "Is %(name)s (%(grade)s) the same person as %(others)s?",
            name=self.entrant.name,
            grade=_known_of(self.entrant),
            others=tuple(f"{each.name} ({_known_of(each)})" for each in self.candidates),
        )


def _known_of(person: Player | Member) -> str:
    """By what people recognise somebody: grade, country, club and numbers."""
    parts = (str(person.grade), person.country, person.club, *(getattr(person, name) for name in NUMBERS))
    return ", ".join(part for part in parts if part)


class _People:
    """The list of people, to look somebody up by number or by name."""

    def __init__(self, people: tuple[Player, ...]) -> None:
        self._by_number: defaultdict[tuple[str, str], list[Player]] = defaultdict(list)
        self._by_name: defaultdict[str, list[Player]] = defaultdict(list)
        for person in people:
            self._by_name[key_of(person)].append(person)
            for name in NUMBERS:
                if getattr(person, name):
                    self._by_number[name, getattr(person, name)].append(person)

    def with_numbers(self, entrant: Player | Member) -> list[Player]:
        found = {
            person.id: person
            for name in NUMBERS
            if getattr(entrant, name)
            for person in self._by_number.get((name, getattr(entrant, name)), ())
        }
        return list(found.values())

    def named(self, entrant: Player | Member) -> list[Player]:
        return [each for each in self._by_name.get(key_of(entrant), ()) if not numbers_differ(each, entrant)]


def match_people(congress: Tournament, event_id: str, event: Tournament) -> tuple[PersonMatch, ...]:
    """Everybody in an event who is not connected with the list of people, and who on it they are."""
    people = _People(congress.players)
    linked = _linked(congress, event_id)
    found = [
        _matched(people, key, player, entrant)
        for player in event.players
        for key, entrant in _entrants(player, linked.get(player.id, ()))
    ]
    times = Counter(match.person for match in found if match.person)
    times.update(person.id for persons in linked.values() for person in persons)
    return tuple(
        _in_doubt(match, congress) if match.person and times[match.person] > 1 else match for match in found
    )


def _linked(congress: Tournament, event_id: str) -> Mapping[PlayerId, tuple[Player, ...]]:
    """The people that the players of an event are known to be."""
    people = {person.id: person for person in congress.players}
    found: dict[PlayerId, tuple[Player, ...]] = {}
    for each in congress.congress.entries:
        for entry in each.entries:
            if entry.event == event_id and each.person in people:
                found[entry.player] = (*found.get(entry.player, ()), people[each.person])
    return found


def _entrants(player: Player, known: Sequence[Player]) -> Iterator[tuple[str, Player | Member]]:
    """The people of a player who are not known yet, with their keys."""
    if not player.members:
        if not known:
            yield player.id, player
        return
    for number, person in enumerate(player.members, start=1):
        if not any(is_same(person, each) for each in known):
            yield f"{player.id}.{number}", person


def _matched(people: _People, key: str, player: Player, entrant: Player | Member) -> PersonMatch:
    new = PersonMatch(key=key, player=player, entrant=entrant, recognised=Recognised.NEW)
    compared = {
        each.id: (identity(entrant, each), each)
        for each in (*people.with_numbers(entrant), *people.named(entrant))
    }
    found = [each for each in compared.values() if each[0].sameness is not Sameness.ANOTHER]
    same = [each for each in found if each[0].sameness is Sameness.SAME]
    sure = [each for each in same if each[0].by_number] or same
    if len(sure) == 1 and (sure[0][0].by_number or len(found) == 1):
        recognised = Recognised.BY_NUMBER if sure[0][0].by_number else Recognised.BY_NAME
        return replace(new, recognised=recognised, person=sure[0][1].id)
    if not found:
        return new
    if len(found) == 1 and _says_the_same(entrant, found[0][1]):
        return replace(new, recognised=Recognised.BY_NAME, person=found[0][1].id)
    return replace(new, recognised=Recognised.DOUBTFUL, candidates=tuple(person for _, person in found))


def _says_the_same(entrant: Player | Member, person: Player) -> bool:
    """Whether both descriptions are alike in everything, so that nothing is learned from the other."""
    about = ("grade", "rating", "country", "club", *NUMBERS)
    return all(getattr(entrant, name) == getattr(person, name) for name in about)


def _in_doubt(match: PersonMatch, congress: Tournament) -> PersonMatch:
    """Two players of an event cannot be one person."""
    assert match.person is not None  # noqa: S101 - asked before
    candidates = (congress.player(match.person),)
    return replace(match, recognised=Recognised.DOUBTFUL, person=None, candidates=candidates)
