"""The public pages of a congress: its events, timetable and people."""

from typing import Any

from starlette.responses import Response

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player
from miai.features.congress.view.state import shows_people
from miai.features.congress.view.timetable import timetable_days, today
from miai.features.congress.views import person_view, public_view
from miai.features.phones.player_requests import phone_actions
from miai.server.request_context import Visit


def show_events(visit: Visit) -> Response:
    """All events with what is published of them, and the rounds of today or of the next day."""
    view = public_view(visit.desk, visit.id)
    days = timetable_days(visit, view.timetable)
    return _render(
        visit,
        "congress/public_congress.html",
        events=view.events,
        day=next((each for each in days if each.iso and each.iso >= today()), None),
        today=today(),
    )


def show_timetable(visit: Visit) -> Response:
    """All rounds of all events by day."""
    return _render(visit, "congress/public_timetable.html", days=timetable_days(visit), today=today())


def show_people(visit: Visit, find: str) -> Response:
    """The people to find oneself or somebody else among."""
    everybody = visit.tournament.players if shows_people(visit) else ()
    words = plain_name(find).split()
    chosen = [each for each in everybody if all(word in plain_name(each.name) for word in words)]
    chosen.sort(key=lambda each: plain_name(each.name))
    return _render(visit, "congress/public_people.html", players=chosen, find=find)


def show_person(visit: Visit, person: Player, *, is_me: bool, token: str = "") -> Response:
    """All games of a person that are published, and the rounds to come.

    With the token of a private link, games that are being played lead to the page where they are reported.
    """
    view = person_view(visit.desk, visit.id, person.id, public=True)
    return _render(
        visit,
        "congress/public_person.html",
        player=person,
        view=view,
        is_me=is_me,
        token=token,
        address=visit.id,
        actions=phone_actions(visit.desk, visit.id, person.id) if token else None,
    )


def _render(visit: Visit, template: str, **values: Any) -> Response:
    return visit.render(template, state=visit.state, **values)
