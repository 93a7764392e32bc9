"""The roles of accounts in tournaments."""

from miai.desk.quotas import Quota, limit_of
from miai.errors import InputError
from miai.features.accounts.accounts import now
from miai.features.accounts.roles import MemberRole
from miai.messages import Message, counted
from miai.store.accounts.accounts_protocol import Account, Membership
from miai.store.protocol import Store


def give_role(store: Store, tournament: str, account: Account, role: MemberRole, *, by: str) -> None:
    """Give an account a role in a tournament; the last owner stays one."""
    if role is not MemberRole.OWNER:
        _demand_other_owner(store, tournament, account.id)
    store.accounts.give_role(_membership(tournament, account.id, role, by))


def remove_role(store: Store, tournament: str, account_id: str) -> None:
    """Take away the role of an account in a tournament."""
    _demand_other_owner(store, tournament, account_id)
    store.accounts.remove_role(tournament, account_id)


def make_owner(store: Store, tournament: str, account: Account) -> None:
    """Let the account that created a tournament own it; one that has an owner already stays theirs."""
    if all(each.role != MemberRole.OWNER for each in store.accounts.members(tournament)):
        store.accounts.give_role(_membership(tournament, account.id, MemberRole.OWNER, account.name))


def owned(store: Store, account_id: str) -> tuple[str, ...]:
    """The tournaments that an account owns."""
    roles = store.accounts.roles_of(account_id)
    return tuple(tournament for tournament, role in roles.items() if role == MemberRole.OWNER)


def demand_may_own_another(store: Store, account: Account) -> None:
    """Refuse another tournament to an account that owns as many as the server allows."""
    most = limit_of(store, Quota.TOURNAMENTS)
    if not account.is_admin and len(owned(store, account.id)) >= most:
        raise InputError(
            counted(
                "an account can own %(num)s tournament on this server: delete an old one,"
                " or ask the administrator",
                "an account can own %(num)s tournaments on this server: delete an old one,"
                " or ask the administrator",
                most,
            )
        )


def _membership(tournament: str, account_id: str, role: MemberRole, by: str) -> Membership:
    return Membership(tournament=tournament, account=account_id, role=role.value, since=now(), given_by=by)


def _demand_other_owner(store: Store, tournament: str, account_id: str) -> None:
    """Refuse to leave a tournament without an owner."""
    owners = {
        each.account for each in store.accounts.members(tournament) if each.role == MemberRole.OWNER.value
    }
    if owners == {account_id}:
        raise InputError(Message("a tournament needs an owner: make somebody else the owner first"))
