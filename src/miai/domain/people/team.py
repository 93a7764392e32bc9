"""Teams, who plays for them at which board, and how they play each other."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, NewType

from miai.domain.bounds import BirthYear, Points, Rating, RoundNumber
from miai.domain.field_facts import Private, Public
from miai.domain.numbers import Between
from miai.domain.people.player import Extras, PlayerId
from miai.domain.points import HALF, NOTHING, POINT, Quarters, demand_quarters
from miai.domain.settings.setting import Setting, When
from miai.domain.settings.setting_groups import TEAMS
from miai.messages import Message

# What a won match is worth.
_WON = Quarters(2 * POINT)

TeamId = NewType("TeamId", str)

_WITH_TEAMS = When(lambda settings, _: settings.has_teams, Message("there are no teams"))


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """Who plays for a team in one round, board by board; None is an empty seat.

    One that is `drawn` was not stated by the captain but by the draw, and the next draw of the round replaces
    it.
    """

    round: Public[RoundNumber]
    players: Public[tuple[PlayerId | None, ...]] = ()
    drawn: Public[bool] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """One team: its members in the captain's order, and the line-ups of the rounds where one is stated.

    A draw states the line-ups of its round, so that a later change of the members changes no match. A team
    that is `exempt` was accepted though it breaks a limit.
    """

    id: Public[TeamId]
    name: Public[str]
    number: Public[Annotated[int, Between(1, 99_999)]]
    members: Public[tuple[PlayerId, ...]] = ()
    line_ups: tuple[LineUp, ...] = ()
    captain: Public[PlayerId | None] = None
    absent_rounds: Public[frozenset[RoundNumber]] = frozenset()
    start: Public[Points | None] = None
    correction: Public[Points] = NOTHING
    exempt: Private[bool] = False
    extras: Private[Extras] = ()

    def __post_init__(self) -> None:
        demand_quarters(self, "start", "correction")

    def stated_line_up(self, round_number: int) -> LineUp | None:
        """The line-up that was stated for a round."""
        return next((each for each in self.line_ups if each.round == round_number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two teams that play each other in a round; White has White on board 1."""

    white: Public[TeamId]
    black: Public[TeamId]


class BoardOrder(Enum):
    """Who decides the order of the boards."""

    CAPTAIN = "captain"
    RATING = "rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLimits:
    """What a team must keep to: the sums are over its members who can be in one line-up, the strongest first.

    Grades are summed as numbers with 1 dan as 1 and 1 kyu as 0. A junior is born in `junior_since` or later.
    """

    most_grades: Annotated[
        Annotated[int, Between(-300, 300)] | None,
        Setting(
            Message("Largest sum of the grades of a team"),
            Message("Of the strongest line-up, 1 dan as 1 and 1 kyu as 0; empty for no limit."),
            group=TEAMS,
            row=8,
            used_when=(_WITH_TEAMS,),
        ),
    ] = None
    most_rating: Annotated[
        Rating | None,
        Setting(
            Message("Largest mean rating of a team"),
            Message("Of the strongest line-up; empty for no limit."),
            group=TEAMS,
            row=8,
            used_when=(_WITH_TEAMS,),
        ),
    ] = None
    least_juniors: Annotated[
        int,
        Between(0, 10),
        Setting(
            Message("Juniors that a team needs"),
            Message("Among the members."),
            group=TEAMS,
            row=9,
            used_when=(_WITH_TEAMS,),
        ),
    ] = 0
    junior_since: Annotated[
        BirthYear | None,
        Setting(
            Message("Juniors are born since"),
            Message("The first year of birth."),
            group=TEAMS,
            row=9,
            used_when=(_WITH_TEAMS,),
        ),
    ] = None
    one_country: Annotated[
        bool,
        Setting(
            Message("A team is of one country"),
            Message("All members have the same country."),
            group=TEAMS,
            row=10,
            used_when=(_WITH_TEAMS,),
        ),
    ] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """How teams play each other; a size of 0 is an event of individuals.

    Where teams are not `paired`, players are paired as individuals, and teams only have a table.
    A match is won with more board points than the opponents; with `half_of_all_boards` also only with more
    than half of all boards, played or not, as in OpenGotha. A team that rests for want of an opponent gets
    `bye_points` team points, and `bye_boards` for each board.
    """

    size: Annotated[
        int,
        Between(0, 10),
        Setting(
            Message("Boards of a team"),
            Message("2 to 10; 0 for an event of individuals."),
            group=TEAMS,
            row=1,
        ),
    ] = 0
    paired: Annotated[
        bool,
        Setting(
            Message("Teams are paired with each other"),
            Message("Otherwise players are paired, and teams only have a table of their own."),
            group=TEAMS,
            row=2,
            used_when=(_WITH_TEAMS,),
        ),
    ] = True
    order: Annotated[
        BoardOrder,
        Setting(
            Message("Order of the boards"),
            Message("Board 1 is the first of the captain’s list, or the strongest."),
            group=TEAMS,
            row=1,
            used_when=(_WITH_TEAMS,),
        ),
    ] = BoardOrder.CAPTAIN
    criteria: Annotated[
        tuple[str, ...],
        Setting(
            Message("Criteria for places of teams"),
            Message("The first that differs decides; who is equal in all shares the place."),
            group=TEAMS,
            row=3,
            used_when=(_WITH_TEAMS,),
        ),
    ] = ("teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr")
    handicaps: Annotated[
        bool,
        Setting(
            Message("Handicaps on the boards of a match"),
            Message("As in games of individuals; otherwise all boards are even."),
            group=TEAMS,
            row=4,
            used_when=(_WITH_TEAMS,),
        ),
    ] = False
    half_of_all_boards: Annotated[
        bool,
        Setting(
            Message("A match is won only with more than half of all boards"),
            Message("As in OpenGotha, where boards that were not played count as well."),
            group=TEAMS,
            row=6,
            used_when=(_WITH_TEAMS,),
        ),
    ] = False
    empty_seat_loses: Annotated[
        bool,
        Setting(
            Message("An empty seat loses its board"),
            Message("The opponent gets the board point; otherwise nobody gets it."),
            group=TEAMS,
            row=5,
            used_when=(_WITH_TEAMS,),
        ),
    ] = True
    bye_points: Annotated[
        Points,
        Setting(
            Message("Team points for a rest"),
            Message("For a team that has no opponent in a round; a won match gives 2."),
            group=TEAMS,
            row=7,
            used_when=(_WITH_TEAMS,),
        ),
    ] = _WON
    bye_boards: Annotated[
        Points,
        Setting(
            Message("Board points of a rest, for each board"),
            Message("So that a rest counts in the board points too."),
            group=TEAMS,
            row=7,
            used_when=(_WITH_TEAMS,),
        ),
    ] = HALF
    limits: TeamLimits = field(default_factory=TeamLimits)

    def __post_init__(self) -> None:
        demand_quarters(self, "bye_points", "bye_boards")
