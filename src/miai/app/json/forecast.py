"""The JSON of `miai forecast`."""

from miai.app.json.values import JsonObject, rounded
from miai.lab.likely_places import LIKELY, NEARLY_SURE
from miai.report.forecast import EstimatedChance, EventForecast, PlayerForecast

_DIGITS = 4


def forecast_json(found: EventForecast) -> JsonObject:
    """A forecast, the likeliest winner first."""
    return {
        "tournament": found.tournament,
        "after_round": found.after_round,
        "rounds": found.rounds,
        "pending_games": found.pending_games,
        "finished": found.finished,
        "system": found.system,
        "preset": found.preset,
        "model": found.model,
        "simulations": found.simulations,
        "seed": found.seed,
        "unique_winner": _chance(found.unique_winner),
        "rounds_needed": {"chance": found.sure, "rounds": found.rounds_needed, "limit": found.limit},
        "by_round": [
            {"rounds": rounds, "unique_winner": _chance(chance)} for rounds, chance in found.by_round
        ],
        "rows": [_player(each) for each in found.players],
        "notes": [str(note) for note in found.notes],
    }


def _player(each: PlayerForecast) -> JsonObject:
    return {
        "name": each.player.name,
        "grade": str(each.player.grade),
        "score": each.score,
        "first": _chance(each.first),
        "alone": _chance(each.alone),
        "shared": _chance(each.shared),
        "expected_place": rounded(each.expected_place, 2),
        "places80": list(each.places_for(LIKELY)),
        "places95": list(each.places_for(NEARLY_SURE)),
        "places": [rounded(chance, _DIGITS) for chance in each.places],
    }


def _chance(chance: EstimatedChance) -> JsonObject:
    return {
        "chance": rounded(chance.value, _DIGITS),
        "low": rounded(chance.low, _DIGITS),
        "high": rounded(chance.high, _DIGITS),
    }
