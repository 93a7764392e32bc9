"""Whom a typed name means: the same for commands, pages and programs."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from miai.domain.people.names import name_key, name_words
from miai.domain.people.player import Player
from miai.errors import InputError
from miai.messages import AnyOf, Message

T = TypeVar("T")
# So many names are kept as words, so that they need not be split again at every letter that is typed.
NAMES_KEPT = 32_768
# More of those who may be meant are not listed.
_NAMED = 3


def player_meant(players: Sequence[Player], text: str, *, nobody: Message) -> Player:
    """The one player with that id, with that name in either order, or with names that begin so.

    Namesakes are told apart by their grade after the name, as everywhere else. If there is none, `nobody` is
    said.
    """
    by_id = next((player for player in players if player.id == text.strip()), None)
    if by_id is not None:
        return by_id
    found = beginning(players, text, lambda player: player)
    if not found:
        players, text = _of_grade(players, text)
        found = beginning(players, text, lambda player: player)
    key = name_key(text, "")
    exact = [player for player in found if name_key(player.surname, player.first_name) == key]
    if len(exact or found) == 1:
        return (exact or found)[0]
    if found:
        some = AnyOf(tuple(_told_apart(exact or found)))
        raise InputError(Message("'%(text)s' could be %(names)s", text=text, names=some))
    raise InputError(nobody)


def _of_grade(players: Sequence[Player], text: str) -> tuple[Sequence[Player], str]:
    """The players of the grade at the end of a text, and the name before it; nobody if it ends in none."""
    name, _, last = text.strip().rpartition(" ")
    if not name or not last[0].isdecimal():
        return (), text
    return [player for player in players if str(player.grade) == last.casefold()], name


def _told_apart(players: Sequence[Player]) -> Iterator[str]:
    """The first names of a list; namesakes with the ids by which a command takes them."""
    names = Counter(player.name for player in players)
    for player in players[:_NAMED]:
        facts = filter(None, (player.id, str(player.grade), player.club))
        yield f"{player.name} ({', '.join(facts)})" if names[player.name] > 1 else player.name


def beginning(people: Iterable[T], text: str, player_of: Callable[[T], Player]) -> list[T]:
    """People with a name for every word typed, or with that id; matching surnames first."""
    beginnings, typed = [f" {word}" for word in name_words(text)], text.strip()
    found: list[tuple[bool, str, T]] = []
    for person in people if beginnings else ():
        player = player_of(person)
        surname, every = _words_of(player.surname, player.first_name)
        by_name = all(each in every for each in beginnings)
        if by_name or typed in (player.egf_pin, player.aga_id, player.ffg_licence):
            found.append((beginnings[0] not in surname, every, person))
    return [person for *_, person in sorted(found, key=lambda each: each[:2])]


@lru_cache(maxsize=NAMES_KEPT)
def _words_of(surname: str, first_name: str) -> tuple[str, str]:
    """The words of the surname and all words of the name, each after a blank."""
    words = "".join(f" {word}" for word in name_words(surname))
    return words, words + "".join(f" {word}" for word in name_words(first_name))
