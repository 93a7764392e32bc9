"""Standings: the table after any round, by any criteria, with every round's results or the bracket."""

from dataclasses import replace
from typing import Any
from urllib.parse import parse_qs, urlsplit

from starlette.responses import Response

from miai.domain.people.player_filter import EVERYBODY, Among
from miai.engine.pairing.registry import abilities_of
from miai.engine.scoring.places import CRITERIA
from miai.engine.scoring.teams.criteria import TEAM_TIEBREAKS
from miai.errors import InputError
from miai.features.settings.change_settings import change_settings
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.overall_standings import whole_standings
from miai.features.standings.answer import STANDINGS, TEAM_MEMBERS, TEAM_STANDINGS, WHOLE_EVENT
from miai.features.standings.finalise import finalise, reopen
from miai.features.standings.rail import page
from miai.features.standings.since_messages import since_messages
from miai.features.standings.since_published import SincePublished, table_since, whole_since
from miai.features.standings.standings_view import corrections, standings_of, standings_view
from miai.features.standings.view.standings_filter import narrowing
from miai.features.standings.view.table_order import by_name, categories
from miai.features.standings.view.tables import (
    bracket_parts,
    shown_after,
    team_views,
    tried_criteria,
    tried_team_criteria,
)
from miai.features.standings.view.team_table import people_table, team_table, team_table_of
from miai.features.standings.view.whole_event import games_without_result, stage_tables
from miai.messages import Message
from miai.server.downloads import table_download
from miai.server.form_fields import Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell

# More criteria than these hardly ever break a tie.
MOST_CRITERIA = 6


@page.get("/t/{id}/standings")
def show(
    visit: Here, view: str = "", criteria: str = "", sort: str = "", edit: str = "", ask: str = ""
) -> Response:
    """The standings after a round; criteria in the address are tried out and not saved.

    An event that is played in stages has those of the whole.
    """
    if visit.tournament.stages and (view == "whole" or not (view or has_main_rounds(visit.tournament))):
        return _show_whole(visit, ask=ask)
    return _show_table(visit, view=view or "wall", criteria=criteria, sort=sort, edit=edit, ask=ask)


def _show_table(visit: Visit, *, view: str, criteria: str, sort: str, edit: str, ask: str) -> Response:
    state = visit.state
    after = shown_after(visit)
    if state.tournament.settings.by_teams or (view == "teams" and state.tournament.settings.has_teams):
        return _show_teams(visit, after, view=view, criteria=criteria, edit=bool(edit), ask=ask)
    tried = tried_criteria(criteria)
    some = narrowing(visit)
    if some.address:
        return visit.done(to=some.address)
    table = standings_of(visit.desk, state, after=after, criteria=tried, among=some.among)
    return visit.render(
        "standings/standings.html",
        status=422 if some.problems else 200,
        after=after,
        last=state.tournament.rounds_played,
        view=view,
        views=_views(visit, view, some.among),
        some=some,
        ask=ask if visit.is_director else "",
        seen=standings_view(visit.desk, visit.id, after=after),
        table=by_name(table) if sort == "name" else table,
        sorted_by="name" if sort == "name" else "place",
        tried=tried,
        chosen=tried or state.tournament.settings.criteria,
        edit=bool(edit) and visit.is_director,
        every_criterion=tuple(CRITERIA.values()),
        most=MOST_CRITERIA,
        **_published(table_since(visit.desk, state, after)),
        bracket=bracket_parts(visit.desk, state, after) if view == "bracket" else None,
    )


def _published(since: SincePublished | None) -> dict[str, Any]:
    """When a table was published, and the sentences on what has changed since."""
    return {
        "published_at": since.at if since else "",
        "since_says": tuple(since_messages(since)) if since else (),
    }


def _show_whole(visit: Visit, *, ask: str) -> Response:
    """The places over all stages, with the tables and brackets of each."""
    event = visit.tournament
    return visit.render(
        "standings/standings_whole.html",
        whole=whole_standings(event),
        tables=stage_tables(visit.desk, visit.state),
        missing=games_without_result(event),
        played=any(each.event.rounds_played for each in event.stages) or bool(event.rounds_played),
        corrections=corrections(visit.state),
        **_published(whole_since(visit.desk, visit.state)),
        views=_views(visit, "whole", EVERYBODY),
        ask=ask if visit.is_director else "",
    )


