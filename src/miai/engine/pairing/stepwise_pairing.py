"""Pairing one by one without ever getting stuck: one way to pair all who are left is always known."""

from collections.abc import Collection, Sequence
from typing import Self

import numpy as np

from miai.engine.kernel.matching import ABSENT
from miai.engine.pairing.blocking import blocked_message
from miai.engine.pairing.byes import WhyBye, bye_reason, bye_reasons, lowest_eligible
from miai.engine.pairing.draw_plan import Pair
from miai.engine.pairing.drawing import Reasons, seated, with_wishes
from miai.engine.pairing.match import Blocked, match
from miai.engine.pairing.pricing.price_matrix import banned
from miai.engine.pairing.protocol import Draw, Flags, Ints, RoundView
from miai.engine.pairing.rules.forbidding import BANS
from miai.engine.pairing.solving import demand_bye, forced_pairs, forced_twice, index_of
from miai.errors import InputError, NoPairingError
from miai.messages import Message

__all__ = ["Remaining", "WhyBye", "augment", "bye_reason", "dice", "drawn", "everybody", "sit_out"]


class Remaining:
    """Those who wait for an opponent, with one way to pair them all always known.

    A pair is made only if all others can still be paired, so that choosing pair after pair never ends in a
    dead end. In an odd field the phantom is the last vertex, and its opponent has the bye. Pairs that are
    found to be in no pairing of all are struck out for good.
    """

    def __init__(self, may_meet: Flags, mates: Sequence[int], *, phantom: int | None = None) -> None:
        self.may_meet = may_meet
        self.phantom = phantom
        self.pairs: list[Pair] = []
        self.bye: int | None = None
        self._mates = np.array(mates, np.int64)
        self._waiting = np.ones(len(may_meet), np.bool_)

    @classmethod
    def of(cls, may_meet: Flags, may_sit_out: Flags) -> Self | Blocked:
        """Find a first pairing of all, or who blocks it."""
        n = len(may_meet)
        found = match(_free(may_meet), _free(may_sit_out))
        if isinstance(found, Blocked):
            return found
        pairs, phantom = [*found.pairs], None
        if n % 2:
            may_meet = np.pad(may_meet, (0, 1))
            may_meet[n, :n] = may_meet[:n, n] = may_sit_out
            phantom = n
            pairs.append((n, found.bye if found.bye is not None else n))
        mates = np.full(len(may_meet), -1, np.int64)
        for i, j in pairs:
            mates[i], mates[j] = j, i
        return cls(may_meet.copy(), mates.tolist(), phantom=phantom)

    @property
    def waiting(self) -> list[int]:
        """All who are still without an opponent, the phantom included."""
        return [int(i) for i in np.flatnonzero(self._waiting)]

    def waiting_of(self, members: Sequence[int]) -> list[int]:
        """Those of a group who are still without an opponent."""
        return [i for i in members if self._waiting[i]]

    def opponents(self, i: int) -> Ints:
        """Those whom a player may still meet; nobody for one who is paired."""
        row = self.may_meet[i].copy()
        if self.phantom is not None:
            row[self.phantom] = False
        return np.flatnonzero(row)

    def pair(self, i: int, j: int) -> bool:
        """Pair the two if they may meet and all others can still be paired; say whether."""
        if not self.may_meet[i, j]:
            return False
        rows = self.may_meet[[i, j]]
        mates = self._mates.copy()
        self._take_out(i)
        self._take_out(j)
        if mates[i] != j and not self._join(int(mates[i]), int(mates[j])):
            self._mates = mates
            for k, row in zip((i, j), rows, strict=True):
                self._put_back(k, row)
            self._strike_out(i)
            return False
        if self.phantom in (i, j):
            self.bye = i if j == self.phantom else j
        else:
            self.pairs.append((i, j))
        return True

    def partners(self, i: int) -> Flags:
        """Everybody who can meet a player so that all others can still be paired, the phantom included."""
        row, mates = self.may_meet[i].copy(), self._mates.copy()
        other = int(mates[i])
        self._take_out(i)
        self._mates[other] = -1
        search = _Search(self.may_meet, self._mates, other)
        search.run()
        self._mates = mates
        self._put_back(i, row)
        return np.asarray(row & search.outer)

    def keep_together(self, members: Sequence[int]) -> bool:
        """Let the rest of a group meet only each other, if everybody can then be paired; say whether."""
        inside = np.zeros(len(self.may_meet), np.bool_)
        inside[self.waiting_of(members)] = True
        across = (inside[:, None] != inside[None, :]) & self.may_meet
        mates, struck = self._mates.copy(), self.may_meet & ~across
        alone = np.flatnonzero(self._waiting & (inside != inside[mates]))
        self._mates[alone] = -1
        for i in alone:
            if self._mates[i] < 0 and not augment(struck, self._mates, int(i)):
                self._mates = mates
                return False
        self.may_meet = struck
        return True

    def leavers(self, order: Sequence[int]) -> list[int]:
        """An odd group, first those without whom the others can be paired with each other."""
        inner = Remaining.of(self.may_meet[np.ix_(order, order)], np.ones(len(order), np.bool_))
        if isinstance(inner, Blocked) or inner.phantom is None:
            return list(order)
        free = inner.partners(inner.phantom)
        return [order[k] for k in sorted(range(len(order)), key=lambda k: not free[k])]

    def _take_out(self, i: int) -> None:
        self._waiting[i] = False
        self.may_meet[i] = self.may_meet[:, i] = False

    def _put_back(self, i: int, row: Flags) -> None:
        self._waiting[i] = True
        self.may_meet[i] = self.may_meet[:, i] = row

    def _strike_out(self, i: int) -> None:
        """Forget opponents with whom no pairing of all exists."""
        possible = self.partners(i)
        self.may_meet[i] = self.may_meet[:, i] = possible

    def _join(self, a: int, b: int) -> bool:
        """Pair two who lost their mates with each other, through as many others as it takes."""
        if self.may_meet[a, b]:
            self._mates[a], self._mates[b] = b, a
            return True
        # Most often one pair in between is enough.
        between = self.may_meet[a] & self.may_meet[b][self._mates]
        if between.any():
            c = int(between.argmax())
            d = int(self._mates[c])
            self._mates[a], self._mates[c], self._mates[b], self._mates[d] = c, a, d, b
            return True
        self._mates[a] = self._mates[b] = -1
        return augment(self.may_meet, self._mates, a)


