"""Each pairing rule once: how far a pair is from what the rule wants, as whole numbers; 0 is ideal.

Small functions of two players, given what is known of them as plain numbers; the whole matrices are made by
`fill_…` at the end, the simulation calls the functions one by one.
"""

import numpy as np
from numpy.typing import NDArray

from miai.kernel.jit import compiled, compiled_part

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

# Ways of seeding inside a group.
FOLD, DOUBLE_FOLD, SLIP, ADJACENT, CROSS = 0, 1, 2, 3, 4
# Where in the group a player who leaves it is taken from.
TOP, MIDDLE, BOTTOM = 0, 1, 2
# A group's own distances are exact up to this square; beyond, they are scaled down to it.
SEEDING_CEILING = 100
# Half a group is the widest way of most methods; across a whole group it is twice as far.
WIDEST_SEEDING = 4 * SEEDING_CEILING


@compiled_part
def score_deviation(score: int, other: int) -> int:
    """The square of the difference in half points; scores are in quarters."""
    halves = abs(score - other) // 2
    return halves * halves


@compiled_part
def float_scenario(ups: int, downs: int, other_ups: int, other_downs: int, compensate: int) -> int:
    """How good it is that the first (upper) floats down to the second: 0 repeats both, 4 compensates both."""
    scenario = 2
    if downs > 0:
        scenario -= 1
    if other_ups > 0:
        scenario -= 1
    if scenario == 0 or not compensate:
        return scenario
    if ups > downs:
        scenario += 1
    if other_downs > other_ups:
        scenario += 1
    return scenario


@compiled_part
def float_reach(place: int, size: int, mode: int) -> int:
    """How well a place in a group fits the end that floaters are taken from: size - 1 at best, 0 at worst."""
    if mode == TOP:
        return size - 1 - place
    if mode == BOTTOM:
        return place
    return size - 1 - abs(2 * place - size + 1)


@compiled_part
def _float_place_deviation(place: int, size: int, mode: int, steps: int) -> int:
    # The middle of an even number are two.
    best = size - 2 + size % 2 if mode == MIDDLE else size - 1
    span = max(1, best)
    return ((best - float_reach(place, size, mode)) * steps + span - 1) // span


@compiled_part
def seeding_distance(i: int, j: int, size: int, method: int) -> int:
    """How many places a pair of one group is off the ideal of the method; places count from 0."""
    low, high = min(i, j), max(i, j)
    half = size // 2
    if method == FOLD:
        return abs(low + high - (size - 1))
    if method == SLIP:
        return abs(high - low - half)
    if method == ADJACENT:
        return high - low - 1
    if method == CROSS:
        return 0 if low < half <= high else min(abs(low - half) + 1, abs(half - high) + 1)
    # Double fold: each half is folded in itself.
    middle = size - half
    if high < middle:
        return abs(low + high - (middle - 1))
    if low >= middle:
        return abs(low + high - (middle + size - 1))
    return high - low


