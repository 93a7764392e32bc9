"""The rules of a tournament, which the director sets."""

from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Annotated

from miai.domain.bounds import (
    Komi,
    Minutes,
    PointDifference,
    Points,
    RoundCount,
    Seconds,
    Seed,
    Stones,
    Weight,
)
from miai.domain.field_facts import Added, Renamed
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import TeamRules
from miai.domain.points import NOTHING, POINT, demand_quarters
from miai.domain.settings.fees import Fees
from miai.domain.settings.prizes import Prize
from miai.domain.settings.setting import Aspect, Setting, When
from miai.domain.settings.setting_groups import (
    APART,
    BANDS,
    BAR,
    BRACKETS,
    CATEGORIES,
    CHANCE,
    CRITERIA,
    GOTHA,
    HANDICAP,
    KANIUK,
    OLD_RATING,
    PAIRING,
    PRIZES,
    SEEDING,
    SIDES,
    SYSTEM,
    TIME,
    UNPLAYED,
    WEEKS,
)
from miai.domain.settings.system_names import system_name
from miai.domain.table_numbers import Tables
from miai.messages import Message

# Systems in which everybody starts at zero and only wins count.
BY_WINS = frozenset(("swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"))
# Systems in which everybody meets everybody: a game that somebody misses can be made up.
ALL_PLAY_ALL = frozenset(("round_robin", "split_and_cycle"))

# What entries meant that are older than some groups of rules, as JSON; it never changes.
_KANIUK_BEFORE = {
    "psi": "sech",
    "rules": [
        {"rule": "category", "weight": 10_000.0, "scale": 1.0},
        {"rule": "score", "weight": 1_000.0, "scale": 3 / 4},
        {"rule": "geography", "weight": 100.0, "scale": 1 / 3},
        {"rule": "floats", "weight": 60.0, "scale": 1 / 3},
        {"rule": "colour", "weight": 30.0, "scale": 1 / 3},
        {"rule": "grading", "weight": 10.0, "scale": 1 / 3},
        {"rule": "handicap", "weight": 10.0, "scale": 1 / 3},
        {"rule": "float_place", "weight": 1.0, "scale": 1 / 10},
        {"rule": "seeding", "weight": 10.0, "scale": 1 / 20},
        {"rule": "chance", "weight": 0.01, "scale": 1 / 16},
    ],
}
_CLASSIC_BEFORE = {"epsilon": 0.0, "points_per_stone": 100.0, "stones_off": 0.5}
_TEAMS_BEFORE = {
    "size": 0,
    "paired": True,
    "order": "captain",
    "criteria": ["teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr"],
    "handicaps": False,
    "half_of_all_boards": False,
    "empty_seat_loses": True,
    "bye_points": 2,
    "bye_boards": 0.5,
    "limits": {
        "most_grades": None,
        "most_rating": None,
        "least_juniors": 0,
        "junior_since": None,
        "one_country": False,
    },
}
_FEES_BEFORE = {"currency": "", "usual": 0, "for_juniors": 0, "junior_since": None}
_UNFINISHED_BEFORE = {"in_next_draw": "half", "after_deadline": "stays open"}


# Which of the two seedings a `SeedingChoice` is.
_FIRST, _LATER = "first_seeding", "later_seeding"

# When a setting makes a difference, and what is said of it otherwise.
_OTHER_OVERTIME = Message("the overtime is another one")
_BYO_YOMI = When(lambda settings, _: settings.clock.overtime is Overtime.BYO_YOMI, _OTHER_OVERTIME)
_CANADIAN = When(lambda settings, _: settings.clock.overtime is Overtime.CANADIAN, _OTHER_OVERTIME)
_FISCHER = When(lambda settings, _: settings.clock.overtime is Overtime.FISCHER, _OTHER_OVERTIME)
_BY_POINTS = When(
    lambda settings, _: not settings.by_wins,
    lambda settings: Message(
        "%(system)s counts wins only: everybody starts equal", system=system_name(settings.system)
    ),
)
_IF_ROUNDS_CAN_BE_MISSED = When(
    lambda settings, _: settings.system not in ALL_PLAY_ALL,
    lambda settings: Message(
        "%(system)s gives no points for a round without a game", system=system_name(settings.system)
    ),
)
_IN_BRACKETS = When(
    lambda settings, _: settings.system in ("knockout", "double_elimination"),
    lambda settings: Message("%(system)s does not use this", system=system_name(settings.system)),
)
_WITH_SECOND_CHANCE = When(
    lambda settings, _: settings.system == "double_elimination",
    lambda settings: Message("%(system)s does not use this", system=system_name(settings.system)),
)
_WITHOUT_BANDS = When(lambda settings, _: not settings.scoring.bands, Message("players start by bands"))
_WITHOUT_TABLE = When(
    lambda settings, _: not settings.handicapping.table,
    Message("the table says the handicap for each difference"),
)
_WITH_HANDICAPS = When(
    lambda settings, _: settings.handicapping.ceiling > 0 or bool(settings.handicapping.table),
    Message("all games are even"),
)
_WITHOUT_OWN_CRITERIA = When(
    lambda _, seeding: not seeding.criteria, Message("the seeding has criteria of its own")
)
_IF_FIRST_ROUNDS = When(
    lambda settings, _: settings.pairing.first_seeding_rounds > 0,
    Message("no round is seeded as a first round"),
)
_IF_LATER_ROUNDS = When(
    lambda settings, _: not 0 < settings.pairing.first_seeding_rounds >= settings.rounds,
    Message("all rounds are seeded as first rounds"),
)
_IF_KEPT_APART = When(
    lambda settings, _: settings.pairing.keeps_kin_apart,
    Message("nobody is kept apart by country or club"),
)
_IF_ZONES_ARE_KEPT_APART = When(
    lambda settings, _: settings.pairing.far_time_zones > 0,
    Message("players in time zones far apart may meet"),
)
_IF_GROUPS_ARE_KEPT_APART = When(
    lambda settings, _: settings.pairing.same_clubs_group > 0,
    Message("groups of clubs are not kept apart"),
)
_WITH_CATEGORIES = When(
    lambda settings, _: bool(settings.category_limits), Message("there are no categories")
)
_WITH_PARTNERS = When(
    lambda settings, _: settings.sides.people > 1 or settings.has_teams, Message("everybody plays alone")
)


