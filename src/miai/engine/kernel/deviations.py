"""Each pairing rule once: how far a pair is from what the rule wants, as whole numbers; 0 is ideal.

Small functions of two players, given what is known of them as plain numbers; the whole matrices are made by
`fill_…` at the end, the simulation calls the functions one by one.
"""

from miai.engine.kernel.arrays import Flags, Ints, SmallInts
from miai.engine.kernel.jit import compiled_in_place, compiled_part

NEVER = 2**40
"""A limit that no start, no score and no number of wins reaches."""

# Ways of seeding inside a group.
FOLD, DOUBLE_FOLD, SLIP, ADJACENT, CROSS, ANY = 0, 1, 2, 3, 4, 5
# Where in the group a player who leaves it is taken from.
TOP, MIDDLE, BOTTOM = 0, 1, 2
# Distances are squared in groups up to this size; in larger ones the price rises more slowly.
SQUARED_UP_TO = 20
# In a group of 240 players or more each place beyond the third costs as much as the third.
_PLACES_THAT_RISE = 240
_FEWEST_THAT_RISE = 3
# What it costs where halves are kept apart that two of the same half meet, one of them from the middle.
_SAME_HALF = 100
_WIDEST_IN_HALF = 2
WIDEST_SEEDING = 4096
"""No pair of a group deviates more from its seeding."""
WIDEST_FLOATS = 4
WIDEST_COLOUR = 4
WIDEST_GRADING = 9
# How finely it is measured where in a group a floater stands.
FLOAT_PLACE_STEPS = 4
# Chance gives every pair a number below this.
CHANCE_SIDES = 8


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
def float_deviation(
    group: int, ups: int, downs: int, other_group: int, other_ups: int, other_downs: int, compensate: int
) -> int:
    """How much is missing from the best of floats, 0 to 4; within a group nobody floats."""
    if group == other_group:
        return 0
    best = 4 if compensate else 2
    if group > other_group:
        return best - float_scenario(ups, downs, other_ups, other_downs, compensate)
    return best - float_scenario(other_ups, other_downs, ups, downs, compensate)


@compiled_part
def float_reach(place: int, size: int, mode: int) -> int:
    """How well a place in a group fits the end that floaters are taken from: size - 1 at best, 0 at worst."""
    if mode == TOP:
        return size - 1 - place
    if mode == BOTTOM:
        return place
    return size - 1 - abs(2 * place - size + 1)


@compiled_part
def _place_off(place: int, size: int, mode: int, steps: int) -> int:
    # The middle of an even number are two.
    best = size - 2 + size % 2 if mode == MIDDLE else size - 1
    span = max(1, best)
    return ((best - float_reach(place, size, mode)) * steps + span - 1) // span


@compiled_part
def float_place_deviation(
    group: int,
    place: int,
    size: int,
    other_group: int,
    other_place: int,
    other_size: int,
    upper_mode: int,
    lower_mode: int,
    steps: int,
) -> int:
    """How far two floaters are from where they should be taken, 0 to 2·steps."""
    if group == other_group:
        return 0
    if group > other_group:
        upper = _place_off(place, size, upper_mode, steps)
        return upper + _place_off(other_place, other_size, lower_mode, steps)
    upper = _place_off(other_place, other_size, upper_mode, steps)
    return upper + _place_off(place, size, lower_mode, steps)


@compiled_part
def seeding_distance(i: int, j: int, size: int, method: int) -> int:
    """How many places a pair of one group is off the ideal of the method; places count from 0.

    Places are those of the whole group, for nobody knows yet who leaves it. The distances are chosen so that
    this does not matter: whoever leaves, the least total of `seeding_deviation` is reached by the method's
    own pairs of those who stay, and by no others. Two exceptions: cross has many best pairings (each half of
    those who stay meets the other half), and double fold is exact as long as at most one more leaves one
    half than the other.
    """
    low, high = min(i, j), max(i, j)
    if method == ANY:
        return 0
    if method == FOLD:
        return abs(low + high - (size - 1))
    if method == SLIP:
        # Twice the distance and the whole size: the half of an odd group is no whole number.
        return abs(2 * (high - low) - size) // 2
    if method == ADJACENT:
        return high - low - 1
    if method == CROSS:
        return _distance_in_half(low, high, size)
    return _double_fold_distance(low, high, size)


