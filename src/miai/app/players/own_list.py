"""The own list of a club or federation: everybody who ever entered a tournament of this store.

It is made from the tournaments whenever it is asked for; what was read of a tournament is kept in memory
until that tournament changes.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from miai.app.desk import Desk
from miai.app.players.entrants import ID_FIELD
from miai.app.players.find_entrant import find_entrant
from miai.app.players.register_player import NEW, from_list, has_strength
from miai.domain.listed import ListedPlayer
from miai.domain.names import name_key, plain_name
from miai.domain.player import Player, PlayerId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.store.own_list_choices import OwnListChoices, hash_of
from miai.store.protocol import Listed

_NUMBERS = tuple(ID_FIELD.values())
# What a person keeps from one tournament to the next; the rest is about one tournament.
_KEPT = (
    "surname", "first_name", "grade", "rating", "sigma", "rating_date", "rating_origin", "aga_rating",
    "country", "state", "city", "club", "egf_pin", "ffg_licence", "ffg_status", "aga_id", "aga_expiry",
)  # fmt: skip
# What the director knows better than a rating list.
_OWN = ("country", "state", "city", "club", *_NUMBERS)
_Version = tuple[str, str, int]


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


_read: WeakKeyDictionary[Desk, dict[_Version, tuple[Player, ...]]] = WeakKeyDictionary()


def keys_of(own: OwnPlayer) -> tuple[str, ...]:
    """All that identifies a person."""
    return tuple(_keys(own.player))


def own_players(desk: Desk, choices: OwnListChoices) -> tuple[OwnPlayer, ...]:
    """Everybody on the list by name, with the data of their last tournament; nobody where it is not used."""
    if not choices.used:
        return ()
    counted = [
        each
        for each in desk.store.tournaments()
        if not each.damaged and (not choices.since or each.created_at > choices.since)
    ]
    counted.sort(key=lambda each: (each.begin or each.created_at, each.created_at), reverse=True)
    known = _read.setdefault(desk, {})
    versions = {each.id: (str(each.id), each.created_at, each.version) for each in counted}
    for version in set(known) - set(versions.values()):
        known.pop(version, None)
    for each in counted:
        if versions[each.id] not in known:
            known[versions[each.id]] = _entrants(desk, each)
    people = _merged((each.name, player) for each in counted for player in known[versions[each.id]])
    off = set(choices.taken_off)
    kept = [own for own in people if not off & {hash_of(key) for key in _keys(own.player)}]
    return tuple(sorted(kept, key=lambda own: (plain_name(own.player.name), own.key)))


def search_own(
    people: Iterable[OwnPlayer], text: str, event: Tournament, *, limit: int = 8
) -> list[OwnPlayer]:
    """Those who may be meant by a text, without those who are entered."""
    entered = {key for player in event.players for key in _entered_keys(player)}
    by_id = {
        PlayerId(str(at)): own
        for at, own in enumerate(people)
        if not entered & set(_entered_keys(own.player))
    }
    field = Tournament(players=tuple(replace(own.player, id=key) for key, own in by_id.items()))
    return [by_id[hit.player.id] for hit in find_entrant(field, text, limit=limit) if hit.player]


def is_listed_as(own: OwnPlayer, listed: ListedPlayer) -> bool:
    """Whether a rating list means the same person: by a number."""
    return any(
        number and number == getattr(listed, field)
        for field in _NUMBERS
        if (number := getattr(own.player, field))
    )


def entered_again(own: OwnPlayer, listed: ListedPlayer | None = None) -> Player:
    """The player to enter; strength is that of the rating list, where it has the same person."""
    if listed is None or not has_strength(listed):
        return own.player
    known = {name: value for name in _OWN if (value := getattr(own.player, name))}
    return replace(from_list(listed), **known)


def _entrants(desk: Desk, listed: Listed) -> tuple[Player, ...]:
    """Who entered a tournament; nobody where it cannot be read."""
    try:
        players = desk.store.history(listed.id).tournament().players
    except InputError:
        return ()
    return tuple(Player(id=NEW, **{name: getattr(player, name) for name in _KEPT}) for player in players)


def _merged(entered: Iterable[tuple[str, Player]]) -> Iterator[OwnPlayer]:
    """One of each person, the latest first; numbers that only an earlier tournament knew are added."""
    found: list[OwnPlayer] = []
    by_key: dict[str, int] = {}
    for event, player in entered:
        at = next((by_key[key] for key in _keys(player) if key in by_key), None)
        if at is None or _is_other(found[at].player, player):
            at = len(found)
            found.append(OwnPlayer(player=player, event=event))
        else:
            own = found[at]
            numbers = {name: getattr(own.player, name) or getattr(player, name) for name in _NUMBERS}
            found[at] = replace(own, player=replace(own.player, **numbers), tournaments=own.tournaments + 1)
        for key in _keys(found[at].player):
            by_key.setdefault(key, at)
    yield from found


def _is_other(one: Player, other: Player) -> bool:
    """Whether two entries of one name are two people: a number of theirs differs."""
    return any(
        getattr(one, name) and getattr(other, name) and getattr(one, name) != getattr(other, name)
        for name in _NUMBERS
    )


def _keys(player: Player) -> Iterator[str]:
    """The numbers of a person, then name and club."""
    for name in _NUMBERS:
        if getattr(player, name):
            yield f"{name} {getattr(player, name)}"
    yield f"name {name_key(player.surname, player.first_name)}, {plain_name(player.club)}"


def _entered_keys(player: Player) -> Iterator[str]:
    """By what somebody is recognised among the entrants: numbers, or the name whatever the club."""
    yield from (key for key in _keys(player) if not key.startswith("name "))
    yield name_key(player.surname, player.first_name)
