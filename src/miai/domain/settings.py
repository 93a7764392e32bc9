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
from miai.domain.fees import Fees
from miai.domain.field_facts import Added, Renamed
from miai.domain.grade import Grade, Kind
from miai.domain.numbers import Between
from miai.domain.player import Player, PlayerId
from miai.domain.points import NOTHING, POINT, demand_quarters
from miai.domain.prizes import Prize
from miai.domain.table_numbers import Tables
from miai.domain.team import TeamRules

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

    bar: Grade = Grade(Kind.DAN, 4)
    floor: Grade = Grade(Kind.KYU, 30)
    zero: Grade = Grade(Kind.KYU, 30)
    bands: Annotated[tuple[StartBand, ...], Added(3, before=[])] = ()
    bye_wins: Points = POINT
    bye_points: Points = POINT
    absent_wins: Points = NOTHING
    absent_points: Points = NOTHING
    round_down: bool = True
    absence_for_place: bool = True
    unplayed_is_half_for_opponents: bool = False
    unplayed: Unplayed = Unplayed.START
    rulebook: Rulebook = Rulebook.MIAI

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

    by_score: bool = True
    correction: Annotated[int, Between(-99, 99)] = 1
    ceiling: Annotated[int, Between(0, 99)] = 9
    none_from: Grade = Grade(Kind.DAN, 1)
    none_above_bar: bool = False
    komi_per_grade: Annotated[float, Between(0, 40), Added(6, before=0.0)] = 0.0
    table: Annotated[tuple[HandicapStep, ...], Added(6, before=[])] = ()


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

    people: Annotated[int, Between(1, 3)] = 1
    rounding: MeanRounding = MeanRounding.NEAREST


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

    method: Annotated[SeedMethod, Renamed(3, {"random": "split and random"})] = SeedMethod.SLIP
    by: str | None = "rating"
    criteria: tuple[str, ...] = ()
    # Without criteria of its own the seeding followed the standings.
    by_standings: Annotated[bool, Added(3, before=lambda raw: not raw.get("criteria"))] = False


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

    psi: str = "sech"
    rules: tuple[RuleWeight, ...] = (
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

    duplicate: Weight = 500_000_000_000_000
    random: Weight = 0
    colour: Weight = 1_000_000
    category: Weight = 20_000_000_000_000
    score: Weight = 100_000_000_000
    floats: Weight = 100_000_000
    seeding: Weight = 5_000_000
    geography: Weight = 100_000_000_000
    handicap: Weight = 0
    concavity: Annotated[float, Between(0, 1)] = 0.5


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

    first_seeding: SeedingChoice = SeedingChoice()
    later_seeding: SeedingChoice = SeedingChoice()
    first_seeding_rounds: RoundCount = 2
    float_down_from: GroupEnd = GroupEnd.MIDDLE
    float_up_from: GroupEnd = GroupEnd.MIDDLE
    compensate_floats: bool = True
    same_country: PointDifference = 1
    same_state: Annotated[PointDifference, Added(3, before=0)] = 0
    same_city: Annotated[PointDifference, Added(3, before=0)] = 0
    same_clubs_group: PointDifference = 2
    same_club: PointDifference = 3
    exempt_at_bar: bool = True
    exempt_half_won: bool = False
    exempt_from: Grade | None = Grade(Kind.DAN, 1)
    exempt_last_half: bool = False
    relief_for_large_clubs: Annotated[bool, Added(3, before=False)] = False
    far_time_zones: Annotated[PointDifference, Added(6, before=0)] = 0
    hours_in_reach: Annotated[int, Between(0, 12), Added(6, before=6)] = 6
    family_apart: Annotated[bool, Added(3, before=True)] = True
    colours: Annotated[ColourRule, Added(3, before="balance")] = ColourRule.BALANCE
    keep_categories_apart: bool = True
    small_handicaps: bool = False
    grading_information: bool = False
    bracket_by_lot: Annotated[bool, Added(3, before=False)] = False
    redraw_losers: Annotated[bool, Added(3, before=False)] = False
    weights: Weights = field(default_factory=Weights)
    kaniuk: Annotated[KaniukWeights, Added(3, before=_KANIUK_BEFORE)] = field(default_factory=KaniukWeights)

    def seeding(self, round_number: int) -> SeedingChoice:
        """How a round is seeded."""
        return self.first_seeding if round_number <= self.first_seeding_rounds else self.later_seeding


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """Thinking time: minutes of basic time, seconds of overtime, periods of byo-yomi (0 if not stated)."""

    basic_minutes: Minutes = 60
    overtime: Overtime = Overtime.BYO_YOMI
    byo_yomi_seconds: Seconds = 30
    byo_yomi_periods: Annotated[int, Between(0, 999), Added(4, before=0)] = 3
    canadian_seconds: Seconds = 300
    canadian_moves: Annotated[int, Between(0, 999)] = 15
    fischer_seconds: Seconds = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassicRating:
    """The EGF's old rating: epsilon, and what handicap stones are worth.

    A handicap of H stones is worth `points_per_stone` · (H - `stones_off`): document 1 takes nothing off,
    document 3 half a stone.
    """

    epsilon: Annotated[float, Between(0, 1)] = 0.0
    points_per_stone: Annotated[float, Between(0, 1_000)] = 100.0
    stones_off: Annotated[float, Between(0, 9)] = 0.5


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

    in_next_draw: OpenGames = OpenGames.HALF
    after_deadline: AfterDeadline = AfterDeadline.STAYS_OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class ClubsGroup:
    """Clubs that count as one, such as the school clubs of a town."""

    name: str
    clubs: tuple[str, ...] = ()


DEFAULT_PRESET = "balanced"
"""The preset of new tournaments, and of files that name none."""
# With stones, or with Black's first move as the whole handicap, White gets half a point against jigo.
HANDICAP_KOMI = 0.5
# Systems in which everybody starts at zero and only wins count.
BY_WINS = frozenset(("swiss", "round_robin", "split_and_cycle", "knockout", "double_elimination"))
# Systems in which everybody meets everybody: a game that somebody misses can be made up.
ALL_PLAY_ALL = frozenset(("round_robin", "split_and_cycle"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The rules of one tournament; with `one_prize_each` nobody has two prizes for places.

    `time_zone` is where its times are local, empty for this machine's. Ratings of lists that are younger than
    `ratings_frozen_after` are not taken over.
    """

    system: str = "mcmahon"
    preset: str = DEFAULT_PRESET
    rounds: RoundCount = 5
    criteria: tuple[str, ...] = ("mms", "sosm", "sososm")
    scoring: Scoring = field(default_factory=Scoring)
    handicapping: Handicapping = field(default_factory=Handicapping)
    pairing: PairingRules = field(default_factory=PairingRules)
    clock: Clock = field(default_factory=Clock)
    tables: Annotated[Tables, Added(4, before={"ranges": [], "left_out": []})] = field(default_factory=Tables)
    komi: Komi = 6.5
    ruleset: Annotated[Ruleset, Added(3, before="japanese")] = Ruleset.JAPANESE
    internet: Annotated[bool, Added(3, before=False)] = False
    board_size: Annotated[int, Between(2, 52)] = 19
    category_limits: tuple[Grade, ...] = ()
    clubs_groups: tuple[ClubsGroup, ...] = ()
    draw_seed: Seed = 0
    prizes: tuple[Prize, ...] = ()
    one_prize_each: bool = True
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
    time_zone: Annotated[str, Added(6, before="")] = ""
    ratings_frozen_after: Annotated[date | None, Added(6, before=None)] = None

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
