"""Settings: details, rules, the reader's own preferences, passwords, deletion."""

from typing import Annotated

from fastapi import Form
from starlette.responses import Response

from miai.errors import InputError
from miai.web.pages.settings.form import CRITERIA, RulesForm, form_of, labels, settings_of
from miai.web.server.form_fields import Number, Text
from miai.web.server.page import Page
from miai.web.server.passwords import set_password
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import choices, mark
from miai.web.words import gettext as _

page = Page("settings", title=mark("Settings"), icon="gear", need=Role.DESK)


@page.get("/t/{id}/settings")
def show(visit: Here) -> Response:
    """All settings; the result desk sees only its own preferences."""
    return _render(visit)


@page.post("/t/{id}/settings/details", need=Role.DIRECTOR)
def change_details(
    visit: Here,
    name: Text = "",
    short_name: Text = "",
    place: Text = "",
    director: Text = "",
    begin: Text = "",
    end: Text = "",
) -> Response:
    """Change name, place, director or dates."""
    from miai.app.event import change_details as app

    saved = app.change_details(
        visit.desk, visit.id, name=name, short_name=short_name, place=place, director=director, begin=begin,
        end=end, by=visit.by,
    )  # fmt: skip
    return visit.done(_("Details saved") if saved.entries else _("Nothing changed"), saved=saved)


@page.post("/t/{id}/settings/rules", need=Role.DIRECTOR)
def change_rules(visit: Here, rules: Annotated[RulesForm, Form()]) -> Response:
    """Change the rules from now on."""
    from miai.app.event.change_settings import change_settings

    try:
        settings = settings_of(rules, visit.tournament.settings)
        saved = change_settings(visit.desk, visit.id, settings, by=visit.by)
    except InputError as error:
        return _render(visit, rules=rules, error=error)
    return visit.done(_("Rules saved") if saved.entries else _("Nothing changed"), saved=saved)


@page.post("/t/{id}/settings/password", need=Role.DIRECTOR)
def change_password(visit: Here, role: Number, password: Text = "") -> Response:
    """Set the password of a role for other machines; an empty one removes it."""
    whose = Role.DESK if role == Role.DESK else Role.DIRECTOR
    set_password(visit.desk.store, whose, password or None)
    visit.app_state.reload_password_hashes()
    if visit.session.role is whose:
        visit.session.enter(whose, visit.session.name)
    return visit.done(_("Password saved") if password else _("Password removed"))


@page.get("/t/{id}/settings/delete", need=Role.DIRECTOR)
def ask_delete(visit: Here) -> Response:
    """Show what a deletion removes."""
    return visit.render("pages/delete.html", event=visit.tournament)


@page.post("/t/{id}/settings/delete", need=Role.DIRECTOR)
def delete(visit: Here) -> Response:
    """Delete the tournament; a copy stays among the backups."""
    from miai.app.event.create_tournament import delete_tournament

    name = visit.tournament.name
    delete_tournament(visit.desk, visit.id)
    return visit.done(_("%(name)s is deleted; a copy is among the backups", name=name), to="/")


def _render(visit: Visit, *, rules: RulesForm | None = None, error: InputError | None = None) -> Response:
    form = rules or form_of(visit.tournament.settings)
    chosen = (*form.criteria, *[""] * CRITERIA)[: max(CRITERIA, len(form.criteria))]
    password_hashes = visit.app_state.password_hashes
    return visit.render(
        "pages/settings.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=visit.tournament,
        form=form,
        labels=labels(),
        chosen=chosen,
        systems=choices.all_systems(),
        criteria=choices.criteria(),
        overtimes=choices.overtime_kinds(),
        presets=choices.presets(),
        counted_by=choices.counted_by(),
        unplayed=choices.unplayed(),
        themes=[("", _("As the system")), ("light", _("Light")), ("dark", _("Dark"))],
        keys=[("on", _("On")), ("off", _("Off"))],
        director_set=Role.DIRECTOR in password_hashes,
        desk_set=Role.DESK in password_hashes,
    )
