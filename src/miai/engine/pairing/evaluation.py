"""What a system says of a drawn round: board by board, as a whole, and beside the system's own draw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.engine.pairing.pair_facts import PairFacts
from miai.engine.pairing.protocol import Reason
from miai.messages import Clauses, Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Breach:
    """A rule that a board breaks though it may not."""

    rule: str
    text: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardEvaluation:
    """One board; `own` says whether the system's own draw has the same pair.

    `give_reasons` puts the reasons together when somebody asks for them: most boards are never asked about.
    """

    board: Board
    white: Player
    black: Player
    facts: PairFacts
    forbidden: tuple[Breach, ...]
    own: bool
    give_reasons: Callable[[], tuple[Reason, ...]] = field(repr=False, compare=False)

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the board is as it is."""
        return self.give_reasons()

    @property
    def total(self) -> int:
        """The price of the board."""
        return sum(reason.cost for reason in self.reasons)


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeEvaluation:
    """A bye that the system gave or the director."""

    player: Player
    reasons: tuple[Reason, ...]
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCount:
    """How many boards a rule does not like."""

    rule: str
    title: Message
    fault: Message
    boards: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """How a rule fares in a pairing, against the system's own; `boards` is how many more it does not like.

    `games` are those of the pairing that make the difference and what the rule says of them, `instead` those
    of the system's own draw.
    """

    rule: str
    title: Message
    cost: int
    boards: int
    text: Message
    games: tuple[Message, ...] = ()
    instead: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """A pairing beside the system's own; `changes` lists the rules that differ, the most important first.

    The totals are as the preset counts them, and there more can be better; `extra` is what the pairing costs
    above the system's own.
    """

    total: int
    best_total: int
    extra: int
    changes: tuple[RuleChange, ...]

    @property
    def worse(self) -> tuple[RuleChange, ...]:
        """What the pairing costs."""
        return tuple(change for change in self.changes if change.cost > 0)

    @property
    def better(self) -> tuple[RuleChange, ...]:
        """What the pairing has in return."""
        return tuple(change for change in self.changes if change.cost < 0)

    @property
    def words(self) -> Message:
        """The difference in words instead of numbers: which rules fare worse, and which better in return."""
        worse, better = (
            Clauses(tuple(change.text for change in changes), ", ") for changes in (self.worse, self.better)
        )
        if worse.items and better.items:
            return Message("this costs: %(worse)s; in return: %(better)s", worse=worse, better=better)
        if worse.items:
            return Message("this costs: %(worse)s", worse=worse)
        if better.items:
            return Message("this is better: %(better)s", better=better)
        return Message("this costs nothing: it is as good as the best pairing")


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyNot:
    """The best draw in which two players meet: what it costs, and the games that the system's own has not."""

    forbidden: tuple[Message, ...]
    comparison: Comparison
    games: tuple[tuple[Player, Player], ...]

    @property
    def extra(self) -> int:
        """How much worse that draw is."""
        return self.comparison.extra


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """A drawn round; `optimal` says that the system's own draw is proved to be the best.

    `scores` are those before the round, in quarters, of everybody who is to be paired. `missing` are the
    games of the system's own draw that this round has not. Without `comparison` the system
    weighs no pairs, or cannot draw this round: `blocked` then says why no draw keeps all rules.
    """

    round: int
    system: str
    preset: str
    seed: int
    boards: tuple[BoardEvaluation, ...]
    byes: tuple[ByeEvaluation, ...]
    unpaired: tuple[Player, ...]
    scores: Mapping[PlayerId, int]
    missing: tuple[tuple[Player, Player], ...]
    total: int
    optimal: bool
    problems: tuple[Message, ...] = ()
    notes: tuple[Message, ...] = ()
    counts: tuple[RuleCount, ...] = ()
    comparison: Comparison | None = None
    blocked: Message | None = None

    @property
    def own(self) -> bool:
        """Whether the round is as the system draws it."""
        whole = not self.unpaired and all(board.own for board in self.boards)
        return whole and all(bye.own for bye in self.byes)

    @property
    def best(self) -> bool:
        """Whether no draw is better; that was proved when the system's own was found."""
        beside = self.comparison
        return self.optimal and beside is not None and beside.total == beside.best_total and not self.unpaired

    def at(self, table: int) -> BoardEvaluation | None:
        """The board at a table."""
        return next((each for each in self.boards if each.board.table == table), None)
