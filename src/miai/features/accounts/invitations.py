"""Links that give a role in a tournament to those who follow them."""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256

from miai.domain.numbers import Between
from miai.errors import InputError
from miai.features.accounts.accounts import now
from miai.features.accounts.roles import MemberRole
from miai.messages import Message
from miai.store.accounts.accounts_protocol import Account, Invitation, Membership
from miai.store.protocol import Store

DAYS = Between(1, 90)
USES = Between(1, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvitation:
    """An invitation with its secret, which is known only now."""

    invitation: Invitation
    token: str


def invite(
    store: Store, tournament: str, role: MemberRole, *, days: int, uses: int, by: str
) -> NewInvitation:
    """Make a link for a role; only a hash of its secret is stored."""
    token = secrets.token_urlsafe(18)
    until = datetime.now(UTC) + timedelta(days=DAYS.whole(str(days)))
    invitation = Invitation(
        id=secrets.token_urlsafe(9),
        tournament=tournament,
        token_hash=_hash(token),
        role=role.value,
        made_by=by,
        made_at=now(),
        expires_at=until.isoformat(timespec="seconds"),
        most_uses=USES.whole(str(uses)),
    )
    store.accounts.invite(invitation)
    return NewInvitation(invitation=invitation, token=token)


def invitation_of(store: Store, token: str) -> Invitation | None:
    """The invitation of a link that can still be used; None for any other."""
    found = any_invitation_of(store, token)
    return found if found is not None and is_open(found) else None


def any_invitation_of(store: Store, token: str) -> Invitation | None:
    """The invitation of a link, also one that has ended."""
    return store.accounts.invitation(_hash(token))


def is_open(invitation: Invitation) -> bool:
    """Whether somebody can still use an invitation."""
    return (
        invitation.revoked_at is None
        and invitation.uses < invitation.most_uses
        and now() < invitation.expires_at
    )


def accept(store: Store, invitation: Invitation, account: Account) -> MemberRole:
    """Give an account the role of an invitation; a higher role that it has already stays."""
    role = MemberRole(invitation.role)
    ranks = list(MemberRole)
    present = store.accounts.roles_of(account.id).get(invitation.tournament)
    if present is not None and ranks.index(MemberRole(present)) <= ranks.index(role):
        return MemberRole(present)
    membership = Membership(
        tournament=invitation.tournament,
        account=account.id,
        role=role.value,
        since=now(),
        given_by=invitation.made_by,
    )
    if not store.accounts.use(invitation.id, membership, at=now()):
        raise InputError(Message("this invitation has ended: ask for a new one"))
    return role


def revoke(store: Store, tournament: str, invitation_id: str) -> Invitation:
    """End an invitation of a tournament."""
    found = next((each for each in store.accounts.invitations(tournament) if each.id == invitation_id), None)
    if found is None:
        raise InputError(Message("there is no such invitation"))
    store.accounts.revoke(invitation_id, at=now())
    return found


def _hash(token: str) -> str:
    """Enough for a secret that is random: nobody can try them all."""
    return sha256(token.encode()).hexdigest()
