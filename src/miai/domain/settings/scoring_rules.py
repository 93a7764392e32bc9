"""Starting scores, and the points of rounds without a game."""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated

from miai.domain.bounds import (
    Points,
)
from miai.domain.field_facts import Added, Public
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import PlayerId
from miai.domain.points import NOTHING, POINT, demand_quarters
from miai.domain.settings.conditions import (
    ALL_PLAY_ALL,
    BETWEEN_PLAYERS,
    BY_POINTS,
    WITH_BAR,
    WITH_FLOOR,
    WITHOUT_BANDS,
)
from miai.domain.settings.setting import Setting, When
from miai.domain.settings.setting_groups import (
    BANDS,
    BAR,
    CRITERIA,
    UNPLAYED,
)
from miai.domain.settings.system_names import system_name
from miai.messages import Message

_IF_ROUNDS_CAN_BE_MISSED = When(
    lambda settings, _: settings.system not in ALL_PLAY_ALL,
    lambda settings: Message(
        "%(system)s gives no points for a round without a game", system=system_name(settings.system)
    ),
)

_IN_ROUND_ROBINS = When(
    lambda settings, _: settings.system == "round_robin",
    lambda settings: Message(
        "%(system)s is not a round robin: a player who leaves owes nobody a game",
        system=system_name(settings.system),
    ),
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


class Withdrawal(Enum):
    """The rule for the games of a player who leaves a round robin.

    Games are kept as they are; annulled, so that they count for neither; or awarded to the opponents as far
    as they were not played. With `HALF` they are annulled if fewer than half were played, else awarded.
    """

    KEEP = "keep"
    HALF = "half"
    AWARD = "award"
    ANNUL = "annul"


class Rulebook(Enum):
    """Whose standings: OpenGotha's to the letter, the same with its clear bugs fixed, or MacMahon's.

    MacMahon counts from 35 kyu unless another zero is set, and gives the points of an absence also for a
    round in which somebody was not paired and for a game that has no result yet.
    """

    GOTHA = "gotha"
    MIAI = "miai"
    MACMAHON = "macmahon"


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBand:
    """Players who start with the same score: those of `weakest` and stronger whom no band above holds.

    `members` are players whom the director put into the band, whatever their grade.
    """

    weakest: Public[Grade]
    score: Public[Points]
    members: Public[tuple[PlayerId, ...]] = ()

    def __post_init__(self) -> None:
        demand_quarters(self, "score")


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Starting scores and what each round is worth, in quarters: `quarters(0.5)` is half a point.

    With `bands`, the strongest first, players start by their band instead of by bar, floor and grade; with
    `bands_from_entries` they are built from the players who are entered, until a round is drawn.

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
            used_when=(WITH_BAR, WITHOUT_BANDS),
        ),
    ] = Grade(Kind.DAN, 4)
    floor: Annotated[
        Grade,
        Setting(
            Message("Floor"),
            Message("Everyone from this grade down starts equal"),
            group=BAR,
            row=1,
            used_when=(WITH_FLOOR, WITHOUT_BANDS),
        ),
    ] = Grade(Kind.KYU, 30)
    zero: Annotated[
        Grade,
        Setting(
            Message("Grade that starts at 0"),
            Message("Starting scores are counted from here."),
            group=BAR,
            row=1,
            used_when=(BY_POINTS, WITHOUT_BANDS),
        ),
    ] = Grade(Kind.KYU, 30)
    bands: Annotated[
        tuple[StartBand, ...],
        Setting(
            Message("Starting bands"),
            Message("The AGA’s way: a whole band of grades starts with one score."),
            group=BANDS,
            row=1,
            used_when=(BY_POINTS,),
        ),
        Added(3, before=[]),
    ] = ()
    bands_from_entries: Annotated[
        bool,
        Setting(
            Message("Bands follow the entries"),
            Message("Until round 1 is drawn they are built again with each entry; then they stay."),
            group=BAR,
            row=2,
            used_when=(BY_POINTS,),
        ),
        Added(7, before=False),
    ] = False
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
    withdrawal: Annotated[
        Withdrawal,
        Setting(
            Message("Games of a player who leaves"),
            Message("In a round robin, for scores and places. Games that were played stay rated and listed."),
            group=UNPLAYED,
            row=7,
            used_when=(_IN_ROUND_ROBINS, BETWEEN_PLAYERS),
        ),
        Added(8, before="keep"),
    ] = Withdrawal.HALF
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
