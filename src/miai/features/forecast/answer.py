"""What is told of a forecast."""

from dataclasses import dataclass
from functools import partial

from miai.answers import Answer, Field, Shape, column, many, rounded
from miai.domain.people.people_answers import PLAYER
from miai.engine.forecast.likely_places import LIKELY, NEARLY_SURE
from miai.features.forecast.event_forecast import (
    EstimatedChance,
    EventForecast,
    PlayerForecast,
    interval_text,
    percent_text,
)

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
_number = partial(column, right=True)
_PLAYER: Shape[PlayerForecast] = Shape(
    "PlayerForecast",
    "A player's chances and likely places.",
    (
        *PLAYER.of(lambda each: each.player),
        Field("grade", str, lambda each: each.player.grade, column("Grade")),
        Field("score", float, columns=_number("Score")),
        Field("first", _CHANCE, columns=_number("First"), text=lambda each: interval_text(each.first)),
        Field(
            "alone",
            _CHANCE,
            columns=_number("Alone on top"),
            text=lambda each: percent_text(each.alone.value),
        ),
        Field(
            "shared",
            _CHANCE,
            columns=_number("Shared on top"),
            text=lambda each: percent_text(each.shared.value),
        ),
        Field("first_three", None, lambda each: percent_text(each.first_three), _number("First three")),
        Field(
            "expected_place",
            float | None,
            lambda each: rounded(each.expected_place, 2),
            _number("Mean place"),
            lambda each: f"{each.expected_place:.1f}",
        ),
        Field("likely_places", None, columns=_number("Likely")),
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
FORECAST = Answer(question="forecast", whole=_FORECAST, lines="rows", title=lambda found: (found.tournament,))
