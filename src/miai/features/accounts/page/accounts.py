"""Accounts: who can sign in on this server, for its administrator."""

from dataclasses import dataclass

from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.accounts import (
    account_by_id,
    create_account,
    disable_account,
    enable_account,
    set_account_password,
    set_admin,
)
from miai.features.accounts.audit import AuditCode
from miai.features.accounts.page.sign_in import sign_in_account
from miai.features.accounts.passwords import SHORTEST
from miai.messages import Message
from miai.server.form_fields import Checkbox, Text
from miai.server.new_password import new_password_hash
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role, is_role_name
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.store.accounts.accounts_protocol import Account

page = Page("accounts", need=Role.ADMIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountRow:
    """A line of the list; `tournaments` is in how many the account has a role."""

    account: Account
    tournaments: int
    is_here: bool


@page.get("/accounts")
def show(visit: Here) -> Response:
    """All accounts, and the form for a new one."""
    return _page(visit)


@page.post("/accounts/add")
def add(
    visit: Here,
    login: Text = "",
    name: Text = "",
    password: Text = "",
    again: Text = "",
    admin: Checkbox = False,
) -> Response:
    """Add an account; the first one is the administrator's own, who is signed in with it at once."""
    first = not visit.app_state.accounts.exist
    try:
        demand_person_name(name)
        account = create_account(
            visit.desk.store,
            login=login,
            name=name,
            password_hash=new_password_hash(password, again),
            is_admin=admin or first,
        )
    except InputError as error:
        return _page(visit, error=error, form={"login": login, "name": name, "admin": admin})
    visit.app_state.accounts.forget()
    visit.note(AuditCode.ACCOUNT_ADDED, login=account.login, name=account.name)
    if first and visit.account is None:
        sign_in_account(visit, account)
    return visit.done(_("%(name)s can sign in", name=account.name), to="/accounts")


@page.post("/accounts/change")
def change(visit: Here, account: Text = "", act: Text = "") -> Response:
    """Disable or enable an account, or change whether it is an administrator's."""
    store, known = visit.desk.store, account_by_id(visit.desk.store, account)
    match act:
        case "disable":
            disable_account(store, known)
            code, said = AuditCode.ACCOUNT_DISABLED, _("%(name)s can no longer sign in", name=known.name)
        case "enable":
            enable_account(store, known)
            code, said = AuditCode.ACCOUNT_ENABLED, _("%(name)s can sign in again", name=known.name)
        case "admin":
            set_admin(store, known, is_admin=True)
            code, said = AuditCode.ADMIN_MADE, _("%(name)s is an administrator now", name=known.name)
        case "no-admin":
            set_admin(store, known, is_admin=False)
            code, said = AuditCode.ADMIN_REMOVED, _("%(name)s is no administrator now", name=known.name)
        case _:
            raise InputError(Message("choose what to do with the account"))
    visit.app_state.accounts.forget()
    if act == "disable":
        visit.app_state.sign_ins.account_changed(known.id)
    visit.note(code, login=known.login)
    return visit.done(said, to="/accounts")


@page.post("/accounts/password")
def change_password(visit: Here, account: Text = "", password: Text = "", again: Text = "") -> Response:
    """Give an account a new password, for somebody who forgot it; its sign-ins end."""
    known = account_by_id(visit.desk.store, account)
    try:
        set_account_password(visit.desk.store, known, new_password_hash(password, again))
    except InputError as error:
        return _page(visit, error=error, wrong=known.id)
    visit.app_state.accounts.forget()
    visit.app_state.sign_ins.account_changed(known.id, keep=visit.session.id)
    visit.note(AuditCode.PASSWORD_CHANGED, login=known.login)
    return visit.done(_("Password saved"), to="/accounts")


def demand_person_name(name: str) -> None:
    """Refuse the name of a role or of the command line: in the history it would be taken for that."""
    if is_role_name(name):
        raise InputError(Message("“%(name)s” is not the name of a person: type your own name", name=name))


def _page(
    visit: Visit,
    *,
    error: InputError | None = None,
    form: dict[str, object] | None = None,
    wrong: str = "",
) -> Response:
    accounts = visit.desk.store.accounts
    return visit.render(
        "accounts/accounts.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        rows=[
            AccountRow(
                account=each,
                tournaments=len(accounts.roles_of(each.id)),
                is_here=each.id == visit.session.account,
            )
            for each in accounts.all()
        ],
        form=form or {"login": "", "name": "", "admin": False},
        wrong=wrong,
        shortest=SHORTEST,
        links=links(visit, latest_first(visit), current="/accounts"),
    )
