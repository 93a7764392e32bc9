"""An invitation: whoever has its link gets a role in a tournament, with an account or a new one."""

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.accounts import create_account
from miai.features.accounts.audit import AuditCode
from miai.features.accounts.invitations import accept, any_invitation_of, invitation_of, is_open
from miai.features.accounts.page.accounts import demand_person_name
from miai.features.accounts.page.sign_in import sign_in_account
from miai.features.accounts.passwords import SHORTEST
from miai.features.accounts.roles import MEMBER_ROLE_NAMES, MemberRole
from miai.server.form_fields import Text
from miai.server.limits import counted_address
from miai.server.new_password import new_password_hash
from miai.server.page import Page
from miai.server.permissions import NotAllowed
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.store.accounts.accounts_protocol import Account, Invitation

page = Page("join", need=Role.PUBLIC)
_COUNTED = "invitations"


@page.get("/join/{token}")
def show(visit: Here, token: str) -> Response:
    """Who invites to what, and how to accept; those who joined come back by a link that has ended."""
    known = any_invitation_of(visit.desk.store, token)
    if known and not is_open(known) and visit.account and visit.role_in(known.tournament) > Role.PUBLIC:
        return visit.redirect(f"/t/{known.tournament}")
    return _page(visit, token, _invitation(visit, token))


@page.post("/join/{token}")
def join(visit: Here, token: str) -> Response:
    """Accept with the account that is signed in."""
    invitation, account = _invitation(visit, token), visit.account
    if account is None:
        raise NotAllowed
    return _joined(visit, invitation, account)


@page.post("/join/{token}/account")
def join_with_new_account(
    visit: Here, token: str, login: Text = "", name: Text = "", password: Text = "", again: Text = ""
) -> Response:
    """Create an account and accept with it."""
    invitation = _invitation(visit, token)
    try:
        demand_person_name(name)
        account = create_account(
            visit.desk.store, login=login, name=name, password_hash=new_password_hash(password, again)
        )
    except InputError as error:
        return _page(visit, token, invitation, error=error, form={"login": login, "name": name})
    sign_in_account(visit, account)
    visit.note(AuditCode.ACCOUNT_ADDED, login=account.login, name=account.name)
    return _joined(visit, invitation, account)


def _joined(visit: Visit, invitation: Invitation, account: Account) -> Response:
    role = accept(visit.desk.store, invitation, account)
    visit.app_state.accounts.forget()
    visit.note(AuditCode.INVITATION_USED, tournament=invitation.tournament, role=role.value)
    return visit.done(_("You have joined the tournament"), to=f"/t/{invitation.tournament}")


def _invitation(visit: Visit, token: str) -> Invitation:
    """The invitation of a link; who tries many links has to wait."""
    throttle, address = visit.app_state.throttle, counted_address(visit.address)
    if not throttle.begin(address, [_COUNTED]):
        wait = throttle.wait(address, [_COUNTED])
        raise HTTPException(429, headers={"Retry-After": str(wait)})
    found = invitation_of(visit.desk.store, token)
    if found is None:
        said = _(
            "This invitation does not exist or has ended. If you have joined with it, sign in; otherwise ask"
            " for a new one."
        )
        raise HTTPException(404, said)
    throttle.passed(address, _COUNTED, [_COUNTED])
    return found


def _page(
    visit: Visit,
    token: str,
    invitation: Invitation,
    *,
    error: InputError | None = None,
    form: dict[str, str] | None = None,
) -> Response:
    return visit.render(
        "accounts/join.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        token=token,
        event=visit.desk.state(invitation.tournament).tournament,
        role=_(MEMBER_ROLE_NAMES[MemberRole(invitation.role)]),
        made_by=invitation.made_by,
        until=invitation.expires_at,
        account=visit.account,
        form=form or {"login": "", "name": ""},
        shortest=SHORTEST,
    )
