"""OpenGotha's weights, term by term, in its own arithmetic: maximised, doubles cut to whole numbers."""

from miai.engine.kernel.arrays import Flags, Ints
from miai.engine.kernel.deviations import FOLD, SLIP, float_reach, float_scenario
from miai.engine.kernel.jit import compiled_in_place, compiled_part


@compiled_part
def concave(x: float, concavity: float) -> float:
    """OpenGotha's price of a relative deviation: 1 at none, 0 at all of it, and rather cheap in between."""
    return (1.0 - x) * (1.0 + concavity * x)


@compiled_part
def difference_weight(difference: int, span: int, weight: int, concavity: float) -> int:
    """Category and score: the smaller the difference within the span, the better."""
    return int(weight * concave(abs(difference) / span, concavity))


@compiled_in_place
def fill_weights_of_difference(values: Ints, span: int, weight: int, concavity: float, out: Ints) -> None:
    """The matrix of category or score."""
    n = len(values)
    for i in range(n):
        for j in range(n):
            out[i, j] = difference_weight(values[i] - values[j], span, weight, concavity)


@compiled_part
def colour_weight(balance: int, other: int, handicap: int, weight: int) -> int:
    """Colours: full where balances have opposite signs, half where one is even and the other far off."""
    if handicap > 0:
        return 0
    if balance * other < 0:
        return weight
    if (balance == 0 and abs(other) > 1) or (other == 0 and abs(balance) > 1):
        return weight // 2
    return 0


@compiled_in_place
def fill_colour_weights(balances: Ints, handicaps: Ints, weight: int, out: Ints) -> None:
    """The matrix of colours."""
    n = len(balances)
    for i in range(n):
        for j in range(n):
            out[i, j] = colour_weight(balances[i], balances[j], handicaps[i, j], weight)


@compiled_part
def score_weight(difference: int, categories_apart: int, span: int, weight: int, concavity: float) -> int:
    """Score: the smaller the difference, the better; nothing for two of different categories."""
    return 0 if categories_apart > 0 else difference_weight(difference, span, weight, concavity)


@compiled_in_place
def fill_score_weights(
    groups: Ints, categories: Ints, span: int, weight: int, concavity: float, out: Ints
) -> None:
    """The matrix of scores."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            apart = abs(categories[i] - categories[j])
            out[i, j] = score_weight(groups[i] - groups[j], apart, span, weight, concavity)


@compiled_part
def handicap_weight(difference: int, span: int, weight: int, concavity: float) -> int:
    """Handicap: the smaller the difference of the scores it is counted from, the better."""
    return difference_weight(min(abs(difference), span), span, weight, concavity)


@compiled_in_place
def fill_handicap_weights(levels: Ints, span: int, weight: int, concavity: float, out: Ints) -> None:
    """The matrix of handicaps."""
    n = len(levels)
    for i in range(n):
        for j in range(n):
            out[i, j] = handicap_weight(levels[i] - levels[j], span, weight, concavity)


@compiled_part
def float_weight(
    place: int,
    size: int,
    ups: int,
    downs: int,
    lower_place: int,
    lower_size: int,
    lower_ups: int,
    lower_downs: int,
    upper_mode: int,
    lower_mode: int,
    compensate: int,
    weight: int,
    categories_apart: int,
) -> int:
    """The first is drawn down, the second up: whose turn it is, and where in the group they stand.

    Between categories it is worth much less.
    """
    share = weight // 5
    total = share // 2 * float_reach(place, size, upper_mode) // size
    total += share // 2 * float_reach(lower_place, lower_size, lower_mode) // lower_size
    total += share * float_scenario(ups, downs, lower_ups, lower_downs, compensate)
    return total // (categories_apart + 1) ** 4


@compiled_in_place
def fill_float_weights(
    groups: Ints,
    places: Ints,
    sizes: Ints,
    ups: Ints,
    downs: Ints,
    categories: Ints,
    upper_mode: int,
    lower_mode: int,
    compensate: int,
    weight: int,
    out: Ints,
) -> None:
    """The matrix of draw-ups and draw-downs; nothing within a group."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = 0
                continue
            u, v = (i, j) if groups[i] > groups[j] else (j, i)
            out[i, j] = float_weight(
                places[u], sizes[u], ups[u], downs[u], places[v], sizes[v], ups[v], downs[v],
                upper_mode, lower_mode, compensate, weight, abs(categories[u] - categories[v]),
            )  # fmt: skip


@compiled_in_place
def fill_seeding_weights(
    groups: Ints, places: Ints, sizes: Ints, method: int, weight: int, chance: Ints, out: Ints
) -> None:
    """Seeding inside a group: split and slip, split and fold, or split and random by the given chance."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            out[i, j] = 0
            if groups[i] == groups[j] and i != j:
                out[i, j] = seeding_weight(places[i], places[j], sizes[i], method, weight, chance[i, j])


@compiled_part
def seeding_weight(i: int, j: int, size: int, method: int, weight: int, chance: int) -> int:
    """Two places of one group: split and slip, split and fold, or split and random by the given chance."""
    # Whole numbers, cut after each division.
    if method == SLIP:
        x = abs(2 * abs(i - j) - size)
        return weight - weight * x // size * x // size
    if method == FOLD:
        x = abs(i + j - size + 1)
        span = max(1, size - 1)
        return weight - weight * x // span * x // span
    opposite = (2 * i < size) != (2 * j < size)
    return weight - chance if opposite else 0


@compiled_in_place
def fill_geography_weights(
    countries: Ints,
    clubs: Ints,
    clubs_groups: Ints,
    exempt: Flags,
    span: int,
    prefer: Ints,
    weight: int,
    score_weight: int,
    concavity: float,
    out: Ints,
) -> None:
    """Country, club and clubs' group; `prefer` is what each is worth in points of score difference."""
    n = len(countries)
    for i in range(n):
        for j in range(n):
            out[i, j] = geography_weight(
                countries[i] != countries[j],
                clubs[i] != clubs[j],
                clubs_groups[i] >= 0 and clubs_groups[i] == clubs_groups[j],
                int(exempt[i]) + int(exempt[j]),
                span,
                prefer,
                weight,
                score_weight,
                concavity,
            )


@compiled_part
def geography_weight(
    other_country: bool,
    other_club: bool,
    one_group: bool,
    exempt: int,
    span: int,
    prefer: Ints,
    weight: int,
    score_weight: int,
    concavity: float,
) -> int:
    """The weight of two players by where they come from; `exempt` counts those of the two who are exempt."""
    if exempt == 2:
        return weight
    country = min(1.0, prefer[0] / span) if other_country else 0.0
    club = 0.0
    if other_club:
        worth = prefer[2] - prefer[1] if one_group else prefer[2]
        club = min(1.0, max(0, worth) * 1.2 / span)
    ratio = max(country, club) + min(country, club) / 2.0
    if ratio > 0.0:
        ratio += 0.5 / span
    worth = min(score_weight - int(weight * concave(ratio, concavity)), weight)
    return (worth + weight) // 2 if exempt == 1 else worth
