"""How a study is run: by which seed, and where."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Cell, Draws, PublishedClaim, combined
from miai_lab.task_runner import Place, in_order

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")

# Seeds of one study are this far from those of the next.
_SEEDS = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ReproductionStudy:
    """The seed and the place; every number is the same wherever it is computed.

    `progress` is called with how many of how many experiments are done.
    """

    seed: int = 1
    place: Place = field(default_factory=Place)
    progress: Callable[[int, int], None] | None = None

    def seeds(self, times: int) -> list[int]:
        """Seeds for several experiments."""
        return [self.seed * _SEEDS + number for number in range(times)]

    def repeat(self, experiment: Callable[[int], Outcome], times: int) -> list[Outcome]:
        """An experiment done several times, each with a seed of its own."""
        return self.outcomes(experiment, self.seeds(times))

    def outcomes(self, experiment: Callable[[Item], Outcome], items: Sequence[Item]) -> list[Outcome]:
        """An experiment done with each of some items."""
        told = self.progress

        def tell(done: int) -> None:
            if told is not None:
                told(done, len(items))

        tell(0)
        return in_order(experiment, items, self.place, progress=tell)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """A number that a document has from one experiment, and we from the same one done again and again.

    How much ours vary is how uncertain theirs is; ours may be smaller, by `share`. Where they were drawn from
    fewer, `independent` says how many are worth as much. Numbers of one `source` are of the same experiments
    of ours, and of the document's unless `experiment` says otherwise.
    """

    values: Floats
    share: float = 1.0
    independent: int | None = None
    source: str = ""
    experiment: str = ""

    @property
    def known(self) -> Floats:
        """The outcomes of the experiments that had one."""
        return self.values[~np.isnan(self.values)]

    @property
    def count(self) -> int:
        """How many experiments ours is the mean of."""
        return self.independent or len(self.known)

    @property
    def mean(self) -> float:
        """Our best knowledge of the number."""
        return float(self.known.mean())

    @property
    def error(self) -> float:
        """The standard error of theirs and ours combined."""
        spread = float(self.known.std(ddof=1))
        return combined(spread * math.sqrt(self.share), spread / math.sqrt(self.count))

    def cell(
        self,
        table: str,
        cell: str,
        printed: str,
        *,
        claim: PublishedClaim = PublishedClaim.EQUAL,
        digit: float | None = None,
        reason: str = "",
    ) -> Cell:
        """The cell of document 5 that prints it."""
        draws = Draws(
            source=self.source,
            experiment=self.experiment,
            values=self.values,
            theirs=self.share,
            ours=1 / self.count,
        )
        return Cell(
            document=5,
            table=table,
            cell=cell,
            printed=printed,
            ours=self.mean,
            error=self.error,
            claim=claim,
            digit=digit,
            method=f"mean of {self.count} experiments of {self.share:g} times the document's size",
            reason=reason,
            draws=draws if self.source else None,
        )


def repeated(
    values: object,
    share: float = 1.0,
    *,
    independent: int | None = None,
    source: str = "",
    experiment: str = "",
) -> Repeated:
    """Several outcomes of one experiment."""
    return Repeated(
        values=np.asarray(values, np.float64),
        share=share,
        independent=independent,
        source=source,
        experiment=experiment,
    )
