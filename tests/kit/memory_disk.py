"""Temporary folders in memory: the store waits for the disk at every commit, and thousands of tests write."""

import os
import shutil
import tempfile
from pathlib import Path

_MEMORY = Path("/dev/shm")  # noqa: S108 - only a folder of the tests themselves is made there
# Tests keep their folders only until they have passed; all of them together need a few hundred megabytes.
_ENOUGH = 2 << 30


def keep_temporary_files_in_memory() -> None:
    """Let temporary folders be in memory from now on, if it has room; also those of programs started here."""
    if "TMPDIR" in os.environ or not os.access(_MEMORY, os.W_OK | os.X_OK):
        return
    if shutil.disk_usage(_MEMORY).free >= _ENOUGH:
        os.environ["TMPDIR"] = str(_MEMORY)
        tempfile.tempdir = None
