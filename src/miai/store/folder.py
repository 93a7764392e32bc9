"""Where Miai keeps its data."""

import os
from pathlib import Path

from miai.errors import InputError, Problem


def data_folder(chosen: Path | None = None) -> Path:
    """The folder chosen, or MIAI_DATA, or the user's own folder for data."""
    if chosen is not None:
        return chosen
    if os.environ.get("MIAI_DATA"):
        return Path(os.environ["MIAI_DATA"])
    shared = os.environ.get("XDG_DATA_HOME")
    return (Path(shared) if shared else Path.home() / ".local" / "share") / "miai"


def made_folder(folder: Path) -> Path:
    """The same folder, made where it was not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError([Problem(what="this is a file, not a folder", where=folder.name)]) from None
    except OSError as error:
        raise InputError(
            [Problem(what=f"the folder cannot be made ({error.strerror})", where=folder.name)]
        ) from error
    return folder
