"""Numbers and tables of a probe's report, as Markdown has them."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from miai_lab.probe.statistics import RegressionEstimate


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table."""
    return [
        f"| {' | '.join(heading)} |",
        f"|{'---|' * len(heading)}",
        *(f"| {' | '.join(row)} |" for row in rows),
        "",
    ]


def number(value: float) -> str:
    """A weight as people write it."""
    return f"{value:.0f}" if value >= 100 else f"{value:.2g}"


def percent(estimate: "RegressionEstimate") -> str:
    """A share with its interval."""
    return f"{estimate.value:.0%} ({max(0.0, estimate.low):.0%} to {estimate.high:.0%})"


def interval(estimate: "RegressionEstimate") -> str:
    """A number with its interval."""
    return f"{estimate.value:.3f} ({estimate.low:.3f} to {estimate.high:.3f})"