class _Search:
    """Edmonds' search for alternating paths from one vertex without a mate.

    Outer vertices are an even number of steps away: each could be without a mate instead of the root. Row v
    of `orders` says in which order those whom v may meet are tried.
    """

    def __init__(self, may_meet: Flags, mates: Ints, root: int, orders: Ints | None = None) -> None:
        n = len(may_meet)
        self.may_meet, self.mates, self.orders = may_meet, mates, orders
        self.outer = np.zeros(n, np.bool_)
        self.parent = np.full(n, -1, np.int64)
        self.base = np.arange(n)
        self.outer[root] = True
        self.queue = [root]

    def run(self) -> int | None:
        """Grow the tree until it reaches another vertex without a mate, and return that."""
        for v in self.queue:
            for w in self._new_to(v):
                if self.base[w] == self.base[v]:
                    continue
                if self.outer[w]:
                    self._contract(v, w)
                elif self.parent[w] < 0:
                    self.parent[w] = v
                    if self.mates[w] < 0:
                        return w
                    self._visit(int(self.mates[w]))
        return None

    def _new_to(self, v: int) -> list[int]:
        new = self.may_meet[v] & (self.base != self.base[v]) & (self.outer | (self.parent < 0))
        if self.orders is not None:
            return [int(w) for w in self.orders[v][new[self.orders[v]]]]
        ends = np.flatnonzero(new & (self.mates < 0) & ~self.outer)
        return [int(w) for w in (ends if len(ends) else np.flatnonzero(new))]

    def _visit(self, v: int) -> None:
        self.outer[v] = True
        self.queue.append(v)

    def _contract(self, v: int, w: int) -> None:
        """Two outer vertices meet: everything on the cycle through them is outer."""
        top = self._common_base(v, w)
        cycle = np.zeros(len(self.base), np.bool_)
        self._mark(v, top, w, cycle)
        self._mark(w, top, v, cycle)
        members = cycle[self.base]
        self.base[members] = top
        for inner in np.flatnonzero(members & ~self.outer):
            self._visit(int(inner))

    def _common_base(self, v: int, w: int) -> int:
        above = set()
        while True:
            v = int(self.base[v])
            above.add(v)
            if self.mates[v] < 0:
                break
            v = int(self.parent[self.mates[v]])
        while (w := int(self.base[w])) not in above:
            w = int(self.parent[self.mates[w]])
        return w

    def _mark(self, v: int, top: int, child: int, cycle: Flags) -> None:
        while self.base[v] != top:
            mate = int(self.mates[v])
            cycle[self.base[v]] = cycle[self.base[mate]] = True
            self.parent[v] = child
            child, v = mate, int(self.parent[mate])


