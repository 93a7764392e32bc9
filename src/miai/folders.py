"""Where Miai keeps what is not part of the program."""

import os
from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def data_folder(chosen: Path | None = None) -> Path:
    """The chosen folder, or MIAI_DATA, or the user's own data folder, where the system has such folders."""
    if chosen is not None:
        return chosen
    if os.environ.get("MIAI_DATA"):
        return Path(os.environ["MIAI_DATA"])
    # Without a home folder this is an error; platformdirs would give a folder called "~".
    before_0_2 = Path.home() / ".local" / "share" / "miai"
    own = user_data_path("miai", appauthor=False)
    kept_before = not os.environ.get("XDG_DATA_HOME") and before_0_2.is_dir() and not own.is_dir()
    return before_0_2 if kept_before else own


def cache_folder() -> Path:
    """The user's folder for what can be made again."""
    Path.home()
    return user_cache_path("miai", appauthor=False)