@compiled_part
def seeding_deviation(i: int, j: int, size: int, method: int) -> int:
    """The square of the distance, scaled down in large groups so that it stays below the ceiling."""
    distance = seeding_distance(i, j, size, method)
    square = distance * distance
    widest = max(1, size * size // 4)
    if widest <= SEEDING_CEILING:
        return square
    return (square * SEEDING_CEILING + widest - 1) // widest


@compiled_part
def colour_deviation(balance: int, last: int, other_balance: int, other_last: int) -> int:
    """What the better choice of colours leaves to be desired, 0 to 2 for each player.

    A balance counts whites less blacks; `last` is 1 after White, -1 after Black, 0 before the first game.
    """
    as_white = _colour_cost(balance, last, 1) + _colour_cost(other_balance, other_last, -1)
    as_black = _colour_cost(balance, last, -1) + _colour_cost(other_balance, other_last, 1)
    return min(as_white, as_black)


@compiled_part
def _colour_cost(balance: int, last: int, colour: int) -> int:
    """1 for a step away from balance or a colour kept, 2 for a step further away."""
    if balance == 0:
        return 1 if last == colour else 0
    return min(2, max(0, balance * colour))


@compiled_part
def kinship(
    country: int, club: int, group: int, other_country: int, other_club: int, other_group: int
) -> int:
    """0 for strangers, 1 for one country, 2 for one group of clubs, 3 for one club; below 0 is unknown."""
    if club >= 0 and club == other_club:
        return 3
    if group >= 0 and group == other_group:
        return 2
    if country >= 0 and country == other_country:
        return 1
    return 0


@compiled_part
def handicap_stones(level: int, other: int, threshold: int, correction: int, ceiling: int) -> int:
    """Stones given between two levels, each capped at the threshold from which nobody gives any."""
    difference = abs(min(level, threshold) - min(other, threshold))
    return max(0, min(ceiling, difference - correction))


@compiled_part
def grading_deviation(level: int, wanted_low: int, wanted_high: int) -> int:
    """How many grades a player is away from the opponents wanted; an empty range wants nobody."""
    if wanted_low > wanted_high:
        return 0
    if level < wanted_low:
        return min(9, wanted_low - level)
    if level > wanted_high:
        return min(9, level - wanted_high)
    return 0


@compiled_part
def order_distance(i: int, size: int, j: int, same: int) -> int:
    """AGA: places between a player and the ideal opponent; a floater's is the nearest of the next group.

    The first player is of the upper group where the groups differ.
    """
    if same:
        return seeding_distance(i, j, size, SLIP)
    return size - 1 - i + j


@compiled
def fill_order_distance(groups: Ints, places: Ints, sizes: Ints, out: Ints) -> None:
    """The matrix of distances from the ideal opponent in the sorted field."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            u, v = (i, j) if groups[i] >= groups[j] else (j, i)
            same = 1 if groups[u] == groups[v] else 0
            out[i, j] = order_distance(places[u], sizes[u], places[v], same)


@compiled
def fill_score(scores: Ints, out: Ints) -> None:
    """The matrix of score differences."""
    n = len(scores)
    for i in range(n):
        for j in range(n):
            out[i, j] = score_deviation(scores[i], scores[j])


@compiled
def fill_floats(groups: Ints, ups: Ints, downs: Ints, compensate: int, best: int, out: Ints) -> None:
    """The matrix of repeated floats; within a group nobody floats."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = 0
            else:
                u, v = (i, j) if groups[i] > groups[j] else (j, i)
                out[i, j] = best - float_scenario(ups[u], downs[u], ups[v], downs[v], compensate)


@compiled
def fill_float_places(
    groups: Ints, places: Ints, sizes: Ints, upper_mode: int, lower_mode: int, steps: int, out: Ints
) -> None:
    """The matrix of how far floaters are from where they should be taken, 0 to 2·steps."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = 0
                continue
            u, v = (i, j) if groups[i] > groups[j] else (j, i)
            upper = _float_place_deviation(places[u], sizes[u], upper_mode, steps)
            out[i, j] = upper + _float_place_deviation(places[v], sizes[v], lower_mode, steps)


@compiled
def fill_seeding(groups: Ints, places: Ints, sizes: Ints, method: int, out: Ints) -> None:
    """The matrix of seeding inside groups."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = seeding_deviation(places[i], places[j], sizes[i], method)
            else:
                out[i, j] = 0


@compiled
def fill_colour(balances: Ints, lasts: Ints, out: Ints) -> None:
    """The matrix of colours."""
    n = len(balances)
    for i in range(n):
        for j in range(n):
            out[i, j] = colour_deviation(balances[i], lasts[i], balances[j], lasts[j])


@compiled
def fill_kinship(countries: Ints, clubs: Ints, groups: Ints, exempt: Flags, prices: Ints, out: Ints) -> None:
    """The matrix of kinship, at the price of each degree; exempt players may meet anybody."""
    n = len(countries)
    for i in range(n):
        for j in range(n):
            degree = kinship(countries[i], clubs[i], groups[i], countries[j], clubs[j], groups[j])
            relaxed = exempt[i] and exempt[j]
            out[i, j] = 0 if relaxed else prices[degree]


@compiled
def fill_handicap(levels: Ints, threshold: int, correction: int, ceiling: int, out: Ints) -> None:
    """The matrix of handicap stones."""
    n = len(levels)
    for i in range(n):
        for j in range(n):
            out[i, j] = handicap_stones(levels[i], levels[j], threshold, correction, ceiling)


@compiled
def fill_difference(values: Ints, out: Ints) -> None:
    """The matrix of plain differences, such as between categories."""
    n = len(values)
    for i in range(n):
        for j in range(n):
            out[i, j] = abs(values[i] - values[j])


@compiled
def fill_grading(levels: Ints, lows: Ints, highs: Ints, out: Ints) -> None:
    """The matrix of grading information missed by both players."""
    n = len(levels)
    for i in range(n):
        for j in range(n):
            out[i, j] = grading_deviation(levels[j], lows[i], highs[i]) + grading_deviation(
                levels[i], lows[j], highs[j]
            )
