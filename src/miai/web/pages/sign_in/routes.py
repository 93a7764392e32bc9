"""Signing in and out."""

from starlette.responses import RedirectResponse, Response

from miai.errors import InputError
from miai.web.server.form_fields import Text
from miai.web.server.page import Page
from miai.web.server.passwords import counted_address, role_for
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.server.sign_ins import device_of
from miai.web.words import gettext as _
from miai.web.words import ngettext, tell_sentence

page = Page("sign-in", need=Role.PUBLIC)


@page.get("/sign-in")
def show(visit: Here, next: str = "/") -> Response:  # noqa: A002 - the word in the address
    """Ask for name and password."""
    return _form(visit, next)


@page.post("/sign-in")
def enter(
    visit: Here,
    password: Text = "",
    name: Text = "",
    next: Text = "/",  # noqa: A002
) -> Response:
    """Sign in with the right password."""
    hashes, throttle = visit.app_state.password_hashes, visit.app_state.throttle
    address = counted_address(visit.address)
    checked = throttle.begin(address, hashes)
    wait = throttle.wait(address, set(hashes) - set(checked))
    role = role_for(password, {each: hashes[each] for each in checked}) if checked else None
    if role is None:
        if wait:
            said = ngettext(
                "Too many wrong passwords. Wait %(num)s second.",
                "Too many wrong passwords. Wait %(num)s seconds.",
                wait,
            )
            return _form(visit, next, name=name, error=said, status=429)
        return _form(visit, next, name=name, error=_("This is not the password."), status=403)
    throttle.passed(address, role, checked)
    try:
        known_as = visit.app_state.sign_ins.usable_name(name, role)
    except InputError as error:
        said = " ".join(tell_sentence(each) for each in error.problems)
        return _form(visit, next, name=name, name_error=said, status=422)
    sign_in_as(visit, role, known_as)
    return RedirectResponse(_ours(next), status_code=303)


@page.post("/sign-out")
def leave(visit: Here) -> Response:
    """Sign out; a copy of the cookie is worth nothing after this."""
    if visit.session.signed_in:
        visit.app_state.sign_ins.end([visit.session.id])
    visit.session.sign_out()
    return RedirectResponse("/", status_code=303)


def sign_in_as(visit: Visit, role: Role, name: str) -> None:
    """Sign the visitor in; what the browser was signed in as before ends."""
    register = visit.app_state.sign_ins
    if visit.session.signed_in:
        register.end([visit.session.id])
    agent = visit.request.headers.get("user-agent", "")
    visit.session.sign_in(register.begin(role, name, address=visit.address, device=device_of(agent)))


def _form(
    visit: Visit, target: str, *, name: str = "", error: str = "", name_error: str = "", status: int = 200
) -> Response:
    return visit.render(
        "pages/sign_in.html", status=status, target=_ours(target), name=name, error=error,
        name_error=name_error, possible=bool(visit.app_state.password_hashes),
    )  # fmt: skip


def _ours(target: str) -> str:
    """An address on this machine, never another's."""
    return target if target.startswith("/") and not target.startswith(("//", "/\\")) else "/"
