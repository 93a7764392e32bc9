"""Signing in and out."""

from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.accounts import plain_login
from miai.features.accounts.audit import AuditCode
from miai.server.form_fields import Text
from miai.server.limits import counted_address
from miai.server.page import Page
from miai.server.passwords import matches_account, role_for
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.sign_ins import device_of
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell_sentence
from miai.store.accounts.accounts_protocol import Account

page = Page("sign-in", need=Role.PUBLIC)


@page.get("/sign-in")
def show(visit: Here, next: str = "/") -> Response:
    """Ask for name and password."""
    return _form(visit, next)


@page.post("/sign-in")
def enter(
    visit: Here,
    password: Text = "",
    name: Text = "",
    login: Text = "",
    next: Text = "/",
) -> Response:
    """Sign in with an account, or with a name and the password of a role."""
    if login:
        return _enter_account(visit, login, password, next)
    hashes, throttle = visit.app_state.password_hashes, visit.app_state.throttle
    address = counted_address(visit.address)
    checked = throttle.begin(address, hashes)
    wait = throttle.wait(address, set(hashes) - set(checked))
    role = role_for(password, {each: hashes[each] for each in checked}) if checked else None
    if role is None:
        if wait:
            return _wait(visit, next, wait, name=name)
        visit.note(AuditCode.ROLE_SIGN_IN_FAILED)
        return _form(visit, next, name=name, error=_("This is not the password."), status=403)
    throttle.passed(address, role, checked)
    try:
        known_as = visit.app_state.sign_ins.usable_name(name, role)
    except InputError as error:
        said = " ".join(tell_sentence(each) for each in error.problems)
        return _form(visit, next, name=name, name_error=said, status=422)
    sign_in_as(visit, role, known_as)
    return visit.redirect(_ours(visit, next))


def _enter_account(visit: Visit, login: str, password: str, target: str) -> Response:
    """Sign in with an account; attempts are counted for the address and for the account."""
    store, throttle = visit.desk.store, visit.app_state.throttle
    account = store.accounts.by_login(plain_login(login))
    address = counted_address(visit.address)
    counts = [(address, "accounts"), *([("", account.id)] if account else [])]
    for where, what in counts:
        if not throttle.begin(where, [what]):
            return _wait(visit, target, throttle.wait(where, [what]), login=login)
    if not matches_account(password, account) or account is None:
        # Who types the password into the wrong field should not find it in the audit.
        known = account.login if account else "?"
        visit.note(AuditCode.SIGN_IN_FAILED, login=known)
        said = _("There is no account with this login and this password.")
        return _form(visit, target, login=login, error=said, status=403)
    for where, what in counts:
        throttle.passed(where, what, [what])
    if account.disabled_at is not None:
        visit.note(AuditCode.SIGN_IN_OF_DISABLED, login=account.login)
        said = _("This account is disabled. Ask the administrator of the server.")
        return _form(visit, target, login=login, error=said, status=403)
    sign_in_account(visit, account)
    return visit.redirect(_ours(visit, target))


def _wait(visit: Visit, target: str, seconds: int, *, name: str = "", login: str = "") -> Response:
    said = ngettext(
        "Too many wrong passwords. Wait %(num)s second.",
        "Too many wrong passwords. Wait %(num)s seconds.",
        seconds,
    )
    response = _form(visit, target, name=name, login=login, error=said, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


@page.post("/sign-out")
def leave(visit: Here) -> Response:
    """Sign out; a copy of the cookie is worth nothing after this."""
    if visit.session.signed_in:
        visit.note(AuditCode.SIGNED_OUT)
        visit.app_state.sign_ins.end([visit.session.id])
    visit.session.sign_out()
    return visit.redirect("/")


def sign_in_as(visit: Visit, role: Role, name: str) -> None:
    """Sign the visitor in with a role; what the browser was signed in as before ends."""
    _begin(visit, role, name)
    visit.note(AuditCode.SIGNED_IN_WITH_ROLE, role=role.name)


def sign_in_account(visit: Visit, account: Account) -> None:
    """Sign the visitor in with an account; what the browser was signed in as before ends."""
    visit.app_state.accounts.forget()
    _begin(visit, Role.PUBLIC, account.name, account=account.id)
    visit.note(AuditCode.SIGNED_IN)


def _begin(visit: Visit, role: Role, name: str, *, account: str = "") -> None:
    register = visit.app_state.sign_ins
    if visit.session.signed_in:
        register.end([visit.session.id])
    agent = visit.request.headers.get("user-agent", "")
    visit.session.sign_in(
        register.begin(role, name, address=visit.address, device=device_of(agent), account=account)
    )


def _form(
    visit: Visit,
    target: str,
    *,
    name: str = "",
    login: str = "",
    error: str = "",
    name_error: str = "",
    status: int = 200,
) -> Response:
    return visit.render(
        "accounts/sign_in.html", status=status, target=_ours(visit, target), name=name, login=login,
        error=error, name_error=name_error, with_role=bool(visit.app_state.password_hashes),
        with_account=visit.app_state.accounts.exist,
    )  # fmt: skip


def _ours(visit: Visit, target: str) -> str:
    """An address on this machine, never another's; a script gives it as the browser sees it."""
    target = visit.app_state.base.inside(target)
    return target if target.startswith("/") and not target.startswith(("//", "/\\")) else "/"
