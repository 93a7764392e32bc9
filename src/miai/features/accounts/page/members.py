"""Members: who has which role in a tournament, and the links that invite others."""

from dataclasses import dataclass

from starlette.responses import Response

from miai.errors import InputError
from miai.features.accounts.accounts import account_by_id
from miai.features.accounts.audit import AuditCode
from miai.features.accounts.invitations import DAYS, USES, NewInvitation, invite, is_open, revoke
from miai.features.accounts.members import give_role, remove_role
from miai.features.accounts.rail import members as page
from miai.features.accounts.roles import MEMBER_ROLE_NAMES, MemberRole, member_role
from miai.server.addresses import console_address
from miai.server.form_fields import Number, Text
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.store.accounts.accounts_protocol import Account, Invitation, Membership


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberRow:
    """A line of the list of members."""

    account: Account
    membership: Membership
    role: str
    is_here: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class InvitationRow:
    """A line of the list of invitations."""

    invitation: Invitation
    role: str
    is_open: bool


@page.get("/t/{id}/members")
def show(visit: Here) -> Response:
    """The members and the invitations."""
    return _page(visit)


@page.post("/t/{id}/members/change")
def change(visit: Here, account: Text = "", role: Text = "") -> Response:
    """Give a member another role, or take it away."""
    store, known = visit.desk.store, account_by_id(visit.desk.store, account)
    if role == "none":
        remove_role(store, visit.event_id, known.id)
        visit.note(AuditCode.ROLE_REMOVED, tournament=visit.event_id, login=known.login)
        said = _("%(name)s has no role here any more", name=known.name)
    else:
        chosen = member_role(role)
        give_role(store, visit.event_id, known, chosen, by=visit.by)
        visit.note(AuditCode.ROLE_GIVEN, tournament=visit.event_id, login=known.login, role=chosen.value)
        said = _("The role of %(name)s is saved", name=known.name)
    visit.app_state.accounts.forget()
    still_owner = visit.role_in(visit.event_id) >= Role.OWNER
    return visit.done(said, to=visit.event_url("members") if still_owner else "/")


@page.post("/t/{id}/members")
def make_invitation(visit: Here, role: Text = "", days: Number = 7, uses: Number = 1) -> Response:
    """Make a link; it is shown once, because only a hash of it is stored."""
    try:
        chosen = member_role(role)
        new = invite(visit.desk.store, visit.event_id, chosen, days=days, uses=uses, by=visit.by)
    except InputError as error:
        return _page(visit, error=error)
    visit.note(AuditCode.INVITATION_MADE, tournament=visit.event_id, role=chosen.value)
    return _page(visit, new=new)


@page.post("/t/{id}/members/revoke")
def end_invitation(visit: Here, invitation: Text = "") -> Response:
    """End an invitation; the roles that it gave stay."""
    ended = revoke(visit.desk.store, visit.event_id, invitation)
    visit.note(AuditCode.INVITATION_REVOKED, tournament=visit.event_id, role=ended.role)
    return visit.done(_("The invitation has ended"), to=visit.event_url("members"))


def _page(visit: Visit, *, error: InputError | None = None, new: NewInvitation | None = None) -> Response:
    stored = visit.desk.store.accounts
    accounts = {each.id: each for each in stored.all()}
    return visit.render(
        "accounts/members.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        rows=[
            MemberRow(
                account=accounts[each.account],
                membership=each,
                role=_role_name(each.role),
                is_here=each.account == visit.session.account,
            )
            for each in stored.members(visit.event_id)
            if each.account in accounts
        ],
        invitations=[
            InvitationRow(invitation=each, role=_role_name(each.role), is_open=is_open(each))
            for each in stored.invitations(visit.event_id)
        ],
        roles=[(role.value, _(MEMBER_ROLE_NAMES[role])) for role in MemberRole],
        new_link=f"{console_address(visit).base}/join/{new.token}" if new else "",
        new_role=_role_name(new.invitation.role) if new else "",
        new_until=new.invitation.expires_at if new else "",
        most_days=int(DAYS.high),
        most_uses=int(USES.high),
    )


def _role_name(role: str) -> str:
    return _(MEMBER_ROLE_NAMES[MemberRole(role)])
