"""What every pair of a simulated round costs: each rule's deviation, priced as the preset prices it."""

from miai.engine.kernel.arrays import Records
from miai.engine.kernel.byes import fewest_byes
from miai.engine.kernel.chance import below, mixed
from miai.engine.kernel.deviations import (
    CHANCE_SIDES,
    CITY,
    CLUB,
    CLUBS_GROUP,
    COUNTRY,
    FLOAT_PLACE_STEPS,
    STATE,
    colour_deviation,
    dearer,
    far_apart,
    float_deviation,
    float_place_deviation,
    grading_deviation,
    handicap_size,
    order_distance,
    score_deviation,
    seeding_deviation,
)
from miai.engine.kernel.event import (
    BY_GOTHA,
    BY_TABLES,
    BY_TIERS,
    CATEGORY,
    CHANCE,
    COLOUR,
    FLOAT_PLACE,
    FLOATS,
    GEOGRAPHY,
    GRADING,
    HANDICAP,
    SCORE,
    SEEDING,
    Prices,
    RoundState,
    Terms,
)
from miai.engine.kernel.gotha import (
    colour_weight,
    difference_weight,
    float_weight,
    geography_weight,
    handicap_weight,
    score_weight,
    seeding_weight,
)
from miai.engine.kernel.jit import compiled_part, compiled_stage
from miai.engine.kernel.matching import TILE
from miai.engine.kernel.search_buffers import ABSENT, NOBODY, RANGE_BUDGET
from miai.engine.kernel.tiers import tier_weights

# The lots of a pair.
PAIR_LOT, GOTHA_SEEDING_LOT, GOTHA_LOT = 0, 1, 2


@compiled_stage
def fill_costs(
    prices: Prices, terms: Terms, r: int, seated: int, bye: int, rescue: bool, state: RoundState
) -> None:
    """Price every pair of seats, of which an even number is taken.

    With `rescue` a pair that may not meet is dearer than all others together instead of absent: as few as
    possible meet so, and they stay unpaired. Those who do not play are matched among themselves.
    """
    if prices.kind == BY_TIERS:
        _fill_tier_costs(prices, terms, r, seated, bye, state)
    else:
        _fill_pair_costs(prices, terms, r, seated, state)
    if rescue:
        _allow_forbidden_pairs(seated, state)
    for a in range(seated, len(state.seats)):
        for b in range(a):
            cost = ABSENT if b < seated else 0
            state.costs[a, b] = cost
            state.costs[b, a] = cost


@compiled_part
def _fill_pair_costs(prices: Prices, terms: Terms, r: int, seated: int, state: RoundState) -> None:
    # Square by square, so that both sides of the matrix stay in the cache.
    for top in range(0, seated, TILE):
        for left in range(0, top + 1, TILE):
            for a in range(top, min(top + TILE, seated)):
                i = state.seats[a]
                for b in range(left, min(left + TILE, a)):
                    j = state.seats[b]
                    cost = ABSENT
                    if not is_forbidden(i, j, terms, state):
                        cost = _pair_cost(prices, terms, r, i, j, state)
                    state.costs[a, b] = cost
                    state.costs[b, a] = cost


@compiled_part
def is_forbidden(i: int, j: int, terms: Terms, state: RoundState) -> bool:
    """Whether two may not meet: they have met, or are family."""
    if state.met[i, j] and not terms.rematches:
        return True
    family = state.players[i].family
    return bool(family >= 0 and family == state.players[j].family)


