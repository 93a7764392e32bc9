"""Rate a tournament."""

from typing import Any

from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.rating import SYSTEMS
from miai.rating.classes import WEIGHTS, class_of
from miai.rating.event import rated_event
from miai.rating.grading import czech_grade, grading_views
from miai.rating.protocol import Change

_ROUNDED = 6


def rate(tournament: Tournament, *, system: str = "egf", class_key: str | None = None) -> tuple[Change, ...]:
    """The change of every player's rating, in order of entry."""
    if system not in SYSTEMS:
        raise InputError(f"'{system}' is not a rating system: {', '.join(SYSTEMS)}")
    if class_key is not None and class_key not in WEIGHTS:
        raise InputError(f"'{class_key}' is not a tournament class: {', '.join(WEIGHTS)}")
    return SYSTEMS[system]().rate(rated_event(tournament, class_key=class_key))


def rate_data(tournament: Tournament, *, system: str = "egf", class_key: str | None = None) -> dict[str, Any]:
    """The stable JSON of a rating: players by new rating, each with games, performance and grade."""
    changes = rate(tournament, system=system, class_key=class_key)
    event = rated_event(tournament, class_key=class_key)
    views, performances = grading_views(event), SYSTEMS[system]().performances(event)
    players = tournament.players
    rows = []
    for i in sorted(range(len(players)), key=lambda i: -changes[i].after):
        change, view, player = changes[i], views[i], players[i]
        suggested = None if system == "aga" else czech_grade(player.grade, change.after)
        rows.append(
            {
                "name": player.name,
                "grade": str(player.grade),
                "before": _number(change.before),
                "after": _number(change.after),
                "change": _number(change.change),
                "reset": change.reset,
                "sigma": _number(change.sigma),
                "score": change.score,
                "expected": _number(change.expected),
                "performance": _number(performances[i]),
                "suggested_grade": None if suggested is None or suggested == player.grade else str(suggested),
                "grading": {
                    "lower": None if view.lower is None else str(view.lower),
                    "upper": None if view.upper is None else str(view.upper),
                    "verdict": view.verdict,
                    "games": [
                        {
                            "opponent": players[each.opponent].name,
                            "stones_above": each.stones_above,
                            "won": each.won,
                        }
                        for each in view.evidence
                    ],
                },
                "games": [
                    {
                        "opponent": players[game.opponent].name,
                        "score": game.score,
                        "expected": _number(game.expected),
                        "change": _number(game.change),
                    }
                    for game in change.games
                ],
            }
        )
    return {
        "system": system,
        "class": class_key or class_of(tournament),
        "weight": WEIGHTS[class_key or class_of(tournament)] if system != "aga" else 1.0,
        "rows": rows,
    }


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, _ROUNDED)
