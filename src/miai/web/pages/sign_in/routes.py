"""Signing in and out."""

from starlette.responses import RedirectResponse, Response

from miai.web.server.form_fields import Text
from miai.web.server.page import Page
from miai.web.server.passwords import role_for
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _
from miai.web.words import ngettext

page = Page("sign-in", need=Role.PUBLIC)


@page.get("/sign-in")
def show(visit: Here, next: str = "/") -> Response:  # noqa: A002 - the word in the address
    """Ask for the password."""
    return _form(visit, next)


@page.post("/sign-in")
def enter(
    visit: Here,
    password: Text = "",
    name: Text = "",
    next: Text = "/",  # noqa: A002
) -> Response:
    """Sign in with the right password."""
    address = visit.request.client.host if visit.request.client else ""
    wait = visit.app_state.throttle.wait(address)
    if wait:
        said = ngettext(
            "Too many wrong passwords. Wait %(num)s second.",
            "Too many wrong passwords. Wait %(num)s seconds.",
            wait,
        )
        return _form(visit, next, name=name, error=said, status=429)
    role = role_for(password, visit.app_state.password_hashes)
    if role is None:
        visit.app_state.throttle.failed(address)
        return _form(visit, next, name=name, error=_("This is not the password."), status=403)
    visit.app_state.throttle.passed(address)
    visit.session.enter(role, name.strip()[:60])
    return RedirectResponse(_ours(next), status_code=303)


@page.post("/sign-out")
def leave(visit: Here) -> Response:
    """Sign out."""
    visit.session.enter(Role.PUBLIC, "")
    return RedirectResponse("/", status_code=303)


def _form(visit: Visit, target: str, *, name: str = "", error: str = "", status: int = 200) -> Response:
    return visit.render(
        "pages/sign_in.html", status=status, target=_ours(target), name=name, error=error,
        possible=bool(visit.app_state.password_hashes),
    )  # fmt: skip


def _ours(target: str) -> str:
    """An address on this machine, never another's."""
    return target if target.startswith("/") and not target.startswith(("//", "/\\")) else "/"
