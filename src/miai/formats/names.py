"""Finding a player by the key that another program made of the name."""

from collections import defaultdict
from collections.abc import Callable, Iterable

from miai.domain.names import plain_name
from miai.domain.player import Player, PlayerId

Key = Callable[[str], str]


def plain_key(text: str) -> str:
    """Surname and first name without spaces, in capitals."""
    return text.replace(" ", "").upper()


def _folded(text: str) -> str:
    return plain_name(plain_key(text))


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
# So little of a name could be anybody's.
_SHORTEST_SKELETON = 4


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
            made = make(key)
            if not made or (make is _skeleton and len(made) < _SHORTEST_SKELETON):
                continue
            found = table.get(made, [])
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def is_exact(self, key: str) -> bool:
        """Whether the key is just what the name makes."""
        return plain_key(key) in self._by_try[0]
