"""Whole tournaments, thousands at a time: drawn with the rules and the matching that pair real ones.

The prices of deviations are tables of whole numbers made by the pricing, so the weights of the laboratory and
those of the hall are the same numbers. Players are shuffled before every draw: among pairings of equal cost
each is as likely as the luck of the order makes it.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from miai.kernel.chance import below, game_share, key_of, mixed
from miai.kernel.deviations import (
    colour_deviation,
    float_scenario,
    handicap_stones,
    kinship,
    seeding_deviation,
)
from miai.kernel.jit import compiled, compiled_part
from miai.kernel.matching import RANGE_BUDGET, CostsTooLarge, solve_one
from miai.kernel.work import ABSENT, NOBODY, Work, new_work

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

POINT: Final = 4
# Who a player meets: another's number, or one of these.
BYE, AWAY, UNPAIRED = -1, -2, -3
# The streams of a seed.
LOTS, RESULTS = 1, 2
# Tournaments handed to a thread at once.
_SHARES: Final = 4


class Field(NamedTuple):
    """Those who enter: what is known of them (ranks and levels as declared), and who would beat whom.

    `starts` are in quarters; a higher rank is seeded higher; two exempt players may meet whoever they are to
    each other; `chances[i, j]` is how likely i beats j. `with_stones[s - 1, i, j]` is the same where i gives
    s stones; while it is empty, stones change nothing.
    """

    starts: Ints
    ranks: Ints
    countries: Ints
    clubs: Ints
    exempt: Flags
    present: Flags  # by round and player
    chances: Floats
    with_stones: Floats = np.empty((0, 0, 0))


class Prices(NamedTuple):
    """What each size of a deviation costs; a longer way than the table costs as much as its end."""

    score: Ints  # by half points between the two
    colour: Ints
    kinship: Ints
    floats: Ints  # by what is missing from the best of floats
    seeding: Ints


class Terms(NamedTuple):
    """How games are seeded, scored and handicapped; the handicap goes by the score, in points."""

    seeding: Ints  # the method of each round
    bye_points: int
    absent_points: int
    unit: int  # what byes and absences brought counts in whole units only
    threshold: int
    correction: int
    ceiling: int


class Standing(NamedTuple):
    """How things stand after `gone` rounds; scores are in quarters."""

    gone: int
    scores: Ints
    free: Ints  # the quarters that byes and absences have brought so far
    balances: Ints
    lasts: Ints
    ups: Ints
    downs: Ints
    byes: Ints
    met: Flags
    pending: Ints  # games without a result: White, Black and stones of each


class Played(NamedTuple):
    """What happened, by tournament, round and player; scores are in quarters, before each round and at last.

    `costs` are what each draw cost in all.
    """

    opponents: Ints
    colours: Ints
    stones: Ints
    before: Ints
    places: Ints
    sizes: Ints
    final: Ints
    wins: Ints
    costs: Ints


class _State(NamedTuple):
    """One tournament as it goes; made once for many."""

    scores: Ints
    free: Ints
    balances: Ints
    lasts: Ints
    ups: Ints
    downs: Ints
    byes: Ints
    met: Flags
    order: Ints  # players by rank, ties by lot
    playing: Flags
    passed: Flags  # those for whom the bye was tried in vain
    seats: Ints  # the shuffled players, as vertices of the matching; those who sit out stand at the end
    mate: Ints
    costs: Ints
    counted: Ints  # how many of each group have been placed
    lowest: int  # the whole points of the lowest, where groups are counted from
    penalty: int  # dearer than all boards of a round together


def play(
    field: Field,
    prices: Prices,
    terms: Terms,
    *,
    seed: int,
    count: int,
    first: int = 0,
    threads: int = 1,
    standing: Standing | None = None,
) -> Played:
    """Play `count` tournaments with one entry, numbered from `first`; the number and the seed decide them.

    From a standing only its open games and the rounds after it are played.
    """
    begin_at = at_the_start(field) if standing is None else standing
    field = field._replace(present=field.present[begin_at.gone :])
    terms = terms._replace(seeding=terms.seeding[begin_at.gone :])
    rounds, n = field.present.shape
    played = _blank(count, rounds, n)
    workers = max(1, min(threads or os.cpu_count() or 1, count))
    shares = 1 if workers == 1 else min(count, _SHARES * workers)

    def play_share(k: int) -> None:
        begin, end = count * k // shares, count * (k + 1) // shares
        part = Played(*(array[begin:end] for array in played))
        state = _state(field, prices, begin_at)
        _play_slice(field, prices, terms, begin_at, seed, first + begin, part, state, new_work(n + n % 2))

    if shares == 1:
        play_share(0)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(play_share, range(shares)))
    return played


def at_the_start(field: Field) -> Standing:
    """Before the first round: nobody has met anybody."""
    n = len(field.starts)
    nothing = np.zeros(n, np.int64)
    return Standing(
        gone=0,
        scores=field.starts,
        free=nothing,
        balances=nothing,
        lasts=nothing,
        ups=nothing,
        downs=nothing,
        byes=nothing,
        met=np.zeros((n, n), np.bool_),
        pending=np.empty((0, 3), np.int64),
    )


def _blank(count: int, rounds: int, n: int) -> Played:
    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return Played(
        opponents=zeros(count, rounds, n),
        colours=zeros(count, rounds, n),
        stones=zeros(count, rounds, n),
        before=zeros(count, rounds, n),
        places=zeros(count, rounds, n),
        sizes=zeros(count, rounds, n),
        final=zeros(count, n),
        wins=zeros(count, n),
        costs=zeros(count, rounds),
    )


def _state(field: Field, prices: Prices, standing: Standing) -> _State:
    rounds, n = field.present.shape
    size = n + n % 2
    lowest = int(standing.scores.min()) // POINT * POINT
    highest = int(standing.scores.max()) + POINT * len(standing.pending)
    penalty = 1 + size * sum(int(table.max()) for table in prices)
    if size * penalty > RANGE_BUDGET:
        raise CostsTooLarge(f"The prices are too large for {n} players.")
    return _State(
        scores=np.zeros(n, np.int64),
        free=np.zeros(n, np.int64),
        balances=np.zeros(n, np.int64),
        lasts=np.zeros(n, np.int64),
        ups=np.zeros(n, np.int64),
        downs=np.zeros(n, np.int64),
        byes=np.zeros(n, np.int64),
        met=np.zeros((n, n), np.bool_),
        order=np.zeros(n, np.int64),
        playing=np.zeros(n, np.bool_),
        passed=np.zeros(n, np.bool_),
        seats=np.zeros(size, np.int64),
        mate=np.zeros(size, np.int64),
        costs=np.zeros((size, size), np.int64),
        counted=np.zeros((highest - lowest) // POINT + rounds + 1, np.int64),
        lowest=lowest,
        penalty=penalty,
    )


@compiled
def _play_slice(
    field: Field,
    prices: Prices,
    terms: Terms,
    standing: Standing,
    seed: int,
    first: int,
    played: Played,
    state: _State,
    work: Work,
) -> None:
    """Play some tournaments one after the other in one room."""
    for t in range(len(played.final)):
        lots = key_of(seed, LOTS, first + t)
        results = key_of(seed, RESULTS, first + t)
        _begin(field, standing, lots, state)
        _end_pending(field, standing, results, played, t, state)
        for r in range(len(field.present)):
            fallen = mixed(lots, standing.gone + r)
            for i in range(len(field.starts)):
                state.playing[i] = field.present[r, i]
            _note_places(state, played, t, r)
            played.costs[t, r] = _draw(field, prices, terms, fallen, played, t, r, state, work)
            _play_round(field, terms, fallen, results, played, t, r, state)
        for i in range(len(field.starts)):
            played.final[t, i] = state.scores[i]


@compiled_part
def _begin(field: Field, standing: Standing, key: int, state: _State) -> None:
    """Everybody where they stand, in the order of seeding: by rank, ties by lot."""
    n = len(field.starts)
    for i in range(n):
        state.scores[i] = standing.scores[i]
        state.free[i] = standing.free[i]
        state.balances[i] = standing.balances[i]
        state.lasts[i] = standing.lasts[i]
        state.ups[i] = standing.ups[i]
        state.downs[i] = standing.downs[i]
        state.byes[i] = standing.byes[i]
        state.order[i] = i
        for j in range(n):
            state.met[i, j] = standing.met[i, j]
    _shuffle(state.order, n, key)
    # By insertion: equal ranks must stay as they fell, and there is no room to make.
    for at in range(1, n):
        player = state.order[at]
        back = at
        while back > 0 and field.ranks[state.order[back - 1]] < field.ranks[player]:
            state.order[back] = state.order[back - 1]
            back -= 1
        state.order[back] = player


@compiled_part
def _end_pending(
    field: Field, standing: Standing, results: int, played: Played, t: int, state: _State
) -> None:
    """Results for the games that are still open; whatever else they change, they have changed already."""
    for game in range(len(standing.pending)):
        white, black, stones = standing.pending[game]
        _end_game(field, results, white, black, stones, played, t, state)


@compiled_part
def _end_game(
    field: Field, results: int, white: int, black: int, stones: int, played: Played, t: int, state: _State
) -> None:
    """The winner has a point more."""
    chance = field.chances[white, black]
    if stones > 0 and len(field.with_stones) > 0:
        chance = field.with_stones[min(stones, len(field.with_stones)) - 1, white, black]
    winner = white if game_share(results, white, black) < chance else black
    state.scores[winner] += POINT
    played.wins[t, winner] += POINT


@compiled_part
def _shuffle(items: Ints, count: int, key: int) -> None:
    for at in range(count - 1, 0, -1):
        other = below(mixed(key, at), at + 1)
        items[at], items[other] = items[other], items[at]


@compiled_part
def _note_places(state: _State, played: Played, t: int, r: int) -> None:
    """Write down scores, and everybody's place among those who play with as many whole points."""
    state.counted[:] = 0
    for at in range(len(state.order)):
        i = state.order[at]
        group = (state.scores[i] - state.lowest) // POINT
        played.before[t, r, i] = state.scores[i]
        played.places[t, r, i] = state.counted[group]
        state.counted[group] += 1 if state.playing[i] else 0
    for i in range(len(state.order)):
        played.sizes[t, r, i] = state.counted[(state.scores[i] - state.lowest) // POINT]


@compiled_part
def _draw(
    field: Field,
    prices: Prices,
    terms: Terms,
    lots: int,
    played: Played,
    t: int,
    r: int,
    state: _State,
    work: Work,
) -> int:
    """Pair the round at the least cost; where somebody must stay unpaired, as few as possible."""
    state.passed[:] = False
    rematch = ABSENT
    while True:
        bye = _who_sits_out(field, state)
        seated = _take_seats(lots, bye, state)
        least = _fill_costs(field, prices, terms, rematch, seated, played, t, r, state)
        cost = solve_one(state.costs, least, state.mate, work)
        if rematch != ABSENT or _is_perfect(state.mate):
            break
        if bye == NOBODY or _all_passed(bye, state):
            rematch = state.penalty
            state.passed[:] = False
    return _note_pairs(bye, seated, cost, played, t, r, state)


@compiled_part
def _is_perfect(mate: Ints) -> bool:
    unmatched = 0
    for v in range(len(mate)):
        unmatched += 1 if mate[v] < 0 else 0
    return unmatched == 0


@compiled_part
def _who_sits_out(field: Field, state: _State) -> int:
    """In an odd field the lowest of those with the fewest byes, by score and rank; nobody in an even one."""
    count = 0
    bye = NOBODY
    for at in range(len(state.order) - 1, -1, -1):
        i = state.order[at]
        if not state.playing[i]:
            continue
        count += 1
        if state.passed[i]:
            continue
        if (
            bye == NOBODY
            or state.byes[i] < state.byes[bye]
            or (state.byes[i] == state.byes[bye] and state.scores[i] < state.scores[bye])
        ):
            bye = i
    return bye if count % 2 else NOBODY


@compiled_part
def _all_passed(bye: int, state: _State) -> bool:
    """Pass over one for the bye; whether nobody is left to try."""
    state.passed[bye] = True
    left = 0
    for i in range(len(state.playing)):
        left += 1 if state.playing[i] and not state.passed[i] else 0
    return left == 0


@compiled_part
def _take_seats(lots: int, bye: int, state: _State) -> int:
    """Shuffle those who play to the front; the others, and a phantom for an odd number, stand behind."""
    seated = 0
    for i in range(len(state.playing)):
        if state.playing[i] and i != bye:
            state.seats[seated] = i
            seated += 1
    _shuffle(state.seats, seated, lots)
    for at in range(seated, len(state.seats)):
        state.seats[at] = NOBODY
    return seated


@compiled_part
def _fill_costs(
    field: Field,
    prices: Prices,
    terms: Terms,
    rematch: int,
    seated: int,
    played: Played,
    t: int,
    r: int,
    state: _State,
) -> int:
    """Price every pair and return the least price; those who sit out are matched among themselves."""
    costs = state.costs
    least = 0 if seated < len(state.seats) else ABSENT
    for a in range(len(state.seats)):
        for b in range(a):
            if a < seated:
                i, j = state.seats[a], state.seats[b]
                if state.met[i, j]:
                    cost = rematch
                else:
                    cost = _pair_cost(field, prices, terms, i, j, played, t, r, state)
                least = min(least, cost)
            else:
                cost = ABSENT if b < seated else 0
            costs[a, b] = cost
            costs[b, a] = cost
    return 0 if least == ABSENT else least


@compiled_part
def _pair_cost(
    field: Field, prices: Prices, terms: Terms, i: int, j: int, played: Played, t: int, r: int, state: _State
) -> int:
    """What the rules say of a pair, added up."""
    mine, theirs = state.scores[i], state.scores[j]
    cost: int = _priced(prices.score, abs(mine - theirs) // 2)
    # Who gives stones has White.
    if _stones(mine, theirs, terms) == 0:
        colours = colour_deviation(state.balances[i], state.lasts[i], state.balances[j], state.lasts[j])
        cost += prices.colour[colours]
    if not (field.exempt[i] and field.exempt[j]):
        shared = kinship(field.countries[i], field.clubs[i], -1, field.countries[j], field.clubs[j], -1)
        cost += prices.kinship[shared]
    if mine // POINT == theirs // POINT:
        places, sizes = played.places[t, r], played.sizes[t, r]
        away = seeding_deviation(places[i], places[j], sizes[i], terms.seeding[r])
        return cost + _priced(prices.seeding, away)
    u, v = (i, j) if mine > theirs else (j, i)
    best = len(prices.floats) - 1
    cost += prices.floats[
        best - float_scenario(state.ups[u], state.downs[u], state.ups[v], state.downs[v], 1)
    ]
    return cost


@compiled_part
def _stones(mine: int, theirs: int, terms: Terms) -> int:
    return handicap_stones(mine // POINT, theirs // POINT, terms.threshold, terms.correction, terms.ceiling)


@compiled_part
def _priced(table: Ints, deviation: int) -> int:
    price: int = table[min(deviation, len(table) - 1)]
    return price


@compiled_part
def _note_pairs(bye: int, seated: int, cost: int, played: Played, t: int, r: int, state: _State) -> int:
    """Write down who meets whom, and return what the games cost."""
    opponents = played.opponents[t, r]
    for i in range(len(opponents)):
        opponents[i] = UNPAIRED if state.playing[i] else AWAY
    if bye != NOBODY:
        opponents[bye] = BYE
    for a in range(seated):
        i, j = state.seats[a], state.seats[state.mate[a]]
        if not state.met[i, j]:
            opponents[i] = j
        elif i < j:
            cost -= state.penalty
    return cost


@compiled_part
def _play_round(
    field: Field, terms: Terms, lots: int, results: int, played: Played, t: int, r: int, state: _State
) -> None:
    """Colours, stones and results of the round, and what they make of scores and floats."""
    opponents, before = played.opponents[t, r], played.before[t, r]
    for i in range(len(opponents)):
        j = opponents[i]
        if j == BYE:
            _give_free(i, terms.bye_points, terms.unit, state)
            state.byes[i] += 1
        elif j == AWAY:
            _give_free(i, terms.absent_points, terms.unit, state)
        elif i < j:
            stones = _stones(before[i], before[j], terms)
            white = _give_colours(i, j, stones, lots, played, t, r, state)
            _note_float(i, j, before[i] // POINT, before[j] // POINT, state)
            _end_game(field, results, white, j if white == i else i, stones, played, t, state)
            state.met[i, j] = True
            state.met[j, i] = True


@compiled_part
def _give_free(i: int, worth: int, unit: int, state: _State) -> None:
    """Points without a game, which may count in whole points only."""
    counted = state.free[i] // unit
    state.free[i] += worth
    state.scores[i] += (state.free[i] // unit - counted) * unit


@compiled_part
def _give_colours(
    i: int, j: int, stones: int, lots: int, played: Played, t: int, r: int, state: _State
) -> int:
    """White gives stones; else it goes to who had fewer whites, then to who had Black last, then by lot.

    The number of White is returned.
    """
    before = played.before[t, r]
    if stones > 0:
        white = i if before[i] > before[j] else j
    elif state.balances[i] != state.balances[j]:
        white = i if state.balances[i] < state.balances[j] else j
    elif state.lasts[i] != state.lasts[j]:
        white = i if state.lasts[i] < state.lasts[j] else j
    else:
        white = i if game_share(lots, i, j) < 0.5 else j
    for player in (i, j):
        colour = 1 if player == white else -1
        played.colours[t, r, player] = colour
        played.stones[t, r, player] = stones
        # Games with handicap do not count for colours.
        if stones == 0:
            state.balances[player] += colour
            state.lasts[player] = colour
    return white


@compiled_part
def _note_float(i: int, j: int, mine: int, theirs: int, state: _State) -> None:
    """Remember who was drawn up and who down."""
    if mine != theirs:
        upper, lower = (i, j) if mine > theirs else (j, i)
        state.downs[upper] += 1
        state.ups[lower] += 1
