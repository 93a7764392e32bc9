"""The players to find a bar for, and the bar that was found for them."""

from dataclasses import dataclass

from miai.bar.classical import BarField
from miai.bar.equilibrium import Layer, Solution
from miai.bar.maxims import advice, beside_present, verdict
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class BarEntry:
    """The grades that play and for how many rounds; grades count from shodan at 0.

    `present` is the tournament's own bar, if it has one, and `present_population` how many start there.
    """

    grades: tuple[int, ...]
    rounds: int
    name: str = ""
    present: int | None = None
    present_population: int = 0
    floor: int | None = None
    notes: tuple[Message, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BarStudy:
    """An entry with the bar that was found for it; `present` is how the entry's own bar does."""

    entry: BarEntry
    solution: Solution
    present: Layer | None
    pairings: int
    seed: int

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
        return (beside_present(self.field, entry.present, entry.present_population, self.present),)

    @property
    def advice(self) -> tuple[Message, ...]:
        """What to consider about this field."""
        return tuple(advice(self.field, self.solution))
