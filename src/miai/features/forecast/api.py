"""Operations about the forecast."""

import threading

from starlette.responses import Response

from miai.errors import InputError
from miai.features.forecast.answer import FORECAST
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.messages import Message
from miai.server.api.operations import Here, Operations

operations = Operations("forecast", "Chances of places and wins.")


# A forecast keeps a core busy: one after the other.
_one_forecast = threading.Lock()


@operations.get("/tournaments/{id}/forecast", FORECAST)
def get_forecast(call: Here) -> Response:
    """Get who can still win, and which places are likely; this takes seconds."""
    event = call.tournament
    if len(event.players) < 2:
        raise InputError(Message("a forecast needs two players or more"))
    last = max(event.settings.rounds, event.rounds_played)
    question = question_for(limit=last, threads=1)
    with _one_forecast:
        found = call.desk.recall(call.state, ("forecast", None), lambda: forecast_event(event, question))
    return call.answer(FORECAST.json(found))
