"""Passwords of the director and the result desk: hashing and checking."""

import secrets
from collections.abc import Mapping
from contextlib import suppress
from functools import cache

from miai.errors import InputError
from miai.features.accounts.passwords import ONE_AT_A_TIME, matches
from miai.features.accounts.passwords import hashed as hashed  # noqa: PLC0414 - imported from here
from miai.messages import Message
from miai.server.roles import Role
from miai.store.accounts.accounts_protocol import Account
from miai.store.protocol import Store
from miai.store.write_permission import NotLeading

_KEYS = {Role.DIRECTOR: "password of the director", Role.DESK: "password of the result desk"}
_GIVEN = ", given at the start"


def set_password(
    store: Store, role: Role, password: str | None, *, others: Mapping[Role, str] | None = None
) -> None:
    """Store the password of a role; None removes it.

    `others` are hashes that count besides those stored: each role needs a password of its own.
    """
    if password is None:
        store.set_value(_KEYS[role], None)
        return
    new = hashed(password)
    demand_own_password(password, role, {**stored_hashes(store), **(others or {})})
    store.set_value(_KEYS[role], new)


def demand_own_password(password: str, role: Role, known: Mapping[Role, str]) -> None:
    """Refuse a password that another role has: the role of whoever signs in is known by it alone."""
    if any(matches(stored, password) for each, stored in known.items() if each is not role):
        raise InputError(
            Message(
                "the director and the result desk need different passwords: "
                "whoever signs in with the director’s may do everything"
            )
        )


def stored_hashes(store: Store) -> dict[Role, str]:
    """The stored hashes, by role."""
    kept = {role: store.value(key) for role, key in _KEYS.items()}
    return {role: value for role, value in kept.items() if value}


def hash_for_run(store: Store, role: Role, password: str) -> str:
    """The hash of a password that was given at the start; the same as last time for the same password."""
    key = f"{_KEYS[role]}{_GIVEN}"
    kept = store.value(key)
    if kept is None or not matches(kept, password):
        kept = hashed(password)
        demand_own_password(password, role, stored_hashes(store))
        # A second laptop may have a password of its own; the copy keeps that of the leader.
        with suppress(NotLeading):
            store.set_value(key, kept)
    return kept


def hash_of_leader(store: Store, role: Role) -> str | None:
    """The hash of the password that the leader was started with, on a second laptop."""
    return None if role in stored_hashes(store) else store.value(f"{_KEYS[role]}{_GIVEN}")


def role_for(password: str, password_hashes: dict[Role, str]) -> Role | None:
    """The role that a password belongs to; None for a wrong one."""
    with ONE_AT_A_TIME:
        return next((role for role, stored in password_hashes.items() if matches(stored, password)), None)


def matches_account(password: str, account: Account | None) -> bool:
    """Whether a password is that of an account; for an unknown account it takes as long to say no."""
    with ONE_AT_A_TIME:
        fits = matches(account.password_hash if account else _hash_of_nobody(), password)
    return fits and account is not None


@cache
def _hash_of_nobody() -> str:
    return hashed(secrets.token_urlsafe(24))
