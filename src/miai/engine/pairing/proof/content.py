"""What the proof of a draw says: public facts, costs, boards, and the duals that no draw can beat.

The content is a line of JSON and, after it, the packed costs of the rules in their order, then the forbidden
pairs. Costs are whole numbers beyond what JavaScript can count exactly, so they are written as texts. The
file is the content compressed by gzip; the hash that a publication names is that of the content.
docs/reference/proofs.md describes everything for whoever writes a checker.
"""

import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from dataclasses import field as default
from hashlib import sha256
from typing import Any

import numpy as np

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.engine.kernel.arrays import Ints
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.analysis import WeighedRound
from miai.engine.pairing.draw_plan import Pair, Solved
from miai.engine.pairing.handicapping import levels
from miai.engine.pairing.match import Duals
from miai.engine.pairing.pricing.price_matrix import PairCosts, Part, Priced
from miai.engine.pairing.proof.packing import Packed, PairList
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.solving import forced_pairs
from miai.engine.pairing.system import Analysis
from miai.errors import InputError, NoPairingError

FORMAT = "miai proof 1"
# A cost as it is written.
Cost = str
# The position of a player among those of the proof.
Position = int


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """What is published: a round of an event, what it was drawn by, and the entry of the log before it.

    `names` are those that players see, if some were corrected since the draw.
    """

    event: str
    drawn: Round
    teams: bool
    system: str
    preset: str
    seed: int
    entry: int
    entry_hash: str
    with_ids: bool = True
    names: Mapping[PlayerId, str] = default(default_factory=dict)


