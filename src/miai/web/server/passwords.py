"""Passwords of the director and the result desk: hashing, checking, and slowing down guesses."""

import math
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import cache
from ipaddress import ip_address, ip_network
from typing import TypeVar

from miai.app.passwords import ONE_AT_A_TIME, matches
from miai.app.passwords import hashed as hashed  # noqa: PLC0414 - imported from here
from miai.errors import InputError
from miai.messages import Message
from miai.store.accounts_protocol import Account
from miai.store.protocol import Store
from miai.store.standing import NotLeading
from miai.web.server.roles import Role

_KEYS = {Role.DIRECTOR: "password of the director", Role.DESK: "password of the result desk"}
_GIVEN = ", given at the start"
_FREE_TRIES = 5
_LONGEST_WAIT = 300
_MOST_COUNTS = 10_000

# What attempts are counted for: the password of a role, or text such as the id of an account.
Counted = Role | str
_Counted = TypeVar("_Counted", bound=Counted)


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


class Throttle:
    """Makes an address wait longer after each wrong password; each role has its own count.

    Attempts at accounts are counted for the address, and for the account from all addresses together. An
    attempt counts before the password is checked, so that many at the same time are not all checked.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._tries: OrderedDict[tuple[Counted, str], tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, address: str, roles: Iterable[_Counted]) -> tuple[_Counted, ...]:
        """Count an attempt; the roles whose password may be checked now."""
        with self._lock:
            free = tuple(role for role in roles if not self._left(role, address))
            for role in free:
                tries = self._tries.pop((role, address), (0, 0.0))[0] + 1
                pause = min(_LONGEST_WAIT, 2 ** min(tries - _FREE_TRIES, 20)) if tries >= _FREE_TRIES else 0
                self._tries[role, address] = (tries, self._now() + pause)
            while len(self._tries) > _MOST_COUNTS:
                self._tries.popitem(last=False)
            return free

    def wait(self, address: str, roles: Iterable[Counted]) -> int:
        """Seconds until the next password of one of the roles is checked; 0 where none must wait."""
        with self._lock:
            return max((self._left(role, address) for role in roles), default=0)

    def passed(self, address: str, role: Counted, checked: Iterable[Counted]) -> None:
        """Forget the wrong passwords of a role after the right one, and this attempt at the other roles."""
        with self._lock:
            for each in checked:
                tries, _ = self._tries.pop((each, address), (0, 0.0))
                if each is not role and tries > 1:
                    self._tries[each, address] = (tries - 1, 0.0)

    def _left(self, role: Counted, address: str) -> int:
        _, until = self._tries.get((role, address), (0, 0.0))
        return math.ceil(max(0.0, until - self._now()))


def counted_address(address: str) -> str:
    """The address under which attempts are counted; a network of IPv6 may be all of one machine."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address
