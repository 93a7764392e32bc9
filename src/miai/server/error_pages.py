"""Turns errors into pages for people; what was entered stays on the form."""

import logging
from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Match

from miai.desk.seen import SeenChanged
from miai.domain.languages import LANGUAGES
from miai.errors import InputError, NoPairingError, Problem
from miai.features.consequences.confirm import NeedsConfirmation
from miai.features.consequences.view import question
from miai.features.history.undo import EnteredElsewhere
from miai.features.links.player_links import RevokedLinkError, UnknownLinkError
from miai.features.results.enter_result import Clash
from miai.server.form_fields import FieldError
from miai.server.logs import loggable_path, request_id
from miai.server.middleware import HEADERS
from miai.server.observing import HEADER as REQUEST_ID_HEADER
from miai.server.page_routes import PageRoutes
from miai.server.permissions import (
    CONFIRM_REASON,
    NotAllowed,
    NotForCongress,
    OfWholeEvent,
    OtherOrigin,
    Stale,
)
from miai.server.phone_identity import forget_link
from miai.server.private_link import TooManyWrongLinks
from miai.server.request_context import Visit
from miai.server.roles import Role, author, has_name
from miai.server.seen.acts import FIELD, act_at
from miai.server.seen.forms import FieldsChanged
from miai.server.words import gettext as _
from miai.server.words import language, ngettext, speak, tell, tell_sentence
from miai.server.words.formatting import clock_time
from miai.store.log_behind import LogBehind
from miai.store.protocol import Conflict, Damaged, StoreFault
from miai.store.write_permission import NotLeading

log = logging.getLogger("miai.web")


def install(app: FastAPI) -> None:
    """Install a handler for each kind of error."""
    app.add_exception_handler(InputError, _refused)
    app.add_exception_handler(Damaged, _damaged)
    app.add_exception_handler(NotLeading, _not_leading)
    app.add_exception_handler(LogBehind, _behind)
    app.add_exception_handler(NoPairingError, _refused)
    app.add_exception_handler(Conflict, _conflict)
    app.add_exception_handler(Clash, _clash)
    app.add_exception_handler(SeenChanged, _changed)
    app.add_exception_handler(FieldsChanged, _fields_changed)
    app.add_exception_handler(EnteredElsewhere, _entered_elsewhere)
    app.add_exception_handler(NeedsConfirmation, _needs_confirmation)
    app.add_exception_handler(NotAllowed, _not_allowed)
    app.add_exception_handler(OfWholeEvent, _of_whole_event)
    app.add_exception_handler(NotForCongress, _not_for_congress)
    app.add_exception_handler(Stale, _expired)
    app.add_exception_handler(OtherOrigin, _other_origin)
    app.add_exception_handler(UnknownLinkError, _link_unknown)
    app.add_exception_handler(RevokedLinkError, _link_revoked)
    app.add_exception_handler(TooManyWrongLinks, _too_many_links)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _bug)


def failed(
    visit: Visit,
    *,
    status: int,
    title: str,
    sentences: list[str],
    template: str = "parts/notice.html",
    repair: bool = False,
    **more: object,
) -> Response:
    """Show what went wrong: as a notice if our script asks, so that the form stays, else as a page.

    `repair` offers the page of the backups.
    """
    values = {"title": title, "sentences": sentences, "repair": repair, **more}
    if visit.enhanced:
        return visit.part(template, status=status, **values)
    return visit.render(
        "error.html", status=status, notice=template, back=status != HTTPStatus.NOT_FOUND, **values
    )


def _in_all_languages(request: Request, show: Callable[[], Response]) -> Response:
    """An answer to a typed line, which stays on the screen when its reader changes the language.

    The words in the other languages follow as templates, which a browser does not show.
    """
    response, mine = show(), language()
    if "x-miai-line" not in request.headers:
        return response
    parts = [bytes(response.body).decode()]
    for other in LANGUAGES:
        if other != mine:
            speak(other)
            parts.append(f'<template lang="{other}">{bytes(show().body).decode()}</template>')
    speak(mine)
    return HTMLResponse("".join(parts), status_code=response.status_code)


def _refused(request: Request, error: Exception) -> Response:
    problems = error.problems if isinstance(error, InputError | NoPairingError) else ()
    visit = Visit(request)
    if isinstance(error, StoreFault):
        visit.app_state.metrics.store_failed()

    def show() -> Response:
        title = _("This did not work") if request.method == "GET" else _("Not saved")
        return failed(visit, status=422, title=title, sentences=[tell_sentence(each) for each in problems])

    return _in_all_languages(request, show)


