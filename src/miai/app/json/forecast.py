"""The JSON of `miai forecast`."""

from typing_extensions import TypedDict

from miai.app.json.values import rounded
from miai.lab.likely_places import LIKELY, NEARLY_SURE
from miai.report.forecast import EstimatedChance, EventForecast, PlayerForecast


class ChanceJson(TypedDict):
    """A chance with its interval."""

    chance: float | None
    low: float | None
    high: float | None


class RoundsNeededJson(TypedDict):
    """After how many rounds one player is alone on top with this chance; null if never within the limit."""

    chance: float
    rounds: int | None
    limit: int


class ByRoundJson(TypedDict):
    """How likely one player is alone on top after so many rounds."""

    rounds: int
    unique_winner: ChanceJson


class PlayerForecastJson(TypedDict):
    """A player's chances and likely places."""

    player: str
    name: str
    grade: str
    score: float
    first: ChanceJson
    alone: ChanceJson
    shared: ChanceJson
    expected_place: float | None
    places80: list[int]
    places95: list[int]
    places: list[float | None]


class ForecastJson(TypedDict):
    """A forecast, the likeliest winner first."""

    tournament: str
    after_round: int
    rounds: int
    pending_games: int
    finished: bool
    system: str
    preset: str
    model: str
    simulations: int
    seed: int
    unique_winner: ChanceJson
    rounds_needed: RoundsNeededJson
    by_round: list[ByRoundJson]
    rows: list[PlayerForecastJson]
    notes: list[str]


_DIGITS = 4


def forecast_json(found: EventForecast) -> ForecastJson:
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


def _player(each: PlayerForecast) -> PlayerForecastJson:
    return {
        "player": each.player.id,
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


def _chance(chance: EstimatedChance) -> ChanceJson:
    return {
        "chance": rounded(chance.value, _DIGITS),
        "low": rounded(chance.low, _DIGITS),
        "high": rounded(chance.high, _DIGITS),
    }
