"""A round: its boards, its byes, and the state of everybody else."""

from dataclasses import dataclass, fields, replace
from enum import Enum
from typing import Annotated

from miai.domain.bounds import BonusPoints, RoundNumber
from miai.domain.field_facts import Added, Public
from miai.domain.people.player import Player, PlayerId
from miai.domain.people.team import Match, TeamId
from miai.domain.points import demand_quarters
from miai.domain.rounds.game import Board
from miai.domain.rounds.round_in_progress import Claim, Contest, DelayedGame


class ByeKind(Enum):
    """Why a player sits out: the field was odd, or they do not play, which scores as absence.

    A voluntary bye is for those who asked not to play, and for both players of a missed game of a table.
    """

    FORCED = "forced"
    VOLUNTARY = "voluntary"


class Attendance(Enum):
    """The four states of a player in a round."""

    PLAYS = "plays"
    BYE = "bye"
    ABSENT = "absent"
    UNPAIRED = "unpaired"


class HandChange(Enum):
    """What the director did to a draw."""

    SWAPPED = "swapped"
    UNPAIRED = "unpaired"
    PAIRED = "paired"
    LOCKED = "locked"
    UNLOCKED = "unlocked"
    COLOURS = "colours"
    TERMS = "terms"
    TABLE = "table"
    BYE = "bye"
    LATE = "late"
    LINE_UP = "line-up"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye:
    """A free round; a locked one stays when the rest is paired again."""

    player: Public[PlayerId]
    kind: Public[ByeKind] = ByeKind.FORCED
    locked: Annotated[Public[bool], Added(4, before=False)] = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """Points earned outside the games of the round (EPM's bonus tournaments)."""

    player: Public[PlayerId]
    points: Public[BonusPoints]

    def __post_init__(self) -> None:
        demand_quarters(self, "points")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairings:
    """Who plays whom in one round and how it ended, which is all that places and later draws rest on.

    Rounds are numbered from 1. In a team event `matches` say which teams play each other, and `resting` which
    ones have no opponent.
    """

    number: Public[RoundNumber]
    boards: tuple[Board, ...] = ()
    byes: tuple[Bye, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    matches: Annotated[tuple[Match, ...], Added(6, before=[])] = ()
    resting: Annotated[Public[tuple[TeamId, ...]], Added(6, before=[])] = ()

    def board_of(self, player: PlayerId) -> Board | None:
        """The board a player sits at."""
        return next((board for board in self.boards if player in (board.white, board.black)), None)

    def board_at(self, table: int) -> Board | None:
        """The board at a table."""
        return next((board for board in self.boards if board.table == table), None)

    def bye_of(self, player: PlayerId) -> Bye | None:
        """The player's bye."""
        return next((bye for bye in self.byes if bye.player == player), None)

    @property
    def free(self) -> tuple[PlayerId, ...]:
        """Those who have the bye; whoever only does not play is not among them."""
        return tuple(bye.player for bye in self.byes if bye.kind is ByeKind.FORCED)

    def attendance(self, player: Player) -> Attendance:
        """Which of the four states the player is in; a bye comes before a game, a game before an absence."""
        if player.id in self.free:
            return Attendance.BYE
        if self.board_of(player.id):
            return Attendance.PLAYS
        away = self.bye_of(player.id) or not player.attends(self.number)
        return Attendance.ABSENT if away else Attendance.UNPAIRED


@dataclass(frozen=True, slots=True, kw_only=True)
class Round(Pairings):
    """A round with all that came of its draw, so that nothing of it is left when the draw is taken back.

    `shown` are the pairings that players can see, without results; the draw itself may have changed since.
    `delayed` are games that go on after the round; one that has a result by now is over. What is stated
    before a draw outlives it, so it is not here: the clock, wishes, absences and the captains' line-ups.
    """

    shown: Pairings | None = None
    claims: tuple[Claim, ...] = ()
    contests: tuple[Contest, ...] = ()
    delayed: tuple[DelayedGame, ...] = ()

    @classmethod
    def of(cls, pairings: Pairings) -> "Round":
        """A round of which nothing but its pairings is known."""
        # Written out, because old logs replay with it, whatever the defaults of today are.
        return cls(
            **{each.name: getattr(pairings, each.name) for each in fields(Pairings)},
            shown=None,
            claims=(),
            contests=(),
            delayed=(),
        )

    @property
    def pairings(self) -> Pairings:
        """The pairings alone, as the log writes them."""
        return Pairings(**{each.name: getattr(self, each.name) for each in fields(Pairings)})

    def numbered(self, number: int) -> "Round":
        """The same round under another number."""
        shown = None if self.shown is None else replace(self.shown, number=number)
        return replace(self, number=number, shown=shown)
