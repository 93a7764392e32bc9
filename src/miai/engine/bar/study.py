"""The players to find a bar for, and the bar that was found for them."""

import math
from dataclasses import dataclass

from miai.engine.bar.classical import BarField
from miai.engine.bar.equilibrium import Layer, Solution
from miai.engine.bar.maxims import (
    advice,
    as_good,
    beside_present,
    may_stay,
    no_toss_up,
    toss_up,
    verdict,
    where_balance_is,
    works_like,
)
from miai.messages import Message

# The share of a normal distribution within so many standard deviations is 95 %.
_CONFIDENCE = 1.96


def margin(share: float, trials: int) -> float:
    """How far a share that was seen in some trials may be from the true one (Wilson's interval, 95 %)."""
    if trials < 1:
        return 1.0
    extra = _CONFIDENCE**2 / trials
    middle = (share + extra / 2) / (1 + extra)
    half = math.sqrt(share * (1 - share) * extra + extra**2 / 4) / (1 + extra)
    return max(middle + half - share, share - middle + half)


@dataclass(frozen=True, slots=True, kw_only=True)
class BarEntry:
    """The grades that play and for how many rounds; grades count from shodan at 0.

    `present` is the grade from which players start at the tournament's own bar, if it has one, and
    `present_population` how many do. `set_at` is the grade that the bar is set to, which may be another:
    above everybody, or where nobody is.
    """

    grades: tuple[int, ...]
    rounds: int
    name: str = ""
    present: int | None = None
    present_population: int = 0
    set_at: int | None = None
    floor: int | None = None
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BarStudy:
    """An entry with the bar that was found for it; `present` is how the entry's own bar does.

    `interval` is where the balance lies 95 times in 100: the luck of the tournaments played and what is not
    known of how grades decide games.
    """

    entry: BarEntry
    solution: Solution
    present: Layer | None
    interval: tuple[float, float] | None
    model: str
    pairings: int
    seed: int

    @property
    def toss_up(self) -> int | None:
        """Another bar that is as good as the one found: for all that is known the balance is nearer to it."""
        balance = self.solution.b_sol
        if self.interval is None or balance is None:
            return None
        nearest = {min(self.field.groups, key=lambda grade: abs(grade - end)) for end in self.interval}
        others = nearest - {self.solution.bar}
        return min(others, key=lambda grade: abs(grade - balance)) if others else None

    @property
    def field(self) -> BarField:
        """The entry under the bar that was found."""
        entry = self.entry
        return BarField(grades=entry.grades, rounds=entry.rounds, bar=self.solution.bar, floor=entry.floor)

    @property
    def verdict(self) -> Message:
        """Where the bar belongs."""
        return verdict(self.field)

    @property
    def comparison(self) -> tuple[Message, ...]:
        """How the tournament's own bar compares with the one found; empty where it has none."""
        entry = self.entry
        if entry.present is None:
            return ()
        elsewhere = (
            () if entry.set_at in (None, entry.present) else (works_like(entry.set_at, entry.present),)
        )
        if elsewhere and self.fits:
            return (*elsewhere, may_stay())
        if entry.present == self.toss_up:
            return (as_good(entry.present),)
        beside = beside_present(self.field, entry.present, entry.present_population, self.present)
        return (*elsewhere, beside)

    @property
    def fits(self) -> bool:
        """Whether the tournament's own bar is the one found, or as good."""
        return self.entry.present is not None and self.entry.present in (self.solution.bar, self.toss_up)

    @property
    def certainty(self) -> tuple[Message, ...]:
        """How well the balance is known, and whether another bar is as good; empty where there is none."""
        balance = self.solution.b_sol
        if self.interval is None or balance is None:
            return ()
        sure = no_toss_up() if self.toss_up is None else toss_up(self.field, self.toss_up)
        return where_balance_is(self.field, balance), sure

    @property
    def precision(self) -> Message:
        """How precise the shares of tournaments with one winner are, of the bar that is known least."""
        layers = (*self.solution.layers, *((self.present,) if self.present else ()))
        return Message(
            "each bar was tried in %(pairings)s tournaments: how often one player wins alone is known to "
            "within %(points)s percentage points (95 %% confidence)",
            pairings=self.pairings,
            points=math.ceil(
                100 * max(margin(each.unique, round(self.pairings * (1 - each.flawed))) for each in layers)
            ),
        )

    @property
    def advice(self) -> tuple[Message, ...]:
        """What to consider about this field."""
        return tuple(advice(self.field, self.solution))
