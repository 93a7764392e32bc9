"""Read a tournament from any supported file."""

from os import PathLike
from pathlib import Path

from miai.domain.tournament import Tournament
from miai.formats import read_file


def read(path: str | PathLike[str]) -> Tournament:
    """The tournament in a file; a bad file raises an `InputError` that carries all its problems."""
    return read_file(Path(path)).tournament
