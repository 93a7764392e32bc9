"""Criteria among tied players: who beat whom."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

from miai.domain.points import NOTHING, POINT
from miai.domain.rounds.game import Result
from miai.domain.settings.criterion_names import Criterion
from miai.engine.scoring.scores import PlayerRound
from miai.messages import Message

# What a document asks for, by its id there (docs/reference/documents.md); the others are OpenGotha's.
_CLAUSES = {
    "f2f": "A54",
}

Group = Sequence[int]


class Encounters(Protocol):
    """What players did in each round: a table of scores knows it."""

    @property
    def rounds(self) -> Sequence[Sequence[PlayerRound]]:
        """The rounds of each player."""

    @property
    def gotha(self) -> bool:
        """Whether they are counted as OpenGotha does."""


Compute = Callable[[Encounters, Group, Sequence[tuple[float, ...]]], dict[int, int]]
# Only plain wins over the board count between tied players.
_PLAIN = (Result.WHITE_WINS, Result.BLACK_WINS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Direct(Criterion):
    """A criterion that compares tied players with each other.

    `compute` takes what was played, the tied players, and each player's values of the criteria that follow.
    """

    compute: Compute


DIRECT: dict[str, Direct] = {}


def _direct(key: str, *, title: Message, name: Message, says: Message) -> Callable[[Compute], Compute]:
    """Add a function to the registry, with the texts that people read."""

    def register(compute: Compute) -> Compute:
        DIRECT[key] = Direct(
            key=key, title=title, name=name, says=says, clause=_CLAUSES.get(key, ""), compute=compute
        )
        return compute

    return register


@_direct(
    "sdc",
    title=Message("Direct (all met)"),
    name=Message("simplified direct confrontation"),
    says=Message("Number of tied players beaten, where everybody has met everybody."),
)
def _simplified_direct_confrontation(
    table: Encounters, group: Group, keys: Sequence[tuple[float, ...]]
) -> dict[int, int]:
    net = _net_wins(table, group)
    if any(net[a, b] == 0 for a, b in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return {a: sum(net[a, b] > 0 for b in group if b != a) for a in group}


@_direct(
    "dc",
    title=Message("Direct"),
    name=Message("direct confrontation"),
    says=Message(
        "Place among tied players so that nobody stands below one they beat; cycles count as no games."
    ),
)
def _direct_confrontation(
    table: Encounters, group: Group, keys: Sequence[tuple[float, ...]]
) -> dict[int, int]:
    above = _must_stay_above(_beaten(table, group), group)
    left = list(group)
    ranks: dict[int, int] = {}
    while left:
        free = [a for a in left if not any(b in above[a] for b in left)]
        lowest = min(keys[a] for a in free)
        taken = [a for a in free if keys[a] == lowest]
        for a in taken:
            ranks[a] = 1 + len(left) - len(taken)
        left = [a for a in left if a not in taken]
    bottom = max(ranks.values())
    return {a: bottom - rank for a, rank in ranks.items()}


@_direct(
    "f2f",
    title=Message("Face to face"),
    name=Message("face to face"),
    says=Message("AGA: points won against the tied players, in halves, where everybody has met everybody."),
)
def _face_to_face(table: Encounters, group: Group, keys: Sequence[tuple[float, ...]]) -> dict[int, int]:
    inside = set(group)
    met = {
        (a, each.opponent)
        for a in group
        for each in table.rounds[a]
        if each.over_the_board and each.opponent in inside
    }
    if any((a, b) not in met for a, b in combinations(group, 2)):
        return dict.fromkeys(group, 0)
    return {
        a: sum(each.points for each in table.rounds[a] if each.over_the_board and each.opponent in inside)
        // 2
        for a in group
    }


def _net_wins(table: Encounters, group: Group) -> dict[tuple[int, int], int]:
    net = {(a, b): 0 for a in group for b in group}
    for a in group:
        for each in table.rounds[a]:
            if each.result in _PLAIN and (a, each.opponent) in net:
                net[a, each.opponent] += 1 if each.points == POINT else -1
    return net


def _beaten(table: Encounters, group: Group) -> dict[int, set[int]]:
    net = _net_wins(table, group)
    # In OpenGotha two wins over the same player count as none.
    if table.gotha:
        return {a: {b for b in group if net[a, b] == 1} for a in group}
    return {a: {b for b in group if net[a, b] > NOTHING} for a in group}


def _must_stay_above(beaten: dict[int, set[int]], group: Group) -> dict[int, set[int]]:
    """Players in a cycle of wins are one set; a win between sets holds for all their members."""
    reached = {a: _reachable(beaten, a) for a in group}
    cycle = {a: {a} | {b for b in reached[a] if a in reached[b]} for a in group}
    above: dict[int, set[int]] = {a: set() for a in group}
    for a in group:
        for b in beaten[a] - cycle[a]:
            for member in cycle[a]:
                above[member] |= cycle[b]
    return above


def _reachable(beaten: dict[int, set[int]], start: int) -> set[int]:
    found: set[int] = set()
    border = {start}
    while border:
        border = {b for a in border for b in beaten[a]} - found
        found |= border
    return found
