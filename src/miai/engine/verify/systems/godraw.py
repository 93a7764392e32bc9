"""GoDraw's guided random (document 1, 5.3.1), with the lots in the order in which they are drawn.

Lots are numpy's default generator for the seed, the round, 5 and 3: an order of all for the bye; for each odd
group its order and that of each lower group until a game is made; the colours due; then for each first player
the order of subgroups and of the players left, and the same for opponents.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import groupby, product

import numpy as np

from miai.domain.settings.pairing_rules import ColourRule
from miai.engine.verify.before_round import HALF, POINT
from miai.engine.verify.systems.before import BeforeDraw, Pair
from miai.engine.verify.systems.pool import GroupsBelow
from miai.engine.verify.systems.seating import OwnDraw, seated


def guided_random(before: BeforeDraw) -> OwnDraw:
    """The pairs by lot: one of each odd group goes down, then each group is drawn between its subgroups."""
    return _GuidedRandom(before).drawn()


class _GuidedRandom:
    """A round by the lots of its seed."""

    def __init__(self, before: BeforeDraw) -> None:
        self._before, self._facts = before, before.facts
        self._chance = np.random.default_rng((before.seed % 2**64, before.number, 5, 3))
        self._pool = before.pool()
        self._groups = before.groups()
        clubs = before.rules.known_clubs()
        self._country = _codes([each.player.country.casefold() for each in self._facts])
        club = _codes([clubs[each.player.id] for each in self._facts])
        both = list(zip(self._country, club, strict=True))
        number = {home: at for at, home in enumerate(sorted(set(both)))}
        self._home = [number[each] for each in both]
        self._due: list[int] = []

    def drawn(self) -> OwnDraw:
        """The draw."""
        lot = self._permutation(len(self._facts))
        order = sorted(range(len(self._facts)), key=lambda at: (self._facts[at].score, lot[at]))
        self._before.let_sit_out(self._pool, order)
        self._pair_down()
        self._due = self._due_colours()
        for members in self._groups:
            self._pool.keep_together(members)
            self._pair_inside(members)
        rules = ("rematches", "floats by lot", "groups by lot")
        return seated(self._before, self._pool.pairs, self._pool.bye, rules)

    def _permutation(self, count: int) -> list[int]:
        return [int(each) for each in self._chance.permutation(count)]

    # One of each odd group goes down ----------------------------------------------------

    def _pair_down(self) -> None:
        for at in range(len(self._groups) - 1):
            waiting = self._pool.waiting_of(self._groups[at])
            lower = [self._pool.waiting_of(group) for group in self._groups[at + 1 :]]
            if len(waiting) % 2:
                self._leave(waiting, [group for group in lower if group])

    def _leave(self, group: Sequence[int], lower: Sequence[Sequence[int]]) -> None:
        """Pair a player who lost the last game with one below who was drawn down and won, if any did."""
        downs = self._in_order(group, self._lost)
        for at, below in enumerate(lower):
            ups = self._in_order(below, self._rises)
            if at == 0:
                groups = GroupsBelow(self._pool.allowed, (group, *lower))
                kept = (pair for pair in self._choices(downs, ups) if groups.follow(*pair))
                if any(self._pool.pair(*pair) for pair in kept):
                    return
            leaving = self._pool.leavers_first(downs)
            if any(self._pool.pair(*pair) for pair in self._choices(leaving, ups)):
                return

    def _lost(self, at: int) -> bool:
        return 0 <= self._facts[at].last_points < HALF

    def _rises(self, at: int) -> bool:
        return self._facts[at].last_float < 0 and self._facts[at].last_points == POINT

    def _in_order(self, members: Sequence[int], wanted: Callable[[int], bool]) -> list[int]:
        lot = self._permutation(len(members))
        order = sorted(range(len(members)), key=lambda k: (not wanted(members[k]), lot[k]))
        return [members[k] for k in order]

    def _choices(self, downs: Sequence[int], ups: Sequence[int]) -> Iterator[Pair]:
        for _, group in groupby(downs, key=self._lost):
            going = list(group)
            for _, others in groupby(ups, key=self._rises):
                yield from product(going, list(others))

    # Each group between its subgroups ---------------------------------------------------

    def _due_colours(self) -> list[int]:
        """1 for White, -1 for Black; by lot for players who have had both alike."""
        if self._before.settings.pairing.colours is not ColourRule.BALANCE:
            return [0] * len(self._facts)
        by_lot = self._chance.choice(np.array([-1, 1], np.int64), len(self._facts))
        return [
            int(lot) if each.balance == 0 else -1 if each.balance > 0 else 1
            for each, lot in zip(self._facts, by_lot, strict=True)
        ]

    def _pair_inside(self, members: Sequence[int]) -> None:
        while waiting := self._pool.waiting_of(members):
            first = self._first(waiting)
            for other in self._opponents(first, waiting):
                if self._pool.pair(first, other):
                    break

    def _first(self, waiting: Sequence[int]) -> int:
        """A player of the largest country, or of the largest club if all are compatriots."""
        codes = self._country
        if len({codes[at] for at in waiting}) == 1:
            codes = self._home
        sizes = Counter(codes[at] for at in waiting)
        lots, lot = self._permutation(len(self._facts)), self._permutation(len(waiting))
        order = sorted(
            range(len(waiting)),
            key=lambda k: (-sizes[codes[waiting[k]]], lots[codes[waiting[k]]], lot[k]),
        )
        return waiting[order[0]]

    def _opponents(self, first: int, waiting: Sequence[int]) -> list[int]:
        """First those of the largest other country, then of other clubs; the other colour, then by lot."""
        others = self._pool.opponents(first)
        countries = Counter(self._country[at] for at in waiting)
        homes = Counter(self._home[at] for at in waiting)
        lots, lot = self._permutation(len(self._facts)), self._permutation(len(others))

        def key(k: int) -> tuple[int, ...]:
            at = others[k]
            compatriots = self._country[at] == self._country[first]
            size = homes[self._home[at]] if compatriots else countries[self._country[at]]
            return (
                abs(self._facts[at].score - self._facts[first].score),
                compatriots + (self._home[at] == self._home[first]),
                -size,
                lots[self._home[at] if compatriots else self._country[at]],
                self._due[at] == self._due[first],
                lot[k],
            )

        return [others[k] for k in sorted(range(len(others)), key=key)]


def _codes(texts: Sequence[Hashable]) -> list[int]:
    """Numbers by first appearance; no text comes first of all."""
    known = list(dict.fromkeys(text for text in texts if text))
    numbers = {text: at for at, text in enumerate(known, start=1)}
    codes = [numbers.get(text, 0) for text in texts]
    return codes if 0 in codes else [code - 1 for code in codes]