def _show_teams(visit: Visit, after: int, *, view: str, criteria: str, edit: bool, ask: str) -> Response:
    """The table of teams, that of their players, or the bracket of the teams."""
    state, tried = visit.state, tried_team_criteria(criteria)
    table = team_table(visit.desk, state, after=after, criteria=tried)
    return visit.render(
        "standings/standings_teams.html",
        after=after,
        last=state.tournament.rounds_played,
        view=view,
        ask=ask if visit.is_director else "",
        some=None,
        views=team_views(visit, view)
        if visit.tournament.settings.by_teams
        else _views(visit, view, EVERYBODY),
        seen=standings_view(visit.desk, visit.id, after=after),
        table=table,
        people=people_table(visit.desk, state, after=after) if table and view == "players" else None,
        sheet="print/people" if view == "players" else "print/teams",
        tried=tried,
        chosen=tried or state.tournament.settings.teams.criteria,
        edit=edit and visit.is_director,
        every_criterion=tuple(TEAM_TIEBREAKS.values()),
        most=MOST_CRITERIA,
        **_published(table_since(visit.desk, state, after)),
        bracket=bracket_parts(visit.desk, state, after) if view == "bracket" else None,
    )


@page.get("/t/{id}/standings/file")
def download(visit: Here, to: str = "csv", criteria: str = "", view: str = "") -> Response:
    """The standings as a file, by the criteria that the page shows."""
    desk, state, after, name = visit.desk, visit.state, shown_after(visit), f"{visit.id}-standings"
    by_teams = visit.tournament.settings.by_teams or (view == "teams" and visit.tournament.settings.has_teams)
    if view == "whole" and visit.tournament.stages:
        return table_download(WHOLE_EVENT.table(whole_standings(visit.tournament), tell), name, to=to)
    if by_teams and view == "players":
        people = TEAM_MEMBERS.table(people_table(desk, state, after=after), tell)
        return table_download(people, f"{visit.id}-players-{after}", to=to)
    if by_teams:
        teams = team_table_of(desk, state, after=after, criteria=tried_team_criteria(criteria))
        return table_download(TEAM_STANDINGS.table(teams, tell), f"{name}-{after}", to=to)
    table = standings_of(
        desk, state, after=after, criteria=tried_criteria(criteria), among=narrowing(visit).among
    )
    return table_download(STANDINGS.table(table, tell), f"{name}-{after}", to=to)


@page.post("/t/{id}/standings/criteria", need=Role.DIRECTOR)
def choose(visit: Here, key: Texts, keep: Text = "", view: Text = "") -> Response:
    """Try other criteria out, or keep them for the tournament; those of teams in the view "teams"."""
    keys = tuple(dict.fromkeys(each for each in key if each))
    if not keys:
        raise InputError(Message("Choose at least one criterion"))
    if not keep:
        tried = ",".join(keys)
        return visit.done(
            to=visit.url("standings", criteria=tried, round=_asked(visit), view=view or None, edit=1)
        )
    settings = visit.tournament.settings
    if settings.by_teams or view == "teams":
        settings = replace(settings, teams=replace(settings.teams, criteria=keys))
    else:
        settings = replace(settings, criteria=keys)
    saved = change_settings(visit.desk, visit.id, settings, by=visit.by)
    return visit.done(
        _("Places are now decided by these criteria"),
        to=visit.url("standings", round=_asked(visit), view=view or None),
        saved=saved,
    )


@page.post("/t/{id}/standings/finalise", need=Role.DIRECTOR)
def fix(visit: Here) -> Response:
    """Fix the standings after the last round."""
    finalise(visit.desk, visit.id, by=visit.by)
    return visit.done(_("These standings are final now"), to=visit.url("standings"))


@page.post("/t/{id}/standings/reopen", need=Role.DIRECTOR)
def open_again(visit: Here, reason: Text = "") -> Response:
    """Allow corrections of final standings, for a reason that is shown."""
    reopen(visit.desk, visit.id, reason=reason, by=visit.by)
    return visit.done(
        _("The standings can be corrected now; make them final again afterwards"), to=visit.url("standings")
    )


def _views(visit: Visit, view: str, among: Among) -> list[tuple[str, None, str, bool]]:
    """The views of the table; a category is the filter for it."""
    if not has_main_rounds(visit.tournament):
        return [(_("Whole event"), None, visit.here(view="whole"), True)]
    choices = [("wall", _("Wall list")), ("places", _("Places only"))]
    if visit.tournament.stages:
        choices.insert(0, ("whole", _("Whole event")))
    abilities = abilities_of(visit.tournament.settings.system)
    if abilities.plans_rounds:
        choices.insert(0, ("bracket", _("Grid") if abilities.everybody_plays_on else _("Bracket")))
    if visit.tournament.settings.has_teams:
        choices.append(("teams", _("Teams")))
    groups = categories(visit.tournament.settings)
    of_group = {Among(category=number): title for number, title in enumerate(groups)}
    kept = None if among in of_group else str(among)
    return [
        *(
            (
                title,
                None,
                visit.here(view=None if key == "wall" else key, edit=None, ask=None, among=kept),
                key == view and among not in of_group,
            )
            for key, title in choices
        ),
        *(
            (title, None, visit.here(view=None, edit=None, among=str(group)), group == among)
            for group, title in of_group.items()
        ),
    ]


def _asked(visit: Visit) -> str | None:
    """The round in the address of the page that the form was on."""
    return parse_qs(urlsplit(visit.came_from).query).get("round", [None])[0]
