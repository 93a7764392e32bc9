"""Creating and changing accounts."""

import secrets
from dataclasses import replace
from datetime import UTC, datetime

from miai.domain.people.names import name_words
from miai.errors import InputError
from miai.messages import Message
from miai.store.accounts.accounts_protocol import Account
from miai.store.protocol import Store

LONGEST_LOGIN = 100
LONGEST_NAME = 60


def now() -> str:
    """The present time as it is stored."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def plain_name(typed: str) -> str:
    """A name as it stands in the history: one line, without signs that cannot be seen."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in typed).split())[:LONGEST_NAME]


def folded_name(name: str) -> str:
    """A name without case and accents; two people whose names are the same by this are taken for one."""
    return " ".join(name_words(name))


def plain_login(typed: str) -> str:
    """A login as it is stored: a name or an e-mail address, in small letters."""
    return typed.strip().casefold()


def create_account(
    store: Store, *, login: str, name: str, password_hash: str, is_admin: bool = False
) -> Account:
    """Create an account; its login and its name must be free."""
    chosen = plain_login(login)
    if not chosen or len(chosen) > LONGEST_LOGIN or not all(sign.isprintable() for sign in chosen):
        raise InputError(
            Message("a login is a name or an e-mail address of at most %(most)s signs", most=LONGEST_LOGIN)
        )
    if " " in chosen:
        raise InputError(Message("a login has no spaces"))
    account = Account(
        id=secrets.token_urlsafe(12),
        login=chosen,
        name=_free_name(store, name),
        password_hash=password_hash,
        created_at=now(),
        is_admin=is_admin,
    )
    store.accounts.add(account)
    return account


def account_of(store: Store, login: str) -> Account:
    """The account with a login; raises where there is none."""
    found = store.accounts.by_login(plain_login(login))
    if found is None:
        raise InputError(Message("there is no account with the login “%(login)s”", login=login))
    return found


def account_by_id(store: Store, account_id: str) -> Account:
    """The account with an id; raises where there is none."""
    found = store.accounts.get(account_id)
    if found is None:
        raise InputError(Message("there is no such account"))
    return found


def set_account_password(store: Store, account: Account, password_hash: str) -> Account:
    """Change the password of an account; its sign-ins end by that."""
    return _changed(store, replace(account, password_hash=password_hash))


def rename_account(store: Store, account: Account, name: str) -> Account:
    """Change the name that is shown next to what somebody enters."""
    return _changed(store, replace(account, name=_free_name(store, name, account)))


def disable_account(store: Store, account: Account) -> Account:
    """Let an account sign in no longer; its roles stay for the time when it may again."""
    if account.disabled_at is not None:
        return account
    _demand_other_admin(store, account)
    return _changed(store, replace(account, disabled_at=now()))


def enable_account(store: Store, account: Account) -> Account:
    """Let an account sign in again."""
    return _changed(store, replace(account, disabled_at=None))


def set_admin(store: Store, account: Account, *, is_admin: bool) -> Account:
    """Make an account an administrator of the server, or no longer."""
    if not is_admin:
        _demand_other_admin(store, account)
    return _changed(store, replace(account, is_admin=is_admin))


def has_admin(store: Store) -> bool:
    """Whether somebody can sign in as an administrator."""
    return any(each.is_admin and each.disabled_at is None for each in store.accounts.all())


def _changed(store: Store, account: Account) -> Account:
    store.accounts.change(account)
    return account


def _free_name(store: Store, typed: str, own: Account | None = None) -> str:
    name = plain_name(typed)
    if not name_words(name):
        raise InputError(Message("Type your name: it is shown next to what you enter"))
    taken = {folded_name(each.name) for each in store.accounts.all() if own is None or each.id != own.id}
    if folded_name(name) in taken:
        raise InputError(
            Message("another account has the name “%(name)s”: names are shown in the history", name=name)
        )
    return name


def _demand_other_admin(store: Store, account: Account) -> None:
    others = (each for each in store.accounts.all() if each.id != account.id)
    if account.is_admin and not any(each.is_admin and each.disabled_at is None for each in others):
        raise InputError(
            Message("%(name)s is the only administrator: make somebody else one first", name=account.name)
        )
