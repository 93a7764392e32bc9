"""Bands: build them, alter one separation, join, divide and limit them, move a player, remove them."""

from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.domain.points import plain
from miai.domain.starting_bands import DEFAULT_FACTOR, BandPlan
from miai.domain.typed_text import decimal, grade, whole
from miai.domain.typed_text import points as typed_points
from miai.features.bands import change_bands
from miai.features.bands.view import bands_view
from miai.server.form_fields import Checkbox, Number, Text
from miai.server.page import Page
from miai.server.request_context import Here
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import points as points_text

page = Page("bands")

_PATH = "/t/{id}/players/bands"


@page.get(_PATH)
def show(visit: Here) -> Response:
    """The bands with their players, and forms to change them."""
    return visit.render("bands/bands.html", view=bands_view(visit.tournament), factor=DEFAULT_FACTOR)


@page.post(f"{_PATH}/build")
def build(
    visit: Here,
    factor: Text = str(DEFAULT_FACTOR),
    smallest: Text = "",
    top_one: Checkbox = False,
    lowest: Text = "",
    follow: Checkbox = False,
) -> Response:
    """Build the bands again, as the AGA's protocol suggests, or let them follow the entries."""
    if follow:
        saved = change_bands.follow_entries(visit.desk, visit.id, by=visit.by)
        return visit.done(_("The bands follow the entries"), to=visit.url("players/bands"), saved=saved)
    plan = BandPlan(
        factor=decimal(factor, _("Factor for the separation (the AGA’s D)")),
        smallest=_optional(smallest, _("Fewest players in a band")),
        top_separation_is_one=top_one,
        lowest=_optional(lowest, _("Score of the lowest band")),
    )
    saved = change_bands.build(visit.desk, visit.id, plan, by=visit.by)
    return visit.done(_("Bands built"), to=visit.url("players/bands"), saved=saved)


@page.post(f"{_PATH}/separation")
def alter_separation(visit: Here, band: Number, points: Text) -> Response:
    """Set how far a band starts below the one above."""
    wanted = typed_points(points, _("Separation"))
    saved = change_bands.alter_separation(visit.desk, visit.id, band - 1, wanted, by=visit.by)
    said = ngettext(
        "Band %(number)s starts %(points)s point below the band above it",
        "Band %(number)s starts %(points)s points below the band above it",
        1 if plain(wanted) == 1 else 2,
        number=band,
        points=points_text(plain(wanted)),
    )
    return visit.done(said, saved=saved)


@page.post(f"{_PATH}/merge")
def merge(visit: Here, band: Number) -> Response:
    """Join a band with the next lower one."""
    saved = change_bands.merge(visit.desk, visit.id, band - 1, by=visit.by)
    said = _("Bands %(upper)s and %(lower)s are one", upper=band, lower=band + 1)
    return visit.done(said, saved=saved)


@page.post(f"{_PATH}/limit")
def limit(visit: Here, band: Number, weakest: Text, divide: Text = "") -> Response:
    """Let a band reach down to another grade, or end it there and begin another one below."""
    wanted = grade(weakest, _("Grade"))
    if divide:
        saved = change_bands.divide(visit.desk, visit.id, band - 1, wanted, by=visit.by)
        return visit.done(_("Band %(number)s is divided", number=band), saved=saved)
    saved = change_bands.limit(visit.desk, visit.id, band - 1, wanted, by=visit.by)
    said = _("Band %(number)s reaches down to %(grade)s", number=band, grade=wanted)
    return visit.done(said, saved=saved)


@page.post(f"{_PATH}/move")
def move(visit: Here, player: Text, band: Number) -> Response:
    """Put one player into another band."""
    moving = visit.tournament.player(PlayerId(player))
    saved = change_bands.move(visit.desk, visit.id, moving.id, band - 1, by=visit.by)
    said = _("%(name)s is in band %(number)s", name=moving.name, number=band)
    return visit.done(said, saved=saved)


@page.post(f"{_PATH}/remove")
def remove(visit: Here) -> Response:
    """Remove all bands."""
    saved = change_bands.remove(visit.desk, visit.id, by=visit.by)
    said = _("No bands: players start by grade, bar and floor")
    return visit.done(said, to=visit.url("players/bands"), saved=saved)


def _optional(text: str, where: str) -> int | None:
    """A whole number, or none in an empty field."""
    return whole(text, where) if text.strip() else None
