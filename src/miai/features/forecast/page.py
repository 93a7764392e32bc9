"""Forecast: who can still win, and which places are likely; the rest of the event is played many times."""

import threading
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from miai.errors import InputError
from miai.features.forecast.forecast_event import forecast_event, question_for
from miai.features.forecast.rail import page
from miai.messages import Message
from miai.server.request_context import Here, Visit
from miai.server.words import tell_sentence

if TYPE_CHECKING:
    from miai.features.forecast.event_forecast import EventForecast


# With more players than these a first look comes early, after so many simulations.
_MANY, _FIRST_LOOK = 150, 20
# A forecast keeps a core busy: one after the other, so that results are still saved at once.
_one_at_a_time = threading.Lock()


@page.get("/t/{id}/forecast")
def show(visit: Here) -> Response:
    """The page at once; the forecast follows, which takes seconds."""
    return visit.render("forecast/forecast.html", **_nothing_yet(visit))


@page.get("/t/{id}/forecast/table")
def compute(visit: Here, first: str = "") -> Response:
    """The forecast itself: a part of the page for our script, else the whole page.

    With `first` it is played only a few times, so that a large field has a first look early.
    """
    values = _nothing_yet(visit) | {"first_look": bool(first)}
    try:
        if values["players"] < 2:
            raise InputError(Message("a forecast needs two players or more"))
        values["found"] = _forecast(visit, _FIRST_LOOK if first else None)
    except InputError as error:
        values["why_not"] = " ".join(tell_sentence(each) for each in error.problems)
    if visit.enhanced:
        return visit.part("forecast/forecast_part.html", **values)
    return visit.render("forecast/forecast.html", **values)


def _nothing_yet(visit: Visit) -> dict[str, Any]:
    """What the page shows before anything is computed."""
    players = len(visit.tournament.players)
    return {"found": None, "why_not": "", "players": players, "many": players > _MANY, "first_look": False}


def _forecast(visit: Visit, simulations: int | None) -> "EventForecast":
    event = visit.tournament
    last = max(event.settings.rounds, event.rounds_played)
    question = question_for(limit=last, threads=1, simulations=simulations)
    with _one_at_a_time:
        return visit.desk.recall(
            visit.state, ("forecast", simulations), lambda: forecast_event(event, question)
        )
