"""The arrays that simulated tournaments are played with.

Scores are in quarters of a point. Players are numbered as the arrays have them.
"""

from typing import Final, NamedTuple

import numpy as np

from miai.engine.kernel.arrays import Flags, Floats, Ints, Records

POINT: Final = 4
HALF: Final = 2

# Whom a player meets: the number of an opponent, or one of these.
BYE, AWAY, UNPAIRED = -1, -2, -3

RULES: Final = 10
CATEGORY, SCORE, GEOGRAPHY, FLOATS, COLOUR, HANDICAP, FLOAT_PLACE, SEEDING, CHANCE, GRADING = range(RULES)

# What a score counts for more in the sums of the opponents, by the rule for rounds that were not played.
HALVES_OF_POINTS, HALVES_OF_WINS, OF_AGA, CREDITS = 0, 1, 2, 3

# How the deviations of a pair become its price.
BY_TABLES, BY_TIERS, BY_GOTHA = 0, 1, 2


class Field(NamedTuple):
    """The entrants: what is known of them, and who would beat whom.

    `starts` are McMahon scores, `ratings` decide who is lower among equals, and a code below 0 is unknown.
    `zones` are minutes east of Greenwich.
    `fixed` holds one row for each criterion of seeding that does not change during the event, higher first.
    `chances[i, j]` is how likely i beats j, `with_handicap[s - 1, i, j]` the same where i gives a handicap of
    size s; while it is empty, handicaps change nothing.
    """

    starts: Ints
    ratings: Floats
    grades: Ints
    countries: Ints
    states: Ints
    cities: Ints
    clubs: Ints
    clubs_groups: Ints
    zones: Ints
    families: Ints
    categories: Ints
    present: Flags  # by round and player
    large: Flags  # by round and player: whose club holds so many that it does not count; no rounds if all do
    expected: Ints  # games of 1,000,000 that i should win against j by grade; empty without the rule
    fixed: Floats  # by criterion and player
    chances: Floats
    with_handicap: Floats


class TableEnds(NamedTuple):
    """The last column of each rule's table, below 0 if the rule costs nothing; in the order of the rules."""

    category: int = -1
    score: int = -1
    geography: int = -1
    floats: int = -1
    colour: int = -1
    handicap: int = -1
    float_place: int = -1
    seeding: int = -1
    chance: int = -1
    grading: int = -1


class GothaWeights(NamedTuple):
    """OpenGotha's weights; `prefer` is what country, group of clubs and club are worth in points."""

    duplicate: int
    random: int
    colour: int
    category: int
    score: int
    floats: int
    seeding: int
    geography: int
    handicap: int
    concavity: float
    categories: int
    prefer: Ints


class Prices(NamedTuple):
    """How a draw is priced: by tables of each rule, by tiers, or by OpenGotha's weights.

    A table gives the price of each size of a deviation (of the score: of each number of half points), and a
    larger one costs as much as the last. Where weights are maximised, `base` is the most that a pair can
    have. `halves_apart` is that of `kernel.deviations.seeding_deviation`.
    """

    kind: int
    base: int
    tables: Ints
    ends: TableEnds
    halves_apart: int
    order: int  # AGA: the price of the squared distance from the ideal opponent, instead of the seeding
    tiers: Ints  # the rules, the most important first
    strict: Flags  # of the tiers
    gotha: GothaWeights


class Terms(NamedTuple):
    """How games are seeded, scored, handicapped and judged by the rules.

    `criteria` are those of `kernel.criteria`, by round. `exempt` has three limits for each round: the start,
    the wins and the score (or grade and wins) from which clubmates may meet.
    """

    seeding: Ints  # the method of each round
    criteria: Ints  # by round
    stand_in: int  # what stands in for the opponent of a round that was not played
    seen: int  # what a score counts for in the sums of opponents
    by_wins: int  # whether the score is the number of wins
    zero: int  # the grade whose McMahon score is nothing
    bye_points: int
    absent_points: int
    unpaired_points: int  # for whoever could not be paired
    bye_wins: int
    absent_wins: int
    unit: int  # what byes and absences brought counts in whole units only
    levels_by_score: int
    even_from: int  # whoever starts here plays even games only
    threshold: int
    correction: int
    least: int  # no handicap is smaller than this, in grades
    placed: Ints  # the stones that come with each size of a handicap, from 0 to the largest
    compensate: int
    down_from: int
    up_from: int
    kinship: Ints  # the deviation of each thing in common
    far_zones: int  # the deviation of time zones that are far apart
    in_reach: int  # the minutes between time zones that are not
    exempt: Ints  # by round
    exempt_by_grade: int  # OpenGotha: the third limit is of grade and wins together, not of the score
    categories: int  # OpenGotha: each of so many categories has its own groups; else 1
    spans: Ints  # how many groups there can be in each round
    handicap_spans: Ints  # how far the scores that handicaps are priced by can be apart in each round
    handicap_tops: Ints  # that score of the exempt in each round
    bye_rule: int
    rematches: int  # whether two may meet again
    nigiri: int  # whether even games have their colours by lot, and no colour is made up for


class Standing(NamedTuple):
    """How things stand after `gone` rounds.

    `free_points` and `free_wins` are what byes and absences have brought so far, before they are rounded.
    `surplus`, `beaten` and `lost_to` are those of `kernel.grading`.
    The history by round and player (opponents, stones given or, negative, received, points won, and what of
    them counts as the defeat of the opponent) is only needed where it decides the seeding.
    """

    gone: int
    points: Ints
    wins: Ints
    free_points: Ints
    free_wins: Ints
    cumulated_points: Ints
    cumulated_wins: Ints
    balances: Ints
    lasts: Ints
    ups: Ints
    downs: Ints
    byes: Ints
    surplus: Ints
    beaten: Ints
    lost_to: Ints
    credits: Ints  # by kind and player
    met: Flags
    opponents: Ints
    stones: Ints
    results: Ints
    shares: Ints
    pending: Ints  # games without a result: White, Black, size of the handicap and round (from 0) of each


