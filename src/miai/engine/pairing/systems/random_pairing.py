"""Pairing at random, in each of the three senses that the word has had."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import ClassVar

import numpy as np

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.byes import WhyBye
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.protocol import Draw, Flags, Floats, Ints, Reason, RoundView
from miai.engine.pairing.stepwise_pairing import Remaining, augment, dice, drawn, everybody
from miai.errors import InternalError
from miai.messages import Message

_COUNTED = 14
_TRIES = 4000
_DEAREST = 10**9


class Method(Enum):
    """What "at random" means; after two rounds of six players they differ."""

    UNIFORM = "uniform"
    """Every pairing of the whole field is equally likely."""
    ONE_BY_ONE = "one by one"
    """Pair after pair, each equally likely among those that leave an opponent for everybody else."""
    SHUFFLED = "shuffled"
    """A largest matching grown from shuffled pairs, as Gabow's algorithm finds it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RandomPairing:
    """Pairing at random, by one of three methods.

    `UNIFORM` is exact: up to 14 players by counting all pairings, above by drawing until a pairing breaks no
    ban. Only where that fails 4,000 times (a field that has nearly all met) an exact matching of random costs
    takes its place, which is not quite uniform; the notes say so.
    """

    key: ClassVar[str] = "random"
    how: ClassVar[Message] = Message("it draws the pairs by lot")
    method: Method = Method.UNIFORM

    def analyse(self, view: RoundView, seed: int) -> RedrawnRound:
        """Look at a round by drawing lots again."""
        return RedrawnRound(view, seed, draw=self.draw, how=self.how)

    def draw(self, view: RoundView, seed: int) -> Draw:
        """Draw the round by lot; nothing is weighed, so the total is 0."""
        chance = dice(view, seed, 3)
        field = everybody(view)
        how = _METHODS[self.method](field, chance)

        def reasons(view: RoundView, i: int, j: int) -> tuple[Reason, ...]:
            text = Message("drawn by lot: %(how)s", how=how)
            return (Reason(rule="random", title=Message("Chance"), text=text),)

        return drawn(
            view,
            field,
            system=self.key,
            seed=seed,
            reasons=reasons,
            why_bye=WhyBye.LOWEST_BY_LOT,
            notes=(Message("drawn at random: %(how)s", how=how),),
        )


def _uniform(field: Remaining, chance: np.random.Generator) -> Message:
    waiting = field.waiting
    if len(waiting) <= _COUNTED:
        _take(field, [(waiting[i], waiting[j]) for i, j in counted(_part(field, waiting), chance)])
        return Message("every pairing was equally likely")
    for _ in range(_TRIES):
        pairs = _any_pairs(field, waiting, chance)
        if field.may_meet[pairs[:, 0], pairs[:, 1]].all():
            _take(field, [(int(i), int(j)) for i, j in pairs])
            return Message("every pairing was equally likely")
    _take(field, _cheapest(field, waiting, chance))
    return Message(
        "the cheapest pairing by random costs; so few were left that they were only nearly equally likely"
    )


def counted(may_meet: Flags, chance: np.random.Generator) -> list[Pair]:
    """A perfect matching of a small graph, all equally likely, by counting those that contain each pair."""
    opponents = [[int(j) for j in np.flatnonzero(row)] for row in may_meet]

    @cache
    def ways(left: int) -> int:
        """How many matchings a set of vertices has."""
        if not left:
            return 1
        first = (left & -left).bit_length() - 1
        return sum(ways(left & ~(1 << first | 1 << other)) for other in opponents[first] if left >> other & 1)

    pairs = []
    left = (1 << len(opponents)) - 1
    while left:
        first = (left & -left).bit_length() - 1
        lot = int(chance.integers(ways(left)))
        for other in opponents[first]:
            if not left >> other & 1:
                continue
            rest = left & ~(1 << first | 1 << other)
            if lot < ways(rest):
                pairs.append((first, other))
                left = rest
                break
            lot -= ways(rest)
    return pairs


def _any_pairs(field: Remaining, waiting: list[int], chance: np.random.Generator) -> Ints:
    """Any pairs, banned ones too; the phantom takes one of those who may sit out."""
    order = np.array(waiting)
    chance.shuffle(order)
    if field.phantom in waiting:
        bye = chance.choice(np.flatnonzero(field.may_meet[field.phantom]))
        others = order[(order != field.phantom) & (order != bye)]
        order = np.concatenate((others, (field.phantom, bye)))
    return order.reshape(-1, 2)


def _cheapest(field: Remaining, waiting: list[int], chance: np.random.Generator) -> list[Pair]:
    may_meet = _part(field, waiting)
    drawn_costs = np.triu(chance.integers(0, _DEAREST, may_meet.shape, np.int64), 1)
    costs = np.where(may_meet, drawn_costs + drawn_costs.T, np.int64(ABSENT))
    found = match(np.ascontiguousarray(costs), np.zeros(len(costs), np.int64))
    if isinstance(found, Blocked):
        raise InternalError("a field that can be paired could not be paired")
    return [(waiting[i], waiting[j]) for i, j in found.pairs]


def _one_by_one(field: Remaining, chance: np.random.Generator) -> Message:
    # To take the pairs in a random order is to choose one of those left again and again.
    lots = _lots(field, chance)
    first, second = np.nonzero(np.triu(field.may_meet))
    order = np.argsort(lots[first, second])
    for i, j in zip(first[order].tolist(), second[order].tolist(), strict=True):
        field.pair(i, j)
    return Message("pair after pair, each equally likely if it left an opponent for everybody else")


def _shuffled(field: Remaining, chance: np.random.Generator) -> Message:
    lots = np.where(field.may_meet, _lots(field, chance), 2.0)
    mates = np.full(len(lots), -1, np.int64)
    orders = np.argsort(lots, axis=1)
    roots = np.argsort(lots.min(axis=1, initial=2.0))
    waiting = set(field.waiting)
    for root in roots.tolist():
        if root in waiting and mates[root] < 0:
            augment(field.may_meet, mates, root, orders=orders)
    _take(field, [(i, int(mates[i])) for i in waiting if i < mates[i]])
    return Message("a largest matching was grown from shuffled pairs")


def _lots(field: Remaining, chance: np.random.Generator) -> Floats:
    """A number below 1 for every pair."""
    upper = np.triu(chance.random(field.may_meet.shape), 1)
    return np.asarray(upper + upper.T)


def _part(field: Remaining, waiting: list[int]) -> Flags:
    return field.may_meet[np.ix_(waiting, waiting)]


def _take(field: Remaining, pairs: list[Pair]) -> None:
    for i, j in pairs:
        if not field.pair(i, j):
            raise InternalError("a pair of a pairing of all could not be made")


_METHODS: dict[Method, Callable[[Remaining, np.random.Generator], Message]] = {
    Method.UNIFORM: _uniform,
    Method.ONE_BY_ONE: _one_by_one,
    Method.SHUFFLED: _shuffled,
}
