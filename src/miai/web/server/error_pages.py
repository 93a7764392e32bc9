"""Turns errors into pages for people; what was entered stays on the form."""

import logging
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from miai.app.event.undo import EnteredElsewhere
from miai.app.results.enter_result import Clash
from miai.errors import InputError, NoPairingError, Problem
from miai.store.protocol import Conflict, Damaged
from miai.web.server.form_fields import FieldError
from miai.web.server.middleware import HEADERS
from miai.web.server.permissions import NotAllowed, Stale
from miai.web.server.request_context import Visit
from miai.web.server.roles import Role, author, has_name
from miai.web.words import gettext as _
from miai.web.words import language, speak, tell, tell_sentence
from miai.web.words.formatting import clock_time
from miai.web.words.translation import LANGUAGES

log = logging.getLogger("miai.web")


def install(app: FastAPI) -> None:
    """Install a handler for each kind of error."""
    app.add_exception_handler(InputError, _refused)
    app.add_exception_handler(Damaged, _damaged)
    app.add_exception_handler(NoPairingError, _refused)
    app.add_exception_handler(Conflict, _conflict)
    app.add_exception_handler(Clash, _clash)
    app.add_exception_handler(EnteredElsewhere, _entered_elsewhere)
    app.add_exception_handler(NotAllowed, _not_allowed)
    app.add_exception_handler(Stale, _expired)
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

    def show() -> Response:
        title = _("This did not work") if request.method == "GET" else _("Not saved")
        return failed(visit, status=422, title=title, sentences=[tell_sentence(each) for each in problems])

    return _in_all_languages(request, show)


def _damaged(request: Request, error: Exception) -> Response:
    """Say what is damaged and what to do; the status tells our scripts to keep what was entered."""
    visit = Visit(request)
    problems = error.problems if isinstance(error, Damaged) else ()
    if visit.is_director:
        advice = _("Nothing of it was changed. Open Backups to restore it; other tournaments go on.")
    else:
        advice = _("The director has to restore it from a backup; other tournaments go on.")
    sentences = [*(tell_sentence(each) for each in problems), advice]
    return failed(
        visit, status=503, title=_("This is damaged"), sentences=sentences, repair=visit.is_director
    )


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


def _not_allowed(request: Request, error: Exception) -> Response:
    del error
    visit = Visit(request)
    path = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    if request.method == "GET" and visit.role is Role.PUBLIC and visit.app_state.password_hashes:
        return RedirectResponse(f"/sign-in?next={quote(path)}", status_code=303)
    if visit.role is Role.PUBLIC:
        said = _("This page is only for the director. Sign in, or use the machine that runs Miai.")
    else:
        said = _("This is for the director only.")
    signs_in = request.method == "GET" and visit.role is Role.DESK
    return failed(
        visit, status=403, title=_("Not allowed"), sentences=[said], sign_in_to=path if signs_in else ""
    )


def _expired(request: Request, error: Exception) -> Response:
    del error
    said = _("This page was open for a long time or in another browser. Load it again; nothing was saved.")
    return failed(Visit(request), status=403, title=_("Load the page again"), sentences=[said])


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
    status = getattr(error, "status_code", 500)
    if status == HTTPStatus.NOT_FOUND:
        detail = getattr(error, "detail", "")
        known = detail if detail != HTTPStatus.NOT_FOUND.phrase else ""
        said = tell_sentence(known) if known else _("There is no such page here.")
        return failed(Visit(request), status=404, title=_("Not found"), sentences=[said])
    said = _("The server cannot answer this request (status %(status)s).", status=status)
    return failed(Visit(request), status=status, title=_("This did not work"), sentences=[said])


def _bug(request: Request, error: Exception) -> Response:
    # Quoted, because the log is read on a terminal.
    log.error("%s %r", request.method, request.url.path, exc_info=error)
    sentences = [
        _("This is a bug in Miai. What was saved before is safe."),
        f"{type(error).__name__}: {error}",
    ]
    response = failed(Visit(request), status=500, title=_("Something went wrong"), sentences=sentences)
    # This response does not pass through our middleware, which adds the headers to all others.
    response.headers.update(HEADERS)
    return response
