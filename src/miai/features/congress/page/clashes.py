"""Clashes: people and tables that are needed in two events at the same hour, and what can be done."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.errors import InputError
from miai.features.congress.clashes import clashes, mark_absent
from miai.features.congress.rail import clashes as page
from miai.features.congress.timetable import table_clashes
from miai.features.congress.view.state import demand_congress_page, whole_of
from miai.messages import Message
from miai.server.form_fields import Number, Text, Texts
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.words import gettext as _
from miai.server.words import ngettext

if TYPE_CHECKING:
    from miai.features.congress.clashes import Clash

# More clashes than these are counted, not listed; those of two rounds are solved together.
_MOST = 150
# For pages of an event of the congress.
draw_page = Page("draw-elsewhere")


@page.get("/t/{id}/clashes")
def show(visit: Here) -> Response:
    """All clashes, those that are drawn first."""
    demand_congress_page(visit)
    found = clashes(visit.desk, visit.id)
    return visit.render(
        "congress/clashes.html",
        clashes=sorted(found, key=lambda each: not each.certain)[:_MOST],
        total=len(found),
        certain=sum(each.certain for each in found),
        tables=table_clashes(visit.desk, visit.id),
        others=_by_rounds(found),
    )


@page.post("/t/{id}/clashes/absent")
def absent(visit: Here, event: Text, number: Number, players: Texts) -> Response:
    """Record that people do not play in a round of one of the events."""
    whole = whole_of(visit)
    part = next((each for each in whole.parts if each.id == event), None)
    if part is None:
        raise InputError(
            Message("'%(id)s' is not an event of %(congress)s", id=event, congress=visit.tournament.name)
        )
    saved = mark_absent(visit.desk, event, number, {PlayerId(each) for each in players}, by=visit.by)
    said = ngettext(
        "%(num)s person misses round %(round)s of %(event)s",
        "%(num)s people miss round %(round)s of %(event)s",
        len(players),
        round=number,
        event=part.name,
    )
    return visit.done(said, saved=saved)


@draw_page.post("/t/{id}/draw/elsewhere")
def leave_out(visit: Here, number: Number, players: Texts) -> Response:
    """Record that players who play in another event at that hour miss the round that is to be drawn."""
    if not players:
        raise InputError(Message("nobody is ticked"))
    saved = mark_absent(visit.desk, visit.id, number, {PlayerId(each) for each in players}, by=visit.by)
    said = ngettext(
        "%(num)s player misses round %(round)s", "%(num)s players miss round %(round)s", len(set(players)),
        round=number,
    )  # fmt: skip
    return visit.done(said, saved=saved)


def _by_rounds(found: "tuple[Clash, ...]") -> list[tuple[str, "list[Clash]"]]:
    """Clashes by the two rounds: one button marks all of them absent in a round that is not drawn yet."""
    groups: dict[str, list[Clash]] = {}
    for clash in found:
        if not clash.certain:
            first, second = clash.first.round, clash.second.round
            title = _(
                "%(event)s round %(round)s and %(other)s round %(number)s",
                event=first.part.name,
                round=first.number,
                other=second.part.name,
                number=second.number,
            )
            groups.setdefault(title, []).append(clash)
    return [(title, group) for title, group in groups.items() if len(group) > 1]
