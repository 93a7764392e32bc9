"""The verdict about a round: what was compared, what differs from the log, and what cannot be derived."""

from dataclasses import dataclass
from enum import Enum

from miai.engine.verify.round_in_log import EnteredWish


class What(Enum):
    """What can differ between a proof and the log."""

    EVENT = "event"
    ROUND = "round"
    SIDES = "sides"
    SYSTEM = "system"
    PRESET = "preset"
    SEED = "seed"
    PLAYERS = "players"
    FACT = "fact"
    BOARDS = "boards"
    BYES = "byes"
    UNPAIRED = "unpaired"
    FORCED = "forced"
    FORBIDDEN = "forbidden"
    RULES = "rules"
    PRICES = "prices"
    BYE_COSTS = "bye costs"
    BYE = "bye"
    NEAREST = "nearest"
    CLAIM = "claim"


class Why(Enum):
    """What keeps a round from being derived from the log."""

    SYSTEM = "system"
    PLUGIN = "plug-in"
    CRITERIA = "criteria"
    WISHES = "wishes"
    ALL_WANTED = "all wanted"
    AWAY = "away"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A part of a proof that is not what the log says; `of` is the fact or the rule."""

    what: What
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A reason for which a round cannot be derived; `of` is the system, rule, criterion or player."""

    why: Why
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCounts:
    """How many games were free to be drawn, and how many pairs could not be, by the reason.

    A pair that two reasons forbid is counted by each; `pairs` are all there are.
    """

    free: int
    wanted: int
    pairs: int
    forbidden: int
    rematches: int
    families: int
    apart: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundVerdict:
    """The rules and facts that were derived and compared, what could not be, and what differs."""

    compared: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    differences: tuple[Difference, ...] = ()
    counts: GameCounts | None = None
    wishes: tuple[EnteredWish, ...] = ()
    at_the_draw: bool = True