def _of_whole_event(request: Request, error: Exception) -> Response:
    """Lead from a stage to the page of the event; a form is not carried over."""
    if request.method == "GET" and isinstance(error, OfWholeEvent):
        query = f"?{request.url.query}" if request.url.query else ""
        return Visit(request).redirect(error.path + query)
    said = _("This is changed in the event, not in one of its stages.")
    return failed(Visit(request), status=422, title=_("Not saved"), sentences=[said])


def _damaged(request: Request, error: Exception) -> Response:
    """Say what is damaged and what to do; the status tells our scripts to keep what was entered."""
    visit = Visit(request)
    visit.app_state.metrics.store_failed()
    problems = error.problems if isinstance(error, Damaged) else ()
    if visit.is_director:
        advice = _("Nothing of it was changed. Open Backups to restore it; other tournaments go on.")
    else:
        advice = _("The director has to restore it from a backup; other tournaments go on.")
    sentences = [*(tell_sentence(each) for each in problems), advice]
    return failed(
        visit, status=503, title=_("This is damaged"), sentences=sentences, repair=visit.is_director
    )


def _behind(request: Request, error: Exception) -> Response:
    """Say what the log lacks; the status tells our scripts to keep what was entered."""
    if not isinstance(error, LogBehind):
        raise error
    sentences = [tell_sentence(each) for each in error.problems]
    visit = Visit(request)
    return failed(visit, status=503, title=_("Not saved"), sentences=sentences, repair=visit.is_admin)


def _not_leading(request: Request, error: Exception) -> Response:
    """Say who leads; the status tells our scripts to keep what was entered, the header where to send it."""
    if not isinstance(error, NotLeading):
        raise error
    leader = error.standing.leader
    sentences = [tell_sentence(each) for each in error.problems]
    response = failed(
        Visit(request), status=503, title=_("Not saved"), sentences=sentences, leader_at=leader.address
    )
    response.headers["X-Miai-Leads"] = leader.address
    return response


def _conflict(request: Request, error: Exception) -> Response:
    del error
    visit = Visit(request)

    def show() -> Response:
        said = _("Somebody else saved a change at the same moment. Look at what changed, then try again.")
        return failed(visit, status=409, title=_("Not saved"), sentences=[said])

    return _in_all_languages(request, show)


async def _clash(request: Request, error: Exception) -> Response:
    entered = (await request.form()).multi_items()
    if not isinstance(error, Clash):
        raise error
    visit, clash = Visit(request), error
    # Whoever sends it again has seen the other result, which is then overwritten; a third one is not.
    seen = ("seen", clash.theirs.value)
    again = [*((name, value) for name, value in entered if name not in ("csrf", "seen")), seen]

    def show() -> Response:
        return failed(
            visit,
            status=409,
            title=_("Somebody was faster"),
            sentences=[tell(clash.message(clash.by if has_name(clash.by) else ""))],
            template="parts/clash.html",
            again=again,
            keep={"round": clash.round, "entry": f"{clash.table} {clash.theirs.value}"},
            seen=clash.theirs.value,
            version=clash.version,
        )

    return await run_in_threadpool(_in_all_languages, request, show)


async def _changed(request: Request, error: Exception) -> Response:
    """Show what was on the screen and what is there now."""
    if not isinstance(error, SeenChanged):
        raise error
    entered = (await request.form()).multi_items()
    changed = error
    path = request.scope["path"]
    act = act_at(path)
    # The result desk undoes its last entry without a mark in the form.
    other = _("Undo") if path.endswith("/undo") else _("Save it anyway")

    def show() -> Response:
        return failed(
            Visit(request),
            status=409,
            title=_("Changed in the meantime"),
            sentences=[tell_sentence(changed.what)],
            template="parts/changed.html",
            button=tell(act[1].button) if act else other,
            differences=changed.differences,
            mark=changed.mark,
            again=[(name, value) for name, value in entered if name not in ("csrf", FIELD, "shown")],
            action=request.url.path,
        )

    return await run_in_threadpool(_in_all_languages, request, show)


def _fields_changed(request: Request, error: Exception) -> Response:
    """Show what two people made of the same fields, and ask which counts; nothing that was typed is lost."""
    if not isinstance(error, FieldsChanged):
        raise error
    said = ngettext(
        "Someone else changed %(num)s field that you changed too.",
        "Someone else changed %(num)s fields that you changed too.",
        len(error.clashes),
    )
    return failed(
        Visit(request),
        status=409,
        title=_("Changed in the meantime"),
        sentences=[said],
        template="parts/fields_changed.html",
        clashes=error.clashes,
        was=error.was,
        again=[(name, value) for name, value in error.sent if name != "csrf"],
        action=request.url.path,
    )


