"""Whole tournaments, thousands at a time: drawn with the rules and the matching that pair real ones.

The prices come from the same pricings as those of a real draw. Players are shuffled before every draw: among
pairings of equal cost each is as likely as the luck of the order makes it.

What goes in are plain arrays, told one by one in `kernel.event`: `Field` (who enters), `Prices` (what a
deviation costs), `Terms` (all other rules) and `Standing` (how things stand); `PlayedRounds` comes out. Each
rule has a switch or a table of its own:

- prices: `Prices.kind` is one of `BY_TABLES` (kaniuk, aga and the presets with weights of Miai's own; `ends`
  below 0 leaves a rule out, `order` above 0 is the AGA's distance instead of the seeding), `BY_TIERS` (miai;
  `tiers` are the rules in order, `strict` those that outweigh all boards) and `BY_GOTHA` (`gotha` has
  OpenGotha's weights); `halves_apart` is 1 where two of the same half of a group should not meet
- seeding: `Terms.seeding` is the method of each round, `Terms.criteria` what orders the players; a criterion
  from `NEED_HISTORY` down makes the history be kept, `stand_in` and `seen` say what unplayed rounds count
- floats: `compensate`, and `down_from` and `up_from` for the place in the group
- origins: `kinship` (0 leaves a kind out), `far_zones` (0: no time zones), `exempt` (three limits a round),
  `Field.large` (empty: no club is too large to be kept apart)
- handicaps: `placed` of length 1 means none; by score with `levels_by_score`, else by grade
- grading information: `Field.expected`, empty without the rule
- colours: `nigiri` gives even games their colours by lot
- bans: two meet again with `rematches`; families below 0 are none
- byes: `bye_rule`; free points by `bye_…`, `absent_…` and `unpaired_points`, in whole `unit`s
"""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import numpy as np

from miai.engine.kernel.arrays import Ints, Records
from miai.engine.kernel.byes import LIKE_GOTHA, first_in_line, gotha_bye_key, lowest_bye_key
from miai.engine.kernel.chance import below, game_share, key_of, mixed
from miai.engine.kernel.colours import BY_LOT, white_side
from miai.engine.kernel.criteria import NEED_HISTORY, NO_CRITERION
from miai.engine.kernel.deviations import is_exempt
from miai.engine.kernel.event import (
    AWAY,
    BY_GOTHA,
    BY_TABLES,
    BYE,
    CREDITS,
    PLAYER,
    POINT,
    SCORE,
    UNPAIRED,
    Field,
    PlayedRounds,
    Prices,
    RoundState,
    Standing,
    Terms,
)
from miai.engine.kernel.grading import NOBODY_BEATEN, NOBODY_LOST_TO, game_surplus, wanted_grades
from miai.engine.kernel.history_arrays import (
    end_round,
    note_game,
    note_late_win,
    note_win,
    sit_out,
    stand_as,
    winner_of,
)
from miai.engine.kernel.jit import compiled, compiled_part, compiled_stage
from miai.engine.kernel.matching import TOTAL_BUDGET, CostsTooLarge, solve_one
from miai.engine.kernel.pair_costs import cost_of_bye, fill_costs, handicap_between, is_forbidden
from miai.engine.kernel.search_buffers import NOBODY, RANGE_BUDGET, Work, new_costs, new_work
from miai.engine.kernel.seeding import fill_places, order_players
from miai.engine.kernel.thread_shares import edges_of_shares

# The streams of a seed.
LOTS, RESULTS = 1, 2
# The lots of pairs are drawn apart from those of seats and colours.
LOTS_OF_PAIRS: Final = 2**20


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
) -> PlayedRounds:
    """Play `count` tournaments with one entry, numbered from `first`; the number and the seed decide them.

    From a standing only its open games and the rounds after it are played.
    """
    begin_at = at_the_start(field) if standing is None else standing
    field, terms = rounds_left(field, terms, begin_at)
    rounds, n = field.present.shape
    played = _blank(count, rounds, n)
    players = records_of(field, terms, begin_at)
    workers = max(1, min(threads or os.cpu_count() or 1, count))
    edges = edges_of_shares(count, workers)
    shares = len(edges) - 1

    def play_share(k: int) -> None:
        begin, end = edges[k], edges[k + 1]
        part = PlayedRounds(*(array[begin:end] for array in played))
        state = new_state(field, prices, terms, begin_at)
        work = new_work(n + n % 2)
        _play_slice(players, field, prices, terms, begin_at, seed, first + begin, part, state, work)
        if state.refused[0]:
            raise CostsTooLarge(too_large(n))

    if shares == 1:
        play_share(0)
    else:
        with ThreadPoolExecutor(workers) as pool:
            list(pool.map(play_share, range(shares)))
    return played


