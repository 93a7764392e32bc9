"""Settings: details, rules, the reader's own preferences, deletion."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import Depends, Request
from starlette.datastructures import FormData
from starlette.responses import Response

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import DETAIL_LABELS
from miai.errors import InputError, Problem
from miai.features.accounts.audit import AuditCode
from miai.features.draw.round_warnings import rounds_warning
from miai.features.settings import change_settings
from miai.features.settings.page.form import read_texts, seen_texts, texts_of, typed_texts
from miai.features.settings.page.view import SystemOffer, folds_of, system_offer
from miai.features.settings.rail import page
from miai.features.settings.rule_warnings import (
    method_warnings,
    rules_not_brought,
    seeding_warnings,
    weight_warnings,
)
from miai.features.tournament.change_details import change_details as save_details
from miai.features.tournament.create_tournament import delete_tournament
from miai.messages import Message
from miai.server.form_fields import Text
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.server.words import tell, tell_sentence


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
    country: Text = "",
    director: Text = "",
    begin: Text = "",
    end: Text = "",
) -> Response:
    """Change name, place, country, director or dates."""
    saved = save_details(
        visit.desk, visit.id, name=name, short_name=short_name, place=place, country=country,
        director=director, begin=begin, end=end, by=visit.by,
    )  # fmt: skip
    return visit.done(_("Details saved") if saved.entries else _("Nothing changed"), saved=saved)


async def _sent(request: Request) -> FormData:
    return await request.form()


@page.post("/t/{id}/settings/rules", need=Role.DIRECTOR)
def change_rules(visit: Here, sent: Annotated[FormData, Depends(_sent)]) -> Response:
    """Change rules from now on; what the visitor did not touch stays as it is by now."""
    typed, seen = typed_texts(sent), seen_texts(sent)
    values, problems = read_texts({path: text for path, text in typed.items() if seen.get(path) != text})
    if problems:
        found = [*problems, *change_settings.rule_problems(visit.tournament, values)]
        return _render(visit, typed=typed, seen=seen, problems=found)
    brought = str(sent.get("system_rules") or "")
    if not brought and change_settings.brings_rules(visit.tournament, values):
        offer = system_offer(visit.tournament, values)
        if offer.changes:
            return _render(visit, typed=typed, seen=seen, offer=offer)
    before = visit.tournament
    try:
        saved = change_settings.change_rules(
            visit.desk, visit.id, values, by=visit.by, system_rules=brought == "bring"
        )
    except InputError as error:
        return _render(visit, typed=typed, seen=seen, problems=error.problems)
    said = _("Rules saved") if saved.entries else _("Nothing changed")
    without = rules_not_brought(before, saved.state.tournament.settings)
    return visit.done(f"{said}. {tell_sentence(without)}" if without else said, saved=saved)


@page.post("/t/{id}/settings/rules/notes", need=Role.DIRECTOR)
def show_notes(visit: Here, sent: Annotated[FormData, Depends(_sent)]) -> Response:
    """The notes about the rules in the form, which is not saved: those that are not used, and warnings."""
    in_form = _in_form(visit, typed_texts(sent), seen_texts(sent))
    folds = [fold for several in folds_of(visit.tournament.settings, in_form=in_form) for fold in several]
    return visit.render("settings/rule_notes.html", folds=folds, warnings=_warnings(visit, in_form))


@page.get("/t/{id}/settings/delete", need=Role.OWNER, viewers=False)
def ask_delete(visit: Here) -> Response:
    """Show what a deletion removes; a stage is removed on a page of its event."""
    if visit.stage_id:
        return visit.done(to=visit.event_url(f"stages/{visit.stage_id}/remove"))
    return visit.render("tournament/delete.html", event=visit.tournament)


@page.post("/t/{id}/settings/delete", need=Role.OWNER, whole=True)
def delete(visit: Here) -> Response:
    """Delete the tournament; a copy stays among the backups. Sent again, there is nothing left to do."""
    if all(each.id != visit.id for each in visit.desk.store.tournaments()):
        return visit.done(to="/")
    name = visit.tournament.name
    delete_tournament(visit.desk, visit.id)
    visit.app_state.accounts.forget()
    if visit.app_state.accounts.exist:
        visit.note(AuditCode.TOURNAMENT_DELETED, tournament=visit.id, name=name)
    return visit.done(_("%(name)s is deleted; a copy is among the backups", name=name), to="/")


def _render(
    visit: Visit,
    *,
    typed: Mapping[str, str] | None = None,
    seen: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
    offer: SystemOffer | None = None,
) -> Response:
    settings = visit.tournament.settings
    in_form = _in_form(visit, typed or {}, seen or {})
    folds, advanced = folds_of(settings, in_form=in_form, typed=typed, problems=problems)
    return visit.render(
        "settings/settings.html",
        status=422 if problems or offer else 200,
        problems=problems,
        offer=offer,
        event=visit.tournament,
        labels={name: tell(label) for name, label in DETAIL_LABELS.items()},
        folds=folds,
        advanced=advanced,
        warnings=_warnings(visit, in_form),
        seen=json.dumps(seen or texts_of(settings), ensure_ascii=False),
        unsaved=sum(text != (seen or {}).get(path) for path, text in (typed or {}).items()),
        themes=[("", _("As the system")), ("light", _("Light")), ("dark", _("Dark"))],
        keys=[("on", _("On")), ("off", _("Off"))],
    )


def _in_form(visit: Visit, typed: Mapping[str, str], seen: Mapping[str, str]) -> Settings:
    """The rules with all that was changed in the form and can be read."""
    values, _problems = read_texts({path: text for path, text in typed.items() if seen.get(path) != text})
    return change_settings.rules_with(visit.tournament, values)


def _warnings(visit: Visit, settings: Settings) -> tuple[Message, ...]:
    """The warnings about some rules of the tournament."""
    return (
        *filter(None, (rounds_warning(replace(visit.tournament, settings=settings)),)),
        *seeding_warnings(settings),
        *method_warnings(settings),
        *weight_warnings(settings),
    )
