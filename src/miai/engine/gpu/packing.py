"""A simulated event as the GPU's sources read it.

What a price depends on from the start (countries, clubs, categories) is worked out here for every pair, and
OpenGotha's weights, which are cut from doubles, come ready from the kernel: on the GPU only whole numbers are
compared.
"""

from typing import Any, Final

import numpy as np

from miai.engine.gpu.records import (
    BOOK,
    EVENT,
    GROUPS,
    HALF_POINTS,
    HANDICAPS,
    HISTORY,
    MOST_CATEGORY,
    MOST_CRITERIA,
    MOST_GEOGRAPHY,
    MOST_KINDS,
    MOST_OPEN_GAMES,
    MOST_PAST,
    MOST_PLAYERS,
    MOST_ROUNDS,
    NARROW,
    SEEDINGS,
    STANDING_NUMBERS,
    USES_GOTHA,
    USES_HALVES,
    USES_HANDICAPS,
    USES_HISTORY,
    USES_LOTS,
    USES_ODD,
    USES_ORDER,
    USES_TIERS,
    VARIANTS,
    Packed,
)
from miai.engine.kernel.arrays import Flags, Floats, Ints
from miai.engine.kernel.byes import LIKE_GOTHA
from miai.engine.kernel.criteria import CUMULATED_POINTS, CUMULATED_WINS, NEED_HISTORY, NO_CRITERION
from miai.engine.kernel.deviations import KINDS_OF_KINSHIP, fill_difference, fill_kinship
from miai.engine.kernel.event import (
    BY_GOTHA,
    BY_TABLES,
    BY_TIERS,
    CATEGORY,
    CHANCE,
    GEOGRAPHY,
    HANDICAP,
    POINT,
    RULES,
    SEEDING,
    Field,
    Prices,
    Standing,
    Terms,
)
from miai.engine.kernel.gotha import fill_geography_weights, fill_handicap_weights, fill_weights_of_difference
from miai.engine.kernel.simulate import at_the_start, dearest_of, rounds_left
from miai.errors import InternalError
from miai.messages import Message

# Scores lie within this, levels within the next; more than any tournament has.
_WIDEST: Final = 8_000
_WIDEST_LEVEL: Final = 2_000
_NO_LIMIT: Final = 2**30


def why_not_packed(field: Field, prices: Prices, terms: Terms, standing: Standing | None) -> Message | None:
    """Why the GPU cannot play an event, if so."""
    begin_at = at_the_start(field) if standing is None else standing
    field, terms = rounds_left(field, terms, begin_at)
    rounds, n = field.present.shape
    limits = (
        (n, MOST_PLAYERS, Message("more than %(most)s players", most=MOST_PLAYERS)),
        (rounds, MOST_ROUNDS, Message("more than %(most)s rounds", most=MOST_ROUNDS)),
        (begin_at.gone, MOST_PAST, Message("more than %(most)s rounds", most=MOST_PAST)),
        (
            max(terms.criteria.shape[1], len(field.fixed)),
            MOST_CRITERIA,
            Message("more than %(most)s criteria of seeding", most=MOST_CRITERIA),
        ),
        (
            len(begin_at.pending),
            MOST_OPEN_GAMES,
            Message("more than %(most)s games without a result", most=MOST_OPEN_GAMES),
        ),
        (
            len(terms.placed),
            HANDICAPS,
            Message("handicaps of more than %(most)s grades", most=HANDICAPS - 1),
        ),
    )
    too_many = next((reason for value, most, reason in limits if value > most), None)
    if too_many is not None:
        return too_many
    if terms.categories > 1:
        return Message("groups by category, as OpenGotha has them")
    widest = max(_span_of_groups(field, terms, begin_at), int(terms.handicap_spans.max(initial=0)))
    if not _are_small(field, terms, begin_at) or widest >= GROUPS:
        return Message("scores or grades that are too large")
    if len(_clubs_by_variant(field)) > VARIANTS:
        return Message("the clubs that hold too much of the field change too often")
    of_kind = _kinds(field, terms)[1]
    if len(of_kind) > MOST_KINDS:
        return Message("too many different pairs of countries, clubs and categories")
    if prices.kind == BY_TIERS and (of_kind[:, :3] > (MOST_GEOGRAPHY, MOST_GEOGRAPHY, MOST_CATEGORY)).any():
        return Message("prices of countries, clubs or categories that are too large")
    return None


