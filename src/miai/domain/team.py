"""Teams, who plays for them at which board, and how they play each other."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, NewType

from miai.domain.bounds import BirthYear, Points, Rating, RoundNumber
from miai.domain.numbers import Between
from miai.domain.player import Extras, PlayerId
from miai.domain.points import HALF, NOTHING, POINT, Quarters, demand_quarters

# What a won match is worth.
_WON = Quarters(2 * POINT)

TeamId = NewType("TeamId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUp:
    """Who plays for a team in one round, board by board; None is an empty seat.

    One that is `drawn` was not stated by the captain but by the draw, and the next draw of the round replaces
    it.
    """

    round: RoundNumber
    players: tuple[PlayerId | None, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """One team: its members in the captain's order, and the line-ups of the rounds where one is stated.

    A draw states the line-ups of its round, so that a later change of the members changes no match. A team
    that is `exempt` was accepted though it breaks a limit.
    """

    id: TeamId
    name: str
    number: Annotated[int, Between(1, 99_999)]
    members: tuple[PlayerId, ...] = ()
    line_ups: tuple[LineUp, ...] = ()
    captain: PlayerId | None = None
    absent_rounds: frozenset[RoundNumber] = frozenset()
    start: Points | None = None
    correction: Points = NOTHING
    exempt: bool = False
    extras: Extras = ()

    def __post_init__(self) -> None:
        demand_quarters(self, "start", "correction")

    def stated_line_up(self, round_number: int) -> LineUp | None:
        """The line-up that was stated for a round."""
        return next((each for each in self.line_ups if each.round == round_number), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """Two teams that play each other in a round; White has White on board 1."""

    white: TeamId
    black: TeamId


class BoardOrder(Enum):
    """Who decides the order of the boards."""

    CAPTAIN = "captain"
    RATING = "rating"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLimits:
    """What a team must keep to: the sums are over its members who can be in one line-up, the strongest first.

    Grades are summed as numbers with 1 dan as 1 and 1 kyu as 0. A junior is born in `junior_since` or later.
    """

    most_grades: Annotated[int, Between(-300, 300)] | None = None
    most_rating: Rating | None = None
    least_juniors: Annotated[int, Between(0, 10)] = 0
    junior_since: BirthYear | None = None
    one_country: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """How teams play each other; a size of 0 is an event of individuals.

    Where teams are not `paired`, players are paired as individuals, and teams only have a table.
    A match is won with more board points than the opponents; with `half_of_all_boards` also only with more
    than half of all boards, played or not, as in OpenGotha. A team that rests for want of an opponent gets
    `bye_points` team points, and `bye_boards` for each board.
    """

    size: Annotated[int, Between(0, 10)] = 0
    paired: bool = True
    order: BoardOrder = BoardOrder.CAPTAIN
    criteria: tuple[str, ...] = ("teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr")
    handicaps: bool = False
    half_of_all_boards: bool = False
    empty_seat_loses: bool = True
    bye_points: Points = _WON
    bye_boards: Points = HALF
    limits: TeamLimits = field(default_factory=TeamLimits)

    def __post_init__(self) -> None:
        demand_quarters(self, "bye_points", "bye_boards")
