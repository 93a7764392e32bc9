"""The study of informed McMahon as a table."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.answers import Column, Table

if TYPE_CHECKING:
    from miai.engine.forecast.intervals import Estimate


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """A measure, how far it is from the same one of the reference, and from the reference's own standings."""

    value: "Estimate"
    difference: "Estimate"
    to_standings: "Estimate | None" = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WayResult:
    """One way of pairing after so many rounds.

    It `gains` where it has more strongest winners than the reference, or with a round fewer a tau-b that is
    not worse by more than the margin.
    """

    way: str
    rounds: int
    measures: dict[str, Compared]
    gains: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InformedResult:
    """The whole study; everything is compared with the first way after the last round."""

    seed: int
    weekends: int
    rounds: int
    fewest_players: int
    most_players: int
    margin: float
    titles: dict[str, str]
    ways: tuple[WayResult, ...]


def informed_table(found: InformedResult) -> Table:
    """One line for each way of pairing and number of rounds; intervals are of differences."""
    titles = ("", "Rounds", "Strongest wins", "against", "Tau-b", "against", "Score gap")
    reference = f"{found.ways[0].way} after {found.rounds} rounds"
    return Table(
        title=f"{found.weekends} weekends, seed {found.seed}; against {reference}",
        columns=tuple(Column(title=title, right=bool(title)) for title in titles),
        rows=tuple(
            (
                each.way + (" *" if each.gains else ""),
                str(each.rounds),
                f"{100 * each.measures['strongest_wins'].value.value:.1f} %",
                signed(each.measures["strongest_wins"].difference, 1, scale=100),
                f"{each.measures['tau_b'].value.value:.4f}",
                signed(each.measures["tau_b"].difference, 4),
                f"{each.measures['score_gap'].value.value:.2f}",
            )
            for each in found.ways
        ),
    )


def signed(found: "Estimate", digits: int, *, scale: float = 1) -> str:
    """A difference with its interval, if it has one."""
    value = f"{scale * found.value:+.{digits}f}"
    if found.low is None or found.high is None:
        return value
    return f"{value} ({scale * found.low:+.{digits}f} to {scale * found.high:+.{digits}f})"
