"""What is told of a forecast."""

from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many, rounded
from miai.domain.people.people_answers import GRADED
from miai.engine.forecast.likely_places import LIKELY, NEARLY_SURE
from miai.features.forecast.table import EstimatedChance, EventForecast, PlayerForecast

_DIGITS = 4


@dataclass(frozen=True, slots=True)
class _AfterRounds:
    rounds: int
    unique_winner: EstimatedChance


_CHANCE: Shape[EstimatedChance] = Shape(
    "Chance",
    "A chance with its interval.",
    (
        Field("chance", float | None, lambda chance: rounded(chance.value, _DIGITS)),
        Field("low", float | None, lambda chance: rounded(chance.low, _DIGITS)),
        Field("high", float | None, lambda chance: rounded(chance.high, _DIGITS)),
    ),
)
_NEEDED: Shape[EventForecast] = Shape(
    "RoundsNeeded",
    "After how many rounds one player is alone on top with this chance; null if never within the limit.",
    (
        Field("chance", float, lambda found: found.sure),
        Field("rounds", int | None, lambda found: found.rounds_needed),
        Field("limit", int),
    ),
)
_BY_ROUND: Shape[_AfterRounds] = Shape(
    "ChanceByRound",
    "How likely one player is alone on top after so many rounds.",
    (Field("rounds", int), Field("unique_winner", _CHANCE)),
)
_PLAYER: Shape[PlayerForecast] = Shape(
    "PlayerForecast",
    "A player's chances and likely places.",
    (
        *GRADED.of(lambda each: each.player),
        Field("score", float),
        Field("first", _CHANCE),
        Field("alone", _CHANCE),
        Field("shared", _CHANCE),
        Field("expected_place", float | None, lambda each: rounded(each.expected_place, 2)),
        Field("places80", list[int], lambda each: each.places_for(LIKELY)),
        Field("places95", list[int], lambda each: each.places_for(NEARLY_SURE)),
        Field(
            "places", list[float | None], lambda each: [rounded(chance, _DIGITS) for chance in each.places]
        ),
    ),
)
_FORECAST: Shape[EventForecast] = Shape(
    "Forecast",
    "A forecast, the likeliest winner first.",
    (
        Field("tournament", str),
        Field("after_round", int),
        Field("rounds", int),
        Field("pending_games", int),
        Field("finished", bool),
        Field("system", str),
        Field("preset", str),
        Field("model", str),
        Field("simulations", int),
        Field("seed", int),
        Field("unique_winner", _CHANCE),
        Field("rounds_needed", _NEEDED, lambda found: found),
        Field("by_round", many(_BY_ROUND), lambda found: [_AfterRounds(*each) for each in found.by_round]),
        Field("rows", many(_PLAYER), lambda found: found.players),
        Field("notes", list[str]),
    ),
)
FORECAST = Answer(question="forecast", whole=_FORECAST)
