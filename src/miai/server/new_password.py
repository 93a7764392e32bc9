"""A new password as forms send it: typed twice."""

from miai.errors import InputError
from miai.features.accounts.passwords import hashed
from miai.messages import Message


def new_password_hash(password: str, again: str) -> str:
    """The hash of a password that was typed twice."""
    if password != again:
        raise InputError(Message("the two passwords are not the same: type it twice"))
    return hashed(password)
