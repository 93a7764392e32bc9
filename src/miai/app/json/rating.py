"""The JSON of `miai rate`."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from miai.app.json.values import rounded, text_or_null
from miai.domain.player import Player
from miai.rating.egf_classic import EgfClassic
from miai.report.rating import RatedPlayer, RatedTournament


class ClassicJson(TypedDict):
    """The constants of the EGF's old rating."""

    epsilon: float
    epsilon_from: str
    points_per_stone: float
    stones_off: float


class EvidenceJson(TypedDict):
    """A game that says something about a grade."""

    opponent: str
    opponent_id: str
    stones_above: float
    won: bool


class GradingJson(TypedDict):
    """Between which grades a player's results lie."""

    lower: str | None
    upper: str | None
    verdict: str
    games: list[EvidenceJson]


class RatedGameJson(TypedDict):
    """A game and what it changed."""

    opponent: str
    opponent_id: str
    score: float
    expected: float | None
    change: float | None


class RatedPlayerJson(TypedDict):
    """A player's rating before and after."""

    player: str
    name: str
    grade: str
    before: float | None
    after: float | None
    change: float | None
    reset: bool
    sigma: float | None
    score: float
    expected: float | None
    performance: float | None
    suggested_grade: str | None
    grading: GradingJson
    games: list[RatedGameJson]


# "class" is a word of Python.
RatingJson = TypedDict(
    "RatingJson",
    {
        "system": str,
        "class": str | None,
        "weight": float,
        "classic": ClassicJson | None,
        "rows": list[RatedPlayerJson],
    },
)


def rating_json(event: RatedTournament) -> RatingJson:
    """The players by new rating, each with games, performance and grading information."""
    return {
        "system": event.system,
        "class": event.class_key,
        "weight": event.weight,
        "classic": None if event.classic is None else _classic(event.classic),
        "rows": [_player(each, event.entrants) for each in event.rated],
    }


def _classic(system: EgfClassic) -> ClassicJson:
    return {
        "epsilon": system.epsilon,
        "epsilon_from": system.form.value,
        "points_per_stone": system.handicaps.points_per_stone,
        "stones_off": system.handicaps.stones_off,
    }


def _player(rated: RatedPlayer, entrants: Sequence[Player]) -> RatedPlayerJson:
    change, view = rated.change, rated.grading
    return {
        "player": rated.player.id,
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
                    "opponent_id": entrants[each.opponent].id,
                    "stones_above": each.stones_above,
                    "won": each.won,
                }
                for each in view.evidence
            ],
        },
        "games": [
            {
                "opponent": entrants[game.opponent].name,
                "opponent_id": entrants[game.opponent].id,
                "score": game.score,
                "expected": rounded(game.expected),
                "change": rounded(game.change),
            }
            for game in change.games
        ],
    }