@compiled_part
def _distance_in_half(low: int, high: int, size: int) -> int:
    """0 for two on both sides of the middle, else how far the nearer one is from it.

    Who stands in the middle of an odd group may be counted with either half.
    """
    before, behind = size - 1 - 2 * low, 2 * high - (size - 1)
    if before >= 0 and behind >= 0:
        return 0
    return (-min(before, behind) + 1) // 2


@compiled_part
def _double_fold_distance(low: int, high: int, size: int) -> int:
    """The upper quarter is laid over the next one, the lower quarter over the one above it.

    Where the quarters do not come out even, the two in the middle of the group meet. Who stands in the middle
    of an odd group may be counted with either half.
    """
    half = size // 2
    quarters = 2 * (half // 2)
    if half % 2 and low >= quarters and high < size - quarters:
        return 0
    if 2 * high < size:
        return abs(low + high - (quarters - 1))
    if 2 * low >= size - 1:
        return abs(low + high - (2 * size - 1 - quarters))
    return half + high - low - 1


@compiled_part
def seeding_deviation(i: int, j: int, size: int, method: int, halves_apart: int) -> int:
    """The price of the distance: its square, in groups of more than 20 something that rises more slowly.

    It must be convex: each place further off costs at least as much as the one before it, the first few more.
    That, and a linear price between halves, is what makes `seeding_distance` right whoever leaves.

    Where the wanted pairs cannot all be drawn, two of the same half may be the nearest to them. With
    `halves_apart` fold and slip draw such a game only if little else is possible.
    """
    distance = seeding_distance(i, j, size, method)
    if method == CROSS:
        return distance
    if size <= SQUARED_UP_TO:
        price = distance * distance
    else:
        rising = max(_FEWEST_THAT_RISE, _PLACES_THAT_RISE // size)
        price = distance * (distance + 1) // 2
        if distance > rising:
            price = rising * distance - rising * (rising - 1) // 2
    if halves_apart and method in (FOLD, SLIP):
        inside = seeding_distance(i, j, size, CROSS)
        price += _SAME_HALF * min(inside, _WIDEST_IN_HALF)
    return min(WIDEST_SEEDING, price)


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


# What two players can have in common, each with its price.
COUNTRY, STATE, CITY, CLUBS_GROUP, CLUB = 0, 1, 2, 3, 4
KINDS_OF_KINSHIP = 5


@compiled_part
def dearer(price: int, code: int, other_code: int, so_far: int) -> int:
    """The price of one thing in common, if it is dearer than what was found so far; below 0 is unknown."""
    return max(price, so_far) if code >= 0 and code == other_code else so_far


# The time zone of a player who has named none; others are minutes east of Greenwich.
NO_ZONE = -10_000
_DAY = 1440


@compiled_part
def far_apart(price: int, zone: int, other_zone: int, in_reach: int) -> int:
    """The price of time zones that are more than so many minutes apart, the shorter way around the globe."""
    if price == 0 or NO_ZONE in (zone, other_zone):
        return 0
    apart = abs(zone - other_zone) % _DAY
    return price if min(apart, _DAY - apart) > in_reach else 0


@compiled_part
def is_exempt(start: int, wins: int, score: int, limits: Ints) -> bool:
    """Whether a player no longer needs to be kept from clubmates: by the start, the wins or the score."""
    return bool(start >= limits[0] or wins >= limits[1] or score >= limits[2])


@compiled_part
def handicap_size(
    level: int, other: int, always_even: bool, threshold: int, correction: int, least: int, most: int
) -> int:
    """The handicap between two levels in grades, each capped at the threshold from which there is none."""
    if always_even:
        return 0
    size = abs(min(level, threshold) - min(other, threshold)) - correction
    return 0 if size < least else max(0, min(most, size))


@compiled_part
def _grades_off(level: int, wanted_low: int, wanted_high: int) -> int:
    """How many grades a player is away from the opponents wanted; an empty range wants nobody."""
    if wanted_low > wanted_high:
        return 0
    if level < wanted_low:
        return min(WIDEST_GRADING, wanted_low - level)
    if level > wanted_high:
        return min(WIDEST_GRADING, level - wanted_high)
    return 0


@compiled_part
def grading_deviation(grade: int, low: int, high: int, other: int, other_low: int, other_high: int) -> int:
    """What both players together miss of the grades, low to high, that they should meet."""
    return _grades_off(other, low, high) + _grades_off(grade, other_low, other_high)


@compiled_part
def order_distance(
    group: int, place: int, size: int, other_group: int, other_place: int, other_size: int
) -> int:
    """AGA: places between a player and the ideal opponent; a floater's is the nearest of the next group."""
    if group == other_group:
        return seeding_distance(place, other_place, size, SLIP)
    if group > other_group:
        return size - 1 - place + other_place
    return other_size - 1 - other_place + place


@compiled_in_place
def fill_order_distance(groups: Ints, places: Ints, sizes: Ints, out: Ints) -> None:
    """The matrix of distances from the ideal opponent in the sorted field."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            out[i, j] = order_distance(groups[i], places[i], sizes[i], groups[j], places[j], sizes[j])


@compiled_in_place
def fill_score(scores: Ints, out: SmallInts) -> None:
    """The matrix of score differences."""
    n = len(scores)
    for i in range(n):
        for j in range(n):
            out[i, j] = score_deviation(scores[i], scores[j])


@compiled_in_place
def fill_floats(groups: Ints, ups: Ints, downs: Ints, compensate: int, out: SmallInts) -> None:
    """The matrix of repeated floats."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            out[i, j] = float_deviation(groups[i], ups[i], downs[i], groups[j], ups[j], downs[j], compensate)


@compiled_in_place
def fill_float_places(
    groups: Ints, places: Ints, sizes: Ints, upper_mode: int, lower_mode: int, steps: int, out: SmallInts
) -> None:
    """The matrix of how far floaters are from where they should be taken."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            out[i, j] = float_place_deviation(
                groups[i], places[i], sizes[i], groups[j], places[j], sizes[j], upper_mode, lower_mode, steps
            )


@compiled_in_place
def fill_places_off(places: Ints, sizes: Ints, mode: int, steps: int, out: Ints) -> None:
    """How far each player is from where floaters of the group should be taken."""
    for i in range(len(places)):
        out[i] = _place_off(places[i], sizes[i], mode, steps)


@compiled_in_place
def fill_seeding(
    groups: Ints, places: Ints, sizes: Ints, method: int, halves_apart: int, out: SmallInts
) -> None:
    """The matrix of seeding inside groups."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = seeding_deviation(places[i], places[j], sizes[i], method, halves_apart)
            else:
                out[i, j] = 0


@compiled_in_place
def fill_colour(balances: Ints, lasts: Ints, out: SmallInts) -> None:
    """The matrix of colours."""
    n = len(balances)
    for i in range(n):
        for j in range(n):
            out[i, j] = colour_deviation(balances[i], lasts[i], balances[j], lasts[j])


@compiled_in_place
def fill_kinship(
    codes: Ints, exempt: Flags, prices: Ints, zones: Ints, far: int, in_reach: int, out: SmallInts
) -> None:
    """The matrix of the dearest thing in common, by kind and player, or of time zones far apart.

    Exempt players may meet anybody whose time zone is in reach.
    """
    n = codes.shape[1]
    for i in range(n):
        for j in range(n):
            price = far_apart(far, zones[i], zones[j], in_reach)
            if not (exempt[i] and exempt[j]):
                for kind in range(len(prices)):
                    price = dearer(prices[kind], codes[kind, i], codes[kind, j], price)
            out[i, j] = price


@compiled_in_place
def fill_handicap(
    levels: Ints, always_even: Flags, threshold: int, correction: int, least: int, most: int, out: SmallInts
) -> None:
    """The matrix of handicaps; some players only play even games."""
    n = len(levels)
    for i in range(n):
        for j in range(n):
            even = always_even[i] or always_even[j]
            out[i, j] = handicap_size(levels[i], levels[j], even, threshold, correction, least, most)


@compiled_in_place
def fill_difference(values: Ints, out: SmallInts) -> None:
    """The matrix of plain differences, such as between categories."""
    n = len(values)
    for i in range(n):
        for j in range(n):
            out[i, j] = abs(values[i] - values[j])


@compiled_in_place
def fill_grading(levels: Ints, lows: Ints, highs: Ints, out: SmallInts) -> None:
    """The matrix of grading information missed by both players."""
    n = len(levels)
    for i in range(n):
        for j in range(n):
            out[i, j] = grading_deviation(levels[i], lows[i], highs[i], levels[j], lows[j], highs[j])
