"""What the AGA's protocol demands of a pair, what it wants, and what a director may wish to avoid."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from miai.engine.kernel.matching import ABSENT, RANGE_BUDGET
from miai.engine.pairing.colouring import aga_promise
from miai.engine.pairing.pricing.price_matrix import banned
from miai.engine.pairing.protocol import Flags, Ints, Reason, RoundView
from miai.engine.pairing.rules.forbidding import BANS, Ban, Family
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.handicap import Handicap
from miai.messages import Message

AGA_BANS: Sequence[Ban] = tuple(ban for ban in BANS if not isinstance(ban, Family))
"""Pairs that are never drawn. Families are only kept apart within a score group, in the first half."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaches:
    """How many boards break criterion 3 (floats) and criterion 4 (colours)."""

    floats: int = 0
    colours: int = 0

    def __bool__(self) -> bool:
        return bool(self.floats or self.colours)


class Criteria:
    """Matrices of pairs: forbidden, against criterion 3 or 4, and to be avoided inside a group."""

    def __init__(self, view: RoundView, *, colours_matter: bool) -> None:
        self.view = view
        self.bans = banned(view, AGA_BANS)
        self.floats = _floats_again(view)
        self.colours: Flags = np.zeros_like(self.bans)
        if colours_matter:
            self.colours = ~aga_promise(view).possible(view)
        self._geography = Geography.of(view.settings.pairing)
        # The last half of the tournament knows no wishes.
        self._wishes = {} if 2 * view.round > view.rounds else self._matrices()

    @cached_property
    def _reasons_against(self) -> list[tuple[Ban, Flags]]:
        return [(ban, ban.forbids(self.view)) for ban in AGA_BANS]

    def _matrices(self) -> dict[str, Ints]:
        """What pairs have in common, by rule, the most important first."""
        view = self.view
        wishes = {
            Family.key: Family().forbids(view).astype(np.int64),
            Geography.key: self._geography.deviation(view).astype(np.int64),
        }
        if view.settings.pairing.small_handicaps:
            wishes[Handicap.key] = Handicap().deviation(view).astype(np.int64)
        return wishes

    def breach_prices(self, players: Sequence[int]) -> Ints:
        """The price of each pair of some players by the criteria that it breaks; floats outweigh colours."""
        inside = np.ix_(players, players)
        prices = self.floats[inside] * (len(players) // 2 + 1) + self.colours[inside]
        prices[self.bans[inside]] = ABSENT
        return np.ascontiguousarray(prices, np.int64)

    def prices(self, players: Sequence[int]) -> Ints:
        """The same, and below that what is to be avoided, each wish outweighing all boards of the next."""
        inside = np.ix_(players, players)
        prices = self.breach_prices(players)
        absent = prices == ABSENT
        prices[absent] = 0
        for matrix in self._wishes.values():
            part = matrix[inside]
            unit = len(players) // 2 * int(part.max(initial=0)) + 1
            # Of all wishes at once in a group of hundreds, the last may not fit and is left out.
            if int(prices.max(initial=0)) * unit > RANGE_BUDGET // (len(players) + 3) ** 2 // 2:
                break
            prices = prices * unit + part
        prices[absent] = ABSENT
        return prices

    def against(self, i: int, j: int) -> Message | None:
        """What speaks against a pair: a ban, a broken criterion, or something to be avoided."""
        for ban, forbidden in self._reasons_against:
            if forbidden[i, j]:
                return ban.explain(self.view, i, j)
        return next((reason.text for reason in (*self.broken(i, j), *self.shared(i, j))), None)

    def broken(self, i: int, j: int) -> list[Reason]:
        """The criteria that a pair breaks."""
        reasons = []
        if self.floats[i, j]:
            title = Message("Criterion 3: floats")
            reasons.append(Reason(rule="aga_floats", title=title, text=self._float_breach(i, j)))
        if self.colours[i, j]:
            text = Message(
                "%(a)s and %(b)s cannot both be given a colour that they may still have",
                a=self.view.name(i),
                b=self.view.name(j),
            )
            reasons.append(Reason(rule="aga_colours", title=Message("Criterion 4: colours"), text=text))
        return reasons

    def _float_breach(self, i: int, j: int) -> Message:
        """Who floats twice in a row the same way if two players meet."""
        view = self.view
        high, low = (i, j) if view.scores[i] > view.scores[j] else (j, i)
        down, up = view.last_floats[high] == -1, view.last_floats[low] == 1
        if down and up:
            return Message(
                "%(high)s floats down and %(low)s floats up for the second time in a row",
                high=view.name(high),
                low=view.name(low),
            )
        if down:
            return Message("%(name)s floats down for the second time in a row", name=view.name(high))
        return Message("%(name)s floats up for the second time in a row", name=view.name(low))

    def shared(self, i: int, j: int) -> list[Reason]:
        """What two players have in common that the settings want to avoid."""
        says = {
            Family.key: (Message("Family"), Family().explain),
            Geography.key: (Geography.title, self._geography.explain),
            Handicap.key: (Handicap.title, Handicap().explain),
        }
        return [
            Reason(rule=key, title=says[key][0], text=says[key][1](self.view, i, j))
            for key, matrix in self._wishes.items()
            if matrix[i, j]
        ]


def breaches_of(price: int, boards: int) -> Breaches:
    """What a sum of breach prices over so many boards says."""
    floats, colours = divmod(price, boards + 1)
    return Breaches(floats=floats, colours=colours)


def _floats_again(view: RoundView) -> Flags:
    """Pairs in which somebody floats twice in a row the same way.

    The last round of fewer than six, and the last two of more, are free.
    """
    last = view.rounds if view.rounds < 6 else view.rounds - 1
    if view.round >= last:
        return np.zeros((len(view), len(view)), np.bool_)
    higher = view.scores[:, None] > view.scores[None, :]
    again = (view.last_floats == -1)[:, None] | (view.last_floats == 1)[None, :]
    down = higher & again
    return np.asarray(down | down.T)
