"""Document 4, "Sensitivity": does quality stay alike on the line between unlike weights of alike quality?"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from miai_lab.probe.equivalence import AlikeCount, Bounds, Deviation, count_alike


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line between two of the probe's points, by their numbers, on tournaments that are held out.

    `distance` is how far apart the weights of the ends are, `ends` how far apart their qualities.
    """

    one: int
    other: int
    distance: float
    ends: Bounds
    way: Deviation


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Of many lines the middle one, the one that 95 in 100 do not exceed, and the largest, in margins."""

    median: float
    most_of_them: float
    largest: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LineCount:
    """Some lines: how many stay within the margin of their ends, and how far they leave what the ends have.

    `beyond` counts what leaves the range of the two ends, `from_an_end` what leaves either of them.
    """

    beyond: AlikeCount
    from_an_end: AlikeCount
    better: Spread | None
    worse: Spread | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sensitivity:
    """The lines of one kind of event.

    `pairs` with unlike weights were looked at on the tournaments of the search, `alike` of them had alike
    qualities there. What is counted is held out: all lines, those whose ends are alike there too, and those
    whose ends surely are.
    """

    kind: str
    pairs: int
    alike: int
    lines: tuple[Line, ...]

    @property
    def groups(self) -> dict[str, LineCount]:
        """The three groups of lines by name."""
        return {
            "all": _count(self.lines),
            "ends_alike": _count([line for line in self.lines if line.ends.alike]),
            "ends_surely_alike": _count([line for line in self.lines if line.ends.surely_alike]),
        }


def _count(lines: Sequence[Line]) -> LineCount:
    return LineCount(
        beyond=count_alike([line.way.beyond for line in lines]),
        from_an_end=count_alike([line.way.from_an_end for line in lines]),
        better=_spread([line.way.better.value for line in lines]),
        worse=_spread([line.way.worse.value for line in lines]),
    )


def _spread(values: Sequence[float]) -> Spread | None:
    if not values:
        return None
    median, most = np.quantile(values, (0.5, 0.95))
    return Spread(median=float(median), most_of_them=float(most), largest=max(values))
