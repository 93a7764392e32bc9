"""The container file and the unit of systemd, tried as far as this machine allows."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from kit.command import Run
from kit.debian import needs
from kit.places import ROOT, SOURCES
from kit.serving import free_port
from miai.version import __version__

HOSTING = SOURCES / "miai" / "features" / "hosting" / "files"
HOW_TO = ROOT / "docs" / "how-to" / "operate-a-server.md"
EXTRAS = "metrics,postgresql,tls,xlsx"
# Points of exposure, of 100: "OK" begins at 40, and what is left is the network and the compiler.
MOST_EXPOSED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An instruction of a container file, and the stage that it is in."""

    stage: int
    name: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The words of a command in either form."""
        text = self.rest.partition("CMD ")[2] if self.name == "HEALTHCHECK" else self.rest
        found: list[str] = json.loads(text) if text.startswith("[") else shlex.split(text)
        return found


def steps() -> list[Step]:
    """The instructions of the container file."""
    text = re.sub(r"\\\n\s*", "", (HOSTING / "Containerfile").read_text())
    found: list[Step] = []
    stage = -1
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, _, rest = line.partition(" ")
            stage += name == "FROM"
            found.append(Step(stage=stage, name=name, rest=rest))
    return found


def final(name: str) -> Step:
    """The one instruction of a kind in the last stage."""
    last = max(step.stage for step in steps())
    (found,) = [step for step in steps() if step.name == name and step.stage == last]
    return found


def environment(folder: Path) -> dict[str, str]:
    """The variables that the container file sets, with its folder for data in another place."""
    set_here = dict(word.split("=", 1) for word in final("ENV").words)
    return {name: value.replace("/data", str(folder)) for name, value in set_here.items()}


# The container ------------------------------------------------------------------------


def test_the_container_runs_as_nobody_special_and_writes_to_its_volume_only() -> None:
    assert final("USER").rest not in ("root", "0")
    assert final("VOLUME").rest == "/data"
    assert {value for value in environment(Path("/data")).values() if value.startswith("/")} == {
        "/data",
        "/data/compiled",
    }
    # Nothing that was needed to build it, and no sources.
    copied = [
        step.rest for step in steps() if step.name in ("COPY", "ADD") and step.stage == final("USER").stage
    ]
    assert copied == ["--from=build /opt/miai /opt/miai"]


def test_the_container_is_built_from_the_sources_and_nothing_else_of_their_folder() -> None:
    assert [step.rest for step in steps() if step.name == "COPY" and step.stage == 0] == [". ./"]
    kept = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    assert sorted(kept) == ["!LICENSE", "!README.md", "!pyproject.toml", "!src"]
    assert all((ROOT / line[1:]).exists() for line in kept)


def test_what_the_container_runs_is_healthy_by_its_own_check(tmp_path: Path) -> None:
    port = str(free_port())
    program = Path(sys.executable).parent / "miai"
    words = [str(program), *final("CMD").words, "--port", port]
    assert final("ENTRYPOINT").words == ["/opt/miai/bin/miai"]
    env = {**os.environ, **environment(tmp_path), "MIAI_PASSWORD": "two stones more"}
    # The compiled kernel of the other tests: to compile it takes a minute.
    env.pop("NUMBA_CACHE_DIR")
    check = [word.replace(":8000", f":{port}") for word in final("HEALTHCHECK").words]
    assert check[0] == "/opt/miai/bin/python"
    with subprocess.Popen(words, env=env, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout
        assert "Miai is running" in served.stdout.readline()
        done = subprocess.run([sys.executable, *check[1:]], check=False, timeout=60)
        served.terminate()
        served.communicate(timeout=60)
    assert done.returncode == 0
    assert served.returncode in (0, -signal.SIGTERM)
    assert subprocess.run([sys.executable, *check[1:]], check=False, capture_output=True).returncode != 0
    assert (tmp_path / "miai.db").exists()


def test_all_ways_to_install_a_server_have_the_same_extras() -> None:
    # From a wheel or the sources: nobody knows what a registry has under this name. Servers import workbooks.
    named = re.compile(r"""['"]([^'"\s]*)\[([a-z,]+)\]['"]""")
    wheel = f"./miai-{__version__}-py3-none-any.whl"
    assert named.findall((HOSTING / "Containerfile").read_text()) == [("${MIAI}", EXTRAS)]
    assert named.findall(HOW_TO.read_text()) == [(wheel, EXTRAS), (".", EXTRAS), (wheel, EXTRAS)]
    (default,) = [step.rest for step in steps() if step.name == "ARG"]
    assert default == "MIAI=."
    assert f"--build-arg MIAI={wheel} " in HOW_TO.read_text()
    assert f"--build-arg MIAI={wheel} " in (HOSTING / "Containerfile").read_text()


@pytest.mark.soak
def test_the_steps_of_the_container_file_build_a_program_that_runs(tmp_path: Path) -> None:
    prefix = tmp_path / "opt"
    for step in steps():
        if step.name == "RUN" and step.stage == 0:
            words = [word.replace("/opt/miai", str(prefix)).replace("${MIAI}", ".") for word in step.words]
            words[0] = sys.executable if words[0] == "python" else words[0]
            subprocess.run(words, cwd=ROOT, check=True)
    env = {**os.environ, **environment(tmp_path)}
    told = subprocess.run(
        [prefix / "bin/miai", "formats"], env=env, check=True, capture_output=True, text=True
    )
    assert told.stdout.strip()
    extras = "import prometheus_client, psycopg, cryptography, openpyxl"
    served = subprocess.run([prefix / "bin/python", "-c", extras], check=False)
    assert served.returncode == 0
    sources = (
        "from miai.engine.gpu.device import *; print(whole_source(TOURNAMENTS), whole_source(MATCHINGS))"
    )
    told = subprocess.run([prefix / "bin/python", "-c", sources], check=True, capture_output=True, text=True)
    assert "play_tournaments(" in told.stdout
    assert "match_many(" in told.stdout


@pytest.mark.soak
def test_a_container_is_built_where_there_is_something_to_build_it_with() -> None:
    docker = shutil.which("docker")
    if not docker or subprocess.run([docker, "info"], capture_output=True, check=False).returncode:
        pytest.skip("NO DOCKER: the image is not built")
    words = [
        docker,
        "build",
        "--file",
        "src/miai/features/hosting/files/Containerfile",
        "--tag",
        "miai-test",
        ".",
    ]
    subprocess.run(words, cwd=ROOT, check=True)


# The service --------------------------------------------------------------------------


@pytest.fixture
def unit(run: Run, tmp_path: Path) -> Path:
    """The unit as the command prints it."""
    status, text, _ = run("hosting-file", "miai.service")
    assert status == 0
    path = tmp_path / "miai.service"
    path.write_text(text)
    return path


def test_the_unit_starts_the_program_that_printed_it(unit: Path) -> None:
    (start,) = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")]
    program, *words = start.removeprefix("ExecStart=").split()
    assert Path(program) == Path(sys.prefix) / "bin" / "miai"
    assert words == ["serve", "--log-format", "json", "$MIAI_OPTIONS"]


@pytest.mark.parametrize("folder", ["/root/.local/pipx/venvs/miai", "/home/anna/venv"])
def test_a_program_in_a_home_folder_is_hidden_from_the_service_which_is_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    advice = "from the service: install Miai, and the Python it runs with, outside of home folders\n"
    monkeypatch.setattr(sys, "prefix", folder)
    _, text, notes = run("hosting-file", "miai.service")
    assert f"ExecStart={folder}/bin/miai serve" in text
    assert notes == f"note: the unit hides {folder}/bin/miai {advice}"
    monkeypatch.setattr(sys, "prefix", "/opt/miai")
    monkeypatch.setattr(sys, "executable", f"{folder}/versions/3.12/bin/python")
    assert run("hosting-file", "miai.service")[2] == f"note: the unit hides {sys.executable} {advice}"
    monkeypatch.setattr(sys, "executable", "/usr/bin/no-such-python")
    assert run("hosting-file", "miai.service") == (0, (HOSTING / "miai.service").read_text(), "")


def test_the_container_file_is_printed_as_it_is(run: Run) -> None:
    assert run("hosting-file", "Containerfile") == (0, (HOSTING / "Containerfile").read_text(), "")


def test_a_file_that_there_is_not_is_answered_with_those_that_there_are(run: Run) -> None:
    status, printed, said = run("hosting-file", "miai.servic")
    assert (status, printed) == (2, "")
    assert said == (
        "miai: there is no file 'miai.servic'; did you mean miai.service? "
        "Possible: miai.service or Containerfile\n"
    )


def test_systemd_finds_nothing_wrong_in_the_unit(unit: Path) -> None:
    words = [str(needs("systemd")), "verify", "--man=no", "--recursive-errors=no", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_is_closed_to_what_it_does_not_need(unit: Path) -> None:
    words = [str(needs("systemd")), "security", "--offline=yes", f"--threshold={MOST_EXPOSED}", str(unit)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-500:]
    text = unit.read_text()
    assert "DynamicUser=yes" in text
    assert "StateDirectory=miai" in text
    assert "ProtectHome=yes" in text
