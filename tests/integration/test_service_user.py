"""A service: no home folder, and a program that belongs to somebody else."""

import ctypes
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

import httpx
import pytest

import miai
import miai_lab
from kit.serving import free_port

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="permissions are taken away as Linux does it")

_DROP, _IGNORE_PERMISSIONS = 24, 1
PREPARING = "Preparing the pairing engine, once"


def bind_by_permissions() -> None:
    """Permissions bind root too once it has lost this capability; others have never had it."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(_DROP, _IGNORE_PERMISSIONS, 0, 0, 0)


@pytest.fixture(scope="module")
def installed() -> Iterator[Path]:
    """A copy of the program that cannot be written to, and a folder for data beside it."""
    folder = Path(tempfile.mkdtemp(prefix="miai-service-"))
    for package in (miai, miai_lab):
        source = Path(package.__path__[0])
        shutil.copytree(source, folder / "program" / source.name, ignore=lambda *_: {"__pycache__"})
    (folder / "data").mkdir()
    made = [folder / "program", *(folder / "program").rglob("*")]
    for path in made:
        path.chmod(0o555 if path.is_dir() else 0o444)
    yield folder
    for path in made:
        if path.is_dir():
            path.chmod(0o755)
    shutil.rmtree(folder)


def environment(installed: Path, data: str) -> dict[str, str]:
    without = {"NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "XDG_DATA_HOME", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in without} | {
        "HOME": str(installed / "program/home"),
        "PYTHONPATH": str(installed / "program"),
        "MIAI_DATA": str(installed / data),
    }


def run(installed: Path, *words: str, data: str = "data") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        env=environment(installed, data),
        cwd=installed,
        preexec_fn=bind_by_permissions,
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_program_cannot_be_written_to(installed: Path) -> None:
    tried = run(installed, "-c", "from pathlib import Path; Path('program/miai/engine/kernel/new').touch()")
    assert "PermissionError" in tried.stderr


@contextmanager
def at_terminal(installed: Path, *words: str, data: str) -> Iterator[tuple[subprocess.Popen[str], BinaryIO]]:
    """A command with its errors at a terminal, where it says what it is waiting for."""
    terminal, end = pty.openpty()
    with (installed / "stdout").open("w") as stdout:
        process = subprocess.Popen(
            [sys.executable, "-m", "miai", *words],
            env=environment(installed, data),
            cwd=installed,
            preexec_fn=bind_by_permissions,  # noqa: PLW1509 - no other thread runs here
            stdout=stdout,
            stderr=end,
            text=True,
        )
    os.close(end)
    try:
        with open(terminal, "rb", buffering=0) as said:  # noqa: PTH123 - not a path
            yield process, said
    finally:
        process.kill()
        process.wait()


def all_of(said: BinaryIO) -> str:
    """Everything up to the end; a terminal ends with an error."""
    found = b""
    with suppress(OSError):
        while chunk := said.read(4096):
            found += chunk
    return found.decode()


def test_the_command_line_pairs_and_keeps_the_machine_code_with_the_data(installed: Path) -> None:
    for note in (PREPARING, ""):
        with at_terminal(installed, "pair", "--demo", "--json", data="data") as (process, terminal):
            said = all_of(terminal)
            assert process.wait() == 0, said
        assert "Traceback" not in said
        assert (PREPARING in said) == bool(note)
        assert json.loads((installed / "stdout").read_text())["boards"]
        assert list((installed / "data/compiled").rglob("*.nbi"))


def test_ctrl_c_ends_a_command_that_compiles(installed: Path) -> None:
    (installed / "stopped").mkdir()
    with at_terminal(installed, "pair", "--demo", data="stopped") as (process, terminal):
        said = b""
        while PREPARING.encode() not in said:
            said += terminal.read(4096)
        process.send_signal(signal.SIGINT)
        rest = all_of(terminal)
        assert process.wait() == 130
    assert "KeyboardInterrupt" not in rest
    assert not (installed / "stdout").read_text()
    # The matching, which takes longest, was not compiled to its end.
    assert not list((installed / "stopped/compiled").rglob("matching._solve_slice*.nbi"))


def test_without_any_folder_the_kernel_works_all_the_same(installed: Path) -> None:
    code = "from miai.engine.kernel import jit, matching; print(jit._place())"
    done = run(installed, "-c", code, data="program/none")
    assert done.stdout == "None\n", done.stderr


@contextmanager
def served(installed: Path, port: int, *, data: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "miai", "serve", "--demo", "--port", str(port)],
        env=environment(installed, data),
        cwd=installed,
        preexec_fn=bind_by_permissions,  # noqa: PLW1509 - no other thread runs here
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def wait_for(words: str, process: subprocess.Popen[str]) -> None:
    assert process.stdout
    assert any(words in line for line in process.stdout), words


def test_the_server_shows_the_draw(installed: Path) -> None:
    port = free_port()
    with served(installed, port, data="data") as process:
        wait_for("Miai is running", process)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", follow_redirects=True, timeout=60) as client:
            link = re.search(r"/t/[\w-]+", client.get("/").raise_for_status().text)
            assert link
            client.get(f"{link[0]}/draw").raise_for_status()
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert "Traceback" not in said
    assert process.returncode in (0, 130)


def test_the_end_does_not_wait_for_the_compiler(installed: Path) -> None:
    (installed / "fresh").mkdir()
    with served(installed, free_port(), data="fresh") as process:
        wait_for(PREPARING, process)
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=60)
    assert "Traceback" not in said
    assert process.returncode in (0, 130)
    # The matching, which takes longest, was not compiled to its end.
    assert not list((installed / "fresh/compiled").rglob("matching._solve_slice*.nbi"))
