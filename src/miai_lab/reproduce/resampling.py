"""How uncertain a number is that a document has from one sample, and we from another of the same size."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from miai.engine.pairing.protocol import Floats
from miai_lab.reproduce.cell import Aside, Cell, Draws, PublishedClaim, combined

_TIMES = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampled:
    """A statistic of one sample, and its standard error by drawing samples from the sample."""

    value: float
    error: float
    size: int
    again: Floats
    share: float = 1.0
    source: str = ""

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
        """The cell of document 5 that prints it; our sample may be smaller than theirs, by `share`."""
        return Cell(
            document=5,
            table=table,
            cell=cell,
            printed=printed,
            ours=self.value,
            error=combined(self.error, self.error * math.sqrt(self.share)),
            claim=claim,
            digit=digit,
            method=f"{self.size} random entries",
            reason=reason,
            draws=Draws(source=self.source, experiment="", values=self.again, theirs=self.share, ours=1.0)
            if self.source
            else None,
        )

    def aside(self, table: str, cell: str) -> Aside:
        """A number of the same sample that document 5 does not print."""
        return Aside(document=5, table=table, cell=cell, ours=self.value, error=self.error)


def resampled(
    sample: Floats,
    statistic: Callable[[Floats], float],
    seed: int,
    *,
    share: float = 1.0,
    source: str = "",
) -> Resampled:
    """A statistic of the rows of a sample; those of one `source` and seed draw the same samples from it."""
    dice = np.random.default_rng(seed)
    again = np.array([statistic(sample[dice.integers(0, len(sample), len(sample))]) for _ in range(_TIMES)])
    return Resampled(
        value=statistic(sample),
        error=float(np.std(again, ddof=1)),
        size=len(sample),
        again=again,
        share=share,
        source=source,
    )