class PlayedRounds(NamedTuple):
    """What happened, by tournament, round and player; scores are those before each round, and the last ones.

    `wins` counts won games. `totals` is what each draw comes to as its preset counts, the bye included, and 0
    where somebody had to stay unpaired.
    """

    opponents: Ints
    colours: Ints
    handicaps: Ints  # in grades
    before: Ints
    places: Ints
    sizes: Ints
    final: Ints
    wins: Ints
    totals: Ints


# What the price of a pair depends on comes first, in few bytes: it is read for every pair.
PLAYER: Final = np.dtype(
    [
        # in this round
        ("score", np.int32),
        ("group", np.int32),
        ("place", np.int32),
        ("group_size", np.int32),
        ("level", np.int32),
        ("exempt", np.int32),
        # so far
        ("balance", np.int32),
        ("last", np.int32),
        ("ups", np.int32),
        ("downs", np.int32),
        # known from the start
        ("country", np.int32),
        ("state", np.int32),
        ("city", np.int32),
        ("club", np.int32),
        ("clubs_group", np.int32),
        ("zone", np.int32),
        ("family", np.int32),
        ("category", np.int32),
        ("always_even", np.int32),  # 1 if the player neither gives nor takes a handicap
        ("wanted_low", np.int32),  # the grades that the player should meet in this round; none if low > high
        ("wanted_high", np.int32),
        ("grade", np.int32),
        ("lot", np.int64),  # of this round
        # for OpenGotha's weights
        ("inner_place", np.int32),  # inside group and category
        ("inner_size", np.int32),
        ("cell", np.int32),  # group and category in one
        ("priced_level", np.int32),  # what the price of a handicap is counted from
        # what other things depend on
        ("rating", np.float64),
        ("bye_key", np.int64),
        ("bye_then", np.float64),
        ("start", np.int32),
        ("points", np.int32),
        ("wins", np.int32),
        ("free_points", np.int32),
        ("free_wins", np.int32),
        ("cumulated_points", np.int32),
        ("cumulated_wins", np.int32),
        ("byes", np.int32),
        ("surplus", np.int32),
        ("beaten", np.int32),
        ("lost_to", np.int32),
    ],
    align=True,
)


class RoundState(NamedTuple):
    """One tournament while it is played; made once for many."""

    players: Records
    met: Flags
    opponents: Ints  # the history, if it is kept: by round and player
    stones: Ints
    results: Ints
    shares: Ints
    credits: Ints  # by kind and player
    line: Ints  # the players in an order by lot
    order: Ints  # the players in the order of seeding
    keys: Floats  # by criterion and player
    sums: Ints  # sums over opponents
    playing: Flags
    waiting: Flags  # those for whom the bye has not been tried in vain
    seats: Ints  # the vertices of the matching: shuffled players, who sits out, then who does not play
    mate: Ints
    costs: Ints
    deviations: Ints  # by tier and two seats
    widest: Ints  # by tier, as are steps and weights
    steps: Ints
    weights: Ints
    counted: Ints  # how many of each group have been placed
    refused: Flags  # a single flag: the weights do not fit whole numbers
    lowest: int  # the lowest group there can be
    dearest: int  # no pair costs more; 0 if that differs from round to round


def table_prices(
    tables: dict[int, Ints], *, base: int = 0, halves_apart: bool = False, order: int = 0
) -> Prices:
    """Prices by the table of each rule, in which no deviation costs nothing."""
    width = max((len(table) for table in tables.values()), default=1)
    packed, ends = np.zeros((RULES, width), np.int64), [-1] * RULES
    for rule, table in tables.items():
        if table.any():
            packed[rule, : len(table)] = table
            ends[rule] = len(table) - 1
    return _prices(BY_TABLES, base=base)._replace(
        tables=packed, ends=TableEnds(*ends), halves_apart=int(halves_apart), order=order
    )


def tier_prices(rules: Ints, strict: Flags) -> Prices:
    """Prices by tiers, the most important rule first; seeding keeps the halves of a group apart."""
    return _prices(BY_TIERS)._replace(halves_apart=1, tiers=rules, strict=strict)


def gotha_prices(weights: GothaWeights) -> Prices:
    """Prices by OpenGotha's weights."""
    most = (
        weights.duplicate + weights.random + weights.colour + weights.category + weights.score
        + weights.floats + weights.seeding + weights.geography + weights.handicap
    )  # fmt: skip
    return _prices(BY_GOTHA, base=most + 1)._replace(gotha=weights)


def _prices(kind: int, *, base: int = 0) -> Prices:
    return Prices(
        kind=kind,
        base=base,
        tables=np.zeros((RULES, 1), np.int64),
        ends=TableEnds(),
        halves_apart=0,
        order=0,
        tiers=np.zeros(0, np.int64),
        strict=np.zeros(0, np.bool_),
        gotha=GothaWeights(
            duplicate=0,
            random=0,
            colour=0,
            category=0,
            score=0,
            floats=0,
            seeding=0,
            geography=0,
            handicap=0,
            concavity=0.0,
            categories=1,
            prefer=np.zeros(3, np.int64),
        ),
    )