def augment(may_meet: Flags, mates: Ints, root: int, *, orders: Ints | None = None) -> bool:
    """Give a vertex a mate by turning pairs over along an alternating path; say whether there is one."""
    search = _Search(may_meet, mates, root, orders)
    end = search.run()
    if end is None:
        return False
    while end >= 0:
        before = int(search.parent[end])
        after = int(mates[before])
        mates[end], mates[before] = before, end
        end = after
    return True


def everybody(view: RoundView) -> Remaining:
    """All who play, with the director's pairs made; raises a `NoPairingError` that says who blocks whom."""
    forced = forced_pairs(view)
    in_forced = sorted(i for pair in forced for i in pair)
    if len(set(in_forced)) < len(in_forced):
        raise InputError(forced_twice())
    may_meet = ~banned(view)
    may_meet[in_forced] = may_meet[:, in_forced] = False
    for i, j in forced:
        may_meet[i, j] = may_meet[j, i] = True
    field = _field(view, may_meet, set(in_forced))
    if isinstance(field, Blocked):
        raise NoPairingError(blocked_message(view, BANS, field))
    for i, j in forced:
        field.pair(i, j)
    return field


def dice(view: RoundView, seed: int, *salt: int) -> np.random.Generator:
    """A source of chance for one round; any whole number is a seed."""
    return np.random.default_rng((seed % 2**64, view.round, *salt))


def sit_out(field: Remaining, order: Sequence[int]) -> None:
    """In an odd field, give the bye to the first without whom all others can be paired."""
    if field.phantom is None:
        return
    possible = field.partners(field.phantom)
    field.pair(next(i for i in order if possible[i]), field.phantom)


def drawn(
    view: RoundView,
    field: Remaining,
    *,
    system: str,
    seed: int,
    reasons: Reasons = lambda view, i, j: (),
    total: int = 0,
    optimal: bool = False,
    why_bye: WhyBye = WhyBye.LAST_OF_FEWEST,
    problems: Sequence[Message] = (),
    notes: Sequence[Message] = (),
) -> Draw:
    """The draw of a field that is paired; `why_bye` is how the system chose who sits out."""
    return Draw(
        round=view.round,
        system=system,
        preset="",
        seed=seed,
        boards=seated(view, field.pairs, seed=seed, reasons=with_wishes(view, reasons)),
        bye=None if field.bye is None else view.players[field.bye],
        total=total,
        optimal=optimal,
        problems=(*view.problems, *problems),
        notes=tuple(notes),
        bye_reasons=() if field.bye is None else bye_reasons(view, field.bye, why_bye),
    )


def _field(view: RoundView, may_meet: Flags, in_forced: Collection[int]) -> Remaining | Blocked:
    """The field, in which the director's choice may sit out, or else the lowest score that is eligible."""
    if view.constraints.bye is not None:
        bye = index_of(view, view.constraints.bye)
        demand_bye(view, bye, busy=bye in in_forced, even=len(view) % 2 == 0)
        return Remaining.of(may_meet, np.arange(len(view)) == bye)
    free = np.array([i not in in_forced for i in range(len(view))], np.bool_)
    field = Remaining.of(may_meet, lowest_eligible(view, free))
    if len(view) % 2 == 0 or isinstance(field, Remaining):
        return field
    # Without any of them the others cannot be paired: somebody further up has to sit out.
    every = Remaining.of(may_meet, free)
    if isinstance(every, Blocked) or every.phantom is None:
        return every
    return Remaining.of(may_meet, lowest_eligible(view, every.partners(every.phantom)[: len(view)]))


def _free(possible: Flags) -> Ints:
    """Costs by which any pairing is as good as any other."""
    return np.where(possible, np.int64(0), np.int64(ABSENT))
