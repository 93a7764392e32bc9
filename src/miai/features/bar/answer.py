"""What is told of the bar that was found."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from miai.answers import Answer, Field, Shape, Table, column, many, maybe, rounded, table_of
from miai.domain.people.grade import Grade
from miai.engine.bar.classical import BarField, GroupCount, TableBar, by_tables, group_count
from miai.engine.bar.equilibrium import Layer, Ramp, Separation, tried_grades
from miai.engine.bar.study import BarStudy

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class _GradePlayers:
    grade: str
    players: int


def _players_by_grade(study: BarStudy) -> list[_GradePlayers]:
    field = study.field
    return [
        _GradePlayers(_grade(grade), field.at(grade))
        for grade in range(field.highest, field.groups[-1] - 1, -1)
    ]


def _grade(number: int) -> str:
    return str(Grade.of_number(number))


def _rounded(value: float | None) -> float | None:
    """Four digits, and no minus before a zero."""
    number = rounded(value, _DIGITS)
    return None if number is None else number + 0.0


def _number(key: str, get: Callable[[Any], float | None] | None = None) -> Field[Any]:
    return Field(key, float | None, lambda value: _rounded(get(value) if get else getattr(value, key)))


def _measured(key: str, title: str, write: Callable[[float], str]) -> Field[Layer]:
    """A number of a bar that was tried, as its column writes it."""

    def text(layer: Layer) -> str:
        value = getattr(layer, key)
        return "" if value is None else write(value)

    return replace(_number(key), columns=_numbers(title), text=text)


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


_numbers = partial(column, right=True)
_LAYER: Shape[Layer] = Shape(
    "Layer",
    "A bar that was tried, and what it gave.",
    (
        Field("bar", str, lambda layer: _grade(layer.bar), _numbers("Bar")),
        Field("population", int, columns=_numbers("Players")),
        _measured("delta_g", "Opponents", "{:+z.2f}".format),
        _measured("delta_s", "Wins", "{:+z.2f}".format),
        _measured("gamma_b", "Over half", _percent),
        _measured("gamma_l", "Next below", _percent),
        _measured("peer", "Peers", _percent),
        _measured("unique", "One winner", _percent),
        _measured("rank_deviation", "Ranks off", "{:.2f}".format),
        _number("flawed"),
    ),
)
_RAMP: Shape[Ramp] = Shape("Ramp", "A line that begins at a hinge.", (_number("hinge"), _number("slope")))
_SEPARATION: Shape[Separation] = Shape(
    "Separation",
    "How winners and others lie apart, above and below the bar.",
    (Field("above", _RAMP), Field("below", _RAMP), _number("at_bar"), _number("theta")),
)
_GRADE_PLAYERS: Shape[_GradePlayers] = Shape(
    "GradePlayers", "How many players a grade has.", (Field("grade", str), Field("players", int))
)
_PRESENT: Shape[BarStudy] = Shape(
    "PresentBar",
    "The bar of the file: the grade from which players start there, and the one it is set to.",
    (
        Field("bar", str, lambda study: Grade.of_number(study.entry.present or 0)),
        Field(
            "set_at",
            str | None,
            lambda study: None if study.entry.set_at is None else _grade(study.entry.set_at),
        ),
        Field("population", int, lambda study: study.entry.present_population),
        Field("layer", maybe(_LAYER), lambda study: study.present),
    ),
)
_TABLE: Shape[TableBar] = Shape(
    "BarTable",
    "What a classical table says.",
    (
        Field("table", str, columns=column("Table")),
        Field("limit", int, columns=_numbers("At most")),
        Field("bar", str, lambda row: _grade(row.bar), _numbers("Bar")),
        Field("population", int, columns=_numbers("Players")),
    ),
)
_GROUPS: Shape[GroupCount] = Shape(
    "GroupCount",
    "How many groups the classical rule wants.",
    (
        Field("groups", int),
        Field("least", int),
        Field("most", int | None),
        Field("floor", str | None, lambda count: None if count.floor is None else _grade(count.floor)),
    ),
)
_CLASSICAL: Shape[BarField] = Shape(
    "Classical",
    "What is said of bars without trying them.",
    (
        Field("tables", many(_TABLE), lambda field: by_tables(field.grades, field.rounds)),
        Field("groups", maybe(_GROUPS), group_count),
    ),
)


def _fit(key: str, line: str, part: str) -> Field[BarStudy]:
    """A number of one of the two lines that were fitted, if there are any."""

    def get(study: BarStudy) -> float | None:
        fitted = getattr(study.solution.equilibrium, line, None)
        return getattr(fitted, part, None)

    return _number(key, get)


_BAR: Shape[BarStudy] = Shape(
    "Bar",
    "The bar that was found, the bars tried, and the advice.",
    (
        Field("bar", str, lambda study: _grade(study.solution.bar)),
        _number("b_sol", lambda study: study.solution.b_sol),
        _fit("z_g", "opponents", "zero"),
        _fit("k_g", "opponents", "slope"),
        _fit("z_s", "scores", "zero"),
        _fit("k_s", "scores", "slope"),
        Field("layers", many(_LAYER), lambda study: study.solution.layers),
        Field("separation", maybe(_SEPARATION), lambda study: study.solution.separation),
        Field(
            "interval",
            list[float | None] | None,
            lambda study: None if study.interval is None else [_rounded(end) for end in study.interval],
        ),
        Field("toss_up", str | None, lambda study: None if study.toss_up is None else _grade(study.toss_up)),
        Field("model", str),
        Field("tournament", str, lambda study: study.entry.name),
        Field("rounds", int, lambda study: study.entry.rounds),
        Field("players", int, lambda study: len(study.entry.grades)),
        Field("tried", int, lambda study: len(tried_grades(study.entry.grades, study.entry.rounds))),
        Field("population", int, lambda study: study.field.population),
        Field("pairings", int),
        Field("seed", int),
        Field("field", many(_GRADE_PLAYERS), _players_by_grade),
        Field("present", maybe(_PRESENT), lambda study: None if study.entry.present is None else study),
        Field("classical", _CLASSICAL, lambda study: study.field),
        Field("verdict", str),
        Field("advice", list[str], lambda study: (*study.comparison, *study.certainty, *study.advice)),
        Field("notes", list[str], lambda study: study.entry.notes),
    ),
)
BAR = Answer(question="bar", whole=_BAR)


@dataclass(frozen=True, slots=True)
class _Tried:
    layer: Layer
    study: BarStudy

    @property
    def marks(self) -> str:
        """If this is the bar that was found, or that of the tournament."""
        found, own = self.study.solution.bar, self.study.entry.present
        marks = (("the bar", found), ("the tournament's own", own))
        return ", ".join(mark for mark, bar in marks if bar == self.layer.bar)


_TRIED: Shape[_Tried] = Shape(
    "TriedBar",
    "A bar that was tried, beside that of the tournament.",
    (*_LAYER.of(lambda tried: tried.layer), Field("marks", None, columns=column(""))),
)


def bars_table(study: BarStudy) -> Table:
    """The bars that were tried, and how the group at the bottom of each does."""
    layers = list(study.solution.layers)
    if study.present and study.present not in layers:
        layers.append(study.present)
    count = len(tried_grades(study.entry.grades, study.entry.rounds))
    return table_of(
        _TRIED,
        [_Tried(layer, study) for layer in layers],
        title=f"Bars tried, each in {study.pairings} tournaments of the top {count} players",
    )


def tables_table(study: BarStudy) -> Table:
    """What the tables of the federations allow."""
    entry = study.entry
    return table_of(
        _TABLE,
        by_tables(entry.grades, entry.rounds),
        title=f"Tables for {entry.rounds} {'round' if entry.rounds == 1 else 'rounds'}",
    )