def _are_small(field: Field, terms: Terms, standing: Standing) -> bool:
    most = _most_of_a_round(terms)
    gained = most * (len(field.present) + len(standing.pending) + 1)
    scores = ("points", "wins", "free_points", "free_wins")
    values = (field.starts, standing.credits.ravel(), *(getattr(standing, name) for name in scores))
    levels = (field.grades, field.categories, np.array([terms.zero, terms.correction, terms.least]))
    counts = (standing.ups, standing.downs, standing.byes, abs(standing.balances))
    return (
        all(abs(each).max(initial=0) + gained <= _WIDEST for each in values)
        and all(abs(each).max(initial=0) <= _WIDEST_LEVEL for each in levels)
        and all(each.max(initial=0) + len(field.present) < 100 for each in counts)
        and terms.threshold >= -_WIDEST_LEVEL
    )


def _most_of_a_round(terms: Terms) -> int:
    free = (terms.bye_points, terms.absent_points, terms.unpaired_points, terms.bye_wins, terms.absent_wins)
    return max(POINT, *free)


def _span_of_groups(field: Field, terms: Terms, standing: Standing) -> int:
    scores = standing.wins if terms.by_wins else standing.points
    most = _most_of_a_round(terms)
    return int(np.ptp(scores)) // POINT + most * (len(field.present) + len(standing.pending)) // POINT + 2


def pack(
    field: Field, prices: Prices, terms: Terms, *, seed: int, standing: Standing | None = None
) -> Packed:
    """An event that nothing speaks against, as the sources read it."""
    begin_at = at_the_start(field) if standing is None else standing
    field, terms = rounds_left(field, terms, begin_at)
    event, book = np.zeros(1, EVENT), np.zeros(1, BOOK)
    n = len(field.starts)
    dearest = dearest_of(field, prices, terms, begin_at)
    _fill_event(event[0], field, prices, terms, begin_at)
    event["seed"], event["dearest"] = seed, dearest
    _fill_players(book[0], field, terms, begin_at)
    kinds, of_kind, pairs = _kinds(field, terms)
    _write(book["kinds"][0, : len(kinds), :n, :n], kinds)
    count = len(of_kind)
    _write(book["kind_geography"][0, :count], of_kind[:, :2])
    _write(book["kind_category"][0, :count], of_kind[:, 2])
    if prices.kind == BY_TABLES:
        _fill_tables(book[0], prices, of_kind)
    elif prices.kind == BY_GOTHA:
        _fill_gotha(book[0], field, prices, terms, pairs)
    return Packed(
        event=event,
        book=book,
        handicap_chances=np.ascontiguousarray(field.with_handicap),
        wide=prices.kind != BY_TABLES or dearest > NARROW,
    )


def _fill_event(event: Any, field: Field, prices: Prices, terms: Terms, standing: Standing) -> None:
    rounds, n = field.present.shape
    gotha = prices.gotha
    event["base"], event["order"] = prices.base, prices.order
    for name in ("duplicate", "random", "colour", "floats", "seeding"):
        event[f"gotha_{name}"] = getattr(gotha, name)
    event["present"][:rounds] = _masks(field.present)
    event["used"] = sum(1 << bit for bit in _used(field, prices, terms))
    event["pricing"] = prices.kind
    event["players"], event["size"], event["rounds"], event["gone"] = n, n + n % 2, rounds, standing.gone
    for name in (
        "by_wins zero bye_points absent_points bye_wins absent_wins unit levels_by_score correction "
        "exempt_by_grade "
        "compensate down_from up_from rematches stand_in unpaired_points nigiri seen"
    ).split():
        event[name] = getattr(terms, name)
    event["threshold"] = min(terms.threshold, 2 * _WIDEST_LEVEL)
    event["least_handicap"], event["most_handicap"] = terms.least, len(terms.placed) - 1
    event["layers"] = len(field.with_handicap)
    event["like_gotha"] = terms.bye_rule == LIKE_GOTHA
    event["pending"], event["tiers"] = len(standing.pending), len(prices.tiers)
    _write(event["seeding"][:rounds], terms.seeding)
    event["variants"] = len(_clubs_by_variant(field))
    _write(event["variant"][:rounds], _variants(field)[1])
    _write(event["exempt"][:rounds], np.clip(terms.exempt, -_NO_LIMIT, _NO_LIMIT))
    _write(event["handicap_top"][:rounds], terms.handicap_tops)
    event["criteria"][:] = NO_CRITERION
    _write(event["criteria"][:rounds, : terms.criteria.shape[1]], terms.criteria)
    _write(event["tier"][: len(prices.tiers)], prices.tiers)
    _write(event["strict"][: len(prices.tiers)], prices.strict)
    _write(event["placed"][: len(terms.placed)], terms.placed)
    _write(event["open_games"][: len(standing.pending)], standing.pending)


