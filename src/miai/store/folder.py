"""Where Miai keeps its data."""

from pathlib import Path

from miai.errors import InputError, Problem
from miai.folders import data_folder
from miai.messages import Message

__all__ = ["data_folder", "made_folder"]


def made_folder(folder: Path) -> Path:
    """The same folder, created if it was missing."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        what = Message("this is a file, not a folder")
        raise InputError([Problem(what=what, where=str(folder))]) from None
    except OSError as error:
        what = Message(
            "the folder cannot be made (%(reason)s); name another with --data or in MIAI_DATA",
            reason=error.strerror,
        )
        raise InputError([Problem(what=what, where=str(folder))]) from error
    return folder
