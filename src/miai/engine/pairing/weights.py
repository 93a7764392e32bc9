"""What every pair of a round weighs, term by term."""

from dataclasses import dataclass
from itertools import combinations

from miai.domain.people.player import Player
from miai.engine.pairing.analysis import WeighedRound


@dataclass(frozen=True, slots=True, kw_only=True)
class PairWeights:
    """The terms of one pair by the keys of the rules, and their total."""

    a: Player
    b: Player
    terms: dict[str, int]
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWeights:
    """All pairs of a round; a preset that maximises has weights, one that minimises has costs."""

    round: int
    preset: str
    maximised: bool
    pairs: tuple[PairWeights, ...]
    bye: Player | None
    optimum: int


def weights_of(analysis: WeighedRound) -> RoundWeights:
    """The weights of all pairs among those who play, and the best total."""
    solved = analysis.solve()
    priced, view = solved.priced, analysis.view
    maximised = priced.base is not None
    pairs = []
    for i, j in combinations([i for i in range(len(view)) if i != solved.bye], 2):
        terms = {
            part.key: part.best - int(part.costs[i, j]) if maximised else int(part.costs[i, j])
            for part in priced.parts
        }
        total = priced.offset + sum(terms.values())
        pairs.append(PairWeights(a=view.players[i], b=view.players[j], terms=terms, total=total))
    return RoundWeights(
        round=view.round,
        preset=analysis.plan.preset,
        maximised=maximised,
        pairs=tuple(pairs),
        bye=None if solved.bye is None else view.players[solved.bye],
        optimum=priced.shown_total(solved.cost, len(solved.pairs)),
    )
