"""Places in a bracket: by seed, with as few changes as wishes about pairs need."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from miai.domain.people.player import Player, PlayerId
from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.schedules.wishes import PairWishes

# What a pair in the wrong place costs in round 1; below that, seeds decide.
_APART, _WANTED, _FAMILY = 10**12, 10**10, 10**8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Pairs:
    """Pairs of seeds, counted from 0: those to keep apart, families, and games wanted with their stage."""

    apart: tuple[tuple[int, int], ...]
    family: tuple[tuple[int, int], ...]
    wanted: tuple[tuple[int, int, int], ...]


def first_pairs(players: int) -> list[tuple[int, int]]:
    """The seeds of round 1 from the top of the bracket, counted from 1; one beyond the field is a bye.

    1 meets the last, and 1 and 2 can meet in the final only: byes fall to the top seeds.
    """
    order = [1]
    for _ in range(stages_for(players)):
        order = [seed for one in order for seed in (one, 2 * len(order) + 1 - one)]
    return list(zip(order[::2], order[1::2], strict=True))


def stages_for(players: int) -> int:
    """How often the field must be halved."""
    return max(0, players - 1).bit_length()


def placed(
    order: Sequence[Player], wishes: PairWishes, stage_of: Mapping[int, int], *, seeded: bool
) -> tuple[Player, ...]:
    """The players by the seed whose place they take: pairs to keep apart meet as late as possible.

    In round 1 they do not meet if any bracket can do that. Later, players change places only with others of
    their tier (seeds 3 and 4, 5 to 8, 9 to 16 …), unless places are not `seeded` but drawn by lot. `stage_of`
    names the stage of the bracket that a round plays.
    """
    pairs = _pairs_of(order, wishes, stage_of)
    if len(order) < 3 or not (pairs.apart or pairs.family or pairs.wanted):
        return tuple(order)
    search = _Search(len(order), pairs, seeded=seeded)
    if search.wrong_in_round_1():
        search.take(_first_round(len(order), pairs))
    search.improve()
    return tuple(order[seed] for seed in search.seeds)


def _pairs_of(order: Sequence[Player], wishes: PairWishes, stage_of: Mapping[int, int]) -> _Pairs:
    seed = {player.id: at for at, player in enumerate(order)}

    def inside(pairs: frozenset[frozenset[PlayerId]]) -> Iterator[tuple[int, int]]:
        for pair in pairs:
            if pair <= seed.keys() and len(pair) == 2:
                low, high = sorted(seed[player] for player in pair)
                yield low, high

    wanted = [
        (*sorted((seed[game.white], seed[game.black])), stage_of[game.round])
        for game in wishes.games
        if {game.white, game.black} <= seed.keys() and game.round in stage_of
    ]
    early = {(low, high) for low, high, _ in wanted}
    return _Pairs(
        apart=tuple(sorted(pair for pair in inside(wishes.apart) if pair not in early)),
        family=tuple(sorted(pair for pair in inside(wishes.family) if pair not in early)),
        wanted=tuple(sorted((low, high, stage) for low, high, stage in wanted)),
    )


def _first_round(players: int, pairs: _Pairs) -> list[int]:
    """The seeds by place, from the round 1 that breaks fewest wishes and moves the seeds least."""
    size = 1 << stages_for(players)
    seeds = np.arange(size, dtype=np.int64)
    # Seeds that meet add up to the same number; a seed beyond the field is a bye.
    costs = (seeds[:, None] + seeds[None, :] - (size - 1)) ** 2
    costs[players:, players:] = ABSENT
    for listed, price in ((pairs.apart, _APART), (pairs.family, _FAMILY)):
        for low, high in listed:
            costs[low, high] += price
            costs[high, low] += price
    for low, high, stage in pairs.wanted:
        if stage == 1:
            for one, other in ((low, high), (high, low)):
                others = (seeds != other) & (costs[one] != ABSENT)
                costs[one, others] += _WANTED
                costs[others, one] += _WANTED
    found = match(costs, np.zeros(size, np.int64))
    meetings = [] if isinstance(found, Blocked) else [tuple(sorted(pair)) for pair in found.pairs]
    # The first places have the byes.
    meetings.sort(key=lambda meeting: (meeting[1] < players, meeting[0]))
    result = list(range(size))
    for place, (upper, lower) in enumerate(meetings):
        result[place], result[size - 1 - place] = upper, lower
    return result[:players]


class _Search:
    """Seeds by place, and swaps that make them better; what counts more stands first in a cost."""

    def __init__(self, players: int, pairs: _Pairs, *, seeded: bool) -> None:
        self.seeds = list(range(players))
        self._seeded = seeded
        self._stages = stages_for(players)
        rows = [place - 1 for row in first_pairs(players) for place in row]
        self._position = {place: at for at, place in enumerate(rows)}
        self._pairs: dict[int, list[tuple[int, int, str, int]]] = {}
        for kind, listed in (("apart", pairs.apart), ("family", pairs.family)):
            for low, high in listed:
                self._note(low, high, kind, 0)
        for low, high, stage in pairs.wanted:
            self._note(low, high, "wanted", stage)

    def _note(self, low: int, high: int, kind: str, stage: int) -> None:
        for seed in (low, high):
            self._pairs.setdefault(seed, []).append((low, high, kind, stage))

    def take(self, seeds: Sequence[int]) -> None:
        """Start from other places."""
        self.seeds = list(seeds)

    def wrong_in_round_1(self) -> bool:
        """Whether round 1 breaks a wish."""
        cost = self._cost(self._pairs, self._places())
        return any(cost[:3])

    def improve(self) -> None:
        """Swap players while that makes the bracket better."""
        while True:
            places = self._places()
            concerned = {places[seed] for seed in self._pairs}
            concerned |= {place for place, seed in enumerate(self.seeds) if place != seed}
            swaps = [
                (self._change(places, one, other), one, other)
                for one in sorted(concerned)
                for other in range(len(self.seeds))
                if one != other
            ]
            if not swaps:
                return
            change, one, other = min(swaps)
            if change >= (0,) * len(change):
                return
            self.seeds[one], self.seeds[other] = self.seeds[other], self.seeds[one]

    def _places(self) -> dict[int, int]:
        return {seed: place for place, seed in enumerate(self.seeds)}

    def _change(self, places: dict[int, int], one: int, other: int) -> tuple[int, ...]:
        """What a swap of two places adds to the cost."""
        moved = (self.seeds[one], self.seeds[other])
        before = self._cost(moved, places)
        places[moved[0]], places[moved[1]] = other, one
        after = self._cost(moved, places)
        places[moved[0]], places[moved[1]] = one, other
        return tuple(b - a for a, b in zip(before, after, strict=True))

    def _cost(self, seeds: Mapping[int, object] | Sequence[int], places: Mapping[int, int]) -> list[int]:
        """Round 1: apart, wanted, family; tiers; then apart and family by stage; then seeds out of place."""
        apart, family = [0] * (self._stages + 1), [0] * (self._stages + 1)
        wanted = 0
        for low, high, kind, stage in {each for seed in seeds for each in self._pairs.get(seed, ())}:
            met = (self._position[places[low]] ^ self._position[places[high]]).bit_length()
            if kind == "wanted":
                wanted += met != stage
            else:
                (apart if kind == "apart" else family)[met] += 1
        tiers = sum(abs(places[seed].bit_length() - seed.bit_length()) for seed in seeds)
        moved = sum(abs(places[seed] - seed) for seed in seeds)
        later = [count for stage in range(2, self._stages + 1) for count in (apart[stage], family[stage])]
        seeded = int(self._seeded)
        return [apart[1], wanted, family[1], seeded * tiers, *later, seeded * moved]
