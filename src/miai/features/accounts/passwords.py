"""Hashing and checking passwords."""

import threading

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError
from argon2.profiles import RFC_9106_LOW_MEMORY

from miai.errors import InputError
from miai.messages import counted

SHORTEST = 8

HASHER = PasswordHasher.from_parameters(RFC_9106_LOW_MEMORY)
# A check needs much memory by design: many at the same time could use all of it.
ONE_AT_A_TIME = threading.Lock()


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


def matches(stored: str, password: str) -> bool:
    """Whether a password is the one whose hash is stored."""
    try:
        return HASHER.verify(stored, password)
    except (VerifyMismatchError, InvalidHashError):
        return False
