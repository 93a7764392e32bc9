"""Where Miai keeps what is not part of the program."""

import os
from pathlib import Path


def data_folder(chosen: Path | None = None) -> Path:
    """The chosen folder, or MIAI_DATA, or the user's own data folder."""
    if chosen is not None:
        return chosen
    if os.environ.get("MIAI_DATA"):
        return Path(os.environ["MIAI_DATA"])
    return _users_own("XDG_DATA_HOME", ".local", "share")


def cache_folder() -> Path:
    """The user's folder for what can be made again."""
    return _users_own("XDG_CACHE_HOME", ".cache")


def _users_own(variable: str, *below_home: str) -> Path:
    shared = os.environ.get(variable)
    return (Path(shared) if shared else Path.home().joinpath(*below_home)) / "miai"
