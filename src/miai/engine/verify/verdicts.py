"""The verdict about a round: what was compared, what differs from the log, and what cannot be derived."""

from dataclasses import dataclass
from enum import Enum

from miai.engine.verify.draw_in_log import ChangeByHand
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
    OWN_GAMES = "own games"
    OWN_COLOURS = "own colours"
    OWN_TERMS = "own terms"
    OWN_TABLES = "own tables"
    OWN_BYES = "own byes"
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
    NO_ENTRY = "no entry"
    OTHER_SYSTEM = "other system"
    KEPT = "kept"
    NO_DRAW = "no draw"
    PLAN_WISHES = "plan wishes"
    FIRST_ROUND = "first round"
    MADE_UP = "made up"
    LEAVES = "leaves"
    OPEN_GAME = "open game"
    BOTH_LOST = "both lost"
    LOSERS_DRAWN = "losers drawn"
    FEW_LEFT = "few left"
    LARGE_GROUP = "large group"
    TERMS = "terms"
    MATCHES = "matches"
    BOARDS = "boards"
    LINE_UP = "line-up"
    PLACES = "places"
    NOT_QUALIFIED = "not qualified"
    LEFT_OUT = "left out"
    PRICING = "pricing"
    SIDE = "side"
    NEAR_TIE = "near tie"
    UNSTABLE = "unstable"
    HIDDEN_PAIRS = "hidden pairs"
    HIDDEN_GAMES = "hidden games"
    HIDDEN_BYE = "hidden bye"
    HIDDEN_FACTS = "hidden facts"
    ERASED = "erased"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A part of a proof that is not what the log says; `of` is the fact or the rule."""

    what: What
    of: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A reason for which a round cannot be derived; `of` is the system, rule, criterion, player or tables."""

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
    """The rules and facts that were derived and compared, what could not be, and what differs.

    A round of a system without prices is drawn again `by_rules`: `changed` are the tables that are not as
    they were drawn, None if there are none and no bye is another, and `by_hand` the entries that changed
    them.
    `terms_by_hand` are the tables with colours, stones, komi or players of teams that were changed by hand.
    """

    compared: tuple[str, ...] = ()
    missing: tuple[Missing, ...] = ()
    differences: tuple[Difference, ...] = ()
    counts: GameCounts | None = None
    wishes: tuple[EnteredWish, ...] = ()
    terms_by_hand: tuple[int, ...] = ()
    at_the_draw: bool = True
    by_rules: bool = False
    changed: tuple[int, ...] | None = None
    by_hand: tuple[ChangeByHand, ...] = ()
