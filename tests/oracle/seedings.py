"""Who meets whom inside a group, by the seedings of document 1, section 4.2.3.

Players are numbers from 1 (the best of the group) to the size of the group. Where somebody leaves the group,
those who stay are numbered again in their order: "the players in the group are numbered from 1 to N" can only
be those who are paired inside it.
"""

from collections.abc import Callable, Collection, Iterable

Numbers = frozenset[int]
Pairs = frozenset[Numbers]


def folding(size: int) -> list[Pairs]:
    """4.2.3, folding: pair(x) = N - x + 1, "number 1 is paired to number 8, 2 to 7"."""
    return [frozenset(frozenset((x, size - x + 1)) for x in range(1, size // 2 + 1))]


def double_folding(size: int) -> list[Pairs]:
    """4.2.3, double folding: "player number 1 is paired to player number 8, 2 to 7", 16 to 9, 15 to 10.

    The printed formula N - x + 1 holds within each half. That and "the upper quarter, middle half and the
    lower quarter" agree where the size is a multiple of 4. Else the quarters do not come out even, and the
    text leaves open whether the two in the middle of the group are left over or those in the middle of each
    half. The two who are left over meet.
    """
    return [_quarters_laid_over_the_middle(size), _each_half_folded(size)]


def _quarters_laid_over_the_middle(size: int) -> Pairs:
    quarter = size // 4
    upper = {frozenset((x, 2 * quarter - x + 1)) for x in range(1, quarter + 1)}
    lower = {frozenset(size + 1 - x for x in pair) for pair in upper}
    middle = {frozenset((size // 2, size // 2 + 1))} if size % 4 else set()
    return frozenset(upper | lower | middle)


def _each_half_folded(size: int) -> Pairs:
    half = size // 2
    upper = {frozenset((x, half - x + 1)) for x in range(1, half // 2 + 1)}
    lower = {frozenset(x + half for x in pair) for pair in upper}
    middle = {frozenset((half // 2 + 1, half + half // 2 + 1))} if half % 2 else set()
    return frozenset(upper | lower | middle)


def translation(size: int) -> list[Pairs]:
    """4.2.3, translation: pair(x) = x + N/2, "player number 1 is paired with player number 5, 2 to 6"."""
    return [frozenset(frozenset((x, x + size // 2)) for x in range(1, size // 2 + 1))]


def neighbours(size: int) -> list[Pairs]:
    """Not in document 1; a seeding that people know all the same: 1 to 2, 3 to 4."""
    return [frozenset(frozenset((x, x + 1)) for x in range(1, size, 2))]


FIXED: dict[str, Callable[[int], list[Pairs]]] = {
    "fold": folding,
    "double fold": double_folding,
    "slip": translation,
    "adjacent": neighbours,
}


def crosses_halves(pair: Numbers, size: int) -> bool:
    """Whether somebody of the upper half meets somebody of the lower half."""
    return min(pair) <= size // 2 < max(pair)


def wanted_pairs(method: str, size: int, leaving: Collection[int] = ()) -> list[Pairs]:
    """The answers that a seeding allows inside a group without those who leave it, by their numbers in it."""
    staying = [number for number in range(1, size + 1) if number not in leaving]
    return [
        frozenset(frozenset(staying[x - 1] for x in pair) for pair in answer)
        for answer in FIXED[method](len(staying))
    ]


def places_among(staying: Iterable[int], pairs: Iterable[Numbers]) -> list[Numbers]:
    """Pairs under the places that their players have among those who stay."""
    place = {number: index for index, number in enumerate(sorted(staying), start=1)}
    return [frozenset(place[number] for number in pair) for pair in pairs]


def floats_from(end: str, size: int) -> int:
    """Who leaves a group of odd size: its first, its middle or its last player.

    Folding: "the player(s) to be paired up or down is/are in the middle of the group"; chapter 6 the same;
    4.3 and 5.1.2 name the top and the bottom as the other places to take them from.
    """
    return {"top": 1, "middle": (size + 1) // 2, "bottom": size}[end]
