"""The wheel holds all that Miai needs, and runs from an environment of its own, without the sources."""

import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email.message import Message
from email.parser import Parser
from pathlib import Path

import httpx
import pytest
import yaml

from kit.command import Run
from kit.places import ROOT, SOURCES
from miai.features.draw.pair import pair
from miai.features.tournament.demo import demo
from miai.version import __version__

PACKAGES = ("miai", "miai_lab")
SITE = Path(pytest.__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, str(ROOT)], check=True)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`miai` in an environment that has the wheel; the libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin/python"
    words = ["--python", str(python), "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run([sys.executable, "-m", "pip", *words], check=True)
    return folder / "bin/miai"


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The variables of a program that runs outside the repository and does not know the sources."""
    monkeypatch.chdir(tmp_path)
    # Compiling takes half a minute; what is tested here is what the wheel holds.
    own = {"PYTHONPATH": str(SITE), "HOME": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    yield {**os.environ, **own, "MIAI_DATA": str(tmp_path / "data")}


def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        return Parser().parsestr(archive.read(f"miai-{__version__}.dist-info/METADATA").decode())


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    sources = {
        path.relative_to(SOURCES).as_posix(): path.read_bytes()
        for package in PACKAGES
        for path in (SOURCES / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    endings = {Path(name).suffix for name in sources}
    assert {
        ".py",
        ".html",
        ".css",
        ".js",
        ".po",
        ".svg",
        ".miai",
        ".cuh",
        ".cpp",
        ".service",
        ".toml",
        ".typed",
    } <= endings
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if name.partition("/")[0] in PACKAGES}
    assert sorted(held) == sorted(sources)
    assert held == sources


def test_the_wheel_says_what_it_needs_and_where_it_runs(wheel: Path) -> None:
    told = metadata(wheel)
    assert (told["Name"], told["Version"], told["Requires-Python"]) == ("miai", __version__, ">=3.11")
    assert set(told.get_all("Provides-Extra") or ()) == set(PROJECT["optional-dependencies"])
    assert told["License-Expression"] == "Apache-2.0"
    needed = [each for each in told.get_all("Requires-Dist") or () if "extra ==" not in each]
    assert len(needed) == len(PROJECT["dependencies"])


def test_the_wheel_runs_outside_the_repository(program: Path, elsewhere: dict[str, str]) -> None:
    told = subprocess.run([program, "--version"], env=elsewhere, check=True, capture_output=True, text=True)
    assert told.stdout == f"miai {__version__}\n"
    unit = [str(program), "hosting-file", "miai.service"]
    told = subprocess.run(unit, env=elsewhere, check=True, capture_output=True, text=True)
    assert f"ExecStart={program} serve " in told.stdout
    where = "import miai; print(miai.__file__)"
    python = program.with_name("python")
    told = subprocess.run([python, "-c", where], env=elsewhere, check=True, capture_output=True, text=True)
    assert Path(told.stdout.strip()).is_relative_to(program.parents[1])


def test_the_wheel_draws_the_demo_as_the_sources_do(program: Path, elsewhere: dict[str, str]) -> None:
    told = subprocess.run(
        [program, "pair", "--demo", "--numbers"], env=elsewhere, check=True, capture_output=True, text=True
    )
    event = demo().tournament
    assert f"total {pair(event, round=event.rounds_played + 1).total}," in told.stdout


def test_the_wheel_serves_the_demo(program: Path, elsewhere: dict[str, str]) -> None:
    words = [str(program), "serve", "--demo", "--port", "0"]
    with subprocess.Popen(words, env=elsewhere, stdout=subprocess.PIPE, text=True) as served:
        assert served.stdout
        first = served.stdout.readline()
        page = httpx.get(first.split()[4], follow_redirects=True).text
        served.terminate()
    assert str(demo().tournament.name) in page


def test_what_cites_miai_names_this_version() -> None:
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text())["version"] == __version__


def test_the_changelog_has_a_section_for_this_version_below_what_is_not_released() -> None:
    headings = re.findall(r"^## \[(.+?)\](.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert [name for name, _ in headings[:2]] == ["Unreleased", __version__]
    assert re.fullmatch(r" - \d{4}-\d\d-\d\d", headings[1][1])


def test_a_release_is_tried_with_every_python_that_is_declared() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    declared = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if ":: Python :: 3." in each]
    assert jobs["install"]["strategy"]["matrix"]["python"] == declared
    assert set(jobs["release"]["needs"]) == {"test", "install"}
    assert jobs["install"]["needs"] == "build"


def test_every_extra_is_documented() -> None:
    page = (ROOT / "docs/how-to/install.md").read_text()
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize("form", ["fault", "pairing", "wish"])
def test_an_issue_form_asks_for_something(form: str) -> None:
    asked = yaml.safe_load((ROOT / f".github/ISSUE_TEMPLATE/{form}.yml").read_text())
    assert asked["name"]
    assert asked["description"]
    assert any(each.get("validations", {}).get("required") for each in asked["body"])
    assert len({each["id"] for each in asked["body"]}) == len(asked["body"])


MISSING = {
    "matplotlib": ("lab", ("bar", "--demo", "--pairings", "5", "--plot", "bar.svg")),
    "pyarrow": ("lab", ("lab", "reproduce", "--only", "Bob", "--out", "out")),
    "distributed": ("cluster", ("lab", "probe", "control.toml", "--cluster", "tcp://127.0.0.1:1")),
    "psycopg": ("postgresql", ("check", "--database", "postgresql://127.0.0.1/miai")),
    "cryptography": ("tls", ("serve", "--demo", "--tls-self-signed")),
    "openpyxl": ("xlsx", ("standings", "--demo", "-o", "standings.xlsx")),
    "cupy": ("gpu", ("bar", "--demo", "--device", "gpu")),
}


@pytest.mark.parametrize("module", MISSING)
def test_a_missing_extra_is_named_in_one_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, module: str
) -> None:
    extra, words = MISSING[module]
    for known in [name for name in sys.modules if name.split(".")[0] == module]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MIAI_DATA", str(tmp_path / "data"))
    Path("control.toml").write_text('system = "random"\n[[kinds]]\nname = "club evening"\ntournaments = 4\n')
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert f"pip install 'miai[{extra}]'" in err
    assert [line.startswith("miai: ") for line in err.splitlines()].count(True) == 1
