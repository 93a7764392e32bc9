"""The JSON of `miai quality`."""

from miai.app.json.values import JsonObject, rounded
from miai.domain.grade import Grade
from miai.domain.tournament import Tournament
from miai.judging import MEASURES, EventQuality
from miai.judging.groups import GradeGroup
from miai.judging.relative_strength import RelativeStrength


def quality_json(tournament: Tournament, quality: EventQuality) -> JsonObject:
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


def _group(group: GradeGroup) -> JsonObject:
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


def _strength(quality: EventQuality, strength: RelativeStrength) -> JsonObject:
    players = zip(quality.record.players, strength.strengths.tolist(), strict=True)
    return {
        "converged": strength.converged,
        "iterations": strength.iterations,
        "total_error": rounded(strength.total_error),
        "players": [
            {"name": player.name, "strength": rounded(value)}
            for player, value in sorted(players, key=lambda one: -one[1])
        ],
    }
