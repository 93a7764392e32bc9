"""Access: the passwords of the roles, and the browsers that are signed in."""

from dataclasses import dataclass

from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.audit import AuditCode
from miai.features.accounts.page.sign_in import sign_in_as
from miai.features.accounts.passwords import SHORTEST
from miai.messages import Message
from miai.server.form_fields import Number, Text
from miai.server.page import Page
from miai.server.passwords import set_password
from miai.server.request_context import Here, Visit
from miai.server.roles import Role, role_name
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell_sentence
from miai.store.protocol import SignIn

page = Page("access", need=Role.ADMIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedIn:
    """A line of the list of those who are signed in."""

    id: str
    name: str
    role: str
    where: str
    since: str
    last_seen: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PasswordForm:
    """The form for the password of one role, with what was wrong with the last try."""

    role: Role
    label: str
    is_set: bool
    given_at_start: bool
    removable: bool
    error: str = ""


@page.get("/access")
def show(visit: Here) -> Response:
    """Who can sign in, and who is signed in."""
    return _page(visit)


@page.post("/access/password")
def change_password(visit: Here, role: Number, password: Text = "", again: Text = "") -> Response:
    """Set the password of a role, typed twice.

    Whoever signed in by the old password is signed out, but for the director who changes it.
    """
    state = visit.app_state
    whose = _role(role)
    try:
        _demand_possible(visit, whose, removed=False)
        if password != again:
            raise InputError(Message("the two passwords are not the same: type it twice"))
        set_password(visit.desk.store, whose, password, others=state.serving.password_hashes)
    except InputError as error:
        said = " ".join(tell_sentence(each) for each in error.problems)
        return _page(visit, status=422, wrong=whose, error=said)
    state.reload_password_hashes()
    state.sign_ins.password_changed(whose, keep=visit.session.id)
    visit.note(AuditCode.ROLE_PASSWORD_SET, role=whose.name)
    if whose is Role.DIRECTOR and not (visit.session.signed_in or state.trusts_this_machine):
        # Until now this machine was the director's without a password.
        sign_in_as(visit, Role.DIRECTOR, visit.session.name)
    return visit.done(_("Password saved"), to="/access")


@page.post("/access/remove")
def remove_password(visit: Here, role: Number) -> Response:
    """Remove the password of a role; whoever signed in by it is signed out."""
    whose = _role(role)
    _demand_possible(visit, whose, removed=True)
    set_password(visit.desk.store, whose, None)
    visit.app_state.reload_password_hashes()
    visit.app_state.sign_ins.password_changed(whose, keep=visit.session.id)
    visit.note(AuditCode.ROLE_PASSWORD_REMOVED, role=whose.name)
    return visit.done(_("Password removed"), to="/access")


@page.post("/access/end")
def end(visit: Here, id: Text = "") -> Response:
    """Sign one browser out."""
    register = visit.app_state.sign_ins
    chosen = [each for each in register.present() if each.id == id]
    register.end([each.id for each in chosen])
    for each in chosen:
        visit.note(AuditCode.SIGN_IN_ENDED, name=each.name)
    if id == visit.session.id:
        visit.session.sign_out()
        return visit.done(to="/")
    return visit.done(_("%(name)s is signed out", name=chosen[0].name) if chosen else "", to="/access")


@page.post("/access/end-others")
def end_others(visit: Here) -> Response:
    """Sign out everybody else."""
    register = visit.app_state.sign_ins
    ended = [each for each in register.present() if each.id != visit.session.id]
    others = [each.id for each in ended]
    register.end(others)
    for each in ended:
        visit.note(AuditCode.SIGN_IN_ENDED, name=each.name)
    said = ngettext("%(num)s browser is signed out", "%(num)s browsers are signed out", len(others))
    return visit.done(said, to="/access")


def _page(visit: Visit, *, status: int = 200, wrong: Role | None = None, error: str = "") -> Response:
    state = visit.app_state
    labels = {Role.DIRECTOR: _("Director’s password"), Role.DESK: _("Result desk’s password")}
    return visit.render(
        "accounts/access.html",
        status=status,
        signed_in=[_line(visit, each) for each in state.sign_ins.present()],
        passwords=[
            PasswordForm(
                role=role,
                label=label,
                is_set=role in state.password_hashes,
                given_at_start=role in state.serving.password_hashes,
                removable=role in state.password_hashes and (role is Role.DESK or state.serving.at_home),
                error=error if role is wrong else "",
            )
            for role, label in labels.items()
        ],
        shortest=SHORTEST,
        desk_role=int(Role.DESK),
        trusted=state.serving.trust_this_machine,
        links=links(visit, latest_first(visit), current="/access"),
    )


def _role(number: int) -> Role:
    if number not in (Role.DESK, Role.DIRECTOR):
        raise InputError(Message("only the director and the result desk have a password of their role"))
    return Role(number)


def _demand_possible(visit: Visit, role: Role, *, removed: bool) -> None:
    """Refuse a change after which nobody could come in, or a password that protects nothing."""
    state = visit.app_state
    if role in state.serving.password_hashes:
        raise InputError(
            Message("this password was given when Miai was started: start it again with another one")
        )
    if role is Role.DESK and not removed and Role.DIRECTOR not in state.password_hashes:
        raise InputError(
            Message("set the director’s password first: without it everybody at this machine is the director")
        )
    if role is Role.DIRECTOR and removed and not state.serving.at_home:
        raise InputError(
            Message("other machines can reach Miai, so the director needs a password: set another one")
        )


def _line(visit: Visit, each: SignIn) -> SignedIn:
    return SignedIn(
        id=each.id,
        name=each.name or role_name(Role[each.role]).capitalize(),
        role=_("account") if each.account else role_name(Role[each.role]),
        where=", ".join(part for part in (each.device, each.address) if part),
        since=each.signed_in_at,
        last_seen=visit.app_state.sign_ins.last_seen(each.id) or each.signed_in_at,
        is_here=each.id == visit.session.id,
    )
