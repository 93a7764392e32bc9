"""A league as tables, one for each kind and model: measures with intervals, then differences to the first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.judging.measures import Unit
from miai.messages import Message
from miai.report.table import Column, Table

if TYPE_CHECKING:
    from miai.lab.intervals import Estimate
    from miai.lab.league_measures import Told

# The measures that the tables for people show; scripts get them all.
COLUMNS = {
    "strongest_wins": "Strongest wins",
    "tau_b": "Tau-b",
    "unique_winner": "One alone on top",
    "uneven": "Uneven games",
    "grade_gap": "Grades apart",
    "total_error": "Total error",
    "clubmates": "Clubmates",
    "colour_balance": "Colours uneven",
}
_TIME = "ms per draw"


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredValue:
    """A measure of one contestant, and its difference to the first contestant."""

    value: "Estimate"
    difference: "Estimate | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantResult:
    """The measures of one contestant by key, and the time of a draw."""

    contestant: str
    measures: Mapping[str, MeasuredValue]
    seconds: "Estimate | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResult:
    """All contestants under one win model."""

    model: str
    contestants: tuple[ContestantResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindResult:
    """All models on one kind of event; `absent` are contestants that cannot play it, with the reason."""

    kind: str
    events: int
    fewest_players: int
    most_players: int
    rounds: tuple[int, ...]
    absent: tuple[tuple[str, Message | str], ...]
    models: tuple[ModelResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResult:
    """Every measure of every contestant."""

    seed: int
    models: tuple[str, ...]
    measures: "tuple[Told, ...]"
    kinds: tuple[KindResult, ...]

    @property
    def units(self) -> dict[str, Unit]:
        """The unit of every measure."""
        return {measure.key: measure.unit for measure in self.measures}


def league_tables(league: LeagueResult) -> Iterator[Table]:
    """For each kind and model the values of every contestant, and the differences to the first one."""
    for kind in league.kinds:
        for model in kind.models:
            first, *others = model.contestants
            yield _value_table(f"{_heading(kind)}, model {model.model}", model.contestants, league.units)
            if others:
                yield _difference_table(f"Differences to {first.contestant}", others, league.units)


def league_lines(league: LeagueResult) -> list[str]:
    """Who does not take part, and why."""
    return [
        f"{kind.kind}: {contestant} does not take part: {reason}"
        for kind in league.kinds
        for contestant, reason in kind.absent
    ]


def is_share(unit: Unit) -> bool:
    """Whether a measure is printed in per cent."""
    return unit in {Unit.SHARE, Unit.SHARE_OF_TOURNAMENTS}


def _heading(kind: KindResult) -> str:
    fewest, most = kind.fewest_players, kind.most_players
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    rounds = " or ".join(str(each) for each in kind.rounds)
    return f"{kind.kind}: {kind.events} events, {players} players, {rounds} rounds"


def _value_table(title: str, contestants: Sequence[ContestantResult], units: Mapping[str, Unit]) -> Table:
    shown = _shown(contestants)
    rows = []
    for each in contestants:
        cells = [
            _value_text(each.measures[key].value, units[key]) if key in each.measures else "" for key in shown
        ]
        rows.append((each.contestant, *cells, _milliseconds(each.seconds) if each.seconds else ""))
    return _table(title, ["Contestant", *(COLUMNS[key] for key in shown), _TIME], rows)


def _difference_table(
    title: str, contestants: Sequence[ContestantResult], units: Mapping[str, Unit]
) -> Table:
    shown = _shown(contestants)
    rows = []
    for each in contestants:
        found = {key: each.measures[key].difference for key in shown if key in each.measures}
        cells = [_difference_text(apart, units[key]) if (apart := found.get(key)) else "" for key in shown]
        rows.append((each.contestant, *cells))
    return _table(title, ["Contestant", *(COLUMNS[key] for key in shown)], rows)


def _shown(contestants: Sequence[ContestantResult]) -> list[str]:
    return [key for key in COLUMNS if any(key in each.measures for each in contestants)]


def _table(title: str, headings: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    columns = tuple(Column(title=heading, right=heading != "Contestant") for heading in headings)
    return Table(title=title, columns=columns, rows=tuple(rows))


def _value_text(found: "Estimate", unit: Unit) -> str:
    """The value and its interval; shares are in per cent."""
    scale, digits = _scale(unit)
    value = f"{scale * found.value:.{digits}f}"
    if found.low is None or found.high is None:
        return value
    low, high = scale * found.low, scale * found.high
    if unit is Unit.SHARE_OF_TOURNAMENTS:
        # Such an interval is not symmetric.
        return f"{value} ({low:.0f}–{high:.0f})"
    return f"{value} ±{(high - low) / 2:.{digits}f}"


def _difference_text(found: "Estimate", unit: Unit) -> str:
    """A difference and its interval; a significant one has a star."""
    scale, digits = _scale(unit)
    value = f"{scale * found.value:+.{digits}f}"
    if found.low is None or found.high is None:
        return value
    low, high = scale * found.low, scale * found.high
    star = "*" if low > 0 or high < 0 else " "
    if unit is Unit.SHARE_OF_TOURNAMENTS:
        return f"{value} ({low:+.0f} to {high:+.0f}){star}"
    return f"{value} ±{(high - low) / 2:.{digits}f}{star}"


def _scale(unit: Unit) -> tuple[int, int]:
    """By what a value is multiplied, and its digits."""
    return (100, 1) if is_share(unit) else (1, 3)


def _milliseconds(found: "Estimate") -> str:
    value, low, high = (
        1000 * (found.value if each is None else each) for each in (found.value, found.low, found.high)
    )
    return f"{value:.1f} ({low:.1f}–{high:.1f})"
