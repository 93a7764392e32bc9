"""Passwords hashed without much work: a real hash takes a quarter of a second, and many tests sign in."""

from typing import Final

from argon2 import PasswordHasher
from argon2.profiles import CHEAPEST

from miai.features.accounts import passwords

REAL_HASHER: Final = passwords.HASHER


def hash_cheaply() -> None:
    """Hash passwords with as little work as possible from now on."""
    passwords.HASHER = PasswordHasher.from_parameters(CHEAPEST)