@compiled_part
def _allow_forbidden_pairs(vertices: int, state: RoundState) -> None:
    """Put a price on what is absent; other prices are made coarser where that one would be too large."""
    size = len(state.seats)
    dearest = state.dearest
    if dearest == 0:
        for a in range(vertices):
            for b in range(a):
                if state.costs[a, b] != ABSENT:
                    dearest = max(dearest, state.costs[a, b])
    shift = 0
    # Divided instead of multiplied: the product might not fit.
    while dearest >> shift > (RANGE_BUDGET // size - 1) // size:
        shift += 1
    for a in range(vertices):
        for b in range(a):
            cost = state.costs[a, b]
            cost = 1 + size * (dearest >> shift) if cost == ABSENT else cost >> shift
            state.costs[a, b] = cost
            state.costs[b, a] = cost


@compiled_part
def handicap_between(i: int, j: int, terms: Terms, players: Records) -> int:
    """The size of the handicap of a game, in grades."""
    even = players[i].always_even + players[j].always_even > 0
    return handicap_size(
        players[i].level,
        players[j].level,
        even,
        terms.threshold,
        terms.correction,
        terms.least,
        len(terms.placed) - 1,
    )


@compiled_part
def _pair_cost(prices: Prices, terms: Terms, r: int, i: int, j: int, state: RoundState) -> int:
    if prices.kind == BY_GOTHA:
        return prices.base - _gotha_worth(prices, terms, r, i, j, state)
    return _table_cost(prices, terms, terms.seeding[r], i, j, state.players)


@compiled_part
def _table_cost(prices: Prices, terms: Terms, method: int, i: int, j: int, players: Records) -> int:
    """The sum of what the tables say; a rule without a table is not looked at."""
    tables, ends = prices.tables, prices.ends
    cost = 0
    if ends.score >= 0:
        cost += tables[SCORE, min(abs(players[i].score - players[j].score) // 2, ends.score)]
    if ends.colour >= 0:
        cost += tables[COLOUR, min(_colours(terms, i, j, players), ends.colour)]
    if ends.geography >= 0:
        cost += tables[GEOGRAPHY, min(_geography(terms, i, j, players), ends.geography)]
    if prices.order > 0:
        distance = _distance_in_order(i, j, players)
        cost += prices.order * distance * distance
    elif ends.seeding >= 0 and players[i].group == players[j].group:
        cost += tables[SEEDING, min(_seeding(prices, method, i, j, players), ends.seeding)]
    if players[i].group != players[j].group:
        if ends.floats >= 0:
            cost += tables[FLOATS, min(_floats(terms, i, j, players), ends.floats)]
        if ends.float_place >= 0:
            cost += tables[FLOAT_PLACE, min(_float_places(terms, i, j, players), ends.float_place)]
    if ends.handicap >= 0:
        cost += tables[HANDICAP, min(handicap_between(i, j, terms, players), ends.handicap)]
    if ends.category >= 0:
        cost += tables[CATEGORY, min(abs(players[i].category - players[j].category), ends.category)]
    if ends.grading >= 0:
        cost += tables[GRADING, min(_grading(i, j, players), ends.grading)]
    if ends.chance >= 0:
        cost += tables[CHANCE, pair_lot(players[i].lot, players[j].lot, PAIR_LOT, CHANCE_SIDES)]
    return int(cost)


@compiled_part
def _deviation(rule: int, prices: Prices, terms: Terms, method: int, i: int, j: int, players: Records) -> int:
    """What one rule says of a pair where tiers weigh them."""
    result = 0
    if rule == SCORE:
        result = score_deviation(players[i].score, players[j].score)
    elif rule == COLOUR:
        result = _colours(terms, i, j, players)
    elif rule == GEOGRAPHY:
        result = _geography(terms, i, j, players)
    elif rule == FLOATS:
        result = _floats(terms, i, j, players)
    elif rule == SEEDING:
        result = _seeding(prices, method, i, j, players)
    elif rule == FLOAT_PLACE:
        result = _float_places(terms, i, j, players)
    elif rule == HANDICAP:
        result = handicap_between(i, j, terms, players)
    elif rule == CATEGORY:
        result = abs(players[i].category - players[j].category)
    elif rule == GRADING:
        result = _grading(i, j, players)
    else:
        result = pair_lot(players[i].lot, players[j].lot, PAIR_LOT, CHANCE_SIDES)
    return result


@compiled_part
def _colours(terms: Terms, i: int, j: int, players: Records) -> int:
    # Who gives a handicap has White.
    if handicap_between(i, j, terms, players) > 0:
        return 0
    a, b = players[i], players[j]
    return colour_deviation(a.balance, a.last, b.balance, b.last)


@compiled_part
def _geography(terms: Terms, i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    price = far_apart(terms.far_zones, a.zone, b.zone, terms.in_reach)
    if a.exempt + b.exempt == 2:
        return price
    price = dearer(terms.kinship[COUNTRY], a.country, b.country, price)
    price = dearer(terms.kinship[STATE], a.state, b.state, price)
    price = dearer(terms.kinship[CITY], a.city, b.city, price)
    price = dearer(terms.kinship[CLUBS_GROUP], a.clubs_group, b.clubs_group, price)
    return int(dearer(terms.kinship[CLUB], a.club, b.club, price))


@compiled_part
def _floats(terms: Terms, i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    return float_deviation(a.group, a.ups, a.downs, b.group, b.ups, b.downs, terms.compensate)


@compiled_part
def _float_places(terms: Terms, i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    return float_place_deviation(
        a.group, a.place, a.group_size, b.group, b.place, b.group_size,
        terms.down_from, terms.up_from, FLOAT_PLACE_STEPS,
    )  # fmt: skip


@compiled_part
def _seeding(prices: Prices, method: int, i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    if a.group != b.group:
        return 0
    return seeding_deviation(a.place, b.place, a.group_size, method, prices.halves_apart)


@compiled_part
def _distance_in_order(i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    return order_distance(a.group, a.place, a.group_size, b.group, b.place, b.group_size)


@compiled_part
def _grading(i: int, j: int, players: Records) -> int:
    a, b = players[i], players[j]
    return grading_deviation(a.grade, a.wanted_low, a.wanted_high, b.grade, b.wanted_low, b.wanted_high)


@compiled_part
def pair_lot(lot: int, other: int, kind: int, sides: int) -> int:
    """A number below `sides` for a pair, the same whoever of the two comes first."""
    return below(mixed(lot ^ other, kind), sides)


@compiled_part
def _bye_deviation(i: int, state: RoundState) -> int:
    """How far a player who sits out is above the lowest score of those with the fewest byes."""
    fewest = fewest_byes(state.players.byes, state.playing)
    lowest = ABSENT
    for j in range(len(state.playing)):
        if state.playing[j] and state.players[j].byes == fewest:
            lowest = min(lowest, state.players[j].score)
    return score_deviation(max(lowest, state.players[i].score), lowest)


@compiled_part
def cost_of_bye(prices: Prices, i: int, state: RoundState) -> int:
    """What the rule of the score says of a player who sits out; the other rules say nothing."""
    deviation = _bye_deviation(i, state)
    if prices.kind == BY_TIERS:
        for k in range(len(prices.tiers)):
            if prices.tiers[k] == SCORE:
                return int((deviation + state.steps[k] - 1) // state.steps[k] * state.weights[k])
    elif prices.kind == BY_TABLES and prices.ends.score >= 0:
        half_points = 0
        while half_points * half_points < deviation:
            half_points += 1
        return int(prices.tables[SCORE, min(half_points, prices.ends.score)])
    return 0


@compiled_stage
def _fill_tier_costs(prices: Prices, terms: Terms, r: int, seated: int, bye: int, state: RoundState) -> None:
    """Measure every pair and every bye, weigh the tiers by what is widest, and price all by that.

    Who sits out has the seat behind the others: as in a real draw, their pairs are measured too.
    """
    costs = state.costs
    measured = seated if bye == NOBODY else seated + 1
    for a in range(measured):
        for b in range(a):
            forbidden = is_forbidden(state.seats[a], state.seats[b], terms, state)
            costs[a, b] = ABSENT if forbidden else 0
    for k in range(len(prices.tiers)):
        _measure_tier(k, prices, terms, terms.seeding[r], measured, state)
    vertices = measured + measured % 2
    if tier_weights(state.widest, prices.strict, vertices, state.steps, state.weights) == 0:
        state.refused[0] = True
    for k in range(len(prices.tiers)):
        step, weight = state.steps[k], state.weights[k]
        for a in range(seated):
            for b in range(a):
                if costs[a, b] != ABSENT:
                    costs[a, b] += (state.deviations[k, a, b] + step - 1) // step * weight
    for a in range(seated):
        for b in range(a):
            costs[b, a] = costs[a, b]


@compiled_part
def _measure_tier(
    k: int, prices: Prices, terms: Terms, method: int, measured: int, state: RoundState
) -> None:
    """The deviations of one rule, and the widest of them, byes included."""
    rule = prices.tiers[k]
    widest, highest = 0, 0
    for a in range(measured):
        i = state.seats[a]
        if state.players[i].score > state.players[state.seats[highest]].score:
            highest = a
        for b in range(a):
            if state.costs[a, b] != ABSENT:
                deviation = _deviation(rule, prices, terms, method, i, state.seats[b], state.players)
                state.deviations[k, a, b] = deviation
                widest = max(widest, deviation)
    if rule == SCORE and measured > 0:
        widest = max(widest, _bye_deviation(state.seats[highest], state))
    state.widest[k] = widest


@compiled_part
def _gotha_worth(prices: Prices, terms: Terms, r: int, i: int, j: int, state: RoundState) -> int:
    """OpenGotha's weight of a pair: 1 and the sum of the terms."""
    weights, span = prices.gotha, terms.spans[r]
    a, b = state.players[i], state.players[j]
    apart = abs(a.category - b.category) if terms.categories > 1 else 0
    handicap = handicap_between(i, j, terms, state.players)
    worth = 1 if state.met[i, j] else 1 + weights.duplicate
    worth += pair_lot(a.lot, b.lot, GOTHA_LOT, weights.random)
    worth += colour_weight(a.balance, b.balance, handicap, weights.colour)
    worth += difference_weight(
        a.category - b.category, weights.categories, weights.category, weights.concavity
    )
    worth += score_weight(a.group - b.group, apart, span, weights.score, weights.concavity)
    worth += handicap_weight(
        a.priced_level - b.priced_level, terms.handicap_spans[r], weights.handicap, weights.concavity
    )
    worth += geography_weight(
        a.country != b.country,
        a.club != b.club,
        a.clubs_group >= 0 and a.clubs_group == b.clubs_group,
        a.exempt + b.exempt,
        span,
        weights.prefer,
        weights.geography,
        weights.score,
        weights.concavity,
    )
    if apart == 0 and a.group == b.group:
        chance = pair_lot(a.lot, b.lot, GOTHA_SEEDING_LOT, weights.seeding // 5)
        return worth + seeding_weight(
            a.inner_place, b.inner_place, a.inner_size, terms.seeding[r], weights.seeding, chance
        )
    first = a.category < b.category if apart > 0 else a.group > b.group
    u, v = (a, b) if first else (b, a)
    return worth + float_weight(
        u.inner_place, u.inner_size, u.ups, u.downs, v.inner_place, v.inner_size, v.ups, v.downs,
        terms.down_from, terms.up_from, terms.compensate, weights.floats, apart,
    )  # fmt: skip