async def _entered_elsewhere(request: Request, error: Exception) -> Response:
    entered = (await request.form()).multi_items()
    again = [(name, value) for name, value in entered if name not in ("csrf", "sure")]
    if not isinstance(error, EnteredElsewhere):
        raise error
    said = _(
        "%(who)s entered this at %(time)s, in another browser.",
        who=author(error.by),
        time=clock_time(error.at),
    )
    return failed(
        Visit(request),
        status=409,
        title=_("This is not your entry"),
        sentences=[tell_sentence(said)],
        template="parts/sure.html",
        again=[*again, ("sure", "yes")],
        action=request.url.path,
    )


async def _needs_confirmation(request: Request, error: Exception) -> Response:
    """Show what a change moves, with the form as it was sent, so that confirming sends it again."""
    form = await request.form()
    if not isinstance(error, NeedsConfirmation):
        raise error
    visit, asked = Visit(request), error
    if "x-miai-line" in request.headers:
        said = _("This changes what was played or published: change it on the page of its round.")
        return failed(visit, status=409, title=_("Not saved"), sentences=[said])

    def show() -> Response:
        values = question(
            asked,
            action=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            fields=[
                (name, value)
                for name, value in form.multi_items()
                if name not in ("csrf", "confirm", CONFIRM_REASON) and isinstance(value, str)
            ],
            back=visit.came_from,
            reason=str(form.get(CONFIRM_REASON, "")),
        )
        if visit.enhanced:
            return visit.part("consequences/dialog.html", status=409, **values)
        return visit.render("consequences/consequences.html", status=409, **values)

    return await run_in_threadpool(show)


def _not_allowed(request: Request, error: Exception) -> Response:
    del error
    visit = Visit(request)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    account = visit.account is not None
    if request.method == "GET" and visit.role is Role.PUBLIC and not account and visit.app_state.can_sign_in:
        return visit.redirect(f"/sign-in?next={quote(path)}")
    if visit.role is Role.VIEWER:
        said = _("You may look at this tournament, but not at this page, and you may change nothing.")
    elif account and visit.role is Role.PUBLIC:
        said = (
            _("You have no role in this tournament. Ask its owner for an invitation.")
            if visit.id
            else _("This is for the administrator of the server only.")
        )
    elif visit.role is Role.PUBLIC:
        said = _("This page is only for the director. Sign in, or use the machine that runs Miai.")
    elif visit.role is Role.DESK:
        said = _("This is for the director only.")
    else:
        said = _("This is for the owner of the tournament or the administrator of the server.")
    signs_in = request.method == "GET" and visit.role is Role.DESK and not account
    return failed(
        visit, status=403, title=_("Not allowed"), sentences=[said], sign_in_to=path if signs_in else ""
    )


def _not_for_congress(request: Request, error: Exception) -> Response:
    """Say that the events of the congress have the page; the error page itself suits a congress."""
    del error
    request.state.page = None
    visit = Visit(request)
    sentences = [
        _("This is a congress: it has people and events, and no rounds of its own."),
        _("Open the event whose page you look for."),
    ]
    return failed(
        visit,
        status=404 if request.method == "GET" else 422,
        title=_("Not for a congress"),
        sentences=sentences,
        events_at=visit.url("events") if visit.role > Role.PUBLIC else f"/p/{visit.id}",
    )


def _expired(request: Request, error: Exception) -> Response:
    del error
    said = _("This page was open for a long time or in another browser. Load it again; nothing was saved.")
    return failed(Visit(request), status=403, title=_("Load the page again"), sentences=[said])


def _other_origin(request: Request, error: Exception) -> Response:
    if not isinstance(error, OtherOrigin):
        raise error
    sentences = [
        _(
            "The form came from a page of %(origin)s, but the request is for %(host)s. Nothing was saved.",
            origin=error.origin,
            host=error.host,
        ),
        _("If a web server passes requests on to Miai, it has to pass on the host with its port."),
    ]
    return failed(Visit(request), status=403, title=_("Not allowed"), sentences=sentences)


def _link_unknown(request: Request, error: Exception) -> Response:
    del error
    said = _("This link belongs to nobody here. Ask the director for yours.")
    return failed(Visit(request), status=404, title=_("Not found"), sentences=[said])


