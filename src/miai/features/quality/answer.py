"""What is told of a tournament's quality."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, Table, column, many, maybe, rounded, table_of
from miai.domain.people.grade import Grade
from miai.domain.people.people_answers import PLAYER
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.judging import MEASURES, EventQuality
from miai.engine.judging.groups import GradeGroup
from miai.engine.judging.measures import Measure, Unit


@dataclass(frozen=True, slots=True)
class JudgedEvent:
    """A tournament and its quality."""

    event: Tournament
    quality: EventQuality


@dataclass(frozen=True, slots=True)
class _Measured:
    key: str
    measure: Measure
    value: float | None


@dataclass(frozen=True, slots=True)
class _Strength:
    player: Player
    strength: float


def _measured(judged: JudgedEvent) -> list[_Measured]:
    return [_Measured(key, measure, judged.quality.values.get(key)) for key, measure in MEASURES.items()]


def _strengths(quality: EventQuality) -> list[_Strength]:
    found = quality.strength.strengths.tolist() if quality.strength else []
    players = zip(quality.record.players, found, strict=True)
    return [_Strength(player, value) for player, value in sorted(players, key=lambda one: -one[1])]


def _value_text(each: _Measured) -> str:
    return "" if each.value is None else _in_unit(each.value, each.measure.unit)


def _ideal_text(each: _Measured) -> str:
    ideal, unit = each.measure.ideal, each.measure.unit
    return f"{ideal:.0f}" if unit in {Unit.GRADES, Unit.NUMBER} else _in_unit(ideal, unit)


def _in_unit(value: float, unit: Unit) -> str:
    match unit:
        case Unit.SHARE_OF_TOURNAMENTS if value in {0, 1}:
            return "yes" if value else "no"
        case Unit.SHARE | Unit.SHARE_OF_TOURNAMENTS:
            return f"{100 * value:.0f} %"
        case Unit.GRADES:
            return f"{value:+z.1f}"
    return f"{value:.2f}"


def _stronger(group: GradeGroup) -> float | None:
    """How many grades stronger the opponents of a group are."""
    return None if group.opponent_grade is None else group.opponent_grade - group.grade


_MEASURE: Shape[_Measured] = Shape(
    "Measure",
    "A measure; its value is null where there was nothing to count.",
    (
        Field("key", str),
        Field("title", str, lambda each: each.measure.title, column("Measure")),
        Field(
            "value", float | None, lambda each: rounded(each.value), column("Here", right=True), _value_text
        ),
        Field("unit", str, lambda each: each.measure.unit),
        Field(
            "ideal",
            float | None,
            lambda each: each.measure.ideal,
            column("Ideal", right=True),
            _ideal_text,
        ),
        Field("printed", str, lambda each: each.measure.printed, column("In the documents")),
        Field("says", str, lambda each: each.measure.says),
    ),
)
_GROUP: Shape[GradeGroup] = Shape(
    "GradeGroup",
    "The players of one grade.",
    (
        Field("grade", str, lambda group: Grade.of_number(group.grade), column("Grade", right=True)),
        Field("players", int, lambda group: int(group.players), column("Players", right=True)),
        Field(
            "games",
            float | None,
            lambda group: rounded(group.games),
            column("Games", right=True),
            lambda group: f"{group.games:.1f}",
        ),
        Field(
            "wins",
            float | None,
            lambda group: rounded(group.wins),
            column("Wins", right=True),
            lambda group: f"{group.wins:.1f}",
        ),
        Field("score", float | None, lambda group: rounded(group.score)),
        Field("opponent_grade", float | None, lambda group: rounded(group.opponent_grade)),
        Field(
            "opponent_difference",
            float | None,
            lambda group: rounded(_stronger(group)),
            column("Opponents stronger by", right=True),
            lambda group: "" if (by := _stronger(group)) is None else f"{by:+z.1f}",
        ),
        Field(
            "peers",
            float | None,
            lambda group: rounded(group.peers),
            column("Games among these and above", right=True),
            lambda group: "" if group.peers is None else f"{100 * group.peers:.0f} %",
        ),
    ),
)
_STRENGTH: Shape[_Strength] = Shape(
    "Strength",
    "A player's relative strength.",
    (
        *PLAYER.of(lambda each: each.player),
        Field("strength", float | None, lambda each: rounded(each.strength)),
    ),
)
_STRENGTHS: Shape[EventQuality] = Shape(
    "RelativeStrength",
    "Strengths from results alone.",
    (
        Field("converged", bool, lambda quality: quality.strength and quality.strength.converged),
        Field("iterations", int, lambda quality: quality.strength and quality.strength.iterations),
        Field(
            "total_error",
            float | None,
            lambda quality: rounded(quality.strength.total_error) if quality.strength else None,
        ),
        Field("players", many(_STRENGTH), _strengths),
    ),
)
_QUALITY: Shape[JudgedEvent] = Shape(
    "Quality",
    "Every measure of a tournament's quality.",
    (
        Field("tournament", str, lambda judged: judged.event.name),
        Field("players", int, lambda judged: len(judged.quality.record.players)),
        Field("rounds", int, lambda judged: len(judged.quality.record.opponents)),
        Field("games", int, lambda judged: judged.quality.games),
        Field("measures", many(_MEASURE), _measured),
        Field("groups", many(_GROUP), lambda judged: judged.quality.groups),
        Field(
            "relative_strength",
            maybe(_STRENGTHS),
            lambda judged: judged.quality if judged.quality.strength else None,
        ),
        Field("problems", list[str], lambda judged: judged.quality.problems),
    ),
)
QUALITY = Answer(question="quality", whole=_QUALITY)


def measures_table(judged: JudgedEvent) -> Table:
    """The measures that there was something to count for."""
    record = judged.quality.record
    name = f"{judged.event.name}: " if judged.event.name else ""
    size = f"{judged.quality.games} games, {len(record.players)} players, {len(record.opponents)} rounds"
    found = (each for each in _measured(judged) if each.value is not None)
    return table_of(_MEASURE, found, title=f"{name}quality of {size}")


def groups_table(quality: EventQuality) -> Table:
    """One line a grade, the strongest first: what its players won and whom they met, on average."""
    return table_of(_GROUP, quality.groups, title="Grade by grade, on average")