def too_large(players: int) -> str:
    """What is said where no weights fit."""
    return f"The tiers do not fit whole numbers for {players} players."


def rounds_left(field: Field, terms: Terms, standing: Standing) -> tuple[Field, Terms]:
    """What holds for the rounds after a standing."""
    gone = standing.gone
    left = terms._replace(
        seeding=terms.seeding[gone:],
        criteria=terms.criteria[gone:],
        exempt=terms.exempt[gone:],
        spans=terms.spans[gone:],
        handicap_spans=terms.handicap_spans[gone:],
        handicap_tops=terms.handicap_tops[gone:],
    )
    return field._replace(present=field.present[gone:], large=field.large[gone:]), left


def at_the_start(field: Field) -> Standing:
    """Before the first round: nobody has met anybody."""
    n = len(field.starts)
    nothing = np.zeros(n, np.int64)
    no_round = np.zeros((0, n), np.int64)
    return Standing(
        gone=0,
        points=field.starts,
        wins=nothing,
        free_points=nothing,
        free_wins=nothing,
        cumulated_points=nothing,
        cumulated_wins=nothing,
        balances=nothing,
        lasts=nothing,
        ups=nothing,
        downs=nothing,
        byes=nothing,
        surplus=nothing,
        beaten=np.full(n, NOBODY_BEATEN, np.int64),
        lost_to=np.full(n, NOBODY_LOST_TO, np.int64),
        credits=np.zeros((CREDITS, n), np.int64),
        met=np.zeros((n, n), np.bool_),
        opponents=no_round,
        stones=no_round,
        results=no_round,
        shares=no_round,
        pending=np.empty((0, 4), np.int64),
    )


def records_of(field: Field, terms: Terms, standing: Standing) -> Records:
    """The players as they stand, one record each."""
    players = np.zeros(len(field.starts), PLAYER).view(np.recarray)
    known = {
        "start": field.starts, "rating": field.ratings, "grade": field.grades, "country": field.countries,
        "state": field.states, "city": field.cities, "club": field.clubs,
        "clubs_group": field.clubs_groups, "zone": field.zones, "family": field.families,
        "category": field.categories, "always_even": field.starts >= terms.even_from,
        "points": standing.points, "wins": standing.wins, "free_points": standing.free_points,
        "free_wins": standing.free_wins, "cumulated_points": standing.cumulated_points,
        "cumulated_wins": standing.cumulated_wins, "balance": standing.balances, "last": standing.lasts,
        "ups": standing.ups, "downs": standing.downs, "byes": standing.byes,
        "surplus": standing.surplus, "beaten": standing.beaten, "lost_to": standing.lost_to,
    }  # fmt: skip
    for name, values in known.items():
        players[name] = values
    return players


def _blank(count: int, rounds: int, n: int) -> PlayedRounds:
    def zeros(*shape: int) -> Ints:
        return np.zeros(shape, np.int64)

    return PlayedRounds(
        opponents=zeros(count, rounds, n),
        colours=zeros(count, rounds, n),
        handicaps=zeros(count, rounds, n),
        before=zeros(count, rounds, n),
        places=zeros(count, rounds, n),
        sizes=zeros(count, rounds, n),
        final=zeros(count, n),
        wins=zeros(count, n),
        totals=zeros(count, rounds),
    )


