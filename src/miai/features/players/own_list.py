"""The own list of a club or federation: everybody who ever entered a tournament of this store.

It is made from the tournaments and kept in memory; of a tournament that changes, only its players are read
again, and the list is made anew only where they are others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from threading import Lock
from weakref import WeakKeyDictionary

from miai.desk.live_state import Desk
from miai.domain.people.identity import Aspect, Sameness, identity
from miai.domain.people.names import name_key, plain_name
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer
from miai.domain.people.sides import people_of
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.lists.find_people import ID_FIELD
from miai.features.players.find_entrant import matching
from miai.features.players.register_player import NEW, from_list, has_strength
from miai.store.people.own_list_choices import OwnListChoices, hash_of
from miai.store.protocol import Listed

_NUMBERS = tuple(ID_FIELD.values())
# What a person keeps from one tournament to the next; the rest is about one tournament.
_KEPT = (
    "surname", "first_name", "grade", "rating", "sigma", "rating_date", "rating_origin", "aga_rating",
    "country", "state", "city", "club", "egf_pin", "ffg_licence", "ffg_status", "aga_id", "aga_expiry",
    "not_same_as",
)  # fmt: skip
# What the director knows better than a rating list.
_OWN = ("country", "state", "city", "club", *_NUMBERS)
_Version = tuple[str, str, int]
# The same people and clubs occur in many tournaments.
_name_key = lru_cache(maxsize=16_384)(name_key)
_plain_name = lru_cache(maxsize=1_024)(plain_name)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPlayer:
    """Somebody who entered before: the data of the last time, that tournament, and how many there were."""

    player: Player
    event: str
    tournaments: int = 1

    @property
    def key(self) -> str:
        """What identifies the person: a number, or else name and club."""
        return next(_keys(self.player))


_Entered = tuple[str, tuple[Player, ...]]


@dataclass(slots=True)
class _Made:
    """What was read of the tournaments of a desk, and the list that was made from it last."""

    entrants: dict[_Version, tuple[Player, ...]] = field(default_factory=dict)
    entered: Sequence[_Entered] = ()
    choices: OwnListChoices | None = None
    people: tuple[OwnPlayer, ...] = ()
    lock: Lock = field(default_factory=Lock)


_made: WeakKeyDictionary[Desk, _Made] = WeakKeyDictionary()


def keys_of(own: OwnPlayer) -> tuple[str, ...]:
    """All that identifies a person."""
    return tuple(_keys(own.player))


def own_players(
    desk: Desk, choices: OwnListChoices, *, stopped: Callable[[], bool] = lambda: False
) -> tuple[OwnPlayer, ...]:
    """Everybody on the list by name, with the data of their last tournament; nobody where it is not used.

    The first time in a process it reads all tournaments; `stopped` says that this is not wanted any more.
    """
    if not choices.used:
        return ()
    counted = [
        each
        for each in desk.store.tournaments()
        if not each.damaged and (not choices.since or each.created_at > choices.since)
    ]
    counted.sort(key=lambda each: (each.begin or each.created_at, each.created_at), reverse=True)
    made = _made.setdefault(desk, _Made())
    with made.lock:
        entered = _entered(desk, counted, made, stopped)
        if entered is not None and (entered != made.entered or choices != made.choices):
            made.people = _people(entered, choices)
            made.entered, made.choices = entered, choices
        return made.people


def search_own(
    people: Sequence[OwnPlayer], text: str, event: Tournament, *, limit: int = 8
) -> list[OwnPlayer]:
    """Those who may be meant by a text, without those who are entered."""
    entered = {key for player in event.players for key in _entered_keys(player)}
    found = matching(people, text, player_of=lambda own: own.player)
    return list(islice((own for own in found if entered.isdisjoint(_entered_keys(own.player))), limit))


def is_listed_as(own: OwnPlayer, listed: ListedPlayer) -> bool:
    """Whether a rating list means the same person: by a number, and not under another name."""
    found = identity(own.player, listed)
    return found.by_number and found.sameness is Sameness.SAME


def entered_again(own: OwnPlayer, listed: ListedPlayer | None = None) -> Player:
    """The player to enter; strength is that of the rating list, where it has the same person."""
    if listed is None or not has_strength(listed):
        return own.player
    known = {name: value for name in _OWN if (value := getattr(own.player, name))}
    return replace(from_list(listed), **known)


def _entered(
    desk: Desk, counted: Sequence[Listed], made: _Made, stopped: Callable[[], bool]
) -> list[_Entered] | None:
    """The tournaments by name and who entered each; those that have changed are read. None when stopped."""
    known = {(tournament, created): players for (tournament, created, _), players in made.entrants.items()}
    entrants: dict[_Version, tuple[Player, ...]] = {}
    for each in counted:
        if stopped():
            return None
        version = str(each.id), each.created_at, each.version
        players = made.entrants.get(version)
        if players is None:
            players = _entrants(desk, each)
            before = known.get(version[:2])
            # The same objects are compared faster the next time.
            players = before if before == players else players
            made.entrants[version] = players
        entrants[version] = players
    made.entrants = entrants
    return [(each.name, players) for each, players in zip(counted, entrants.values(), strict=True)]


def _entrants(desk: Desk, listed: Listed) -> tuple[Player, ...]:
    """Who entered a tournament; nobody where it cannot be read."""
    try:
        if desk.is_loaded(listed.id):
            event = desk.state(listed.id).tournament
        else:
            event = desk.store.history(listed.id).tournament()
    except InputError:
        return ()
    # Who takes part in a congress enters its events, which are counted themselves.
    players = () if event.is_congress else event.players
    # The people of a side enter another time with somebody else.
    people = (person for player in players for person in people_of(player))
    return tuple(
        Player(id=NEW, **{name: getattr(person, name) for name in _KEPT if hasattr(person, name)})
        for person in people
    )


def _people(entered: Iterable[_Entered], choices: OwnListChoices) -> tuple[OwnPlayer, ...]:
    """One of each person without those taken off, by name."""
    people = _merged((event, player) for event, players in entered for player in players)
    off = set(choices.taken_off)
    kept = [own for own in people if not off or off.isdisjoint(map(hash_of, _keys(own.player)))]
    return tuple(sorted(kept, key=lambda own: (plain_name(own.player.name), own.key)))


def _merged(entered: Iterable[tuple[str, Player]]) -> Iterator[OwnPlayer]:
    """One of each person, the latest first; numbers that only an earlier tournament knew are added."""
    found: list[OwnPlayer] = []
    by_key: dict[str, int] = {}
    for event, player in entered:
        at = next((by_key[key] for key in _keys(player) if key in by_key), None)
        if at is None or not _is_one(found[at].player, player):
            at = len(found)
            found.append(OwnPlayer(player=player, event=event))
        else:
            own = found[at]
            numbers = {name: getattr(own.player, name) or getattr(player, name) for name in _NUMBERS}
            found[at] = replace(own, player=replace(own.player, **numbers), tournaments=own.tournaments + 1)
        for key in _keys(found[at].player):
            by_key.setdefault(key, at)
    yield from found


def _is_one(one: Player, other: Player) -> bool:
    """Whether two entries are one person; years between them change a grade.

    A namesake who may be another gets none of the numbers.
    """
    found = identity(one, other)
    if found.contradicts(Aspect.NUMBER, Aspect.NAME):
        return False
    if found.by_number or found.sameness is Sameness.SAME:
        return True
    numbered = any(getattr(one, name) != getattr(other, name) for name in _NUMBERS)
    return found.sameness is Sameness.PERHAPS and not numbered and not found.contradicts(Aspect.COUNTRY)


def _keys(player: Player) -> Iterator[str]:
    """The numbers of a person, then name and club."""
    for name in _NUMBERS:
        if getattr(player, name):
            yield f"{name} {getattr(player, name)}"
    yield f"name {_name_key(player.surname, player.first_name)}, {_plain_name(player.club)}"


def _entered_keys(player: Player) -> Iterator[str]:
    """By what somebody is recognised among the entrants: numbers, or the name whatever the club."""
    yield from (key for key in _keys(player) if not key.startswith("name "))
    yield _name_key(player.surname, player.first_name)
