"""What is told of a tournament's quality."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many, maybe, rounded
from miai.domain.people.grade import Grade
from miai.domain.people.people_answers import PLAYER
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.judging import MEASURES, EventQuality
from miai.engine.judging.groups import GradeGroup
from miai.engine.judging.measures import Measure


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


_MEASURE: Shape[_Measured] = Shape(
    "Measure",
    "A measure; its value is null where there was nothing to count.",
    (
        Field("key", str),
        Field("title", str, lambda each: each.measure.title),
        Field("value", float | None, lambda each: rounded(each.value)),
        Field("unit", str, lambda each: each.measure.unit),
        Field("ideal", float | None, lambda each: each.measure.ideal),
        Field("printed", str, lambda each: each.measure.printed),
        Field("says", str, lambda each: each.measure.says),
    ),
)
_GROUP: Shape[GradeGroup] = Shape(
    "GradeGroup",
    "The players of one grade.",
    (
        Field("grade", str, lambda group: Grade.of_number(group.grade)),
        Field("players", int, lambda group: int(group.players)),
        Field("games", float | None, lambda group: rounded(group.games)),
        Field("wins", float | None, lambda group: rounded(group.wins)),
        Field("score", float | None, lambda group: rounded(group.score)),
        Field("opponent_grade", float | None, lambda group: rounded(group.opponent_grade)),
        Field(
            "opponent_difference",
            float | None,
            lambda group: (
                None if group.opponent_grade is None else rounded(group.opponent_grade - group.grade)
            ),
        ),
        Field("peers", float | None, lambda group: rounded(group.peers)),
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
