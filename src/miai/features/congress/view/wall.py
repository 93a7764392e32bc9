"""The projector of a congress: the published pairings and standings of all events, one after another."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from starlette.responses import Response

from miai.features.congress.view.state import whole_of
from miai.features.congress.view.timetable import TimetableLine, timetable_days, today
from miai.features.projector.view.density import SECONDS_A_PAGE, phone_label
from miai.features.projector.view.screens import Nothing, Over, Screen, screen_of_one
from miai.features.public.view.shown_now import projector_state
from miai.server.addresses import public_address
from miai.server.request_context import Visit
from miai.server.words import gettext as _

# As many rounds of a day as can be read from afar.
_MOST_ROUNDS = 14


@dataclass(frozen=True, slots=True, kw_only=True)
class EventSlide:
    """A page of an event's names or standings, or its clock."""

    event: str
    room: str
    label: str
    screen: Screen
    lines: Sequence[Any]

    @property
    def mode(self) -> str:
        """What the page shows."""
        return self.screen.mode


@dataclass(frozen=True, slots=True, kw_only=True)
class DaySlide:
    """The rounds of today that are still to come or being played."""

    mode: ClassVar[str] = "day"
    room: ClassVar[str] = ""

    event: str
    label: str
    lines: Sequence[TimetableLine]


@dataclass(frozen=True, slots=True, kw_only=True)
class PhoneSlide:
    """Where phones follow all events."""

    mode: ClassVar[str] = "phone"
    room: ClassVar[str] = ""

    event: str
    label: str


def show_wall(visit: Visit, at: int) -> Response:
    """All slides; without scripts the page reloads to turn them."""
    slides: list[EventSlide | DaySlide | PhoneSlide] = []
    moments = []
    for part in whole_of(visit).parts:
        state = visit.desk.state(part.id)
        wall = projector_state(state.tournament)
        if wall.reading.target:
            moments.append(wall.reading.target.isoformat())
        screen = screen_of_one(visit.desk, state, wall)
        if not isinstance(screen, Nothing | Over):
            slides += _slides(part.name, part.room, screen)
    slides += _day_slides(visit)
    address = public_address(visit)
    if slides and address.reachable:
        slides.append(PhoneSlide(event=visit.tournament.name, label=phone_label()))
    return visit.render(
        "congress/projector_congress.html",
        slides=slides,
        address=address,
        at=min(max(at, 1), len(slides) or 1),
        seconds=SECONDS_A_PAGE,
        until=min(moments, default=""),
    )


def _slides(event: str, room: str, screen: Screen) -> list[EventSlide]:
    """The pages of a screen; one that is no list is a single page."""
    return [
        EventSlide(
            event=event,
            room=room,
            label=_("%(event)s, %(part)s", event=event, part=label) if label else event,
            screen=screen,
            lines=lines,
        )
        for lines, label in zip(screen.pages or [()], screen.labels or [""], strict=True)
    ]


def _day_slides(visit: Visit) -> list[DaySlide]:
    lines = [
        line
        for day in timetable_days(visit)
        if day.iso == today()
        for line in day.lines
        if line.round.state.value != "over"
    ]
    return [DaySlide(event=_("Today"), label=_("Today"), lines=lines[:_MOST_ROUNDS])] if lines else []
