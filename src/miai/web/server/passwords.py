"""Passwords of the director and the result desk: hashing, checking, and slowing down guesses."""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from ipaddress import ip_address, ip_network

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from miai.errors import InputError
from miai.messages import Message, counted
from miai.store.protocol import Store
from miai.web.server.roles import Role

SHORTEST = 8
_KEYS = {Role.DIRECTOR: "password of the director", Role.DESK: "password of the result desk"}
_FREE_TRIES = 5
_LONGEST_WAIT = 300
_MOST_COUNTS = 10_000

HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
_one_at_a_time = threading.Lock()


def hashed(password: str) -> str:
    """The hash of a password."""
    if len(password) < SHORTEST:
        raise InputError(
            counted(
                "a password needs at least %(num)s character",
                "a password needs at least %(num)s characters",
                SHORTEST,
            )
        )
    return HASHER.hash(password)


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
    if any(_matches(stored, password) for each, stored in known.items() if each is not role):
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
    key = f"{_KEYS[role]}, given at the start"
    kept = store.value(key)
    if kept is None or not _matches(kept, password):
        kept = hashed(password)
        demand_own_password(password, role, stored_hashes(store))
        store.set_value(key, kept)
    return kept


def role_for(password: str, password_hashes: dict[Role, str]) -> Role | None:
    """The role that a password belongs to; None for a wrong one."""
    # A check needs much memory by design: many at the same time could use all of it.
    with _one_at_a_time:
        return next((role for role, stored in password_hashes.items() if _matches(stored, password)), None)


def _matches(stored: str, password: str) -> bool:
    try:
        return HASHER.verify(stored, password)
    except (VerifyMismatchError, InvalidHashError):
        return False


class Throttle:
    """Makes an address wait longer after each wrong password; each role has its own count.

    An attempt counts before the password is checked, so that many at the same time are not all checked.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._tries: OrderedDict[tuple[Role, str], tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def begin(self, address: str, roles: Iterable[Role]) -> tuple[Role, ...]:
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

    def wait(self, address: str, roles: Iterable[Role]) -> int:
        """Seconds until the next password of one of the roles is checked; 0 where none must wait."""
        with self._lock:
            return max((self._left(role, address) for role in roles), default=0)

    def passed(self, address: str, role: Role, checked: Iterable[Role]) -> None:
        """Forget the wrong passwords of a role after the right one, and this attempt at the other roles."""
        with self._lock:
            for each in checked:
                tries, _ = self._tries.pop((each, address), (0, 0.0))
                if each is not role and tries > 1:
                    self._tries[each, address] = (tries - 1, 0.0)

    def _left(self, role: Role, address: str) -> int:
        _, until = self._tries.get((role, address), (0, 0.0))
        return math.ceil(max(0.0, until - self._now()))


def counted_address(address: str) -> str:
    """The address under which attempts are counted; a network of IPv6 may be all of one machine."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((parsed, 64), strict=False)) if parsed.version == 6 else address
