"""Look ahead from the present state of an event."""

from typing import Any

from miai.domain.points import Quarters, plain
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.lab.forecast import Forecast, Question, forecast
from miai.lab.intervals import wilson
from miai.pairing.systems import BY_PRESET
from miai.rating.win_models import MODELS

_ROUNDED = 4


def question_for(
    *,
    model: str,
    simulations: int | None = None,
    seed: int = 0,
    sure: float = 0.9,
    limit: int | None = None,
    threads: int = 0,
) -> Question:
    """What is asked, if it can be."""
    if model not in MODELS:
        raise InputError(f"'{model}' is not a win model: {', '.join(MODELS)}")
    if simulations is not None and simulations < 1:
        raise InputError(f"{simulations} simulations tell nothing: one or more")
    if not 0 < sure < 1:
        raise InputError(f"a chance lies between 0 and 1: {sure:g} does not")
    return Question(
        model=MODELS[model], simulations=simulations, seed=seed, sure=sure, limit=limit, threads=threads
    )


def forecast_data(tournament: Tournament, question: Question) -> dict[str, Any]:
    """The stable JSON of a forecast, the likeliest winner first."""
    found = forecast(tournament, question)
    rows = [_row(found, i) for i in range(len(found.players))]
    rows.sort(key=lambda row: (-row["first"]["chance"], row["expected_place"], row["name"]))
    return {
        "tournament": tournament.name,
        "after_round": found.after,
        "rounds": found.rounds,
        "pending_games": found.pending,
        "finished": found.finished,
        "model": question.model.key,
        "simulations": found.simulations,
        "seed": question.seed,
        "unique_winner": _chance(found.unique_winner, found, certain=found.finished),
        "rounds_needed": {
            "chance": question.sure,
            "rounds": found.needed(question.sure),
            "limit": found.after + len(found.unique) - 1,
        },
        "by_round": [
            {
                "rounds": found.after + k,
                "unique_winner": _chance(float(value), found, certain=k == 0 and not found.pending),
            }
            for k, value in enumerate(found.unique)
        ],
        "rows": rows,
        "notes": _notes(tournament, found),
    }


def _row(found: Forecast, i: int) -> dict[str, Any]:
    player, places = found.players[i], found.places[i]
    return {
        "name": player.name,
        "grade": str(player.grade),
        "score": plain(Quarters(found.scores[i])),
        "first": _chance(float(places[0]), found, certain=found.finished),
        "alone": _chance(float(found.alone[i]), found, certain=found.finished),
        "shared": _chance(float(found.shared[i]), found, certain=found.finished),
        "expected_place": round(float(places @ range(1, len(places) + 1)), 2),
        "places": [round(float(chance), _ROUNDED) for chance in places],
    }


def _chance(value: float, found: Forecast, *, certain: bool) -> dict[str, float]:
    """A chance with the interval (Wilson's) in which it lies 19 times of 20."""
    low, high = (value, value) if certain else wilson(value, found.simulations)
    return {
        "chance": round(value, _ROUNDED),
        "low": round(low, _ROUNDED),
        "high": round(high, _ROUNDED),
    }


def _notes(tournament: Tournament, found: Forecast) -> list[str]:
    """What was left out, or taken more simply than the event takes it."""
    settings = tournament.settings
    if found.finished:
        return [
            f"all {found.rounds} rounds are played: the places are final, by {', '.join(settings.criteria)}"
        ]
    notes = ["places by score, then by SOS, then shared; the rounds left are paired by Kaniuk's weights"]
    if settings.system not in BY_PRESET:
        notes.append(f"the system '{settings.system}' pairs otherwise")
    if settings.category_limits:
        notes.append("categories are not kept apart")
    if settings.handicapping.ceiling and not settings.by_wins and not settings.handicapping.by_score:
        notes.append("stones are given by score, not by grade")
    if settings.by_wins and settings.handicapping.ceiling:
        notes.append("games of the rounds left are even")
    if not settings.scoring.absence_for_place:
        notes.append("points for absence count for places")
    return notes
