"""The overview of a congress: its days and events, what to do next, clashes, and events that are behind."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.domain.people.player import Registration
from miai.features.congress.clashes import clashes
from miai.features.congress.sync_people import behind
from miai.features.congress.timetable import table_clashes, timetable_of
from miai.features.congress.view.events import event_rows
from miai.features.congress.view.state import whole_of
from miai.features.congress.view.timetable import TimetableDay, timetable_days, today
from miai.server.request_context import Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext

if TYPE_CHECKING:
    from miai.features.congress.congress_state import WholeCongress
    from miai.features.congress.timetable import TimetableRound

# A round that starts within this time should be drawn by now.
_SOON = timedelta(hours=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """Something to do next, and where."""

    text: str
    icon: str
    href: str
    button: str
    urgent: bool = False


def show_overview(visit: Visit, *, sign_ups: int) -> Response:
    """The overview page of a congress; `sign_ups` wait for the director."""
    whole = whole_of(visit)
    people = whole.tournament.players
    here = sum(person.registration is Registration.FINAL for person in people)
    days = timetable_days(visit, with_clashes=True)
    late = behind(visit.desk, visit.id) if visit.is_director else ()
    return visit.render(
        "congress/congress_overview.html",
        here=here,
        total=len(people),
        rows=event_rows(visit, whole),
        days=[each for each in days if each.iso],
        day=_shown_day(days),
        today=today(),
        tasks=list(_tasks(visit, whole, here, sign_ups, timetable_of(visit.desk, whole))),
        behind=late,
        missing=whole.missing,
    )


def _shown_day(days: list[TimetableDay]) -> TimetableDay | None:
    """Today, or the next day with rounds; after the end nothing."""
    return next((each for each in days if each.iso >= today()), None)


def _tasks(
    visit: Visit, whole: "WholeCongress", here: int, sign_ups: int, rounds: "tuple[TimetableRound, ...]"
) -> Iterator[Task]:
    people = len(whole.tournament.players)
    if visit.is_director:
        yield from _missing_parts(visit, whole)
        yield from _sign_ups(visit, sign_ups)
    yield from _rounds_to_draw(visit, rounds)
    if visit.is_director:
        yield from _clash_tasks(visit)
    if here < people:
        yield Task(
            text=ngettext("%(num)s person is not here", "%(num)s people are not here", people - here),
            icon="people",
            href=visit.url("check-in"),
            button=_("Check in"),
        )


def _sign_ups(visit: Visit, waiting: int) -> Iterator[Task]:
    if waiting:
        yield Task(
            text=ngettext("%(num)s sign-up waits for you", "%(num)s sign-ups wait for you", waiting),
            icon="people",
            href=visit.url("sign-up"),
            button=_("Look"),
        )


def _missing_parts(visit: Visit, whole: "WholeCongress") -> Iterator[Task]:
    if not whole.tournament.congress.events:
        yield Task(
            text=_("The congress has no events yet"),
            icon="stones",
            href=visit.url("events"),
            button=_("Add events"),
        )
    if not whole.tournament.players:
        yield Task(
            text=_("Nobody is on the list of people yet"),
            icon="people",
            href=visit.url("players"),
            button=_("Add people"),
        )


def _rounds_to_draw(visit: Visit, rounds: "tuple[TimetableRound, ...]") -> Iterator[Task]:
    """Rounds that start soon or should have started, and are not drawn or not published."""
    now = datetime.now(UTC)
    for each in rounds:
        if each.starts is None or not now - timedelta(days=1) < each.starts < now + _SOON:
            continue
        values = {"event": each.part.name, "round": each.number}
        if each.state.value == "not drawn":
            text = _("%(event)s, round %(round)s, is not drawn yet", **values)
        elif each.part.tournament.round(each.number).boards and all(
            shown.number != each.number for shown in each.part.tournament.shown
        ):
            text = _("%(event)s, round %(round)s, is drawn and not published", **values)
        else:
            continue
        href = f"/t/{each.part.id}/draw?round={each.number}" if visit.is_director else f"/t/{each.part.id}"
        yield Task(text=text, icon="clock", href=href, button=_("Look"), urgent=each.starts < now)


def _clash_tasks(visit: Visit) -> Iterator[Task]:
    found = clashes(visit.desk, visit.id)
    certain = sum(each.certain for each in found)
    paired = len({each.person.id for each in found if each.certain})
    href = visit.url("clashes")
    if paired:
        text = ngettext(
            "%(num)s person is paired in two events at once",
            "%(num)s people are paired in two events at once",
            paired,
        )
        yield Task(text=text, icon="flag", href=href, button=_("Solve"), urgent=True)
    if len(found) > certain:
        text = ngettext(
            "%(num)s clash is to come: somebody is expected in two events at once",
            "%(num)s clashes are to come: people are expected in two events at once",
            len(found) - certain,
        )
        yield Task(text=text, icon="flag", href=href, button=_("Look"))
    tables = len(table_clashes(visit.desk, visit.id))
    if tables:
        text = ngettext(
            "%(num)s time two events need the same tables",
            "%(num)s times two events need the same tables",
            tables,
        )
        yield Task(text=text, icon="warn", href=href, button=_("Look"))
