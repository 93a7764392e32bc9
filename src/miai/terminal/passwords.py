"""Asks for a password."""

import sys

import typer

from miai.errors import InputError
from miai.messages import Message
from miai.terminal.secrets_given import given_secret


def given_password() -> str:
    """The password in MIAI_PASSWORD or its file, else the one that is asked for."""
    return given_secret("MIAI_PASSWORD") or asked_password()


def asked_password() -> str:
    """A password that is typed twice at a terminal, or one line from a pipe or a file."""
    if sys.stdin.isatty():
        typed: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True)
        return typed
    piped = sys.stdin.readline().rstrip("\r\n")
    if not piped:
        raise InputError(
            Message(
                "no password was given: write it as one line to standard input, or set MIAI_PASSWORD or "
                "MIAI_PASSWORD_FILE"
            )
        )
    return piped
