"""The command line: parse, call the use case, render."""

from miai.cli.main import main

__all__ = ["main"]
