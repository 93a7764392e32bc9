"""Match a tournament's entrants against the imported lists."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum
from operator import attrgetter

from miai.domain.people.names import is_shouted, name_key, plain_name
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.tournament import Tournament
from miai.features.lists.candidates import Candidate, RatingLists, all_candidates, only_same
from miai.features.lists.memberships import MembershipNotice, federation_of, notices_of
from miai.messages import Message, mark

ID_FIELD = {ListSource.EGF: "egf_pin", ListSource.AGA: "aga_id", ListSource.FFG: "ffg_licence"}
_SAME_ID = {
    ListSource.EGF: mark("EGF PIN %(number)s"),
    ListSource.AGA: mark("AGA id %(number)s"),
    ListSource.FFG: mark("French licence %(number)s"),
}
# Ratings are compared as lists print them.
_SAME_RATING = 0.5
_SAME_AGA_RATING = 0.005


class Found(Enum):
    """How an entrant was found in a list."""

    BY_ID = "id"
    BY_NAME = "name"
    PERHAPS = "perhaps"
    NOT_FOUND = "not found"


class DifferenceKind(Enum):
    """What differs between an entrant and a list; a name in capitals, in spelling, or altogether."""

    CAPITALS = "capitals"
    SPELLING = "spelling"
    NAME = "name"
    EGF_PIN = "EGF PIN"
    AGA_ID = "AGA id"
    FFG_LICENCE = "French licence"
    GRADE = "grade"
    RATING = "rating"
    AGA_RATING = "AGA rating"
    CLUB = "club"
    COUNTRY = "country"


ID_DIFFERENCE = {
    ListSource.EGF: DifferenceKind.EGF_PIN,
    ListSource.AGA: DifferenceKind.AGA_ID,
    ListSource.FFG: DifferenceKind.FFG_LICENCE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What was entered and what the list says instead."""

    what: DifferenceKind
    entered: str
    listed: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ListMatch:
    """An entrant in one list: the line that is theirs, or those that perhaps are."""

    source: ListSource
    found: Found
    listed: ListedPlayer | None = None
    candidates: tuple[Candidate, ...] = ()
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedEntrant:
    """An entrant in all the lists."""

    player: Player
    matches: tuple[ListMatch, ...]
    notices: tuple[MembershipNotice, ...] = ()

    @property
    def found(self) -> Found:
        """The most certain of the findings."""
        order = list(Found)
        return min((match.found for match in self.matches), key=order.index, default=Found.NOT_FOUND)

    @property
    def listed(self) -> tuple[ListedPlayer, ...]:
        """The lines that are certainly theirs."""
        return tuple(match.listed for match in self.matches if match.listed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Duplicate:
    """Entrants who are perhaps one person, and the id or the name that they share."""

    what: Message
    players: tuple[Player, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryCheck:
    """All entrants compared with the lists."""

    on: date
    entrants: tuple[CheckedEntrant, ...]
    duplicates: tuple[Duplicate, ...]


def match_entrants(tournament: Tournament, lists: RatingLists, *, on: date | None = None) -> EntryCheck:
    """Look every entrant up; memberships are checked on the tournament's first day, or on the day given."""
    day = on or day_of(tournament)
    return EntryCheck(
        on=day,
        entrants=check_players(tournament.players, lists, on=day, federation=federation_of(tournament)),
        duplicates=tuple(find_duplicates(tournament.players)),
    )


def check_players(
    players: Sequence[Player], lists: RatingLists, *, on: date, federation: ListSource | None
) -> tuple[CheckedEntrant, ...]:
    """Look players up, with their memberships on a day in the federation of the event."""
    return tuple(_checked(player, lists, on, federation) for player in players)


def day_of(tournament: Tournament) -> date:
    """The first day of the tournament, or today where it has no date."""
    for text in (tournament.begin, tournament.end):
        try:
            return date.fromisoformat(text[:10])
        except ValueError:
            continue
    return date.today()


def _checked(player: Player, lists: RatingLists, on: date, federation: ListSource | None) -> CheckedEntrant:
    matches = tuple(_match(player, source, found) for source, found in all_candidates(player, lists))
    certain = tuple(match.listed for match in matches if match.listed)
    notices = notices_of(player, certain, on, federation=federation)
    return CheckedEntrant(player=player, matches=matches, notices=notices)


def is_asked_about(match: ListMatch, federation: ListSource | None) -> bool:
    """Whether a question is worth it: a namesake in the list of a foreign federation is not."""
    return match.found is Found.PERHAPS and not is_foreign(match.source, federation)


def is_foreign(source: ListSource, federation: ListSource | None) -> bool:
    """Whether a list is neither that of the EGF nor that of the event's own federation."""
    return federation is not None and source not in (ListSource.EGF, federation)


def _match(player: Player, source: ListSource, candidates: tuple[Candidate, ...]) -> ListMatch:
    same = only_same(candidates)
    if same is None:
        found = Found.PERHAPS if candidates else Found.NOT_FOUND
        return ListMatch(source=source, found=found, candidates=candidates)
    return ListMatch(
        source=source,
        found=Found.BY_ID if same.identity.by_number else Found.BY_NAME,
        listed=same.listed,
        candidates=(same,),
        differences=tuple(_differences(player, same.listed)),
    )


def _differences(player: Player, listed: ListedPlayer) -> Iterator[Difference]:
    name = name_difference(player, listed)
    if name:
        yield name
    own_id = getattr(player, ID_FIELD[listed.source])
    if listed.number and own_id != listed.number:
        yield Difference(what=ID_DIFFERENCE[listed.source], entered=own_id, listed=listed.number)
    if listed.grade is not None and listed.grade not in (player.grade, player.declared_grade):
        yield Difference(what=DifferenceKind.GRADE, entered=str(player.grade), listed=str(listed.grade))
    rating = rating_difference(player, listed)
    if rating:
        yield rating
    for part in (DifferenceKind.CLUB, DifferenceKind.COUNTRY):
        own, theirs = getattr(player, part.value), getattr(listed, part.value)
        if theirs and plain_name(own) != plain_name(theirs):
            yield Difference(what=part, entered=own, listed=theirs)


def name_difference(player: Player, listed: ListedPlayer) -> Difference | None:
    """How the two names differ: in capitals, in spelling, or altogether."""
    if (player.surname, player.first_name) == (listed.surname, listed.first_name):
        return None
    if has_lost_accents(player, listed):
        return None
    if player.name.casefold() == listed.name.casefold():
        # The French list is in capitals: how its names are written otherwise is a guess.
        guessed = listed.source is ListSource.FFG
        if guessed and not is_shouted(player.surname):
            return None
        return Difference(what=DifferenceKind.CAPITALS, entered=player.name, listed=listed.name)
    same = name_key(player.surname, player.first_name) == name_key(listed.surname, listed.first_name)
    what = DifferenceKind.SPELLING if same else DifferenceKind.NAME
    return Difference(what=what, entered=player.name, listed=listed.name)


def has_lost_accents(player: Player, listed: ListedPlayer) -> bool:
    """Whether the list writes the same name without the accents that the entrant has."""
    same = plain_name(player.name) == plain_name(listed.name)
    return same and listed.name.isascii() and not player.name.isascii()


def rating_difference(player: Player, listed: ListedPlayer) -> Difference | None:
    """How the rating differs, by more than lists round it."""
    if listed.rating is None:
        return None
    american = listed.source is ListSource.AGA
    own = player.aga_rating if american else player.rating
    if own is not None and abs(own - listed.rating) < (_SAME_AGA_RATING if american else _SAME_RATING):
        return None
    what = DifferenceKind.AGA_RATING if american else DifferenceKind.RATING
    entered = "" if own is None else f"{own:g}"
    return Difference(what=what, entered=entered, listed=f"{listed.rating:g}")


def find_duplicates(players: Sequence[Player]) -> Iterator[Duplicate]:
    """Entrants who share an id or a name."""
    for source, field in ID_FIELD.items():
        for number, same in _shared(players, attrgetter(field)):
            yield Duplicate(what=Message(_SAME_ID[source], number=number), players=same)
    for _, same in _shared(players, lambda player: name_key(player.surname, player.first_name)):
        yield Duplicate(what=Message("name %(name)s", name=same[0].name), players=same)


def _shared(
    players: Sequence[Player], key: Callable[[Player], str]
) -> Iterator[tuple[str, tuple[Player, ...]]]:
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        groups[key(player)].append(player)
    for shared, same in groups.items():
        if shared and len(same) > 1:
            yield shared, tuple(same)
