"""A lock on the data folder: one server at a time; it ends with its process, however that ends."""

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from miai.errors import InputError
from miai.messages import Message
from miai.store.folder import made_folder
from miai.store.times import current_time

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_FILE = "miai.lock"
# Where Windows locks a byte; what the file says stands before it.
_BYTE = 1 << 20


@contextmanager
def folder_lock(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; where another one holds it, say which."""
    path = made_folder(folder) / _FILE
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError:
        # Nothing can be written here; the store says so when it is opened.
        yield
        return
    try:
        if not _locked(handle):
            raise InputError(_held(path, folder))
        # On a full disk the lock still holds; only its sentence says less.
        with suppress(OSError):
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, json.dumps({"process": os.getpid(), "since": current_time()}).encode())
        yield
    finally:
        os.close(handle)


def _locked(handle: int) -> bool:
    """Whether the lock could be taken; the system releases it when the process ends."""
    if sys.platform == "win32":
        os.lseek(handle, _BYTE, os.SEEK_SET)
        with suppress(OSError):
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
            return True
    else:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
    return False


def _held(path: Path, folder: Path) -> Message:
    try:
        said = json.loads(path.read_text())
        process, since = int(said["process"]), str(said["since"])
    except (OSError, ValueError, KeyError, TypeError):
        return Message(
            "another Miai uses the folder %(folder)s: stop it first, or choose another folder with --data",
            folder=str(folder),
        )
    return Message(
        "another Miai uses the folder %(folder)s (process %(process)s, started at %(since)s):"
        " stop it first, or choose another folder with --data",
        folder=str(folder),
        process=str(process),
        since=since,
    )
