"""Teams: who is in them, who plays at which board, and when they rest."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.team import Team, TeamId
from miai.errors import InputError
from miai.features.draw.view.pairings import name_order
from miai.features.lists.candidates import Decisions
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.players.enter_sides import TypedPerson
from miai.features.players.listed_person import SamePersonError
from miai.features.players.view.found_players import found_players
from miai.features.players.view.own_list import people_of
from miai.features.teams.change_team import change_team, let_rest, remove_team
from miai.features.teams.enter_team import enter_team
from miai.features.teams.limits import BrokenLimitsError
from miai.features.teams.page.view import candidates, round_to_state, team_line, team_rounds
from miai.features.teams.rail import page
from miai.features.teams.state_line_up import clear_line_up, state_line_up
from miai.features.teams.typed_members import read_members, without_team
from miai.server.form_fields import Checkbox, Number, Numbers, Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

# Rows for members beyond the boards of a team.
_SUBSTITUTES = 2
# So many new members can join a team at once.
_JOINING = 2


@page.get("/t/{id}/teams")
def show(visit: Here) -> Response:
    """All teams with their line-ups of a round."""
    event = visit.tournament
    number = round_to_state(event, visit.asked_round or 0)
    return visit.render(
        "teams/teams.html",
        event=event,
        number=number,
        lines=[team_line(event, team, number) for team in event.teams],
        loose=_without_team(visit),
    )


@page.get("/t/{id}/teams/new", viewers=False)
def ask_new(visit: Here) -> Response:
    """Show an empty form for a team."""
    return _new_form(visit, name="", people=[], here=True)


@page.post("/t/{id}/teams/new")
def enter(
    visit: Here,
    member: Texts,
    grade: Texts,
    egf_pin: Texts,
    same: Texts,
    not_same: Texts,
    asked: Texts,
    name: Text = "",
    here: Checkbox = False,
    all_the_same: Checkbox = False,
) -> Response:
    """Enter a team; members who are not entered yet are entered with it."""
    people = _typed(member, grade, egf_pin)
    registration = Registration.FINAL if here else Registration.PRELIMINARY
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            members = read_members(
                visit.tournament,
                people,
                lists=lists,
                registration=registration,
                decided=Decisions.of(same, not_same),
                asked=asked,
            )
        saved = enter_team(
            visit.desk, visit.id, name=name, members=members, by=visit.by, all_the_same=all_the_same
        )
    except InputError as error:
        return _new_form(visit, name=name, people=people, here=here, error=error)
    return visit.done(_("%(name)s entered", name=name.strip()), to=visit.url("teams"), saved=saved)


@page.get("/t/{id}/teams/find", viewers=False)
def find(visit: Here, q: str = "") -> Response:
    """The people that match the text typed so far, for the list below the field of a member."""
    found = found_players(visit.tournament, q, visit.app_state.serving.data, people_of(visit))
    return visit.part("teams/team_people.html", found=found)


@page.get("/t/{id}/teams/{team}")
def show_team(visit: Here, team: str) -> Response:
    """One team: its people, its line-up of a round, and its rests."""
    return _team_page(visit, _team(visit, team))


@page.post("/t/{id}/teams/{team}")
def change(
    visit: Here,
    team: str,
    player: Texts,
    order: Numbers,
    leaves: Texts,
    member: Texts,
    grade: Texts,
    egf_pin: Texts,
    same: Texts,
    not_same: Texts,
    asked: Texts,
    name: Text = "",
    captain: Text = "",
    all_the_same: Checkbox = False,
) -> Response:
    """Change the name, the members, their order or the captain of a team."""
    known, typed = _team(visit, team), _typed(member, grade, egf_pin)
    places = dict(zip(player, order, strict=False))
    in_order = sorted(player, key=lambda each: places.get(each, 0))
    stay = [PlayerId(each) for each in in_order if each not in leaves]
    try:
        with opened_lists(visit.app_state.serving.data) as lists:
            decided = Decisions.of(same, not_same)
            joining = read_members(visit.tournament, typed, lists=lists, decided=decided, asked=asked)
        entered = [each for each in joining if not isinstance(each, Player)]
        members = (*stay, *entered)
        chosen = PlayerId(captain) if captain in members else None
        saved = change_team(
            visit.desk,
            visit.id,
            known.id,
            lambda old: replace(old, name=name, members=members, captain=chosen),
            joining=[each for each in joining if isinstance(each, Player)],
            by=visit.by,
            all_the_same=all_the_same,
        )
    except InputError as error:
        return _team_page(visit, replace(known, name=name), typed=typed, leaves=leaves, error=error)
    said = _("%(name)s saved", name=name.strip()) if saved.entries else _("Nothing changed")
    return visit.done(said, to=_address(visit, known), saved=saved)


@page.post("/t/{id}/teams/{team}/line-up")
def state(visit: Here, team: str, round: Number, seat: Texts) -> Response:
    """State who plays at which board in a round; an empty field is an empty seat."""
    known = _team(visit, team)
    seats = [PlayerId(each) if each else None for each in seat]
    try:
        saved = state_line_up(visit.desk, visit.id, known.id, round=round, players=seats, by=visit.by)
    except InputError as error:
        return _team_page(visit, known, number=round, error=error)
    said = _("Line-up of %(name)s for round %(number)s saved", name=known.name, number=round)
    return visit.done(
        said if saved.entries else _("Nothing changed"), to=_address(visit, known, round), saved=saved
    )


@page.post("/t/{id}/teams/{team}/line-up/clear")
def clear(visit: Here, team: str, round: Number) -> Response:
    """Let the rule of the event say who plays in a round."""
    known = _team(visit, team)
    saved = clear_line_up(visit.desk, visit.id, known.id, round=round, by=visit.by)
    said = _("The line-up of %(name)s follows the order of the members again", name=known.name)
    return visit.done(said, to=_address(visit, known, round), saved=saved)


@page.post("/t/{id}/teams/{team}/rest")
def rest(visit: Here, team: str, rests: Numbers) -> Response:
    """Record in which rounds that are not drawn a team rests."""
    known = _team(visit, team)
    open_rounds = {each.number for each in team_rounds(visit.tournament, known) if not each.drawn}
    wanted = open_rounds & set(rests)
    plays = (known.absent_rounds & open_rounds) - wanted
    saved = let_rest(visit.desk, visit.id, known.id, rounds=wanted, by=visit.by)
    if plays:
        saved = let_rest(visit.desk, visit.id, known.id, rounds=plays, by=visit.by, rests=False)
    said = _("The rounds of %(name)s are saved", name=known.name)
    return visit.done(said if saved.entries else _("Nothing changed"), to=_address(visit, known), saved=saved)


@page.post("/t/{id}/teams/{team}/remove")
def remove(visit: Here, team: str) -> Response:
    """Remove a team that was never paired; its people stay entered."""
    known = _team(visit, team)
    saved = remove_team(visit.desk, visit.id, known.id, by=visit.by)
    return visit.done(_("%(name)s removed", name=known.name), to=visit.url("teams"), saved=saved)


def _team(visit: Visit, team: str) -> Team:
    try:
        return visit.tournament.team(TeamId(team))
    except InputError as error:
        raise HTTPException(404, tell(error)) from error


def _address(visit: Visit, team: Team, number: int | None = None) -> str:
    return visit.url(f"teams/{quote(team.id, safe='')}", round=number)


def _typed(*fields: Sequence[str]) -> list[TypedPerson]:
    """The people of a form, one from each row of its fields."""
    return [
        TypedPerson(name=name, grade=grade, egf_pin=pin) for name, grade, pin in zip(*fields, strict=False)
    ]


def _without_team(visit: Visit) -> list[Player]:
    return sorted(without_team(visit.tournament), key=name_order)


def _new_form(
    visit: Visit, *, name: str, people: Sequence[TypedPerson], here: bool, error: InputError | None = None
) -> Response:
    rows = visit.tournament.settings.teams.size + _SUBSTITUTES
    return visit.render(
        "teams/team_new.html",
        event=visit.tournament,
        name=name,
        people=[*people, *[TypedPerson()] * max(0, rows - len(people))],
        here=here,
        loose=_without_team(visit),
        **_said(error),
    )


def _team_page(
    visit: Visit,
    team: Team,
    *,
    number: int | None = None,
    typed: Sequence[TypedPerson] = (),
    leaves: Sequence[str] = (),
    error: InputError | None = None,
) -> Response:
    event = visit.tournament
    shown = number or round_to_state(event, visit.asked_round or 0)
    return visit.render(
        "teams/team.html",
        event=event,
        team=team,
        number=shown,
        line=team_line(event, team, shown),
        members=[player for member in team.members for player in event.players if player.id == member],
        rounds=team_rounds(event, team),
        candidates=candidates(event, team, shown),
        people=[*typed, *[TypedPerson()] * max(0, _JOINING - len(typed))],
        leaves=leaves,
        loose=_without_team(visit),
        **_said(error),
    )


def _said(error: InputError | None) -> dict[str, Any]:
    """What a form that is shown again says of an error; one about limits can be accepted."""
    return {
        "status": 422 if error else 200,
        "problems": error.problems if error else (),
        "acceptable": isinstance(error, BrokenLimitsError),
        "questions": error.candidates if isinstance(error, SamePersonError) else {},
    }
