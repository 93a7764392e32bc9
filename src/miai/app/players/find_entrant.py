"""Search for a player as somebody types: among the entrants, then in the rating lists."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from miai.domain.listed import ListedPlayer
from miai.domain.names import name_key, name_words
from miai.domain.player import Player
from miai.domain.spellings import is_meant, joined_words, latin_words
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import AnyOf, Message


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
    entered = list(_entered(tournament, text)) or list(_similar(tournament, text))
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
    found = list(_entered(tournament, text))
    exact = [player for player in found if player.name.casefold() == text.strip().casefold()]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        some = AnyOf(tuple(player.name for player in found[:3]))
        raise InputError(Message("'%(text)s' could be %(names)s", text=text, names=some))
    raise InputError(Message("nobody called '%(name)s' is entered", name=text))


def _entered(tournament: Tournament, text: str) -> Iterator[Player]:
    """Players with a name for every word typed, or with that id; matching surnames first."""
    words = name_words(text)
    if not words:
        return
    found = []
    for player in tournament.players:
        surname, first_name = name_words(player.surname), name_words(player.first_name)
        every = [*surname, *first_name]
        by_name = all(any(part.startswith(word) for part in every) for word in words)
        if by_name or text.strip() in (player.egf_pin, player.aga_id, player.ffg_licence):
            first = any(part.startswith(words[0]) for part in surname)
            found.append((not first, every, player))
    yield from (player for *_, player in sorted(found, key=lambda each: each[:2]))


def _similar(tournament: Tournament, text: str) -> Iterator[Player]:
    """Players with a similar name for every word typed."""
    words = latin_words(text)
    for player in tournament.players if words else ():
        surname, first_name = latin_words(player.surname), latin_words(player.first_name)
        every = [*joined_words(surname), *joined_words(first_name)]
        if all(any(is_meant(word, part) for part in every) for word in words):
            yield player


def _keys(person: Player | ListedPlayer) -> Iterator[tuple[str, str]]:
    """The ids and the name by which a listed player is recognised as an entrant."""
    for kind in ("egf_pin", "aga_id", "ffg_licence"):
        if getattr(person, kind):
            yield kind, getattr(person, kind)
    yield "name", f"{name_key(person.surname, person.first_name)} {person.country.casefold()}"
