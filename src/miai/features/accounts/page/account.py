"""Your account: the name and the password of whoever is signed in."""

from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.accounts import rename_account, set_account_password
from miai.features.accounts.audit import AuditCode
from miai.features.accounts.page.accounts import demand_person_name
from miai.features.accounts.page.sign_in import sign_in_account
from miai.features.accounts.passwords import SHORTEST
from miai.messages import Message
from miai.server.form_fields import Text
from miai.server.limits import counted_address
from miai.server.new_password import new_password_hash
from miai.server.page import Page
from miai.server.passwords import matches_account
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.server_rail import latest_first, links
from miai.server.words import gettext as _
from miai.store.accounts.accounts_protocol import Account

page = Page("account", need=Role.ADMIN, accounts=True)


@page.get("/account")
def show(visit: Here) -> Response:
    """The name and the password; who signed in with a role's password finds those on another page."""
    if visit.account is None:
        return visit.redirect("/access")
    return _page(visit)


@page.post("/account/name")
def rename(visit: Here, name: Text = "") -> Response:
    """Change the name that is shown next to what one enters; one signs in anew with it."""
    account = _own(visit)
    try:
        demand_person_name(name)
        renamed = rename_account(visit.desk.store, account, name)
    except InputError as error:
        return _page(visit, error=error, name=name)
    visit.note(AuditCode.ACCOUNT_RENAMED, login=account.login, name=renamed.name)
    visit.app_state.sign_ins.account_changed(account.id)
    sign_in_account(visit, renamed)
    return visit.done(_("Name saved"), to="/account")


@page.post("/account/password")
def change_password(visit: Here, old: Text = "", password: Text = "", again: Text = "") -> Response:
    """Change the password; all other browsers of the account are signed out."""
    account = _own(visit)
    address, counted = counted_address(visit.address), f"own password of {account.id}"
    try:
        if not visit.app_state.throttle.begin(address, [counted]) or not matches_account(old, account):
            raise InputError(Message("the present password is wrong: type it once more, or wait a little"))
        visit.app_state.throttle.passed(address, counted, [counted])
        set_account_password(visit.desk.store, account, new_password_hash(password, again))
    except InputError as error:
        return _page(visit, error=error)
    visit.app_state.accounts.forget()
    visit.app_state.sign_ins.account_changed(account.id, keep=visit.session.id)
    visit.note(AuditCode.PASSWORD_CHANGED, login=account.login)
    return visit.done(_("Password saved"), to="/account")


def _own(visit: Visit) -> Account:
    account = visit.account
    if account is None:
        raise InputError(
            Message(
                "you are not signed in with an account: passwords of roles are on the page Who may sign in"
            )
        )
    return account


def _page(visit: Visit, *, error: InputError | None = None, name: str = "") -> Response:
    account = _own(visit)
    return visit.render(
        "accounts/account.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        account=account,
        name=name or account.name,
        shortest=SHORTEST,
        links=links(visit, latest_first(visit), current="/account"),
    )
