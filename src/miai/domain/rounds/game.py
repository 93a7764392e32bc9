"""A game at a table, and every result it can have."""

from dataclasses import dataclass
from enum import Enum

from miai.domain.bounds import Komi, Stones, TableNumber
from miai.domain.field_facts import Public
from miai.domain.numbers import shortened
from miai.domain.people.player import PlayerId
from miai.domain.points import HALF, NOTHING, POINT, Quarters
from miai.errors import InputError
from miai.messages import Message


class Colour(Enum):
    """The colour of the stones."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> "Colour":
        """The opponent's colour."""
        return Colour.BLACK if self is Colour.WHITE else Colour.WHITE


class Result(Enum):
    """How a game ended; by default means it was not played."""

    UNKNOWN = "unknown"
    WHITE_WINS = "white"
    BLACK_WINS = "black"
    JIGO = "jigo"
    BOTH_LOSE = "both lose"
    BOTH_WIN = "both win"
    WHITE_WINS_BY_DEFAULT = "white by default"
    BLACK_WINS_BY_DEFAULT = "black by default"
    JIGO_BY_DEFAULT = "jigo by default"
    BOTH_LOSE_BY_DEFAULT = "both lose by default"
    BOTH_WIN_BY_DEFAULT = "both win by default"

    @classmethod
    def parse(cls, text: str) -> "Result":
        """The result with that value, as pages send it."""
        for each in cls:
            if each.value == text:
                return each
        raise InputError(Message("“%(text)s” is not a result", text=shortened(str(text))))

    @property
    def known(self) -> bool:
        """Whether the result has been reported."""
        return self is not Result.UNKNOWN

    @property
    def by_default(self) -> bool:
        """Whether it was decided without a game."""
        return self.value.endswith(" by default")

    @property
    def played(self) -> "Result":
        """The same result of a game that was played."""
        return Result(self.value.removesuffix(" by default"))

    @property
    def defaulted(self) -> "Result":
        """The same result by default; an unknown result stays unknown."""
        return self if self.by_default or not self.known else Result(f"{self.value} by default")

    @property
    def winner(self) -> Colour | None:
        """The colour that won, if exactly one did."""
        return {Result.WHITE_WINS: Colour.WHITE, Result.BLACK_WINS: Colour.BLACK}.get(self.played)

    def points(self, colour: Colour) -> Quarters:
        """What the result is worth to White or to Black."""
        return _POINTS[self][colour is Colour.BLACK]


_PLAYED_POINTS = {
    Result.UNKNOWN: (NOTHING, NOTHING),
    Result.WHITE_WINS: (POINT, NOTHING),
    Result.BLACK_WINS: (NOTHING, POINT),
    Result.JIGO: (HALF, HALF),
    Result.BOTH_LOSE: (NOTHING, NOTHING),
    Result.BOTH_WIN: (POINT, POINT),
}
_POINTS = {result: _PLAYED_POINTS[result.played] for result in Result}


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """One game of a round: who sits where, on what terms, and how it ended."""

    table: Public[TableNumber]
    white: Public[PlayerId]
    black: Public[PlayerId]
    handicap: Public[Stones] = 0
    komi: Public[Komi | None] = None
    result: Public[Result] = Result.UNKNOWN
    colours_known: Public[bool] = True
    locked: Public[bool] = False

    def colour_of(self, player: PlayerId) -> Colour:
        """The colour of one of the two."""
        return Colour.WHITE if player == self.white else Colour.BLACK

    def opponent_of(self, player: PlayerId) -> PlayerId:
        """The opponent of one of the two."""
        return self.black if player == self.white else self.white
