"""Measure how good a tournament was."""

from typing import Any

from miai.domain.grade import Grade
from miai.domain.tournament import Tournament
from miai.kernel.qualities import GAMES
from miai.quality import MEASURES, EventQuality, measure_event
from miai.quality.groups import Group
from miai.quality.relative_strength import RelativeStrength

_ROUNDED = 6


def quality_data(tournament: Tournament) -> dict[str, Any]:
    """The stable JSON of a tournament's quality: every measure, null where there was nothing to count."""
    quality = measure_event(tournament)
    return {
        "tournament": tournament.name,
        "players": len(quality.record.players),
        "rounds": len(quality.record.opponents),
        "games": int(quality.counts[GAMES]),
        "measures": [
            {
                "key": key,
                "title": measure.title,
                "value": _number(quality.values.get(key)),
                "unit": measure.unit.value,
                "ideal": measure.ideal,
                "printed": measure.printed,
                "says": measure.says,
            }
            for key, measure in MEASURES.items()
        ],
        "groups": [_group(each) for each in quality.groups],
        "relative_strength": _strength(quality, quality.strength) if quality.strength else None,
        "problems": list(quality.problems),
    }


def _group(group: Group) -> dict[str, Any]:
    met = group.opponent_grade
    return {
        "grade": str(Grade.of_number(group.grade)),
        "players": int(group.players),
        "games": _number(group.games),
        "wins": _number(group.wins),
        "score": _number(group.score),
        "opponent_grade": _number(met),
        "opponent_difference": None if met is None else _number(met - group.grade),
        "peers": _number(group.peers),
    }


def _strength(quality: EventQuality, strength: RelativeStrength) -> dict[str, Any]:
    players = zip(quality.record.players, strength.strengths.tolist(), strict=True)
    return {
        "converged": strength.converged,
        "iterations": strength.iterations,
        "total_error": _number(strength.total_error),
        "players": [
            {"name": player.name, "strength": _number(value)}
            for player, value in sorted(players, key=lambda one: -one[1])
        ],
    }


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, _ROUNDED)
