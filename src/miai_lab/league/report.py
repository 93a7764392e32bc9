"""A league as tables: what is decided, then for each kind and model measures and differences to the first."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.answers import Column, Table
from miai.engine.judging.measures import Unit
from miai.messages import Message

if TYPE_CHECKING:
    from miai.engine.forecast.intervals import Estimate
    from miai_lab.league.hypotheses import Judged
    from miai_lab.league.measures import Told

# The measures that the tables for people show; scripts get them all.
COLUMNS = {
    "strongest_wins": "Strongest wins",
    "tau_b": "Tau-b",
    "unique_winner": "One alone on top",
    "uneven": "Uneven games",
    "widest_game": "Widest game",
    "grade_gap": "Grades apart",
    "clubmates": "Clubmates",
}
FAIRNESS = {
    "colour_balance": "Colours uneven",
    "colours_off": "Two of a colour too many",
    "opponents_apart": "Opponents apart",
    "throw_pays": "Losing on purpose pays",
    "throw_places": "Places by losing",
    "lower_wins": "Wins by a lower grade",
    "lower_places": "Places by a lower grade",
}
SHOWN = {**COLUMNS, **FAIRNESS}


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredValue:
    """A measure of one contestant, and its difference to the first contestant."""

    value: "Estimate"
    difference: "Estimate | None"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestantResult:
    """The measures of one contestant by key."""

    contestant: str
    measures: Mapping[str, MeasuredValue]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelResult:
    """All contestants under one win model."""

    model: str
    contestants: tuple[ContestantResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindResult:
    """All models on one kind of event; `absent` are contestants that cannot play it, with the reason.

    Contestants of the compiled simulation play `simulated` events. With the fields of real files, `fields` is
    how many there are. Without any event there are no models, and `notes` say why.
    """

    kind: str
    events: int
    simulated: int
    fields: int
    handicaps: bool
    fewest_players: int
    most_players: int
    rounds: tuple[int, ...]
    absent: tuple[tuple[str, Message | str], ...]
    notes: tuple[Message, ...]
    models: tuple[ModelResult, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueResult:
    """Every measure of every contestant, and what is decided about the hypotheses."""

    seed: int
    held_out: int | None
    models: tuple[str, ...]
    measures: "tuple[Told, ...]"
    kinds: tuple[KindResult, ...]
    hypotheses: "tuple[Judged, ...]"

    @property
    def units(self) -> dict[str, Unit]:
        """The unit of every measure."""
        return {measure.key: measure.unit for measure in self.measures}


def league_tables(league: LeagueResult) -> Iterator[Table]:
    """What is decided, and for each kind and model the values of all and the differences to the first."""
    if league.hypotheses:
        yield _judged_table(league)
    for kind in league.kinds:
        for model in kind.models:
            first, *others = model.contestants
            heading = f"{_heading(kind)}, model {model.model}"
            for columns, title in ((COLUMNS, heading), (FAIRNESS, f"{kind.kind}, fairness")):
                yield _value_table(title, model.contestants, league.units, columns)
                if others:
                    named = f"Differences to {first.contestant}"
                    yield _difference_table(named, others, league.units, columns)


def league_lines(league: LeagueResult) -> list[str]:
    """Who does not take part and what is left out, and why."""
    lines = [f"{kind.kind}: {note}" for kind in league.kinds for note in kind.notes]
    return lines + [
        f"{kind.kind}: {contestant} does not take part: {reason}"
        for kind in league.kinds
        for contestant, reason in kind.absent
    ]


def _judged_table(league: LeagueResult) -> Table:
    headings = (
        "Events", "Measure", "Contestant", "Beside", "Difference", "Margin",
        "p, difference", "p, equivalence", "Verdict", "Held out", "Confirmed",
    )  # fmt: skip
    rows = []
    for each in league.hypotheses:
        told, unit = each.hypothesis, league.units[each.hypothesis.measure]
        scale, digits = _scale(unit)
        rows.append(
            (
                told.kind,
                SHOWN.get(told.measure, told.measure),
                told.contestant,
                told.beside,
                _interval_text(each.difference, unit),
                f"±{scale * told.margin:.{digits}f}",
                f"{each.p_difference:.2g}",
                f"{each.p_equivalence:.2g}",
                each.verdict.value,
                _interval_text(each.held_out, unit) if each.held_out else "",
                {None: "", True: "yes", False: "no"}[each.confirmed],
            )
        )
    return Table(
        title="Hypotheses",
        columns=tuple(Column(title=heading, right=heading.startswith("p,")) for heading in headings),
        rows=tuple(rows),
    )


def _interval_text(found: "Estimate", unit: Unit) -> str:
    scale, digits = _scale(unit)
    value = f"{scale * found.value:+.{digits}f}"
    if found.low is None or found.high is None:
        return value
    return f"{value} ({scale * found.low:+.{digits}f} to {scale * found.high:+.{digits}f})"


def is_share(unit: Unit) -> bool:
    """Whether a measure is printed in per cent."""
    return unit in {Unit.SHARE, Unit.SHARE_OF_TOURNAMENTS}


def _heading(kind: KindResult) -> str:
    fewest, most = kind.fewest_players, kind.most_players
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    rounds = " or ".join(str(each) for each in kind.rounds)
    more = f" ({kind.simulated} simulated)" if kind.simulated > kind.events else ""
    stones = ", with handicaps" if kind.handicaps else ""
    return f"{kind.kind}: {kind.events} events{more}, {players} players, {rounds} rounds{stones}"


def _value_table(
    title: str,
    contestants: Sequence[ContestantResult],
    units: Mapping[str, Unit],
    columns: Mapping[str, str],
) -> Table:
    shown = _shown(contestants, columns)
    rows = []
    for each in contestants:
        cells = [
            _value_text(each.measures[key].value, units[key]) if key in each.measures else "" for key in shown
        ]
        rows.append((each.contestant, *cells))
    return _table(title, ["Contestant", *(columns[key] for key in shown)], rows)


def _difference_table(
    title: str,
    contestants: Sequence[ContestantResult],
    units: Mapping[str, Unit],
    columns: Mapping[str, str],
) -> Table:
    shown = _shown(contestants, columns)
    rows = []
    for each in contestants:
        found = {key: each.measures[key].difference for key in shown if key in each.measures}
        cells = [_difference_text(apart, units[key]) if (apart := found.get(key)) else "" for key in shown]
        rows.append((each.contestant, *cells))
    return _table(title, ["Contestant", *(columns[key] for key in shown)], rows)


def _shown(contestants: Sequence[ContestantResult], columns: Mapping[str, str]) -> list[str]:
    return [key for key in columns if any(key in each.measures for each in contestants)]


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
