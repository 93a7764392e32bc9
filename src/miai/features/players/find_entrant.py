"""Search for a player as somebody types: among the entrants, then in the rating lists."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Protocol, TypeVar

from miai.domain.people.name_lookup import NAMES_KEPT, beginning, player_meant
from miai.domain.people.names import name_key
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListedPlayer
from miai.domain.people.spellings import is_meant, joined_words, latin_words
from miai.domain.tournament import Tournament
from miai.messages import Message

T = TypeVar("T")


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
    """The one entrant whom an id, a name, or the beginning of one means."""
    nobody = Message("nobody called '%(name)s' is entered", name=text)
    return player_meant(tournament.players, text, nobody=nobody)


def matching(people: Sequence[T], text: str, *, player_of: Callable[[T], Player]) -> list[T]:
    """Those whose names begin with the words of a text, best first; where there are none, similar names."""
    return beginning(people, text, player_of) or list(_similar(people, text, player_of))


def _similar(people: Iterable[T], text: str, player_of: Callable[[T], Player]) -> Iterator[T]:
    """People with a similar name for every word typed."""
    # Most words occur in many names.
    meant = [cache(partial(is_meant, word)) for word in latin_words(text)]
    for person in people if meant else ():
        player = player_of(person)
        every = _spellings_of(player.surname, player.first_name)
        if all(any(map(is_it, every)) for is_it in meant):
            yield person


@lru_cache(maxsize=NAMES_KEPT)
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