def _used(field: Field, prices: Prices, terms: Terms) -> set[int]:
    used = {rule for rule in range(RULES) if prices.ends[rule] >= 0} if prices.kind == BY_TABLES else set()
    tiers = set(prices.tiers.tolist()) if prices.kind == BY_TIERS else set()
    remembered = (terms.criteria <= NEED_HISTORY) | np.isin(
        terms.criteria, (CUMULATED_POINTS, CUMULATED_WINS)
    )
    found = {
        USES_ORDER: prices.kind == BY_TABLES and prices.order > 0,
        USES_TIERS: prices.kind == BY_TIERS,
        USES_GOTHA: prices.kind == BY_GOTHA,
        USES_HANDICAPS: len(terms.placed) > 1,
        USES_LOTS: prices.kind == BY_GOTHA or CHANCE in used | tiers,
        USES_HISTORY: bool(remembered.any()),
        USES_ODD: bool((field.present.sum(axis=1) % 2).any()),
        USES_HALVES: prices.halves_apart > 0,
    }
    return used | tiers | {bit for bit, is_used in found.items() if is_used}


def _fill_players(book: Any, field: Field, terms: Terms, standing: Standing) -> None:
    n = len(field.starts)
    _write(book["start"][:n], field.starts)
    _write(book["grade"][:n], field.grades)
    book["rated"][:n] = _ranks(field.ratings)
    book["always_even"][:n] = field.starts >= terms.even_from
    names = {"balance": "balances", "last": "lasts"}
    for name in STANDING_NUMBERS:
        _write(book[name][:n], getattr(standing, names.get(name, name)))
    for k, values in enumerate(field.fixed):
        book["fixed"][k, :n] = _ranks(values)
    family = field.families[:, None] == field.families
    never = (family & (field.families >= 0)[:, None]) | np.eye(n, dtype=np.bool_)
    book["met"][:n], book["never"][:n] = _masks(standing.met), _masks(never)
    book["chances"][:n, :n] = field.chances
    _write(book["credits"][:, :n], standing.credits)
    if len(field.expected):
        _write(book["expected"][:n, :n], field.expected)
    # The history is only there where sums over opponents are asked for.
    for name in HISTORY:
        rounds = getattr(standing, name)
        _write(book[name][: len(rounds), :n], rounds)


def _write(room: Any, values: Any) -> None:
    """Copy values into a room of the record; NumPy would cut what does not fit."""
    room[...] = values
    if not np.array_equal(room, values):
        raise InternalError("A number does not fit the records of the GPU.")


def _ranks(values: Floats) -> Ints:
    """The place of each value among the different ones, the lowest first."""
    return np.unique(values, return_inverse=True)[1].astype(np.int64)


def _masks(flags: Any) -> Any:
    """Each row as one number, a bit for each player."""
    places = np.uint64(1) << np.arange(flags.shape[1], dtype=np.uint64)
    return (flags.astype(np.uint64) * places).sum(axis=1, dtype=np.uint64)


def _variants(field: Field) -> tuple[Flags, Ints]:
    """Which clubs are too large, each set of them once, and which set holds in each round."""
    rounds, n = field.present.shape
    if not len(field.large):
        return np.zeros((1, n), np.bool_), np.zeros(rounds, np.int64)
    sets, of_round = np.unique(field.large, axis=0, return_inverse=True)
    return sets, of_round.reshape(-1)


def _clubs_by_variant(field: Field) -> Ints:
    """The clubs as they count; those of a club that is too large have none."""
    return np.where(_variants(field)[0], -1, field.clubs)


