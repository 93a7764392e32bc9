"""The map is true: its paths exist, its layers are those that are checked, and no folder is missing."""

import re
import subprocess
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from kit.places import DOCS, ROOT, SOURCES

MAP = DOCS / "architecture.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PICTURES = tuple(DOCS / "explanation" / "pictures" / f"{name}.svg" for name in ("request", "draw"))
MIAI = SOURCES / "miai"
_ENDING = re.compile(r"[\w*.-]+\.(py|md|toml|json|yml|js|svg|po|h)")
_TEXT_BLOCK = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def quoted_paths(text: str) -> list[str]:
    """Paths in backticks; "<feature>" in one stands for any name. Addresses of pages begin with a slash."""
    plain = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    words = (re.sub(r"<\w+>", "*", word) for word in re.findall(r"`([^`\n]+)`", plain))
    return [
        word
        for word in words
        if " " not in word and not word.startswith(("/", "../")) and ("/" in word or _ENDING.fullmatch(word))
    ]


def exists(path: str) -> bool:
    """True if the path, or something it stands for, is in the project or in the package."""
    return any(next(base.glob(path.rstrip("/")), None) for base in (ROOT, MIAI))


@pytest.mark.parametrize("page", [MAP, CONTRIBUTING], ids=lambda page: page.name)
def test_every_path_of_the_map_exists(page: Path) -> None:
    found = quoted_paths(page.read_text(encoding="utf-8"))
    assert len(found) > 3
    assert [path for path in found if not exists(path)] == []


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_every_path_of_the_pictures_exists(picture: Path) -> None:
    found = re.findall(r"[\w.]+(?:/[\w.]+)+(?=[<,])", picture.read_text(encoding="utf-8"))
    assert len(found) > 5
    assert [path for path in found if not exists(path)] == []


@pytest.mark.parametrize("path", ["features/<feature>/page.py", "engine/kernel/jit.py", "tests/kit"])
def test_a_path_may_begin_in_the_package_or_leave_a_name_open(path: str) -> None:
    (quoted,) = quoted_paths(f"see `{path}`, not `/t/{{id}}` or `Round`")
    assert exists(quoted)


@pytest.mark.parametrize("path", ["app/desk.py", "features/<feature>/routes_of.py", "kernel.py"])
def test_a_path_that_is_gone_is_noticed(path: str) -> None:
    (quoted,) = quoted_paths(f"see `{path}`")
    assert not exists(quoted)


@pytest.mark.parametrize("parent", ["", "engine", "features"])
def test_every_folder_is_on_the_map(parent: str) -> None:
    text = MAP.read_text(encoding="utf-8")
    packages = [path.parent for path in (MIAI / parent).glob("*/__init__.py")]
    names = sorted(path.relative_to(MIAI).as_posix() for path in packages)
    assert names
    assert [name for name in names if f"| `{name}`" not in text] == []


@pytest.mark.parametrize("name", ["Rooms", "Engine", "Features"])
def test_the_layers_are_those_that_are_checked(name: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {each["name"]: each for each in project["tool"]["importlinter"]["contracts"]}
    layers = "".join(f"{layer}\n" for layer in contracts[name]["layers"])
    assert layers in _TEXT_BLOCK.findall(MAP.read_text(encoding="utf-8"))


def test_the_words_of_the_code_are_in_order_and_no_more_than_sixty() -> None:
    _, _, glossary = MAP.read_text(encoding="utf-8").partition("## The words of the code")
    words = re.findall(r"^\| ([a-z][\w ,-]*) \|", glossary, re.MULTILINE)
    assert 40 < len(words) <= 60
    assert all(before < after for before, after in pairwise(words))


def test_make_help_lists_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    shown = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    listed = re.findall(r"^  make ([\w-]+) +\S", shown, re.MULTILINE)
    assert targets
    assert sorted(listed) == sorted(targets[1].split())