def new_state(field: Field, prices: Prices, terms: Terms, standing: Standing) -> RoundState:
    """Room for one tournament."""
    rounds, n = field.present.shape
    size = n + n % 2
    low, high = _range_of_scores(field, terms, standing)
    lowest = low // POINT
    history = (standing.gone + rounds if (terms.criteria <= NEED_HISTORY).any() else 0, n)
    tiers = len(prices.tiers)
    return RoundState(
        players=np.zeros(n, PLAYER).view(np.recarray),
        met=np.zeros((n, n), np.bool_),
        opponents=np.zeros(history, np.int64),
        stones=np.zeros(history, np.int64),
        results=np.zeros(history, np.int64),
        shares=np.zeros(history, np.int64),
        credits=np.zeros((CREDITS, n), np.int64),
        line=np.zeros(n, np.int64),
        order=np.zeros(n, np.int64),
        keys=np.zeros((terms.criteria.shape[1], n)),
        sums=np.zeros(n, np.int64),
        playing=np.zeros(n, np.bool_),
        waiting=np.zeros(n, np.bool_),
        seats=np.zeros(size, np.int64),
        mate=np.zeros(size, np.int64),
        costs=new_costs(size),
        deviations=np.zeros((tiers, size, size), np.int64),
        widest=np.zeros(tiers, np.int64),
        steps=np.zeros(tiers, np.int64),
        weights=np.zeros(tiers, np.int64),
        counted=np.zeros((high // POINT - lowest + 1) * terms.categories, np.int64),
        refused=np.zeros(1, np.bool_),
        lowest=lowest,
        dearest=dearest_of(field, prices, terms, standing),
    )


def _range_of_scores(field: Field, terms: Terms, standing: Standing) -> tuple[int, int]:
    """The lowest and the highest score that there can be until the end."""
    scores = standing.wins if terms.by_wins else standing.points
    most = max(
        POINT,
        terms.bye_points,
        terms.absent_points,
        terms.unpaired_points,
        terms.bye_wins,
        terms.absent_wins,
    )
    won = most * (len(field.present) + 1) + POINT * len(standing.pending)
    low, high = (int(scores.min()), int(scores.max())) if scores.size else (0, 0)
    return low, high + won


def dearest_of(field: Field, prices: Prices, terms: Terms, standing: Standing) -> int:
    """The most that a pair can cost in the rounds left, 0 if that differs from round to round.

    No two scores are further apart than those of this event can be.
    """
    n = len(field.starts)
    size = n + n % 2
    if prices.kind == BY_TABLES:
        low, high = _range_of_scores(field, terms, standing)
        ends = [table.size for table in prices.tables]
        ends[SCORE] = (high - low) // 2 + 1
        dearest = prices.order * size * size
        dearest += sum(int(table[:end].max()) for table, end in zip(prices.tables, ends, strict=True))
    else:
        dearest = prices.base if prices.kind == BY_GOTHA else 0
    if dearest > min(RANGE_BUDGET, TOTAL_BUDGET // max(1, size)):
        raise CostsTooLarge(f"The prices are too large for {size} players.")
    return dearest


@compiled
def _play_slice(
    players: Records,
    field: Field,
    prices: Prices,
    terms: Terms,
    standing: Standing,
    seed: int,
    first: int,
    played: PlayedRounds,
    state: RoundState,
    work: Work,
) -> None:
    """Play some tournaments one after the other with the same arrays."""
    for t in range(len(played.final)):
        lots = key_of(seed, LOTS, first + t)
        results = key_of(seed, RESULTS, first + t)
        _begin(players, field, standing, lots, results, played, t, state)
        for r in range(len(field.present)):
            fallen = mixed(lots, standing.gone + r)
            _prepare_round(field, terms, standing.gone, fallen, played, t, r, state)
            rescue, searching = False, True
            while searching:
                bye = _who_sits_out(state)
                seated = _take_seats(fallen, bye, state)
                fill_costs(prices, terms, r, seated, bye, rescue, state)
                cost = solve_one(state.costs, state.mate, work)
                rescue, searching = _try_again(bye, rescue, state)
            _note_draw(prices, terms, cost, bye, seated, rescue, played, t, r, state)
            _play_round(field, terms, standing.gone, fallen, results, played, t, r, state)
        for i in range(len(players)):
            played.final[t, i] = _score(i, terms, state)


@compiled_part
def _score(i: int, terms: Terms, state: RoundState) -> int:
    score: int = state.players[i].wins if terms.by_wins else state.players[i].points
    return score


@compiled_stage
def _begin(
    players: Records,
    field: Field,
    standing: Standing,
    lots: int,
    results: int,
    played: PlayedRounds,
    t: int,
    state: RoundState,
) -> None:
    """Everybody as they stand, an order by lot, and results for the games that are still open."""
    n = len(players)
    stand_as(players, standing, state)
    for i in range(n):
        state.line[i] = i
        for j in range(n):
            state.met[i, j] = standing.met[i, j]
    _shuffle(state.line, n, lots)
    _end_pending(field, standing, results, played, t, state)


@compiled_part
def _end_pending(
    field: Field, standing: Standing, results: int, played: PlayedRounds, t: int, state: RoundState
) -> None:
    """Whatever else open games change, they have changed already."""
    for game in range(len(standing.pending)):
        white, black, size, k = standing.pending[game]
        winner = _end_game(field, results, white, black, size, played, t, state)
        note_late_win(winner, k, standing.gone, state)


@compiled_part
def _end_game(
    field: Field,
    results: int,
    white: int,
    black: int,
    size: int,
    played: PlayedRounds,
    t: int,
    state: RoundState,
) -> int:
    """The winner has a point more; the winner's number is returned."""
    winner = winner_of(field, results, white, black, size)
    note_win(winner, state)
    played.wins[t, winner] += POINT
    if len(field.expected) > 0:
        _note_grades(field, winner, black if winner == white else white, state)
    return winner


@compiled_part
def _note_grades(field: Field, winner: int, loser: int, state: RoundState) -> None:
    """Remember what a game says about the grades of the two."""
    a, b = state.players[winner], state.players[loser]
    a.surplus += game_surplus(POINT, field.expected[winner, loser])
    b.surplus += game_surplus(0, field.expected[loser, winner])
    a.beaten = max(a.beaten, b.grade)
    b.lost_to = min(b.lost_to, a.grade)


@compiled_part
def _shuffle(items: Ints, count: int, key: int) -> None:
    for at in range(count - 1, 0, -1):
        other = below(mixed(key, at), at + 1)
        items[at], items[other] = items[other], items[at]


@compiled_stage
def _prepare_round(
    field: Field, terms: Terms, gone: int, lots: int, played: PlayedRounds, t: int, r: int, state: RoundState
) -> None:
    """Who plays, in which group and place, and what the rules look at."""
    lots_of_pairs = mixed(lots, LOTS_OF_PAIRS)
    for i in range(len(state.players)):
        state.playing[i] = state.waiting[i] = field.present[r, i]
        player = state.players[i]
        player.score = _score(i, terms, state)
        player.group = player.score // POINT
        player.level = player.group + terms.zero if terms.levels_by_score else player.grade
        reached = POINT * player.grade + player.wins if terms.exempt_by_grade else player.score
        player.exempt = is_exempt(player.start, player.wins, reached, terms.exempt[r])
        player.priced_level = terms.handicap_tops[r] if player.exempt else player.points // POINT
        # The strongest category has the highest number, as the strongest group has.
        player.cell = player.group * terms.categories + max(0, terms.categories - 1 - player.category)
        player.lot = mixed(lots_of_pairs, i)
        if len(field.large) > 0:
            player.club = -1 if field.large[r, i] else field.clubs[i]
        if len(field.expected) > 0:
            player.wanted_low, player.wanted_high = wanted_grades(
                player.surplus, player.beaten, player.lost_to
            )
    if _needs_order(terms, r):
        order_players(field, terms, gone, r, state)
    players = state.players
    fill_places(
        state.order,
        players.group,
        state.playing,
        state.lowest,
        state.counted,
        players.place,
        players.group_size,
    )
    fill_places(
        state.order,
        players.cell,
        state.playing,
        state.lowest * terms.categories,
        state.counted,
        players.inner_place,
        players.inner_size,
    )
    for i in range(len(state.players)):
        player = state.players[i]
        if terms.bye_rule == LIKE_GOTHA:
            player.bye_key = gotha_bye_key(
                player.byes, player.score, player.wins, player.grade, terms.by_wins
            )
            player.bye_then = -player.place
        else:
            player.bye_key = lowest_bye_key(player.byes, player.score)
            player.bye_then = player.rating
    _note_places(state, played, t, r)


@compiled_part
def _needs_order(terms: Terms, r: int) -> bool:
    """Whether the order of seeding may have changed since the last round."""
    changed = r == 0
    for k in range(terms.criteria.shape[1]):
        criterion = terms.criteria[r, k]
        changed = changed or criterion < NO_CRITERION or criterion != terms.criteria[r - 1, k]
    return changed


@compiled_part
def _note_places(state: RoundState, played: PlayedRounds, t: int, r: int) -> None:
    """Write down scores, places and sizes of groups before the round."""
    for i in range(len(state.players)):
        played.before[t, r, i] = state.players[i].score
        played.places[t, r, i] = state.players[i].place
        played.sizes[t, r, i] = state.players[i].group_size


@compiled_part
def _try_again(bye: int, rescue: bool, state: RoundState) -> tuple[bool, bool]:
    """Whether the round must be rescued, and whether another bye or the rescue has to be tried.

    Where no bye leaves a field that can be paired, as few as possible stay unpaired.
    """
    if rescue or _is_perfect(state.mate):
        return rescue, False
    if bye == NOBODY or _nobody_waits(bye, state):
        for i in range(len(state.playing)):
            state.waiting[i] = state.playing[i]
        return True, True
    return False, True


@compiled_stage
def _note_draw(
    prices: Prices,
    terms: Terms,
    cost: int,
    bye: int,
    seated: int,
    rescue: bool,
    played: PlayedRounds,
    t: int,
    r: int,
    state: RoundState,
) -> None:
    """Write down who meets whom, and the total."""
    _note_pairs(terms, bye, seated, played.opponents[t, r], state)
    if rescue:
        return
    if bye != NOBODY:
        cost += cost_of_bye(prices, bye, state)
    played.totals[t, r] = cost if prices.base == 0 else seated // 2 * prices.base - cost


@compiled_part
def _is_perfect(mate: Ints) -> bool:
    unmatched = 0
    for v in range(len(mate)):
        unmatched += 1 if mate[v] < 0 else 0
    return unmatched == 0


@compiled_part
def _who_sits_out(state: RoundState) -> int:
    """Who has the bye in an odd field; nobody if it is even."""
    count = 0
    for i in range(len(state.playing)):
        count += 1 if state.playing[i] else 0
    if count % 2 == 0:
        return NOBODY
    players = state.players
    return first_in_line(state.line, state.waiting, players.bye_key, players.bye_then)


@compiled_part
def _nobody_waits(bye: int, state: RoundState) -> bool:
    """Pass over one for the bye; whether nobody is left to try."""
    state.waiting[bye] = False
    left = 0
    for i in range(len(state.waiting)):
        left += 1 if state.waiting[i] else 0
    return left == 0


@compiled_part
def _take_seats(lots: int, bye: int, state: RoundState) -> int:
    """Shuffle those who play to the front; who sits out stands behind them."""
    seated = 0
    for i in range(len(state.playing)):
        if state.playing[i] and i != bye:
            state.seats[seated] = i
            seated += 1
    _shuffle(state.seats, seated, lots)
    for at in range(seated, len(state.seats)):
        state.seats[at] = NOBODY
    if bye != NOBODY:
        state.seats[seated] = bye
    return seated


@compiled_part
def _note_pairs(terms: Terms, bye: int, seated: int, opponents: Ints, state: RoundState) -> None:
    """Write down who meets whom."""
    for i in range(len(opponents)):
        opponents[i] = UNPAIRED if state.playing[i] else AWAY
    if bye != NOBODY:
        opponents[bye] = BYE
    for a in range(seated):
        if state.mate[a] == NOBODY:
            continue
        i, j = state.seats[a], state.seats[state.mate[a]]
        if j != NOBODY and not is_forbidden(i, j, terms, state):
            opponents[i] = j


@compiled_stage
def _play_round(
    field: Field,
    terms: Terms,
    gone: int,
    lots: int,
    results: int,
    played: PlayedRounds,
    t: int,
    r: int,
    state: RoundState,
) -> None:
    """Colours, handicaps and results of the round, and what they make of scores and floats."""
    opponents = played.opponents[t, r]
    for i in range(len(opponents)):
        j = opponents[i]
        if j < 0:
            sit_out(i, j, terms, state)
        elif i < j:
            size = handicap_between(i, j, terms, state.players)
            white = _give_colours(i, j, size, terms.nigiri, lots, played, t, r, state)
            black = j if white == i else i
            _note_float(i, j, state)
            winner = _end_game(field, results, white, black, size, played, t, state)
            state.met[i, j] = True
            state.met[j, i] = True
            note_game(gone + r, white, black, terms.placed[size], winner, state)
    end_round(gone + r, opponents, state)


@compiled_part
def _give_colours(
    i: int,
    j: int,
    size: int,
    nigiri: int,
    lots: int,
    played: PlayedRounds,
    t: int,
    r: int,
    state: RoundState,
) -> int:
    """Decide who has White, and return that player's number."""
    a, b = state.players[i], state.players[j]
    side = BY_LOT
    if size > 0 or not nigiri:
        side = white_side(size, a.level, b.level, 0, a.balance, b.balance, a.last, b.last)
    if side == BY_LOT:
        side = 1 if game_share(lots, i, j) < 0.5 else -1
    white = i if side > 0 else j
    for player in (i, j):
        colour = 1 if player == white else -1
        played.colours[t, r, player] = colour
        played.handicaps[t, r, player] = size
        # Games with handicap do not count for colours, nor do those whose players draw for them.
        if size == 0 and not nigiri:
            state.players[player].balance += colour
            state.players[player].last = colour
    return white


@compiled_part
def _note_float(i: int, j: int, state: RoundState) -> None:
    """Remember who was drawn up and who down."""
    a, b = state.players[i], state.players[j]
    if a.group > b.group:
        a.downs += 1
        b.ups += 1
    elif a.group < b.group:
        a.ups += 1
        b.downs += 1
