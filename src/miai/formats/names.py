"""Finds a player by the key that another program made from the name."""

from collections import defaultdict
from collections.abc import Callable, Sequence

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId

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
    """Only the characters that every encoding and every locale's capitals leave unchanged."""
    return "".join(sign for sign in plain_key(text) if sign.isascii() and sign not in "?I")


_TRIES: tuple[Key, ...] = (plain_key, _folded, _unscrambled, _skeleton)
# A shorter rest of a name would fit too many players.
_SHORTEST_SKELETON = 4


def fits_name(key: str, name: str) -> bool:
    """Whether a key in capitals is that of a name, whatever rules for capitals and accents made it."""
    return key == plain_key(key) and _folded(key) == _folded(name)


class PlayersByKey:
    """Finds players by key: exactly first, then with more and more tolerance, never ambiguously.

    Each player comes with the name that the other program makes keys from.
    """

    def __init__(self, players: Sequence[tuple[Player, str]]) -> None:
        self._by_try: list[dict[str, list[PlayerId]]] = []
        self._players = {player.id: player for player, _ in players}
        self._names = {player.id: name for player, name in players}
        self._spellings: dict[PlayerId, str] = {}
        for make in _TRIES:
            table: dict[str, list[PlayerId]] = defaultdict(list)
            for player, name in self._names.items():
                table[make(name)].append(player)
            self._by_try.append(table)

    def find(self, key: str) -> PlayerId | None:
        """The player meant, or None if nobody or more than one could be."""
        for make, table in zip(_TRIES, self._by_try, strict=True):
            made = make(key)
            if not made or (make is _skeleton and len(made) < _SHORTEST_SKELETON):
                continue
            found = table.get(made, [])
            if found:
                return self._remembered(key, found[0]) if len(found) == 1 else None
        return None

    def _remembered(self, key: str, player: PlayerId) -> PlayerId:
        name = self._names[player]
        if key != plain_key(name) and fits_name(key, name):
            self._spellings.setdefault(player, key)
        return player

    def spelling(self, player: PlayerId) -> str:
        """The key by which a player was found, where it is not the plain one; else nothing."""
        return self._spellings.get(player, "")

    def name(self, player: PlayerId) -> str:
        """The name of a player that was found."""
        return self._players[player].name

    def is_exact(self, key: str) -> bool:
        """Whether the key is exactly the key of a name."""
        return plain_key(key) in self._by_try[0]
