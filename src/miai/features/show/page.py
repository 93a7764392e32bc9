"""Show: phones, projector, clock, paper, and what of it players see."""

from dataclasses import replace

from starlette.responses import Response

from miai.features.schedule.set_clock import clock_of, read_clock
from miai.features.settings.change_settings import change_rules
from miai.features.show.rail import page
from miai.features.show.view import shown_now
from miai.features.sign_up.sign_up_form import change_phones
from miai.server.addresses import public_address
from miai.server.form_fields import Checkbox, Text
from miai.server.phone_listener.networks import Kind, Network
from miai.server.request_context import Here
from miai.server.roles import Role
from miai.server.words import gettext as _

# Sheets for the hall; the others are on the page Print.
_SHEETS = ("slips", "names", "tables", "wall")
_TEAM_SHEETS = ("slips", "names", "matches", "wall")


@page.get("/t/{id}/show")
def show(visit: Here) -> Response:
    """What players see, and how to change it."""
    event, number = visit.tournament, visit.frame.current
    clock = clock_of(event, number)
    watchers = visit.app_state.hub.watchers(visit.id)
    return visit.render(
        "show/show.html",
        switch=visit.phone_switch,
        networks=[(each.address, network_name(each)) for each in visit.phone_switch.networks],
        address=public_address(visit),
        following=sum(count for watcher, count in watchers.items() if watcher.role is Role.PUBLIC),
        now=None if event.is_congress else shown_now(visit.desk, visit.state),
        number=number,
        clock=clock,
        reading=read_clock(clock),
        sheets=_TEAM_SHEETS if event.settings.by_teams else _SHEETS,
    )


@page.post("/t/{id}/show/phones/on", need=Role.ADMIN)
def phones_on(visit: Here, network: Text = "", only_there: Checkbox = False) -> Response:
    """Let phones follow, or let them follow at another address."""
    visit.app_state.phone_listener.turn_on(network, only_there=only_there)
    return visit.done(_("Phones in this hall can follow"), to=visit.url("show"))


@page.post("/t/{id}/show/phones/off", need=Role.ADMIN)
def phones_off(visit: Here) -> Response:
    """Let phones follow no longer."""
    visit.app_state.phone_listener.turn_off()
    return visit.done(_("Phones cannot follow any more"), to=visit.url("show"))


@page.post("/t/{id}/show/reports")
def reports(visit: Here, on: Checkbox = False) -> Response:
    """Let players report results by name, or no longer."""
    saved = change_phones(visit.desk, visit.event_id, lambda old: replace(old, by_name=on), by=visit.by)
    said = _("Players can report results by name") if on else _("Players cannot report results by name")
    return visit.done(said, to=visit.url("show"), saved=saved)


@page.post("/t/{id}/show/standings")
def standings(visit: Here, on: Checkbox = False) -> Response:
    """Publish the standings with the next draw, or only when the director says so."""
    saved = change_rules(visit.desk, visit.event_id, {"standings_with_draw": on}, by=visit.by)
    said = _("Standings are published with the next draw") if on else _("Standings are published by hand")
    return visit.done(said, to=visit.url("show"), saved=saved)


@page.post("/t/{id}/show/phones/seen", need=Role.ADMIN)
def phones_seen(visit: Here) -> Response:
    """Note that the director knows that phones can follow again."""
    visit.app_state.phone_listener.seen()
    return visit.done(_("Phones can follow"), to=visit.url("show"))


def network_name(network: Network) -> str:
    """A network as people know it, with the address of this computer in it."""
    match network.kind:
        case Kind.HOT_SPOT if network.name:
            known = _("Hot-spot %(name)s", name=network.name)
        case Kind.HOT_SPOT:
            known = _("Hot-spot of this computer")
        case Kind.WI_FI if network.name:
            known = _("Wi-Fi %(name)s", name=network.name)
        case Kind.WI_FI:
            known = _("Wi-Fi")
        case Kind.CABLE:
            known = _("Cable")
        case _:
            known = ""
    return ", ".join(filter(None, (known, network.address)))
