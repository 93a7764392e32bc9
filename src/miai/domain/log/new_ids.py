"""Ids for players, teams and stages: no two machines make the same one, and none is used again."""

import re
import secrets
from collections.abc import Iterable, Iterator

from miai.domain.log import events
from miai.domain.log.history import History
from miai.domain.people.player import PlayerId
from miai.domain.people.team import TeamId
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament

# Letters that nobody mixes up or makes words of: 130,000 origins.
_LETTERS = "bcdfghjkmnpqrstvwxz"
_LENGTH = 4
_NUMBERED = re.compile(r"([pt])(\d{1,9})(?!\d)")


def new_origin() -> str:
    """What tells the ids of one running program from those of all others, such as "kxfd"."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))


class NewIds:
    """Hands out ids such as "p82-kxfd": a number that is free in a log, and the program that chose it.

    Two laptops whose logs have parted may both enter the 82nd player. An id is not free again after its owner
    was removed or the entry was undone.
    """

    def __init__(self, history: History, *, origin: str) -> None:
        self._origin = origin
        self._used = set(_used(entry.event for entry in history.entries))
        self._last = {kind: self._last_number(kind) for kind in "pt"}

    @classmethod
    def without_log(cls, tournament: Tournament) -> "NewIds":
        """Ids for a tournament in a script or a file, whose log is not known; there is one such program."""
        return cls(History.of_tournament(tournament), origin="")

    def player(self, wished: str = "") -> PlayerId:
        """The id for a new player; the one that is wished for, if it was never used."""
        if wished and ("p", wished) not in self._used:
            self._used.add(("p", wished))
            return PlayerId(wished)
        return PlayerId(self._numbered("p"))

    def team(self) -> TeamId:
        """The id for a new team."""
        return TeamId(self._numbered("t"))

    def stage(self, name: str) -> StageId:
        """The id for a new stage, which begins with its name as it stands in an address."""
        number = 1
        while True:
            parts = (name, self._origin, "" if number == 1 else str(number))
            found = "-".join(filter(None, parts))
            if ("s", found) not in self._used:
                self._used.add(("s", found))
                return StageId(found)
            number += 1

    def _last_number(self, kind: str) -> int:
        """The highest number; those whose ids come from a file have none, but are counted."""
        known = [used for sort, used in self._used if sort == kind]
        numbers = [int(match[2]) for used in known if (match := _NUMBERED.match(used)) and match[1] == kind]
        return max((len(known), *numbers))

    def _numbered(self, kind: str) -> str:
        while True:
            self._last[kind] += 1
            found = f"{kind}{self._last[kind]}" + (f"-{self._origin}" if self._origin else "")
            if (kind, found) not in self._used:
                self._used.add((kind, found))
                return found


def _used(happened: Iterable[events.Event]) -> Iterator[tuple[str, str]]:
    """The ids of all that a log ever created, also of what was removed or undone."""
    for event in happened:
        match event:
            case events.PlayerRegistered(player=player):
                yield "p", player.id
            case events.TeamEntered(team=team):
                yield "t", team.id
            case events.StageOpened(plan=plan):
                yield "s", plan.id