# What the line of JSON says, field by field -------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEntry:
    """The entry of the log before the publication."""

    entry: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerFacts:
    """The facts of the players, each as a list in the order of the proof; ids only if two share a name."""

    name: list[str]
    grade: list[str]
    club: list[str]
    country: list[str]
    score: list[int]
    group: list[int]
    place: list[int]
    of: list[int]
    up: list[int]
    down: list[int]
    balance: list[int]
    last: list[int]
    level: list[int]
    category: list[int]
    byes: list[int]
    id: list[str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What players know of a round: nothing else may be in here."""

    event: str
    round: int
    sides: str
    system: str
    preset: str
    seed: str
    log: LogEntry
    players: PlayerFacts
    boards: list[tuple[int, Position, Position, int, float | None]]
    byes: list[Position]
    unpaired: list[Position]
    format: str = FORMAT


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanClaim:
    """Of a system that does not minimise: whether it draws the same again, and the tables that differ."""

    repeated: bool
    tables: list[int]
    kind: str = "plan"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRound:
    """A round of a system that does not minimise."""

    facts: Facts
    claim: PlanClaim


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedClaim:
    """What is said of the published draw: the best, changed by hand, incomplete, or only weighed."""

    kind: str
    total: Cost
    extra: Cost
    tables: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePrices:
    """One rule's share of the costs, whose numbers are packed pair by pair."""

    key: str
    title: str
    form: str
    bits: int
    count: int
    prices: list[Cost]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePricesOfKinds(RulePrices):
    """One rule's share of the costs, packed for one player of each kind."""

    kinds: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulePricesInGroups(RulePrices):
    """One rule's share of the costs, packed within groups; `outside` is the place of the price of others."""

    outside: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ForbiddenPairs:
    """How the forbidden pairs are packed."""

    bits: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BestDraw:
    """The draw that no other beats."""

    pairs: list[list[Position]]
    bye: Position | None
    total: Cost


@dataclass(frozen=True, slots=True, kw_only=True)
class PricedRound:
    """A round of a system that minimises costs, with the duals that prove the best draw."""

    facts: Facts
    rules: list[RulePrices]
    forbidden: ForbiddenPairs
    bye_costs: list[Cost]
    forced: list[list[Position]]
    nearest: bool
    best: BestDraw
    # Nobody in a forced game has a dual, nor has whoever sits out.
    duals: list[Cost | None]
    blossoms: list[tuple[Cost, list[Position]]]
    claim: PricedClaim


def _line(content: PlannedRound | PricedRound) -> bytes:
    """The line of JSON, with the facts beside what is said of them."""
    said = {**_fields(content.facts), **_fields(content)}
    del said["facts"]
    line = json.dumps(said, default=_fields, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return line.encode(errors="replace")


def _fields(value: Any) -> dict[str, Any]:
    found = {each.name: getattr(value, each.name) for each in fields(value)}
    # Only namesakes have ids, so that all other proofs stay the same to the byte.
    return {name: each for name, each in found.items() if name != "id" or each is not None}


# Making it ----------------------------------------------------------------------------


def proof_file(content: bytes) -> bytes:
    """The content as it is stored and downloaded."""
    return gzip.compress(content, compresslevel=6, mtime=0)


def proof_hash(content: bytes) -> str:
    """The hash of a content that the log names."""
    return sha256(content).hexdigest()


def proof_content(analysis: Analysis, published: Published) -> bytes:
    """The proof of a round; of a system that does not minimise it says what there is to check."""
    field = Field(analysis.view)
    facts = _facts(field, published)
    round_of_prices = _solved(analysis)
    if round_of_prices is None:
        return _line(PlannedRound(facts=facts, claim=_plan_claim(analysis, published.drawn))) + b"\n"
    weighed, solved = round_of_prices
    content, packed = _priced(facts, Field(weighed.view), solved, published.drawn)
    return b"".join((_line(content), b"\n", *packed))


def _solved(analysis: Analysis) -> tuple[WeighedRound, Solved] | None:
    """The prices and the best draw; by those of the nearest draw where none keeps all rules."""
    if not isinstance(analysis, WeighedRound):
        return None
    try:
        return analysis, analysis.solve()
    except NoPairingError:
        nearest = analysis.nearest()
        return nearest, nearest.solve()
    except InputError:
        return None


class Field:
    """The players by group and place, the best first: in this order the costs of a round repeat the most."""

    def __init__(self, view: RoundView) -> None:
        self.view = view
        self.order: Ints = np.lexsort((view.places, -view.groups))
        self._positions = np.argsort(self.order).tolist()
        self._known = {player.id: self._positions[i] for i, player in enumerate(view.players)}

    def __len__(self) -> int:
        return len(self._positions)

    def positions(self, indices: Iterable[int]) -> list[int]:
        """Where players of the view stand in this order."""
        return [self._positions[i] for i in indices]

    def sorted(self, values: Ints) -> list[Any]:
        """Numbers by player of the view in this order."""
        found: list[Any] = values[self.order].tolist()
        return found

    def boards(self, drawn: Round) -> list[tuple[Board, int, int]]:
        """The boards of a round by table, each with the positions of White and Black."""
        boards = sorted(drawn.boards, key=lambda board: board.table)
        return [
            (board, self._known[board.white], self._known[board.black])
            for board in boards
            if board.white in self._known and board.black in self._known
        ]

    def byes(self, drawn: Round) -> list[int]:
        """The positions of those who have the bye."""
        return sorted(self._known[player] for player in drawn.free if player in self._known)

    def unpaired(self, drawn: Round) -> list[int]:
        """The positions of those who are in no game and do not sit out."""
        seated = {seat for board in drawn.boards for seat in (board.white, board.black)}
        seated |= {bye.player for bye in drawn.byes}
        return sorted(position for player, position in self._known.items() if player not in seated)


def _ids(players: Sequence[Player], names: Sequence[str], published: Published) -> list[str] | None:
    """The ids that distinguish players who share a name."""
    has_namesakes = len(set(names)) < len(names)
    return [player.id for player in players] if published.with_ids and has_namesakes else None


def _facts(field: Field, published: Published) -> Facts:
    view, drawn = field.view, published.drawn
    players = [view.players[i] for i in field.order]
    names = [published.names.get(player.id, player.name) for player in players]
    return Facts(
        event=published.event,
        round=drawn.number,
        sides="teams" if published.teams else "players",
        system=published.system,
        preset=published.preset,
        seed=str(published.seed),
        log=LogEntry(entry=published.entry, hash=published.entry_hash),
        players=PlayerFacts(
            name=names,
            grade=[str(player.grade) for player in players],
            club=[player.club for player in players],
            country=[player.country for player in players],
            score=field.sorted(view.scores),
            group=field.sorted(view.groups),
            place=field.sorted(view.places + 1),
            of=field.sorted(view.sizes),
            up=field.sorted(view.ups),
            down=field.sorted(view.downs),
            balance=field.sorted(view.balances),
            last=field.sorted(view.last_colours),
            level=field.sorted(levels(view)),
            category=field.sorted(view.categories + 1),
            byes=field.sorted(view.byes),
            id=_ids(players, names, published),
        ),
        boards=[
            (board.table, white, black, board.handicap, board.komi)
            for board, white, black in field.boards(drawn)
        ],
        byes=field.byes(drawn),
        unpaired=field.unpaired(drawn),
    )


def _priced(
    facts: Facts, field: Field, solved: Solved, drawn: Round
) -> tuple[PricedRound, tuple[bytes, ...]]:
    """Costs, the best draw with its proof, what the published draw costs beside it; and the packed costs."""
    priced = solved.priced
    pairs = PairList(field.view.groups, field.order)
    packed = [_packed_prices(part, pairs) for part in priced.parts]
    forbidden = pairs.pack_flags(priced.costs == ABSENT)
    duals = solved.duals or Duals(by_index=(), blossoms=())
    by_index = dict(duals.by_index)
    content = PricedRound(
        facts=facts,
        rules=[_rule(part, *each) for part, each in zip(priced.parts, packed, strict=True)],
        forbidden=ForbiddenPairs(bits=forbidden.bits, count=forbidden.count),
        bye_costs=[str(cost) for cost in field.sorted(priced.bye_costs)],
        forced=[field.positions(pair) for pair in forced_pairs(field.view)],
        nearest=any(part.key == "broken" for part in priced.parts),
        best=BestDraw(
            pairs=sorted(sorted(field.positions(pair)) for pair in solved.pairs),
            bye=None if solved.bye is None else field.positions((solved.bye,))[0],
            total=str(solved.cost),
        ),
        duals=[str(by_index[i]) if i in by_index else None for i in field.order.tolist()],
        blossoms=[(str(dual), sorted(field.positions(members))) for dual, members in duals.blossoms],
        claim=_claim(field, solved, drawn),
    )
    return content, (*(each.data for each, _ in packed), forbidden.data)


def _packed_prices(part: Part, pairs: PairList) -> tuple[Packed, Ints]:
    """The packed numbers of one rule, and what each number of their table costs."""
    if isinstance(part.costs, PairCosts):
        packed = pairs.pack(part.deviation)
        prices = part.costs.price(packed.table)
    else:
        packed = pairs.pack(part.costs)
        prices = packed.table
    if len(set(prices.tolist())) > 1:
        return packed, prices
    # A rule that costs the same everywhere needs no data, such as chance that weighs nothing.
    same = Packed(form="kinds", table=prices[:1], bits=1, count=1, data=b"\0", kinds=(0,) * len(part.bye))
    return same, prices[:1]


def _rule(part: Part, packed: Packed, prices: Ints) -> RulePrices:
    """One rule's share of the costs; numbers that cost the same are one."""
    common: dict[str, Any] = {
        "key": part.key,
        "title": str(part.rule.title),
        "form": packed.form,
        "bits": packed.bits,
        "count": packed.count,
        "prices": [str(price) for price in prices.tolist()],
    }
    match packed.form:
        case "kinds":
            return RulePricesOfKinds(**common, kinds=packed.kinds)
        case "groups":
            return RulePricesInGroups(**common, outside=packed.outside)
    return RulePrices(**common)


def _claim(field: Field, solved: Solved, drawn: Round) -> PricedClaim:
    boards, byes = field.boards(drawn), field.byes(drawn)
    order = field.order.tolist()
    pairs = [(order[white], order[black]) for _, white, black in boards]
    total = cost_of(solved.priced, pairs, [order[bye] for bye in byes])
    own = {frozenset(pair) for pair in solved.pairs}
    changed = [
        board.table for (board, _, _), pair in zip(boards, pairs, strict=True) if frozenset(pair) not in own
    ]
    if not solved.optimal:
        kind = "weighed"
    elif field.unpaired(drawn) or len(byes) != int(solved.bye is not None):
        kind = "incomplete"
    else:
        kind = "best" if total == solved.cost else "changed"
    return PricedClaim(kind=kind, total=str(total), extra=str(total - solved.cost), tables=changed)


def cost_of(priced: Priced, pairs: Sequence[Pair], byes: Sequence[int]) -> int:
    """What some boards and byes cost, also those that are forbidden."""
    both = np.array(pairs, np.int64).reshape(-1, 2)
    at = (both[:, 0], both[:, 1])
    boards = sum(int(part.costs[at].sum()) for part in priced.parts)
    return boards + sum(int(priced.bye_costs[i]) for i in byes)


def _plan_claim(analysis: Analysis, drawn: Round) -> PlanClaim:
    try:
        found = analysis.explain(drawn)
    except (InputError, NoPairingError):
        return PlanClaim(repeated=False, tables=[])
    changed = [each.board.table for each in found.boards if not each.own]
    return PlanClaim(repeated=found.own, tables=sorted(changed))