class Unplayed(Enum):
    """The rule for a round that a player did not play, in sums over opponents."""

    ZERO = "zero"
    START = "start"
    OWN = "own"
    MACMAHON = "macmahon"
    DUMMY = "dummy"
    AGA = "aga"
    EPM = "epm"


class Rulebook(Enum):
    """Whose standings: OpenGotha's to the letter, the same with its clear bugs fixed, or MacMahon's.

    MacMahon counts from 35 kyu unless another zero is set, and gives the points of an absence also for a
    round in which somebody was not paired and for a game that has no result yet.
    """

    GOTHA = "gotha"
    MIAI = "miai"
    MACMAHON = "macmahon"


class Overtime(Enum):
    """What follows the basic time."""

    SUDDEN_DEATH = "sudden death"
    BYO_YOMI = "byo-yomi"
    CANADIAN = "canadian"
    FISCHER = "fischer"


class Ruleset(Enum):
    """The rules of play that an event uses."""

    JAPANESE = "japanese"
    CHINESE = "chinese"
    KOREAN = "korean"
    AGA = "aga"
    BGA = "bga"
    FRENCH = "french"
    ING = "ing"
    NEW_ZEALAND = "new zealand"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBand:
    """Players who start with the same score: those of `weakest` and stronger whom no band above holds.

    `members` are players whom the director put into the band, whatever their grade.
    """

    weakest: Grade
    score: Points
    members: tuple[PlayerId, ...] = ()

    def __post_init__(self) -> None:
        demand_quarters(self, "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Starting scores and what each round is worth, in quarters: `quarters(0.5)` is half a point.

    With `bands`, the strongest first, players start by their band instead of by bar, floor and grade.

    `bye_wins` and `absent_wins` count towards the number of wins, `bye_points` and `absent_points` towards
    the McMahon score; `round_down` floors their running total to whole points. With `absence_for_place`
    off, points for absence count in pairing and for opponents only (EPM).
    """

    bar: Annotated[
        Grade,
        Setting(
            Message("Bar"),
            Message("Everyone from this grade up starts equal"),
            group=BAR,
            row=1,
            used_when=(_BY_POINTS, _WITHOUT_BANDS),
        ),
    ] = Grade(Kind.DAN, 4)
    floor: Annotated[
        Grade,
        Setting(
            Message("Floor"),
            Message("Everyone from this grade down starts equal"),
            group=BAR,
            row=1,
            used_when=(_BY_POINTS, _WITHOUT_BANDS),
        ),
    ] = Grade(Kind.KYU, 30)
    zero: Annotated[
        Grade,
        Setting(
            Message("Grade that starts at 0"),
            Message("Starting scores are counted from here."),
            group=BAR,
            row=1,
            used_when=(_BY_POINTS, _WITHOUT_BANDS),
        ),
    ] = Grade(Kind.KYU, 30)
    bands: Annotated[
        tuple[StartBand, ...],
        Setting(
            Message("Starting bands"),
            Message("The AGA’s way: a whole band of grades starts with one score."),
            group=BANDS,
            row=1,
            used_when=(_BY_POINTS,),
        ),
        Added(3, before=[]),
    ] = ()
    bye_wins: Annotated[
        Points,
        Setting(
            Message("Wins for a bye"),
            Message("In the number of wins, which is the score of a Swiss."),
            group=UNPLAYED,
            row=2,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = POINT
    bye_points: Annotated[
        Points,
        Setting(
            Message("Points for a bye"),
            Message("In the McMahon score."),
            group=UNPLAYED,
            row=1,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = POINT
    absent_wins: Annotated[
        Points,
        Setting(
            Message("Wins for an absence"),
            Message("In the number of wins, which is the score of a Swiss."),
            group=UNPLAYED,
            row=2,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = NOTHING
    absent_points: Annotated[
        Points,
        Setting(
            Message("Points for an absence"),
            Message("In the McMahon score; half a point keeps pace with the others."),
            group=UNPLAYED,
            row=1,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = NOTHING
    round_down: Annotated[
        bool,
        Setting(
            Message("Points for byes and absences rounded down"),
            Message("One absence of half a point then gives nothing, two give a point."),
            group=UNPLAYED,
            row=3,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = True
    absence_for_place: Annotated[
        bool,
        Setting(
            Message("Absences count for places"),
            Message("If not, they count when pairing and for the opponents only, as in EPM."),
            group=UNPLAYED,
            row=4,
            used_when=(_IF_ROUNDS_CAN_BE_MISSED,),
        ),
    ] = True
    unplayed_is_half_for_opponents: Annotated[
        bool,
        Setting(
            Message("Unplayed rounds count half for opponents"),
            Message("In sums over opponents each round without a game over the board is worth half a point."),
            group=UNPLAYED,
            row=6,
        ),
    ] = False
    unplayed: Annotated[
        Unplayed,
        Setting(
            Message("Unplayed rounds in sums over opponents"),
            Message("What a round without an opponent adds to one’s own SOS."),
            group=UNPLAYED,
            row=5,
        ),
    ] = Unplayed.START
    rulebook: Annotated[
        Rulebook,
        Setting(
            Message("Rulebook of the standings"),
            Message("To the letter, for comparison with the tables of OpenGotha or MacMahon."),
            group=CRITERIA,
            row=2,
        ),
    ] = Rulebook.MIAI

    def __post_init__(self) -> None:
        demand_quarters(self, "bye_wins", "bye_points", "absent_wins", "absent_points")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandicapStep:
    """The stones and the komi of a game between players who are so many grades apart."""

    difference: Annotated[int, Between(1, 99)]
    stones: Stones = 0
    komi: Komi = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Handicapping:
    """How many stones the stronger player gives, or how much komi.

    With `komi_per_grade` there are no stones: White's komi falls by so many points for each grade of
    difference. A `table` says stones and komi for each difference, such as for small boards; the last step
    that is not above the difference counts.
    """

    by_score: Annotated[
        bool,
        Setting(
            Message("Handicap counted by"),
            Message("Whether the difference in score or in grade gives the stones."),
            group=HANDICAP,
            row=2,
            aspect=Aspect.HANDICAPS,
            used_when=(_BY_POINTS, _WITHOUT_BANDS, _WITH_HANDICAPS),
            words={True: Message("McMahon score"), False: Message("Grade")},
        ),
    ] = True
    correction: Annotated[
        int,
        Between(-99, 99),
        Setting(
            Message("Handicap reduced by"),
            Message("Stones less than the difference in strength."),
            group=HANDICAP,
            row=1,
            aspect=Aspect.HANDICAPS,
            used_when=(_WITHOUT_TABLE, _WITH_HANDICAPS),
        ),
    ] = 1
    ceiling: Annotated[
        int,
        Between(0, 99),
        Setting(
            Message("Largest handicap"),
            Message("0 for even games only."),
            group=HANDICAP,
            row=1,
            aspect=Aspect.HANDICAPS,
            used_when=(_WITHOUT_TABLE,),
        ),
    ] = 9
    none_from: Annotated[
        Grade,
        Setting(
            Message("No handicap from"),
            Message(
                "Players from this grade up play even games with each other, and give weaker players "
                "as many stones as this grade does."
            ),
            group=HANDICAP,
            row=2,
            aspect=Aspect.HANDICAPS,
            used_when=(_WITH_HANDICAPS,),
        ),
    ] = Grade(Kind.DAN, 1)
    none_above_bar: Annotated[
        bool,
        Setting(
            Message("No handicap above the bar"),
            Message("Whoever starts at the bar gives and takes no stones."),
            group=HANDICAP,
            row=3,
            aspect=Aspect.HANDICAPS,
            used_when=(_BY_POINTS, _WITH_HANDICAPS),
        ),
    ] = False
    komi_per_grade: Annotated[
        float,
        Between(0, 40),
        Setting(
            Message("Points of komi for each grade, instead of stones"),
            Message(
                "White’s komi falls by so many points for each grade, below 0 if need be; 0 to give stones."
            ),
            group=HANDICAP,
            row=4,
            aspect=Aspect.HANDICAPS,
            used_when=(_WITHOUT_TABLE, _WITH_HANDICAPS),
        ),
        Added(6, before=0.0),
    ] = 0.0
    table: Annotated[
        tuple[HandicapStep, ...],
        Setting(
            Message("Table of handicaps"),
            Message(
                "For small boards: 13x13 or 9x9 for the usual one, or one step a line: the difference "
                "in grades, a colon, the stones, a colon, the komi."
            ),
            group=HANDICAP,
            row=5,
            aspect=Aspect.HANDICAPS,
        ),
        Added(6, before=[]),
    ] = ()


class MeanRounding(Enum):
    """How the mean grade of a side becomes a grade."""

    NEAREST = "nearest"
    STRONGER = "stronger"
    WEAKER = "weaker"


@dataclass(frozen=True, slots=True, kw_only=True)
class SideRules:
    """How many people play together as one side (2 in Pair Go, 2 or 3 in rengo), and their common grade.

    With `rounding` to the nearest grade a half is rounded to the weaker one.
    """

    people: Annotated[
        int,
        Between(1, 3),
        Setting(
            Message("People who play as one side"),
            Message("1 where everybody plays alone, 2 for Pair Go, 2 or 3 for rengo."),
            group=SIDES,
            row=1,
        ),
    ] = 1
    rounding: Annotated[
        MeanRounding,
        Setting(
            Message("Rounding of the mean grade of a side or a team"),
            Message("Handicap and starting score go by that grade."),
            group=SIDES,
            row=1,
            used_when=(_WITH_PARTNERS,),
        ),
    ] = MeanRounding.NEAREST


class SeedMethod(Enum):
    """How players of one group are paired with each other."""

    FOLD = "fold"
    DOUBLE_FOLD = "double fold"
    SLIP = "slip"
    ADJACENT = "adjacent"
    SPLIT_AND_RANDOM = "split and random"
    RANDOM = "random"


class GroupEnd(Enum):
    """The part of a group that players who leave it are taken from."""

    TOP = "top"
    MIDDLE = "middle"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedingChoice:
    """One way of seeding: by score or `criteria`, with `by_standings` by those of the standings, then `by`.

    Seeding by a criterion that also breaks ties evens out the very differences that break them
    (document 1, 4.3), so it is a choice of the director.
    """

    method: Annotated[
        SeedMethod,
        Setting(
            {_FIRST: Message("Seeding of the first rounds"), _LATER: Message("Seeding of the later rounds")},
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING_METHOD,
        ),
        Renamed(3, {"random": "split and random"}),
    ] = SeedMethod.SLIP
    by: Annotated[
        str | None,
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds, second criterion"),
                _LATER: Message("Seeding of the later rounds, second criterion"),
            },
            Message("Orders players of one group who are equal so far."),
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING,
        ),
    ] = "rating"
    criteria: Annotated[
        tuple[str, ...],
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds, criteria"),
                _LATER: Message("Seeding of the later rounds, criteria"),
            },
            Message("Instead of the score, for the order inside a group."),
            group=SEEDING,
            row=2,
            aspect=Aspect.SEEDING,
        ),
    ] = ()
    # Without criteria of its own the seeding followed the standings.
    by_standings: Annotated[
        bool,
        Setting(
            {
                _FIRST: Message("Seeding of the first rounds by the standings"),
                _LATER: Message("Seeding of the later rounds by the standings"),
            },
            Message(
                "Orders a group as in the standings. Pairing by a criterion such as SOS evens it out, "
                "so that it can hardly break ties any more."
            ),
            group=SEEDING,
            row=3,
            aspect=Aspect.SEEDING_BY_STANDINGS,
            used_when=(_WITHOUT_OWN_CRITERIA,),
        ),
        Added(3, before=lambda raw: not raw.get("criteria")),
    ] = False


class ColourRule(Enum):
    """Who has White in an even game."""

    BALANCE = "balance"
    NIGIRI = "nigiri"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWeight:
    """Kaniuk's W and lambda of one rule."""

    rule: str
    # Weights are multiplied by a million and added up as whole numbers.
    weight: Annotated[float, Between(0, 10**9)]
    scale: Annotated[float, Between(0, 10**6)]


@dataclass(frozen=True, slots=True, kw_only=True)
class KaniukWeights:
    """Kaniuk's weights, W · psi(lambda · D) for each rule; only the `kaniuk` preset uses them.

    The weights of score, geography, floats, colour and seeding are from the middle of a region that is good
    for events of all sizes: docs/explanation/pairing-quality.md.
    """

    psi: Annotated[
        str,
        Setting(
            Message("Shape of Kaniuk’s weights"),
            Message("How a weight falls with the deviation: psi of W · psi(λ · deviation)."),
            group=KANIUK,
            row=1,
        ),
    ] = "sech"
    rules: Annotated[
        tuple[RuleWeight, ...],
        Setting(
            Message("Kaniuk’s weights rule by rule"),
            Message("W: how important a rule is. λ: how soon a deviation counts in full."),
            group=KANIUK,
            row=2,
        ),
    ] = (
        RuleWeight(rule="category", weight=10_000.0, scale=1.0),
        RuleWeight(rule="score", weight=1_000.0, scale=3 / 4),
        RuleWeight(rule="geography", weight=100.0, scale=1 / 3),
        RuleWeight(rule="floats", weight=60.0, scale=1 / 3),
        RuleWeight(rule="colour", weight=30.0, scale=1 / 3),
        RuleWeight(rule="grading", weight=10.0, scale=1 / 3),
        RuleWeight(rule="handicap", weight=10.0, scale=1 / 3),
        RuleWeight(rule="float_place", weight=1.0, scale=1 / 10),
        RuleWeight(rule="seeding", weight=10.0, scale=1 / 20),
        RuleWeight(rule="chance", weight=0.01, scale=1 / 16),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """OpenGotha's weights; only the `gotha` preset uses them."""

    duplicate: Annotated[Weight, Setting(Message("Weight of repeated games"), group=GOTHA, row=1)] = (
        500_000_000_000_000
    )
    random: Annotated[Weight, Setting(Message("Weight of chance"), group=GOTHA, row=5)] = 0
    colour: Annotated[Weight, Setting(Message("Weight of colours"), group=GOTHA, row=4)] = 1_000_000
    category: Annotated[Weight, Setting(Message("Weight of categories"), group=GOTHA, row=1)] = (
        20_000_000_000_000
    )
    score: Annotated[Weight, Setting(Message("Weight of the score"), group=GOTHA, row=2)] = 100_000_000_000
    floats: Annotated[Weight, Setting(Message("Weight of floats"), group=GOTHA, row=3)] = 100_000_000
    seeding: Annotated[Weight, Setting(Message("Weight of seeding"), group=GOTHA, row=3)] = 5_000_000
    geography: Annotated[
        Weight,
        Setting(Message("Weight of country and club"), group=GOTHA, row=2),
    ] = 100_000_000_000
    handicap: Annotated[Weight, Setting(Message("Weight of the handicap"), group=GOTHA, row=4)] = 0
    concavity: Annotated[
        float,
        Between(0, 1),
        Setting(
            Message("Concavity of the weights"),
            Message("0 to 1; the larger, the cheaper a small difference."),
            group=GOTHA,
            row=5,
        ),
    ] = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class PairingRules:
    """What a good pairing is: seeding, floats, and whom to keep apart.

    The first `first_seeding_rounds` are seeded by `first_seeding`, the others by `later_seeding`. By default
    both slip by rating, not by the standings: SOS cannot break ties that the draw evened out. What other ways
    of seeding do to the final table is measured in docs/explanation/pairing-quality.md.

    `same_country`, `same_state`, `same_city`, `same_clubs_group` and `same_club` say how many points of
    difference are accepted to avoid such a game. Players are exempt at the bar, from a grade on, with half of
    the rounds won, or in the last half; with `relief_for_large_clubs` the members of a club that holds more
    than 40 % of the field may meet. `far_time_zones` says the same of games between players whose time zones
    are more than `hours_in_reach` apart. `bracket_by_lot` draws the places of a knock-out by lot, and
    `redraw_losers` the lower bracket of a double elimination anew each round.
    """

    first_seeding: Annotated[
        SeedingChoice,
        Setting(Message("Seeding of the first rounds"), group=SEEDING, row=2, used_when=(_IF_FIRST_ROUNDS,)),
    ] = SeedingChoice()
    later_seeding: Annotated[
        SeedingChoice,
        Setting(Message("Seeding of the later rounds"), group=SEEDING, row=3, used_when=(_IF_LATER_ROUNDS,)),
    ] = SeedingChoice()
    first_seeding_rounds: Annotated[
        RoundCount,
        Setting(
            Message("Number of first rounds"),
            Message("All rounds after these are seeded as later ones."),
            group=SEEDING,
            row=1,
            aspect=Aspect.SEEDING,
        ),
    ] = 2
    float_down_from: Annotated[
        GroupEnd,
        Setting(
            Message("Part of the group that floats down"),
            Message("Who leaves an odd group to meet somebody of a lower one."),
            group=PAIRING,
            row=2,
            aspect=Aspect.FLOAT_PLACES,
        ),
    ] = GroupEnd.MIDDLE
    float_up_from: Annotated[
        GroupEnd,
        Setting(
            Message("Part of the group that floats up"),
            Message("Who of the lower group meets them."),
            group=PAIRING,
            row=2,
            aspect=Aspect.FLOAT_PLACES,
        ),
    ] = GroupEnd.MIDDLE
    compensate_floats: Annotated[
        bool,
        Setting(
            Message("Who floated down floats up next time"),
            Message("And whoever floated up floats down; if not, nobody floats twice."),
            group=PAIRING,
            row=3,
            aspect=Aspect.FLOATS,
        ),
    ] = True
    same_country: Annotated[
        PointDifference,
        Setting(
            Message("Same country"),
            Message(
                "Points of difference accepted so that players of one country do not meet; 0 if they "
                "may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 1
    same_state: Annotated[
        PointDifference,
        Setting(
            Message("Same state"),
            Message(
                "Points of difference accepted so that players of one state do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN_IN_STATE_OR_CITY,
        ),
        Added(3, before=0),
    ] = 0
    same_city: Annotated[
        PointDifference,
        Setting(
            Message("Same city"),
            Message(
                "Points of difference accepted so that players of one city do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN_IN_STATE_OR_CITY,
        ),
        Added(3, before=0),
    ] = 0
    same_clubs_group: Annotated[
        PointDifference,
        Setting(
            Message("Same group of clubs"),
            Message(
                "Points of difference accepted so that clubs of one group do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 2
    same_club: Annotated[
        PointDifference,
        Setting(
            Message("Same club"),
            Message(
                "Points of difference accepted so that players of one club do not meet; 0 if they may meet."
            ),
            group=APART,
            row=1,
            aspect=Aspect.KIN,
        ),
    ] = 3
    exempt_at_bar: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter above the bar"),
            Message("Whoever starts at the bar may meet players of the same club."),
            group=APART,
            row=5,
            aspect=Aspect.EXEMPTIONS,
            used_when=(_BY_POINTS, _IF_KEPT_APART),
        ),
    ] = True
    exempt_half_won: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter after winning half of the rounds"),
            Message("For whoever has won as many games."),
            group=APART,
            row=6,
            aspect=Aspect.EXEMPTIONS,
            used_when=(_IF_KEPT_APART,),
        ),
    ] = False
    exempt_from: Annotated[
        Grade | None,
        Setting(
            Message("Clubs do not matter from this grade"),
            Message("Counted by score; empty for no such grade."),
            group=APART,
            row=4,
            aspect=Aspect.EXEMPTIONS,
            used_when=(_BY_POINTS, _IF_KEPT_APART),
        ),
    ] = Grade(Kind.DAN, 1)
    exempt_last_half: Annotated[
        bool,
        Setting(
            Message("Clubs do not matter in the last half"),
            Message("Then only the score decides."),
            group=APART,
            row=7,
            aspect=Aspect.LATE_EXEMPTIONS,
            used_when=(_IF_KEPT_APART,),
        ),
    ] = False
    relief_for_large_clubs: Annotated[
        bool,
        Setting(
            Message("Members of a club with more than 40 %% of the field may meet"),
            Message("Otherwise the others would meet nobody but them."),
            group=APART,
            row=8,
            aspect=Aspect.LATE_EXEMPTIONS,
            used_when=(_IF_KEPT_APART,),
        ),
        Added(3, before=False),
    ] = False
    far_time_zones: Annotated[
        PointDifference,
        Setting(
            Message("Time zones far apart"),
            Message(
                "Points of difference accepted so that players in time zones far apart do not meet; 0 "
                "if they may meet."
            ),
            group=APART,
            row=9,
            aspect=Aspect.TIME_ZONES,
        ),
        Added(6, before=0),
    ] = 0
    hours_in_reach: Annotated[
        int,
        Between(0, 12),
        Setting(
            Message("Hours between time zones that are not far"),
            Message("Counted the shorter way around the globe; more hours are far."),
            group=APART,
            row=9,
            aspect=Aspect.TIME_ZONES,
            used_when=(_IF_ZONES_ARE_KEPT_APART,),
        ),
        Added(6, before=6),
    ] = 6
    family_apart: Annotated[
        bool,
        Setting(
            Message("Families are kept apart"),
            Message("Members of one family, as entered with the players, never meet."),
            group=APART,
            row=3,
        ),
        Added(3, before=True),
    ] = True
    colours: Annotated[
        ColourRule,
        Setting(
            Message("Colours of even games"),
            Message("With nigiri the two draw lots, and earlier colours do not matter."),
            group=PAIRING,
            row=1,
        ),
        Added(3, before="balance"),
    ] = ColourRule.BALANCE
    keep_categories_apart: Annotated[
        bool,
        Setting(
            Message("Pair within categories"),
            Message("As far as there are opponents."),
            group=CATEGORIES,
            row=2,
            aspect=Aspect.CATEGORIES,
            used_when=(_WITH_CATEGORIES,),
        ),
    ] = True
    small_handicaps: Annotated[
        bool,
        Setting(
            Message("Small handicaps preferred"),
            Message("Among pairings that are otherwise as good, games with fewer stones."),
            group=HANDICAP,
            row=6,
            aspect=Aspect.SMALL_HANDICAPS,
            used_when=(_WITH_HANDICAPS,),
        ),
    ] = False
    grading_information: Annotated[
        bool,
        Setting(
            Message("Games that tell most about grades preferred"),
            Message(
                "Whoever won clearly more or less than expected meets opponents who show the right grade."
            ),
            group=PAIRING,
            row=4,
            aspect=Aspect.GRADING_INFORMATION,
        ),
    ] = False
    bracket_by_lot: Annotated[
        bool,
        Setting(
            Message("Places in the bracket drawn by lot"),
            Message("Also who has a free first round; otherwise rating decides."),
            group=BRACKETS,
            row=1,
            used_when=(_IN_BRACKETS,),
        ),
        Added(3, before=False),
    ] = False
    redraw_losers: Annotated[
        bool,
        Setting(
            Message("Lower bracket drawn anew each round"),
            Message("So that nobody meets the same opponent twice, if it can be avoided."),
            group=BRACKETS,
            row=2,
            used_when=(_WITH_SECOND_CHANCE,),
        ),
        Added(3, before=False),
    ] = False
    weights: Annotated[Weights, Setting(GOTHA.title, group=GOTHA, aspect=Aspect.GOTHA_WEIGHTS)] = field(
        default_factory=Weights
    )
    kaniuk: Annotated[
        KaniukWeights,
        Setting(KANIUK.title, group=KANIUK, aspect=Aspect.KANIUK_WEIGHTS),
        Added(3, before=_KANIUK_BEFORE),
    ] = field(default_factory=KaniukWeights)

    @property
    def keeps_kin_apart(self) -> bool:
        """Whether players of one country, state, city, club or group of clubs are kept apart."""
        same = (self.same_country, self.same_state, self.same_city, self.same_clubs_group, self.same_club)
        return any(same)

    def seeding(self, round_number: int) -> SeedingChoice:
        """How a round is seeded."""
        return self.first_seeding if round_number <= self.first_seeding_rounds else self.later_seeding


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Thinking time: minutes of basic time, seconds of overtime, periods of byo-yomi (0 if not stated)."""

    basic_minutes: Annotated[Minutes, Setting(Message("Main time in minutes"), group=TIME, row=1)] = 60
    overtime: Annotated[Overtime, Setting(Message("Overtime"), group=TIME, row=1)] = Overtime.BYO_YOMI
    byo_yomi_seconds: Annotated[
        Seconds, Setting(Message("Seconds of byo-yomi"), group=TIME, row=2, column=2, used_when=(_BYO_YOMI,))
    ] = 30
    byo_yomi_periods: Annotated[
        int,
        Between(0, 999),
        Setting(
            Message("Periods of byo-yomi"),
            Message("0 if the event does not state it."),
            group=TIME,
            row=2,
            column=1,
            used_when=(_BYO_YOMI,),
        ),
        Added(4, before=0),
    ] = 3
    canadian_seconds: Annotated[
        Seconds,
        Setting(Message("Seconds of Canadian overtime"), group=TIME, row=2, column=4, used_when=(_CANADIAN,)),
    ] = 300
    canadian_moves: Annotated[
        int,
        Between(0, 999),
        Setting(
            Message("Moves in Canadian overtime"),
            group=TIME,
            row=2,
            column=3,
            used_when=(_CANADIAN,),
            least=1,
        ),
    ] = 15
    fischer_seconds: Annotated[
        Seconds,
        Setting(Message("Seconds added each move"), group=TIME, row=2, column=5, used_when=(_FISCHER,)),
    ] = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicRating:
    """The EGF's old rating: epsilon, and what handicap stones are worth.

    A handicap of H stones is worth `points_per_stone` · (H - `stones_off`): document 1 takes nothing off,
    document 3 half a stone.
    """

    epsilon: Annotated[
        float,
        Between(0, 1),
        Setting(
            Message("Epsilon of the old rating"),
            Message("Against deflation: what both players together are expected to lack."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 0.0
    points_per_stone: Annotated[
        float,
        Between(0, 1_000),
        Setting(
            Message("Points a stone in the old rating"),
            Message("What one handicap stone is worth."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 100.0
    stones_off: Annotated[
        float,
        Between(0, 9),
        Setting(
            Message("Stones taken off a handicap in the old rating"),
            Message("0.5 where the first stone is worth half of one, 0 where all are equal."),
            group=OLD_RATING,
            row=1,
        ),
    ] = 0.5


class OpenGames(Enum):
    """What games of earlier rounds that are not over count in the next draw, or that it waits for them."""

    HALF = "half"
    NOTHING = "nothing"
    WAIT = "wait"


class AfterDeadline(Enum):
    """What becomes of a game that is not over at the deadline of its round."""

    STAYS_OPEN = "stays open"
    BOTH_LOSE = "both lose"
    JIGO = "jigo"


@dataclass(frozen=True, slots=True, kw_only=True)
class UnfinishedGames:
    """The rules for games that are not over when the next round is drawn, and after their deadline."""

    in_next_draw: Annotated[
        OpenGames,
        Setting(
            Message("Games that are not over, in the next draw"),
            Message(
                "What a game of an earlier round that has no result yet counts when the next round is drawn."
            ),
            group=WEEKS,
            row=1,
        ),
    ] = OpenGames.HALF
    after_deadline: Annotated[
        AfterDeadline,
        Setting(
            Message("Games that are not over at the deadline"),
            Message(
                "The result that the director can give to all games that are past the deadline of "
                "their round."
            ),
            group=WEEKS,
            row=1,
        ),
    ] = AfterDeadline.STAYS_OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubsGroup:
    """Clubs that count as one, such as the school clubs of a town."""

    name: str
    clubs: tuple[str, ...] = ()


DEFAULT_PRESET = "balanced"
"""The preset of new tournaments, and of files that name none."""
# With stones, or with Black's first move as the whole handicap, White gets half a point against jigo.
HANDICAP_KOMI = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The rules of one tournament; with `one_prize_each` nobody has two prizes for places.

    `time_zone` is where its times are local, empty for this machine's. Ratings of lists that are younger than
    `ratings_frozen_after` are not taken over.
    """

    system: Annotated[
        str, Setting(Message("System"), Message("How players are brought together."), group=SYSTEM, row=1)
    ] = "mcmahon"
    preset: Annotated[
        str,
        Setting(
            Message("Pairing rules"),
            Message("How the rules are weighed against each other."),
            group=PAIRING,
            row=1,
            aspect=Aspect.PRESET,
        ),
    ] = DEFAULT_PRESET
    rounds: Annotated[RoundCount, Setting(Message("Rounds"), group=SYSTEM, row=1, least=1)] = 5
    criteria: Annotated[
        tuple[str, ...],
        Setting(
            Message("Criteria for places"),
            Message("The first that differs decides; who is equal in all shares the place."),
            group=CRITERIA,
            row=1,
        ),
    ] = ("mms", "sosm", "sososm")
    scoring: Scoring = field(default_factory=Scoring)
    handicapping: Handicapping = field(default_factory=Handicapping)
    pairing: PairingRules = field(default_factory=PairingRules)
    clock: Clock = field(default_factory=Clock)
    tables: Annotated[Tables, Added(4, before={"ranges": [], "left_out": []})] = field(default_factory=Tables)
    komi: Annotated[Komi, Setting(Message("Komi"), group=TIME, row=1)] = 6.5
    ruleset: Annotated[
        Ruleset,
        Setting(
            Message("Rules of play"), Message("Goes into the result files that name it."), group=TIME, row=3
        ),
        Added(3, before="japanese"),
    ] = Ruleset.JAPANESE
    internet: Annotated[
        bool,
        Setting(
            Message("Played on the internet"),
            Message("Such games are rated in a class of their own."),
            group=TIME,
            row=4,
        ),
        Added(3, before=False),
    ] = False
    board_size: Annotated[int, Between(2, 52), Setting(Message("Board size"), group=TIME, row=3)] = 19
    category_limits: Annotated[
        tuple[Grade, ...],
        Setting(
            Message("Categories"),
            Message("The lowest grade of each category but the last, for example 1d, 5k, 10k"),
            group=CATEGORIES,
            row=1,
        ),
    ] = ()
    clubs_groups: Annotated[
        tuple[ClubsGroup, ...],
        Setting(
            Message("Groups of clubs"),
            Message("Clubs that count as one. One group a line: the name, a colon, its clubs."),
            group=APART,
            row=2,
            aspect=Aspect.KIN,
            used_when=(_IF_GROUPS_ARE_KEPT_APART,),
        ),
    ] = ()
    draw_seed: Annotated[
        Seed,
        Setting(
            Message("Seed of the draw"),
            Message("Chooses among draws that are equally good; the same number gives the same draw."),
            group=CHANCE,
            row=1,
        ),
    ] = 0
    prizes: Annotated[tuple[Prize, ...], Setting(Message("Prizes"), group=PRIZES, row=1)] = ()
    one_prize_each: Annotated[
        bool, Setting(Message("Only one prize for each person"), group=PRIZES, row=2)
    ] = True
    classic_rating: Annotated[ClassicRating, Added(3, before=_CLASSIC_BEFORE)] = field(
        default_factory=ClassicRating
    )
    sides: Annotated[SideRules, Added(6, before={"people": 1, "rounding": "nearest"})] = field(
        default_factory=SideRules
    )
    teams: Annotated[TeamRules, Added(6, before=_TEAMS_BEFORE)] = field(default_factory=TeamRules)
    fees: Annotated[Fees, Added(6, before=_FEES_BEFORE)] = field(default_factory=Fees)
    unfinished: Annotated[UnfinishedGames, Added(6, before=_UNFINISHED_BEFORE)] = field(
        default_factory=UnfinishedGames
    )
    time_zone: Annotated[
        str,
        Setting(
            Message("Time zone of the event"),
            Message(
                "Such as Europe/Paris or UTC+5:30, for times on all pages and for players who have "
                "named no zone of their own; empty for the zone of this computer."
            ),
            group=WEEKS,
            row=2,
        ),
        Added(6, before=""),
    ] = ""
    ratings_frozen_after: Annotated[
        date | None,
        Setting(
            Message("No ratings of lists after"),
            Message("Lists that are younger do not change ratings; empty for no such day."),
            group=WEEKS,
            row=2,
        ),
        Added(6, before=None),
    ] = None

    @property
    def by_wins(self) -> bool:
        """Whether the score is the number of wins; else it is the McMahon score."""
        return self.system in BY_WINS

    @property
    def by_teams(self) -> bool:
        """Whether teams are paired, and not players."""
        return self.has_teams and self.teams.paired

    @property
    def has_teams(self) -> bool:
        """Whether there are teams: paired with each other, or only ranked by the games of their players."""
        return self.teams.size > 0

    def category_of(self, player: Player) -> int:
        """The category of a player: the one entered, else by grade; 0 is the strongest."""
        if player.category is not None:
            return player.category
        limits = (limit.number for limit in self.category_limits)
        number = player.grade.number
        return next((i for i, limit in enumerate(limits) if number >= limit), len(self.category_limits))

    def usual_komi(self, stones: int) -> float:
        """The komi that goes with a handicap."""
        return HANDICAP_KOMI if stones else self.komi

    @property
    def applied_scoring(self) -> Scoring:
        """The rules for scores as the system applies them.

        Where everybody meets everybody, a round without a game gives nothing: everybody has as many, and the
        points of a missed game are there once it is made up.
        """
        if self.system not in ALL_PLAY_ALL:
            return self.scoring
        return replace(
            self.scoring, bye_wins=NOTHING, bye_points=NOTHING, absent_wins=NOTHING, absent_points=NOTHING
        )