def _link_revoked(request: Request, error: Exception) -> Response:
    """Say that a link has ended and what to do; the phone forgets it."""
    visit, event = Visit(request), getattr(error, "event", "")
    forget_link(visit)
    sentences = [
        _("This private link is no longer valid: the director revoked it or issued a new one."),
        _("Ask the director for your new link and open it on this phone."),
        _("Until then tell the result desk who won."),
    ]
    return failed(
        visit,
        status=410,
        title=_("This link has ended"),
        sentences=sentences,
        public_at=f"/p/{event}",
    )


def _too_many_links(request: Request, error: Exception) -> Response:
    wait = getattr(error, "wait", 60)
    minutes = -(-wait // 60)
    said = ngettext(
        "Too many wrong links came from this network. Try again in %(num)s minute, or ask the director.",
        "Too many wrong links came from this network. Try again in %(num)s minutes, or ask the director.",
        minutes,
    )
    response = failed(Visit(request), status=429, title=_("Please wait"), sentences=[said])
    response.headers["Retry-After"] = str(wait)
    return response


def _invalid(request: Request, error: Exception) -> Response:
    said = [_fault_of_field(each) for each in getattr(error, "errors", list)()]
    if request.method == "GET":
        return failed(Visit(request), status=404, title=_("Not found"), sentences=said)
    return failed(Visit(request), status=422, title=_("Not saved"), sentences=said)


def _fault_of_field(found: Mapping[str, Any]) -> str:
    """What is wrong with a field of a form or of an address, as a sentence."""
    name = str(found["loc"][-1])
    reason = found.get("ctx", {}).get("error")
    if isinstance(reason, FieldError):
        return tell_sentence(Problem(what=reason.what, where=name))
    if found["type"] == "missing":
        return _("The field %(field)s is missing.", field=name)
    return _("The field %(field)s cannot be read.", field=name)


def _http(request: Request, error: Exception) -> Response:
    # The page of the error suits every tournament.
    request.state.page = None
    status, detail = getattr(error, "status_code", 500), getattr(error, "detail", "")
    if request.method == "GET" and _takes_forms_only(request, status) and (page := _page_above(request)):
        return Visit(request).redirect(page)
    if status in (HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.REQUEST_ENTITY_TOO_LARGE):
        # Our pages alone answer so, and say why.
        said = tell_sentence(detail)
        response = failed(Visit(request), status=status, title=_("Not possible"), sentences=[said])
        response.headers.update(getattr(error, "headers", None) or {})
        return response
    if status == HTTPStatus.NOT_FOUND:
        known = detail if detail != HTTPStatus.NOT_FOUND.phrase else ""
        said = tell_sentence(known) if known else _("There is no such page here.")
        return failed(Visit(request), status=404, title=_("Not found"), sentences=[said])
    said = _("The server cannot answer this request (status %(status)s).", status=status)
    return failed(Visit(request), status=status, title=_("This did not work"), sentences=[said])


def _takes_forms_only(request: Request, status: int) -> bool:
    """Whether an address takes forms only, also where another page took its last word for a name."""
    if status != HTTPStatus.NOT_FOUND:
        return status == HTTPStatus.METHOD_NOT_ALLOWED
    path = request.scope["path"]
    return any(
        _answers(route, "POST", path) is Match.FULL and _answers(route, "GET", path) is Match.PARTIAL
        for route in _routes_for(request, path)
    )


def _routes_for(request: Request, path: str) -> Iterator[BaseRoute]:
    """The routes of the application, for pages those that a path may belong to."""
    for route in request.app.router.routes:
        if isinstance(route, PageRoutes):
            yield from route.routes_for(path)
        else:
            yield route


def _answers(route: BaseRoute, method: str, path: str) -> Match:
    return route.matches({"type": "http", "method": method, "path": path, "root_path": "", "headers": []})[0]


def _page_above(request: Request) -> str:
    """The page above an address that takes forms only: who loads an answer again comes back to its form."""
    path: str = request.scope["path"].rstrip("/")
    while path := path.rpartition("/")[0]:
        if any(_answers(route, "GET", path) is Match.FULL for route in _routes_for(request, path)):
            return path
    return ""


def _bug(request: Request, error: Exception) -> Response:
    known = request_id.get()
    # Quoted, because the log is read on a terminal.
    log.error("%s %r", request.method, loggable_path(request.scope), exc_info=error)
    sentences = [
        _("This is a bug in Miai. What was saved before is safe."),
        f"{type(error).__name__}: {error}",
        _("The log of the server names this request %(id)s.", id=known),
    ]
    response = failed(Visit(request), status=500, title=_("Something went wrong"), sentences=sentences)
    # This response does not pass through our middleware, which adds the headers to all others.
    response.headers.update({**HEADERS, REQUEST_ID_HEADER: known})
    return response
