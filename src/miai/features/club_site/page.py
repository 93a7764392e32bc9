"""Club site: link a tournament to the site of a club, bring its players here, send pairings there."""

from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.errors import InputError, Problem
from miai.features.club_site.linked_site import link_site, linked_site, unlink_site
from miai.features.club_site.linked_site import send as send_now
from miai.features.club_site.pull_players import compare, pull_players
from miai.messages import Message
from miai.server.form_fields import Checkbox, Number, Text, Texts
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from miai.features.club_site.contract import ClubSite
    from miai.features.club_site.linked_site import Sent

page = Page("club-site", whole=True)


@page.get("/t/{id}/club-site")
def show(visit: Here) -> Response:
    """The site, what was sent there, and what can be sent."""
    return _page(visit)


@page.post("/t/{id}/club-site")
def save(visit: Here, url: Text = "", secret: Text = "", by_itself: Checkbox = False) -> Response:
    """Link the tournament to a site, and ask the site how it is."""
    try:
        linked = link_site(visit.desk, visit.id, url=url, secret=secret, by_itself=by_itself)
    except InputError as error:
        return _page(visit, status=422, problems=error.problems, typed=url)
    visit.app_state.club_sites.follow(visit.id)
    return visit.done(_health(linked.site), to=visit.url("club-site"))


@page.post("/t/{id}/club-site/remove")
def remove(visit: Here) -> Response:
    """Forget the site and its secret."""
    unlink_site(visit.desk, visit.id)
    return visit.done(_("The tournament is linked to no club site now"), to=visit.url("club-site"))


@page.get("/t/{id}/club-site/players")
def preview(visit: Here) -> Response:
    """What the list of the site would change here."""
    found = compare(visit.tournament, _site(visit).players(visit.tournament.short_name))
    return visit.render("club_site/club_site_players.html", found=found, changed=_changed)


@page.post("/t/{id}/club-site/players")
def pull(visit: Here, same: Texts) -> Response:
    """Enter the players of the site, and change those who are here; `same` are answered doubts."""
    listed = _site(visit).players(visit.tournament.short_name)
    found = compare(visit.tournament, listed, same)
    saved = pull_players(visit.desk, visit.id, listed, by=visit.by, same=same)
    said = ngettext("%(num)s player added", "%(num)s players added", len(found.added))
    return visit.done(said, to=visit.url("players"), saved=saved)


@page.post("/t/{id}/club-site/send")
def send(visit: Here, what: Text, number: Number) -> Response:
    """Send the pairings, results or standings of a round now."""
    sent = send_now(visit.desk, visit.id, what, number)
    said = _("Not sent: %(problem)s", problem=sent.problem) if sent.problem else _("Sent to the club site")
    return visit.done(said, to=visit.url("club-site"))


def _page(
    visit: Visit, *, status: int = 200, problems: tuple[Problem, ...] = (), typed: str = ""
) -> Response:
    event = visit.tournament
    return visit.render(
        "club_site/club_site.html",
        status=status,
        problems=problems,
        typed=typed,
        linked=linked_site(visit.desk, visit.id),
        rounds=[each.number for each in event.shown],
        tables=[each.after_round for each in event.tables_shown],
        words=_words,
    )


def _words(sent: "Sent") -> str:
    """What was sent, for people."""
    match sent.what:
        case "pairings":
            return _("Pairings of round %(number)s", number=sent.round)
        case "results":
            return _("Results of round %(number)s", number=sent.round)
        case "standings":
            return _("Standings after round %(number)s", number=sent.round)
    return _("Presence of a player in round %(number)s", number=sent.round)


def _changed(name: str) -> str:
    """The name of a field that the site changes."""
    return tell(PLAYER_LABELS[name])


def _health(site: "ClubSite") -> str:
    """How the site answers; one that is away may come back, so this is no error."""
    try:
        name = site.health()
    except InputError as error:
        return _("Saved, but: %(problem)s", problem=" ".join(tell(each.message) for each in error.problems))
    return (
        _("Saved. The club site answers: %(name)s", name=name) if name else _("Saved. The club site answers.")
    )


def _site(visit: Visit) -> "ClubSite":
    linked = linked_site(visit.desk, visit.id)
    if linked is None:
        raise InputError(Message("this tournament is not linked to a club site"))
    return linked.site
