"""The projector of a congress: the published pairings and standings of all events, one after another."""

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from miai.web.pages.congress.timetable import timetable_days, today
from miai.web.pages.congress.whole import whole_of
from miai.web.pages.projector.routes import SECONDS_A_PAGE, phone_label, shown_on_wall
from miai.web.pages.shared.published import ProjectorState, projector_state
from miai.web.server.addresses import public_address
from miai.web.server.request_context import Visit
from miai.web.words import gettext as _

# As many rounds of a day as can be read from afar.
_MOST_ROUNDS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """A page of the projector: one page of an event's names or standings, its clock, or the day's rounds."""

    event: str
    room: str
    label: str
    mode: str
    wall: ProjectorState | None
    lines: Any
    values: dict[str, Any]


def show_wall(visit: Visit, at: int) -> Response:
    """All slides; without scripts the page reloads to turn them."""

    slides: list[Slide] = []
    moments = []
    for part in whole_of(visit).parts:
        state = visit.desk.state(part.id)
        wall = projector_state(state.tournament)
        values = shown_on_wall(visit.desk, state, wall)
        if wall.reading.target:
            moments.append(wall.reading.target.isoformat())
        if values["mode"] in ("nothing", "over"):
            continue
        pages = values.get("pages") or [()]
        labels = values.get("labels") or [""]
        slides += [
            Slide(
                event=part.name,
                room=part.room,
                label=_("%(event)s, %(part)s", event=part.name, part=label) if label else part.name,
                mode=values["mode"],
                wall=wall,
                lines=lines,
                values=values,
            )
            for lines, label in zip(pages, labels, strict=True)
        ]
    slides += _day_slides(visit)
    address = public_address(visit)
    if slides and address.reachable:
        slides.append(_phone_slide(visit))
    return visit.render(
        "pages/projector_congress.html",
        slides=slides,
        address=address,
        at=min(max(at, 1), len(slides) or 1),
        seconds=SECONDS_A_PAGE,
        until=min(moments, default=""),
    )


def _phone_slide(visit: Visit) -> Slide:
    """Where phones follow all events."""
    name = visit.tournament.name
    return Slide(event=name, room="", label=phone_label(), mode="phone", wall=None, lines=(), values={})


def _day_slides(visit: Visit) -> list[Slide]:
    """The rounds of today that are still to come or being played."""
    lines = [
        line
        for day in timetable_days(visit)
        if day.iso == today()
        for line in day.lines
        if line.round.state.value != "over"
    ]
    return (
        [
            Slide(
                event=_("Today"),
                room="",
                label=_("Today"),
                mode="day",
                wall=None,
                lines=lines[:_MOST_ROUNDS],
                values={},
            )
        ]
        if lines
        else []
    )
