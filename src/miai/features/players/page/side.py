"""Sides of Pair Go and rengo: entering one, and changing its people."""

from collections.abc import Sequence
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.player import Player, PlayerId, Registration
from miai.errors import InputError
from miai.features.lists.candidates import UNDECIDED, Decisions
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.players.enter_sides import (
    TypedPerson,
    change_side,
    enter_side,
    read_people,
    typed_person,
    typed_split,
    with_answers,
)
from miai.features.players.listed_person import SamePersonError
from miai.features.players.name_order import KnownNames
from miai.features.players.view.entering import confirm_entry
from miai.server.form_fields import Checkbox, Texts
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell

page = Page("side", need=Role.DIRECTOR, whole=True)


@page.get("/t/{id}/players/side")
def ask_new(visit: Here) -> Response:
    """Show an empty form."""
    return _render(visit, None, _filled_up([], visit), here=True)


@page.post("/t/{id}/players/side")
def enter_new(
    visit: Here,
    name: Texts,
    grade: Texts,
    rating: Texts,
    country: Texts,
    club: Texts,
    egf_pin: Texts,
    same: Texts,
    not_same: Texts,
    asked: Texts,
    here: Checkbox = False,
) -> Response:
    """Enter a side; what is left empty is filled in if a rating list has the same person."""
    people = _people(visit, name, grade, rating, country, club, egf_pin)
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            members = read_people(
                people, lists, Decisions.of(same, not_same), asked, entrants=visit.tournament.players
            )
        saved = enter_side(visit.desk, visit.id, members, registration=registration, by=visit.by)
    except InputError as error:
        return _render(visit, None, people, here=here, error=error, decided=Decisions.of(same, not_same))
    return confirm_entry(visit, saved, to=visit.url("players"))


@page.get("/t/{id}/players/split", viewers=False)
def show_split(visit: Here, q: str = "") -> Response:
    """The surname and the first name that a name is entered with, for a form of sides or teams."""
    with opened_lists(visit.app_state.serving.data) as lists:
        split = typed_split(q, KnownNames(visit.tournament.players, lists))
    return visit.part("players/name_split.html", split=split)


@page.get("/t/{id}/players/{player}/side")
def ask_change(visit: Here, player: str) -> Response:
    """Show the people of a side."""
    side = _side(visit, player)
    people = [typed_person(member) for member in side.members]
    return _render(visit, side, _filled_up(people, visit))


@page.post("/t/{id}/players/{player}/side")
def change(
    visit: Here,
    player: str,
    name: Texts,
    grade: Texts,
    rating: Texts,
    country: Texts,
    club: Texts,
    egf_pin: Texts,
    same: Texts,
    not_same: Texts,
    asked: Texts,
) -> Response:
    """Change the people of a side."""
    side = _side(visit, player)
    people = with_answers(_people(visit, name, grade, rating, country, club, egf_pin), side.members)
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            members = read_people(
                people, lists, Decisions.of(same, not_same), asked, entrants=visit.tournament.players
            )
        saved = change_side(visit.desk, visit.id, side.id, members, by=visit.by)
    except InputError as error:
        return _render(visit, side, people, error=error, decided=Decisions.of(same, not_same))
    said = _("%(name)s saved", name=saved.state.tournament.name_of(side.id))
    to = visit.url(f"players/{quote(side.id, safe='')}")
    return visit.done(said if saved.entries else _("Nothing changed"), to=to, saved=saved)


def _people(visit: Visit, *fields: Sequence[str]) -> list[TypedPerson]:
    """The people of the form, one from each row of its fields."""
    rows = zip(*fields, strict=False)
    typed = [
        TypedPerson(name=name, grade=grade, rating=rating, country=country, club=club, egf_pin=pin)
        for name, grade, rating, country, club, pin in rows
    ]
    return _filled_up(typed, visit)


def _filled_up(people: list[TypedPerson], visit: Visit) -> list[TypedPerson]:
    """As many people as a side of the event has."""
    wanted = max(2, visit.tournament.settings.sides.people)
    return [*people, *[TypedPerson()] * wanted][: max(wanted, len(people))]


def _side(visit: Visit, player: str) -> Player:
    try:
        return visit.tournament.player(PlayerId(player))
    except InputError as error:
        raise HTTPException(404, tell(error)) from error


def _render(
    visit: Visit,
    side: Player | None,
    people: Sequence[TypedPerson],
    *,
    here: bool = False,
    error: InputError | None = None,
    decided: Decisions = UNDECIDED,
) -> Response:
    return visit.render(
        "players/side.html",
        event=visit.tournament,
        side=side,
        people=people,
        here=here,
        questions=error.candidates if isinstance(error, SamePersonError) else {},
        decided=decided,
        status=422 if error else 200,
        problems=error.problems if error else (),
    )
