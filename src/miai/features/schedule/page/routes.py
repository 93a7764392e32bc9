"""Schedule: when each round starts, how long it lasts, and its clock."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from miai.domain.bounds import bounds_of
from miai.domain.numbers import whole_or_none
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.settings.egf_class import class_message
from miai.domain.time_zones import zone_of
from miai.errors import InputError
from miai.features.schedule.deadlines import late_games, result_after_deadline, settle_late_games
from miai.features.schedule.page.form import (
    deadlines_typed,
    duration,
    moment,
    thinking_time_typed,
    times_typed,
    whole,
)
from miai.features.schedule.page.view import schedule_page
from miai.features.schedule.plan_schedule import (
    RoundTime,
    evenly_spaced,
    schedule,
    set_schedule,
    shift_rounds,
    switch_clocks_off,
)
from miai.features.schedule.rail import page
from miai.features.schedule.set_clock import pause_clock, resume_clock, set_clock
from miai.messages import Clauses, Message, counted
from miai.server.form_fields import Number, Text
from miai.server.request_context import Here
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from miai.features.schedule.plan_schedule import Shifted


async def _sent(request: Request) -> FormData:
    return await request.form()


Sent = Annotated[FormData, Depends(_sent)]


@page.get("/t/{id}/schedule")
def show(visit: Here) -> Response:
    """All rounds with their times and clocks, and one form that sets them all."""
    return visit.render(
        "schedule/schedule.html",
        page=schedule_page(visit.tournament, current=visit.frame.current),
        egf_class=class_message(visit.tournament),
        late=late_games(visit.tournament),
    )


@page.post("/t/{id}/schedule/all")
def set_all(visit: Here, sent: Sent) -> Response:
    """Set every round from one on: its start, the time between rounds, main time and overtime."""
    event = visit.tournament
    first = whole(sent, "from_round", Message("First round"), bounds_of(RoundClock, "round"))
    thinking = thinking_time_typed(sent, event.settings.clock)
    numbers = [each.number for each in schedule(event) if each.number >= first]
    starts = evenly_spaced(
        moment(str(sent.get("starts", "")), first, zone_of(event)),
        rounds=len(numbers),
        minutes_between=duration(str(sent.get("between", ""))),
        zone=zone_of(event),
    )
    times = {
        number: RoundTime(starts=at, minutes=thinking.basic_minutes)
        for number, at in zip(numbers, starts, strict=True)
    }
    saved = set_schedule(visit.desk, visit.id, times=times, thinking=thinking, by=visit.by)
    return visit.done(
        ngettext("%(num)s round is scheduled", "%(num)s rounds are scheduled", len(times)), saved=saved
    )


@page.post("/t/{id}/schedule")
def set_rows(visit: Here, sent: Sent) -> Response:
    """Set the rounds whose row was changed."""
    zone = zone_of(visit.tournament)
    times, problems = times_typed(sent, zone)
    deadlines, wrong = deadlines_typed(sent, zone)
    if problems or wrong:
        raise InputError([*problems, *wrong])
    saved = set_schedule(visit.desk, visit.id, times=times, deadlines=deadlines, by=visit.by)
    return visit.done(_("Schedule saved") if saved.entries else _("Nothing changed"), saved=saved)


@page.get("/t/{id}/schedule/late", viewers=False)
def ask_late(visit: Here) -> Response:
    """The games that are past their deadline, and the result that the rules would give each."""
    late = late_games(visit.tournament)
    if not late:
        return visit.done(_("No game is past its deadline"), to=visit.url("schedule"))
    return visit.render(
        "schedule/schedule_late.html", late=late, result=result_after_deadline(visit.tournament)
    )


@page.post("/t/{id}/schedule/late")
def settle_late(visit: Here, sent: Sent) -> Response:
    """Give games that are past their deadline the result of the rules."""
    keys = {str(each) for each in sent.getlist("game")}
    saved = settle_late_games(visit.desk, visit.id, keys=keys, by=visit.by)
    said = ngettext("%(num)s game settled", "%(num)s games settled", len(saved.entries))
    return visit.done(said if saved.entries else _("Nothing changed"), to=visit.url("schedule"), saved=saved)


@page.post("/t/{id}/schedule/clock")
def clock(visit: Here, do: Text) -> Response:
    """Start, pause, resume or switch off the clock of a round: "pause:3"."""
    action, _colon, digits = do.partition(":")
    number = whole_or_none(digits) or 0
    common: dict[str, Any] = {"round": number, "by": visit.by}
    match action:
        case "now":
            saved = set_clock(visit.desk, visit.id, starts_at=datetime.now(UTC), **common)
            said = _("Round %(number)s has started", number=number)
        case "pause":
            saved, said = pause_clock(visit.desk, visit.id, **common), _("Clock paused")
        case "resume":
            saved, said = resume_clock(visit.desk, visit.id, **common), _("Clock resumed")
        case "off":
            saved, said = set_clock(visit.desk, visit.id, **common), _("Clock off")
        case _:
            raise InputError(Message("'%(action)s' is nothing a clock can do", action=action))
    return visit.done(said, saved=saved)


@page.post("/t/{id}/schedule/shift")
def shift(visit: Here, from_round: Number, minutes: Number, later_days: Text = "") -> Response:
    """Let a round and the following ones of its day start later or earlier; later days only if ticked."""
    shifted = shift_rounds(
        visit.desk,
        visit.id,
        from_round=from_round,
        minutes=minutes,
        later_days=bool(later_days),
        by=visit.by,
    )
    return visit.done(_said_shifted(shifted, minutes), saved=shifted.saved)


@page.post("/t/{id}/schedule/off")
def all_off(visit: Here) -> Response:
    """Forget the times of all rounds."""
    saved = switch_clocks_off(visit.desk, visit.id, by=visit.by)
    return visit.done(_("All clocks are off") if saved.entries else _("Nothing changed"), saved=saved)


def _said_shifted(shifted: "Shifted", minutes: int) -> str:
    """Which rounds were moved, and which of later days were not."""
    moved = (
        counted(
            "Round %(rounds)s starts %(minutes)s min later",
            "Rounds %(rounds)s start %(minutes)s min later",
            len(shifted.rounds),
            rounds=shifted.rounds,
            minutes=minutes,
        )
        if minutes > 0
        else counted(
            "Round %(rounds)s starts %(minutes)s min earlier",
            "Rounds %(rounds)s start %(minutes)s min earlier",
            len(shifted.rounds),
            rounds=shifted.rounds,
            minutes=-minutes,
        )
    )
    if not shifted.left:
        return tell(moved)
    left = counted(
        "round %(rounds)s of a later day stays as it is",
        "rounds %(rounds)s of later days stay as they are",
        len(shifted.left),
        rounds=shifted.left,
    )
    return tell(Clauses((moved, left)))
