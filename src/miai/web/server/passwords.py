"""Passwords of the director and the result desk: hashing, checking, and slowing down guesses."""

import threading
import time
from collections import OrderedDict

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from miai.errors import InputError
from miai.messages import counted
from miai.store.protocol import Store
from miai.web.server.roles import Role

SHORTEST = 8
_KEYS = {Role.DIRECTOR: "password of the director", Role.DESK: "password of the result desk"}
_FREE_TRIES = 5
_LONGEST_WAIT = 300
_MOST_ADDRESSES = 10_000

_hasher = PasswordHasher()
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
    return _hasher.hash(password)


def set_password(store: Store, role: Role, password: str | None) -> None:
    """Store the password of a role; None removes it."""
    store.set_value(_KEYS[role], None if password is None else hashed(password))


def stored_hashes(store: Store) -> dict[Role, str]:
    """The stored hashes, by role."""
    kept = {role: store.value(key) for role, key in _KEYS.items()}
    return {role: value for role, value in kept.items() if value}


def role_for(password: str, password_hashes: dict[Role, str]) -> Role | None:
    """The role that a password belongs to; None for a wrong one."""
    # A check needs much memory by design: many at the same time could use all of it.
    with _one_at_a_time:
        for role, stored in password_hashes.items():
            try:
                if _hasher.verify(stored, password):
                    return role
            except (VerifyMismatchError, InvalidHashError):
                continue
    return None


class Throttle:
    """Makes an address wait longer after each wrong password."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()
        self._lock = threading.Lock()

    def wait(self, address: str) -> int:
        """Seconds until this address may try again."""
        _, until = self._wrong.get(address, (0, 0.0))
        return max(0, round(until - time.monotonic() + 0.5)) if until > time.monotonic() else 0

    def failed(self, address: str) -> None:
        """Remember a wrong password."""
        with self._lock:
            tries = self._wrong.pop(address, (0, 0.0))[0] + 1
            pause = min(_LONGEST_WAIT, 2 ** (tries - _FREE_TRIES)) if tries >= _FREE_TRIES else 0
            self._wrong[address] = (tries, time.monotonic() + pause)
            while len(self._wrong) > _MOST_ADDRESSES:
                self._wrong.popitem(last=False)

    def passed(self, address: str) -> None:
        """Forget the wrong passwords of an address that gave the right one."""
        with self._lock:
            self._wrong.pop(address, None)
