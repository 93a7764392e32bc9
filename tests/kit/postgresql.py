"""A PostgreSQL server of our own for the tests, from Debian's packages."""

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

import psycopg
import pytest

from kit.debian import needs

_NUMBERS = count(1)


def new_database() -> str:
    """The URL of an empty database on the server; the first call starts it, the end of the tests stops it."""
    folder = _running()
    name = f"miai_{next(_NUMBERS)}"
    with psycopg.connect(host=str(folder), user="postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://postgres@/{name}?host={folder}"


@cache
def _running() -> Path:
    """The folder of the running server's socket."""
    binaries = needs("postgresql").parent
    folder = Path(tempfile.mkdtemp(prefix="miai-postgresql-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    control, data = binaries / "pg_ctl", folder / "data"
    _as_server([binaries / "initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "-N"])
    # A socket in our own folder: no port to be taken; what the tests kill are its clients, never the machine.
    options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
    _as_server([control, "-D", data, "-l", folder / "log", "-o", options, "-w", "start"])
    atexit.register(_stop, control, folder)
    return folder


def _stop(control: Path, folder: Path) -> None:
    _as_server([control, "-D", folder / "data", "-m", "fast", "-w", "stop"])
    shutil.rmtree(folder)


def _as_server(words: list[Path | str]) -> None:
    """Run one of the server's programs, which refuse to run as root."""
    lead = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    ended = subprocess.run(
        [*lead, *map(str, words)], cwd="/", stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    if ended.returncode:
        pytest.fail(f"{Path(words[0]).name} failed: {ended.stdout.decode(errors='replace')}")
