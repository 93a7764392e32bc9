"""Programs of Debian's packages that tests need: installed once where that is possible, else told loudly."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

import pytest

# What a package is wanted for: programs on the path, or a pattern where it keeps them beside it.
_PROGRAMS = {
    "chromium-headless-shell": ("chromium-headless-shell",),
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "poppler-utils": ("pdftotext",),
    "postgresql": ("/usr/lib/postgresql/*/bin/initdb",),
    "g++": ("g++",),
    "systemd": ("systemd-analyze",),
}


def needs(*packages: str) -> Path:
    """The program that a package is wanted for, of the first package that can be had.

    Without it the test is skipped, and fails where CI=true.
    """
    found = next(filter(None, map(_installed, packages)), None)
    if found is None:
        package = packages[0]
        reason = f"NO {package.upper()}: what needs it is not tested; apt-get install {package}"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    return found


@cache
def _installed(package: str) -> Path | None:
    found = _program(package)
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        # Two processes of the tests may want the same package at the same time.
        with (Path(tempfile.gettempdir()) / "miai-tests-apt.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            found = _program(package) or _install(package)
    return found


def _install(package: str) -> Path | None:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for words in (["update"], ["install", "--yes", "--no-install-recommends", package]):
        subprocess.run(["apt-get", "--quiet", *words], env=quiet, check=False)
    return _program(package)


def _program(package: str) -> Path | None:
    for name in _PROGRAMS[package]:
        if "*" in name:
            versions = sorted(Path("/").glob(name[1:]), key=lambda path: float(path.parts[-3]))
            found = str(versions[-1]) if versions else None
        else:
            found = shutil.which(name)
        if found:
            return Path(found)
    return None
