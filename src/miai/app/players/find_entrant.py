"""Search for a player as somebody types: among the entrants, then in the rating lists."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Protocol, TypeVar

from miai.domain.listed import ListedPlayer
from miai.domain.names import name_key, name_words
from miai.domain.player import Player
from miai.domain.spellings import is_meant, joined_words, latin_words
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import AnyOf, Message

T = TypeVar("T")
# So many names are kept as words, so that they need not be split again at every letter that is typed.
_NAMES_KEPT = 32_768


class SearchableLists(Protocol):
    """Rating lists that can be searched."""

    def search(self, text: str, *, limit: int = 20) -> tuple[ListedPlayer, ...]:
        """The players who may be meant by a text, best first."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """An entrant, or a player of a rating list who could be entered."""

    player: Player | None = None
    listed: ListedPlayer | None = None


def find_entrant(
    tournament: Tournament, text: str, *, lists: SearchableLists | None = None, limit: int = 8
) -> tuple[Hit, ...]:
    """Those entered first, then the rating lists without them."""
    entered = matching(tournament.players, text, player_of=_itself)
    hits = [Hit(player=player) for player in entered[:limit]]
    if lists is None or len(hits) >= limit or not text.strip():
        return tuple(hits)
    known = {key for player in tournament.players for key in _keys(player)}
    for listed in lists.search(text, limit=limit + len(entered)):
        if not known & set(_keys(listed)):
            hits.append(Hit(listed=listed))
    return tuple(hits[:limit])


def entrant_named(tournament: Tournament, text: str) -> Player:
    """The one entrant whom a name, or the beginning of one, means."""
    found = _beginning(tournament.players, text, _itself)
    exact = [player for player in found if player.name.casefold() == text.strip().casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        some = AnyOf(tuple(player.name for player in found[:3]))
        raise InputError(Message("'%(text)s' could be %(names)s", text=text, names=some))
    raise InputError(Message("nobody called '%(name)s' is entered", name=text))


def matching(people: Sequence[T], text: str, *, player_of: Callable[[T], Player]) -> list[T]:
    """Those whose names begin with the words of a text, best first; where there are none, similar names."""
    return _beginning(people, text, player_of) or list(_similar(people, text, player_of))


def _beginning(people: Iterable[T], text: str, player_of: Callable[[T], Player]) -> list[T]:
    """People with a name for every word typed, or with that id; matching surnames first."""
    beginnings, typed = [f" {word}" for word in name_words(text)], text.strip()
    found: list[tuple[bool, str, T]] = []
    for person in people if beginnings else ():
        player = player_of(person)
        surname, every = _words_of(player.surname, player.first_name)
        by_name = all(beginning in every for beginning in beginnings)
        if by_name or typed in (player.egf_pin, player.aga_id, player.ffg_licence):
            found.append((beginnings[0] not in surname, every, person))
    return [person for *_, person in sorted(found, key=lambda each: each[:2])]


def _similar(people: Iterable[T], text: str, player_of: Callable[[T], Player]) -> Iterator[T]:
    """People with a similar name for every word typed."""
    # Most words occur in many names.
    meant = [cache(partial(is_meant, word)) for word in latin_words(text)]
    for person in people if meant else ():
        player = player_of(person)
        every = _spellings_of(player.surname, player.first_name)
        if all(any(map(is_it, every)) for is_it in meant):
            yield person


@lru_cache(maxsize=_NAMES_KEPT)
def _words_of(surname: str, first_name: str) -> tuple[str, str]:
    """The words of the surname and all words of the name, each after a blank."""
    words = "".join(f" {word}" for word in name_words(surname))
    return words, words + "".join(f" {word}" for word in name_words(first_name))


@lru_cache(maxsize=_NAMES_KEPT)
def _spellings_of(surname: str, first_name: str) -> tuple[str, ...]:
    """All words of a name in Latin letters, and each part as one word."""
    return (*joined_words(latin_words(surname)), *joined_words(latin_words(first_name)))


def _itself(player: Player) -> Player:
    return player


def _keys(person: Player | ListedPlayer) -> Iterator[tuple[str, str]]:
    """The ids and the name by which a listed player is recognised as an entrant."""
    for kind in ("egf_pin", "aga_id", "ffg_licence"):
        if getattr(person, kind):
            yield kind, getattr(person, kind)
    yield "name", f"{name_key(person.surname, person.first_name)} {person.country.casefold()}"
