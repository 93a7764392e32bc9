"""OpenGotha's weights, term by term, in its own arithmetic: maximised, doubles cut to whole numbers."""

import numpy as np
from numpy.typing import NDArray

from miai.kernel.deviations import FOLD, SLIP, float_reach, float_scenario
from miai.kernel.jit import compiled, compiled_part

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@compiled_part
def concave(x: float, concavity: float) -> float:
    """OpenGotha's price of a relative deviation: 1 at none, 0 at all of it, and rather cheap in between."""
    return (1.0 - x) * (1.0 + concavity * x)


@compiled
def fill_weights_of_difference(values: Ints, span: int, weight: int, concavity: float, out: Ints) -> None:
    """Category and score: the smaller the difference within the span, the better."""
    n = len(values)
    for i in range(n):
        for j in range(n):
            x = abs(values[i] - values[j]) / span
            out[i, j] = int(weight * concave(x, concavity))


@compiled
def fill_colour_weights(balances: Ints, stones: Ints, weight: int, out: Ints) -> None:
    """Colours: full where balances have opposite signs, half where one is even and the other far off."""
    n = len(balances)
    for i in range(n):
        for j in range(n):
            a, b = balances[i], balances[j]
            if stones[i, j] > 0:
                out[i, j] = 0
            elif a * b < 0:
                out[i, j] = weight
            elif (a == 0 and abs(b) > 1) or (b == 0 and abs(a) > 1):
                out[i, j] = weight // 2
            else:
                out[i, j] = 0


@compiled
def fill_float_weights(
    groups: Ints,
    places: Ints,
    sizes: Ints,
    ups: Ints,
    downs: Ints,
    upper_mode: int,
    lower_mode: int,
    compensate: int,
    weight: int,
    out: Ints,
) -> None:
    """Draw-ups and draw-downs: whose turn it is, and where in the group they stand."""
    n = len(groups)
    share = weight // 5
    for i in range(n):
        for j in range(n):
            if groups[i] == groups[j]:
                out[i, j] = 0
                continue
            u, v = (i, j) if groups[i] > groups[j] else (j, i)
            total = share // 2 * float_reach(places[u], sizes[u], upper_mode) // sizes[u]
            total += share // 2 * float_reach(places[v], sizes[v], lower_mode) // sizes[v]
            total += share * float_scenario(ups[u], downs[u], ups[v], downs[v], compensate)
            out[i, j] = total


@compiled
def fill_seeding_weights(
    groups: Ints, places: Ints, sizes: Ints, method: int, weight: int, chance: Ints, out: Ints
) -> None:
    """Seeding inside a group: split and slip, split and fold, or split and random by the given chance."""
    n = len(groups)
    for i in range(n):
        for j in range(n):
            out[i, j] = 0
            if groups[i] == groups[j] and i != j:
                out[i, j] = _seeding_weight(places[i], places[j], sizes[i], method, weight, chance[i, j])


@compiled_part
def _seeding_weight(i: int, j: int, size: int, method: int, weight: int, chance: int) -> int:
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


@compiled
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
            cost = _geography_weight(
                countries[i] != countries[j],
                clubs[i] != clubs[j],
                clubs_groups[i] >= 0 and clubs_groups[i] == clubs_groups[j],
                span,
                prefer,
                weight,
                score_weight,
                concavity,
            )
            if exempt[i] and exempt[j]:
                cost = weight
            elif exempt[i] or exempt[j]:
                cost = (cost + weight) // 2
            out[i, j] = cost


@compiled_part
def _geography_weight(
    other_country: bool,
    other_club: bool,
    one_group: bool,
    span: int,
    prefer: Ints,
    weight: int,
    score_weight: int,
    concavity: float,
) -> int:
    country = min(1.0, prefer[0] / span) if other_country else 0.0
    club = 0.0
    if other_club:
        worth = prefer[2] - prefer[1] if one_group else prefer[2]
        club = min(1.0, max(0, worth) * 1.2 / span)
    ratio = max(country, club) + min(country, club) / 2.0
    if ratio > 0.0:
        ratio += 0.5 / span
    return min(score_weight - int(weight * concave(ratio, concavity)), weight)
