"""Finding a player by the key that another program made of the name."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from miai.domain.player import Player, PlayerId
from miai.standings.places import fold

Key = Callable[[str], str]


def plain_key(text: str) -> str:
    """Surname and first name without spaces, in capitals."""
    return text.replace(" ", "").upper()


def _folded(text: str) -> str:
    return fold(plain_key(text))


def _unscrambled(text: str) -> str:
    """Undo UTF-8 that was once read as a western encoding."""
    try:
        return _folded(text.encode("cp1252").decode("utf-8"))
    except UnicodeError:
        return _folded(text)


def _skeleton(text: str) -> str:
    """Only the signs that survive any encoding and any locale's capitals."""
    return "".join(sign for sign in plain_key(text) if sign.isascii() and sign not in "?I")


_TRIES: tuple[Key, ...] = (plain_key, _folded, _unscrambled, _skeleton)


class Keys:
    """Players by key: exact first, then more and more leniently, never ambiguously."""

    def __init__(self, players: Iterable[Player]) -> None:
        self._by_try: list[dict[str, list[PlayerId]]] = []
        listed = [(player.id, player.surname + player.first_name) for player in players]
        for make in _TRIES:
            table: dict[str, list[PlayerId]] = defaultdict(list)
            for player_id, name in listed:
                table[make(name)].append(player_id)
            self._by_try.append(table)

    def find(self, key: str) -> PlayerId | None:
        """The player meant, or None if nobody or more than one could be."""
        for make, table in zip(_TRIES, self._by_try, strict=True):
            found = table.get(make(key), [])
            if found:
                return found[0] if len(found) == 1 else None
        return None
