"""The JSON of `miai quality`."""

from typing_extensions import TypedDict

from miai.app.json.values import rounded
from miai.domain.grade import Grade
from miai.domain.tournament import Tournament
from miai.judging import MEASURES, EventQuality
from miai.judging.groups import GradeGroup
from miai.judging.relative_strength import RelativeStrength


class MeasureJson(TypedDict):
    """A measure; its value is null where there was nothing to count."""

    key: str
    title: str
    value: float | None
    unit: str
    ideal: float | None
    printed: str
    says: str


class GradeGroupJson(TypedDict):
    """The players of one grade."""

    grade: str
    players: int
    games: float | None
    wins: float | None
    score: float | None
    opponent_grade: float | None
    opponent_difference: float | None
    peers: float | None


class StrengthJson(TypedDict):
    """A player's relative strength."""

    player: str
    name: str
    strength: float | None


class RelativeStrengthJson(TypedDict):
    """Strengths from results alone."""

    converged: bool
    iterations: int
    total_error: float | None
    players: list[StrengthJson]


class QualityJson(TypedDict):
    """Every measure of a tournament's quality."""

    tournament: str
    players: int
    rounds: int
    games: int
    measures: list[MeasureJson]
    groups: list[GradeGroupJson]
    relative_strength: RelativeStrengthJson | None
    problems: list[str]


def quality_json(tournament: Tournament, quality: EventQuality) -> QualityJson:
    """Every measure of a tournament's quality, null where there was nothing to count."""
    return {
        "tournament": tournament.name,
        "players": len(quality.record.players),
        "rounds": len(quality.record.opponents),
        "games": quality.games,
        "measures": [
            {
                "key": key,
                "title": str(measure.title),
                "value": rounded(quality.values.get(key)),
                "unit": measure.unit.value,
                "ideal": measure.ideal,
                "printed": str(measure.printed),
                "says": str(measure.says),
            }
            for key, measure in MEASURES.items()
        ],
        "groups": [_group(each) for each in quality.groups],
        "relative_strength": _strength(quality, quality.strength) if quality.strength else None,
        "problems": [str(problem) for problem in quality.problems],
    }


def _group(group: GradeGroup) -> GradeGroupJson:
    met = group.opponent_grade
    return {
        "grade": str(Grade.of_number(group.grade)),
        "players": int(group.players),
        "games": rounded(group.games),
        "wins": rounded(group.wins),
        "score": rounded(group.score),
        "opponent_grade": rounded(met),
        "opponent_difference": None if met is None else rounded(met - group.grade),
        "peers": rounded(group.peers),
    }


def _strength(quality: EventQuality, strength: RelativeStrength) -> RelativeStrengthJson:
    players = zip(quality.record.players, strength.strengths.tolist(), strict=True)
    return {
        "converged": strength.converged,
        "iterations": strength.iterations,
        "total_error": rounded(strength.total_error),
        "players": [
            {"player": player.id, "name": player.name, "strength": rounded(value)}
            for player, value in sorted(players, key=lambda one: -one[1])
        ],
    }
