"""Games between two players of the same half of a group (document 1, section 4.2.3).

Folding lays "the upper half" over "the lower half", translation shifts it: nobody meets somebody of their own
half, unless a game that was played forces it. The halves are those of the players who stay in the group.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from oracle.histories import Event, Pair, least_cost

Order = Mapping[str, tuple[float, ...]]
"""What a group is ordered by, the best first: the larger, the higher."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Halves:
    """Who is surely in the upper or in the lower half; a tie across the middle leaves it open."""

    upper: frozenset[str]
    lower: frozenset[str]

    def same(self, pair: Iterable[str]) -> bool:
        """Whether both are in one half."""
        both = frozenset(pair)
        return both <= self.upper or both <= self.lower


def halves_of(staying: Sequence[str], order: Order) -> Halves:
    """The halves of those who stay in a group."""
    half = len(staying) // 2
    better = {name: sum(order[other] > order[name] for other in staying) for name in staying}
    worse = {name: sum(order[other] < order[name] for other in staying) for name in staying}
    return Halves(
        upper=frozenset(name for name in staying if worse[name] >= half),
        lower=frozenset(name for name in staying if better[name] >= half),
    )


def staying_in(group: Sequence[str], pairs: Iterable[Pair]) -> list[str]:
    """Who of a group meets somebody of the same group."""
    members = set(group)
    inside = {name for pair in pairs if pair <= members for name in pair}
    return [name for name in group if name in inside]


def avoidable_same_half_games(
    staying: Sequence[str], pairs: Iterable[Pair], order: Order, met: frozenset[Pair]
) -> int:
    """How many games inside a half could have been avoided, with the same players staying in the group."""
    halves = halves_of(staying, order)
    members = set(staying)
    drawn = sum(halves.same(pair) for pair in pairs if pair <= members)
    if drawn == 0:
        return 0
    # Whoever floats stays the same, so nothing changes in score differences and floats.
    least = least_cost(staying, met, lambda a, b: halves.same((a, b)))
    assert least is not None
    return drawn - least


def sums_of_opponents(event: Event, values: Mapping[str, float]) -> dict[str, float]:
    """4.2.2, SOS: "summing together all the player's opponents'" scores; with SOS itself it gives SOSOS."""
    total = {each.name: 0.0 for each in event.entrants}
    for played in event.rounds:
        for game in played.games:
            total[game.white] += values[game.black]
            total[game.black] += values[game.white]
    return total
