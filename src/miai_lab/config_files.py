"""The configuration of a study: a text file, and its problems with the file's name."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from miai.errors import InputError, Problem
from miai.formats.registry import load
from miai.messages import Message

Parsed = TypeVar("Parsed")


def read_config(config: Path, parse: Callable[[str], Parsed]) -> Parsed:
    """What `parse` makes of a configuration; each of its problems says in which file it is."""
    try:
        return parse(load(config).decode("utf-8"))
    except UnicodeDecodeError:
        raise InputError([Problem(what=Message("this is not text in UTF-8"), where=config.name)]) from None
    except InputError as error:
        raise InputError([_within(config, problem) for problem in error.problems]) from error


def _within(config: Path, problem: Problem) -> Problem:
    """The problem with the name of the configuration before its place."""
    if not problem.where:
        return Problem(what=problem.what, where=config.name)
    where = Message("%(file)s: %(place)s", file=config.name, place=problem.where)
    return Problem(what=problem.what, where=where)
