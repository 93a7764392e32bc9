"""The JSON of `miai rate`."""

from collections.abc import Sequence

from miai.app.json.values import JsonObject, rounded, text_or_null
from miai.domain.player import Player
from miai.rating.egf_classic import EgfClassic
from miai.report.rating import RatedPlayer, RatedTournament


def rating_json(event: RatedTournament) -> JsonObject:
    """The players by new rating, each with games, performance and grading information."""
    return {
        "system": event.system,
        "class": event.class_key,
        "weight": event.weight,
        "classic": None if event.classic is None else _classic(event.classic),
        "rows": [_player(each, event.entrants) for each in event.rated],
    }


def _classic(system: EgfClassic) -> JsonObject:
    return {
        "epsilon": system.epsilon,
        "epsilon_from": system.form.value,
        "points_per_stone": system.handicaps.points_per_stone,
        "stones_off": system.handicaps.stones_off,
    }


def _player(rated: RatedPlayer, entrants: Sequence[Player]) -> JsonObject:
    change, view = rated.change, rated.grading
    return {
        "name": rated.player.name,
        "grade": str(rated.player.grade),
        "before": rounded(change.before),
        "after": rounded(change.after),
        "change": rounded(change.change),
        "reset": change.reset,
        "sigma": rounded(change.sigma),
        "score": change.score,
        "expected": rounded(change.expected),
        "performance": rounded(rated.performance),
        "suggested_grade": text_or_null(rated.suggested_grade),
        "grading": {
            "lower": text_or_null(view.lower),
            "upper": text_or_null(view.upper),
            "verdict": str(view.verdict),
            "games": [
                {
                    "opponent": entrants[each.opponent].name,
                    "stones_above": each.stones_above,
                    "won": each.won,
                }
                for each in view.evidence
            ],
        },
        "games": [
            {
                "opponent": entrants[game.opponent].name,
                "score": game.score,
                "expected": rounded(game.expected),
                "change": rounded(game.change),
            }
            for game in change.games
        ],
    }
