"""Plug-ins: the example package at work, and packages that cannot be used."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kit.places import ROOT
from kit.riverside import riverside
from miai.formats import FORMATS

EXAMPLE = ROOT / "examples" / "miai-example-plugin"


def install(site: Path, package: str, groups: dict[str, dict[str, str]]) -> None:
    """Say that a package is installed, as pip does."""
    about = site / f"{package.replace('-', '_')}-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 0.1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in points.items())
        for group, points in groups.items()
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example installed."""
    site = tmp_path_factory.mktemp("site")
    shutil.copytree(EXAMPLE / "src", site, dirs_exist_ok=True)
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install(site, project["name"], project["entry-points"])
    return site


def run(site: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with what is installed in a folder."""
    path = os.pathsep.join([str(site), str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": path, "MIAI_PLUGINS": "on"}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
    )


def test_each_plugin_of_the_example_has_less_than_30_lines() -> None:
    sizes = {path.name: len(path.read_text().splitlines()) for path in EXAMPLE.glob("src/miai_example/*.py")}
    assert len(sizes) == 7
    assert max(sizes.values()) < 30, sizes


def test_the_example_works(example: Path) -> None:
    done = run(example, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(EXAMPLE / "tests"))
    assert done.returncode == 0, done.stdout[-3000:]


def test_the_command_line_knows_what_is_installed(example: Path, tmp_path: Path) -> None:
    event = tmp_path / "demo.miai"
    event.write_bytes(FORMATS["miai"].write(riverside()))
    table = run(example, "-m", "miai", "standings", str(event), "--criteria", "MMS,Streak", "--json")
    assert table.returncode == 0, table.stderr
    assert json.loads(table.stdout)["criteria"] == ["mms", "streak"]
    ignored = "make no use of: Newcomers"
    for preset, is_told in (("gotha+newcomers", True), ("miai+newcomers", False)):
        drawn = run(example, "-m", "miai", "pair", str(event), "--preset", preset)
        assert drawn.returncode == 0, drawn.stderr
        assert (ignored in drawn.stderr) == is_told, drawn.stderr
    found = json.loads(run(example, "-m", "miai", "plugins", "--json").stdout)["plugins"]
    assert {each["key"] for each in found} == {"streak", "newcomers", "neighbours", "roster", "club", "sv"}
    assert {each["package"] for each in found} == {"miai-example-plugin"}


BROKEN = """
import numpy as np

class NoTexts:
    def deviation(self, view): return np.zeros((len(view), len(view)), int)

class Lopsided:
    title, fault = "Lopsided", "lopsided games"
    def deviation(self, view): return np.triu(np.ones((len(view), len(view)), int))
    def explain(self, view, i, j): return "nothing"

class Failing(Lopsided):
    def deviation(self, view): return 1 / 0

class FailingRating:
    key = "club"
    def rate(self, event): return 1 / 0
    def performances(self, event): return ()
"""

NOWHERE = "ModuleNotFoundError: No module named 'broken_plugin.nowhere'; 'broken_plugin' is not a package"

USED = """
import miai
from miai.features.library.plugins import installed_plugins

for each in installed_plugins():
    print(f"{each.key}: {each.problem or 'used'}")
event = miai.tournament("Cup", players=[miai.player("P", f"N{n}", grade="1k") for n in range(4)])
print(len(miai.pair(event, round=1).boards), len(miai.standings(event, criteria="mms").rows))
for preset in ("miai+lopsided", "miai+failing"):
    try:
        miai.pair(event, round=1, preset=preset)
    except miai.InputError as error:
        print(error)
try:
    miai.rate(event, system="club")
except miai.InputError as error:
    print(error)
"""


def test_what_cannot_be_used_is_said_in_a_sentence_and_miai_goes_on(tmp_path: Path) -> None:
    (tmp_path / "broken_plugin.py").write_text(BROKEN)
    points = {
        "miai.criteria": {"mms": "broken_plugin:NoTexts", "nowhere": "broken_plugin.nowhere:CRITERION"},
        "miai.rules": {
            "score": "broken_plugin:Lopsided",
            "silent": "broken_plugin:NoTexts",
            "lopsided": "broken_plugin:Lopsided",
            "failing": "broken_plugin:Failing",
        },
        "miai.systems": {"odd": "broken_plugin:NoTexts"},
        "miai.formats": {"odd": "broken_plugin:NoTexts"},
        "miai.rating_systems": {"club": "broken_plugin:FailingRating", "odd": "broken_plugin:NoTexts"},
        "miai.languages": {"xx": "broken_plugin:NoTexts"},
    }
    install(tmp_path, "broken-plugin", points)
    done = run(tmp_path, "-c", USED)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "mms: Miai itself has something of that name",
        f"nowhere: {NOWHERE}",
        "failing: used",
        "lopsided: used",
        "score: Miai itself has something of that name",
        "silent: it lacks title, fault and explain",
        "odd: it lacks key, name, how, abilities and analyse",
        "odd: it is not a Format whose key is 'odd'",
        "club: used",
        "odd: it lacks key, rate and performances",
        "xx: it is not a Language under a code of two letters, such as sv",
        "2 4",
        "the rule 'lopsided' of the package 'broken-plugin' cannot be used: "
        "its deviations are not the same both ways",
        "the rule 'failing' of the package 'broken-plugin' cannot be used: "
        "ZeroDivisionError: division by zero",
        "the plug-in 'club' (rating_systems) of the package 'broken-plugin' failed: "
        "ZeroDivisionError: division by zero",
    ]
    said = [line for line in done.stderr.splitlines() if "nowhere" in line]
    assert said == [f"the plug-in 'nowhere' (criteria) of the package 'broken-plugin' is not used: {NOWHERE}"]


SEVERAL = """
import miai
for preset in ("miai+lopsided+failing", "miai+lopsided+gone"):
    try:
        print(miai.tournament("Cup", preset=preset).settings.preset)
        print(miai.tournament("Cup", rules={"preset": preset}).settings.preset)
    except miai.InputError as error:
        print(error)
    try:
        miai.tournament("Cup", rules={"preset": preset})
    except miai.InputError as error:
        print(error)
"""


def test_a_preset_names_several_rules_and_says_which_is_not_installed(tmp_path: Path) -> None:
    (tmp_path / "broken_plugin.py").write_text(BROKEN)
    rules = {"lopsided": "broken_plugin:Lopsided", "failing": "broken_plugin:Failing"}
    install(tmp_path, "broken-plugin", {"miai.rules": rules})
    done = run(tmp_path, "-c", SEVERAL)
    missing = "the preset 'miai+lopsided+gone' needs a plug-in that is not installed: gone"
    assert done.stdout.splitlines() == [
        "miai+lopsided+failing",
        "miai+lopsided+failing",
        missing,
        f"Pairing rules: {missing}",
    ], done.stderr


OWN_NAMES = """
class Anything:
    key = name = "anything"

class Heading:
    title, name, says, compute = "sos", "something else", "Something.", len
"""

# For every kind of plug-in: keys of Miai's own, in any case, and other words that mean one of them.
TAKEN = {
    "criteria": ("sosm", "SOSM", "sos", "Wins", "dc", "all", "none"),
    "rules": ("score", "Geography"),
    "systems": ("swiss", "McMahon", "knockout"),
    "formats": ("miai", "H9"),
    "rating_systems": ("egf", "AGA"),
    "languages": ("en", "FR"),
}


def test_a_plugin_cannot_take_a_name_of_miais_own(tmp_path: Path) -> None:
    (tmp_path / "greedy_plugin.py").write_text(OWN_NAMES)
    points = {f"miai.{group}": dict.fromkeys(keys, "greedy_plugin:Anything") for group, keys in TAKEN.items()}
    install(tmp_path, "greedy-plugin", points)
    done = run(tmp_path, "-m", "miai", "plugins", "--json")
    assert done.returncode == 0, done.stderr
    found = [(each["kind"], each["key"]) for each in json.loads(done.stdout)["plugins"]]
    assert sorted(found) == sorted((group, key) for group, keys in TAKEN.items() for key in keys)
    said = done.stderr.splitlines()
    assert sorted(said) == sorted(
        f"the plug-in '{key}' ({group}) of the package 'greedy-plugin' is not used: "
        "Miai itself has something of that name"
        for group, key in found
    )


def test_a_plugin_cannot_have_the_heading_of_a_criterion_or_a_key_that_cannot_be_typed(
    tmp_path: Path,
) -> None:
    (tmp_path / "greedy_plugin.py").write_text(OWN_NAMES)
    points = {
        "miai.criteria": {"mine": "greedy_plugin:Heading", "a,b": "greedy_plugin:Heading"},
        "miai.rules": {"a+b": "greedy_plugin:Anything"},
    }
    install(tmp_path, "greedy-plugin", points)
    done = run(tmp_path, "-m", "miai", "plugins")
    assert sorted(done.stderr.splitlines()) == [
        "the plug-in 'a+b' (rules) of the package 'greedy-plugin' is not used: "
        "its name may have letters, digits, hyphens and underscores only",
        "the plug-in 'a,b' (criteria) of the package 'greedy-plugin' is not used: "
        "its name may have letters, digits, hyphens and underscores only",
        "the plug-in 'mine' (criteria) of the package 'greedy-plugin' is not used: "
        "'sos' means a criterion of Miai's own",
    ]


def test_plugins_can_be_left_out(example: Path) -> None:
    off = "import os; os.environ['MIAI_PLUGINS'] = 'off'"
    look = "from miai.features.library.plugins import installed_plugins; print(installed_plugins())"
    assert run(example, "-c", f"{off}; {look}").stdout.strip() == "()"