def _kinds(field: Field, terms: Terms) -> tuple[Ints, Ints, Ints]:
    """The kind of every pair by variant, what each kind has in common, and a variant and a pair of each kind.

    In common are: the deviation of geography, the same where both are exempt, the difference of category, and
    whether country, club and group of clubs are the same, as OpenGotha asks.
    """
    n = len(field.starts)
    clubs_by_variant = _clubs_by_variant(field)
    facts = np.zeros((6, len(clubs_by_variant), n, n), np.int64)
    for variant, clubs in enumerate(clubs_by_variant):
        codes = np.array([field.countries, field.states, field.cities, field.clubs_groups, clubs])
        if len(codes) != KINDS_OF_KINSHIP:
            raise AssertionError("The kinds of kinship have changed.")
        for both_exempt in (0, 1):
            exempt = np.full(n, bool(both_exempt))
            zones = (field.zones, terms.far_zones, terms.in_reach)
            fill_kinship(codes, exempt, terms.kinship, *zones, facts[both_exempt, variant])
        fill_difference(field.categories, facts[2, variant])
        facts[4, variant] = clubs[:, None] != clubs
    facts[3] = field.countries[:, None] != field.countries
    groups = field.clubs_groups
    facts[5] = (groups[:, None] == groups) & (groups >= 0)
    found, first, kinds = np.unique(facts.reshape(6, -1), axis=1, return_index=True, return_inverse=True)
    shape = facts.shape[1:]
    return kinds.reshape(shape), np.ascontiguousarray(found.T), np.array(np.unravel_index(first, shape)).T


def _fill_tables(book: Any, prices: Prices, of_kind: Ints) -> None:
    def priced(rule: int, deviations: Ints) -> Ints:
        end = prices.ends[rule]
        if end < 0:
            return np.zeros(deviations.shape, np.int64)
        return np.asarray(prices.tables[rule, np.minimum(deviations, end)])

    count = len(of_kind)
    book["kind_prices"][:count] = priced(GEOGRAPHY, of_kind[:, :2]) + priced(CATEGORY, of_kind[:, 2:3])
    for rule in range(RULES):
        book["prices"][rule] = priced(rule, np.arange(HALF_POINTS))
    book["seeding_prices"][:] = priced(SEEDING, np.arange(SEEDINGS))
    if prices.ends[HANDICAP] < 0:
        book["prices"][HANDICAP] = 0


def _fill_gotha(book: Any, field: Field, prices: Prices, terms: Terms, pairs: Ints) -> None:
    weights = prices.gotha
    n, count = len(field.starts), len(pairs)
    variant, first, second = pairs.T
    matrix = np.zeros((n, n), np.int64)
    fill_weights_of_difference(
        field.categories, weights.categories, weights.category, weights.concavity, matrix
    )
    book["gotha_category"][:count] = matrix[first, second]
    differences = np.zeros((GROUPS, GROUPS), np.int64)
    levels = np.arange(GROUPS, dtype=np.int64)
    handicaps = np.zeros((GROUPS, GROUPS), np.int64)
    # Everybody twice, exempt and not: so all three numbers of exempt players are among the pairs.
    countries, groups = (np.concatenate((each, each)) for each in (field.countries, field.clubs_groups))
    exempt = np.repeat([True, False], n)
    clubs_by_variant = _clubs_by_variant(field)
    places = np.zeros((len(clubs_by_variant), 2 * n, 2 * n), np.int64)
    for r, span in enumerate(terms.spans.tolist()):
        fill_weights_of_difference(levels, span, weights.score, weights.concavity, differences)
        book["gotha_score"][r] = differences[0]
        widest = int(terms.handicap_spans[r])
        fill_handicap_weights(levels, widest, weights.handicap, weights.concavity, handicaps)
        book["gotha_handicap"][r] = handicaps[0]
        for clubs, out in zip(clubs_by_variant, places, strict=True):
            fill_geography_weights(
                countries, np.concatenate((clubs, clubs)), groups, exempt, span, weights.prefer,
                weights.geography, weights.score, weights.concavity, out,
            )  # fmt: skip
        by_exempt = (
            places[variant, n + first, n + second],
            places[variant, first, n + second],
            places[variant, first, second],
        )
        book["gotha_geography"][r, :count] = np.stack(by_exempt, axis=1)
