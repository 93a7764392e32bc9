"""Where Miai keeps its data."""

import os
from pathlib import Path

from miai.errors import InputError, Problem
from miai.messages import Message


def data_folder(chosen: Path | None = None) -> Path:
    """The chosen folder, or MIAI_DATA, or the user's own data folder."""
    if chosen is not None:
        return chosen
    if os.environ.get("MIAI_DATA"):
        return Path(os.environ["MIAI_DATA"])
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "miai"


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
