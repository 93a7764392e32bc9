"""Secrets come from variables or files: everybody on a machine can read its command lines."""

import os
from pathlib import Path
from urllib.parse import urlsplit

from miai.errors import InputError
from miai.messages import Message, literal
from miai.terminal.output import print_notes


def given_secret(name: str) -> str | None:
    """The value of a variable, or the first line of the file that the variable NAME_FILE names."""
    value, file = os.environ.get(name), os.environ.get(f"{name}_FILE")
    if value and file:
        raise InputError(Message("%(name)s and %(name)s_FILE are both set: keep one of them", name=name))
    if not file:
        return value or None
    try:
        lines = Path(file).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(
            Message(
                "%(name)s_FILE names %(file)s, which cannot be read: %(error)s",
                name=name,
                file=literal(file),
                error=literal(str(getattr(error, "strerror", "") or "it is not UTF-8")),
            )
        ) from None
    if not lines or not lines[0]:
        raise InputError(
            Message("%(name)s_FILE names %(file)s, which is empty", name=name, file=literal(file))
        )
    return lines[0]


def given_database(address: str | None) -> str | None:
    """The address of a database: that of --database, else that of MIAI_DATABASE or its file."""
    if not address:
        return given_secret("MIAI_DATABASE")
    if urlsplit(address).password:
        print_notes(
            [
                Message(
                    "everybody on this machine can read the password of the database in the command line: "
                    "give the address in MIAI_DATABASE, or in a file that MIAI_DATABASE_FILE names"
                )
            ]
        )
    return address
