"""What the public modules offer: each name is what it says, whatever else is loaded."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import miai

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "how-to" / "use-miai-from-python.md"
LAZY = ("miai", "miai.stages", "miai.extend")
PUBLIC = (*LAZY, "miai.client", "miai.errors")
_IMPORT = re.compile(r"^(?:>>> |\.\.\. )?\s*(?:from (miai[\w.]*) import (.+)|import (miai[\w.]*))", re.M)

_LOAD_EVERY_PACKAGE = """
import importlib, pkgutil, types
import miai
import miai.engine.scoring.tiebreaks
for each in pkgutil.iter_modules(miai.__path__, "miai."):
    if each.name != "miai.__main__":
        importlib.import_module(each.name)
hidden = [name for name in miai.__all__ if isinstance(getattr(miai, name), types.ModuleType)]
print(hidden)
"""


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_no_package_hides_a_function() -> None:
    assert run(_LOAD_EVERY_PACKAGE).strip() == "[]"


@pytest.mark.parametrize("name", PUBLIC)
def test_every_name_is_there(name: str) -> None:
    module = import_module(name)
    if name != "miai.errors":
        assert all(getattr(module, each) is not None for each in module.__all__)
    if name in LAZY:
        assert dir(module) == sorted(module.__all__)
        with pytest.raises(AttributeError, match=f"module '{name}' has no attribute 'nonsense'"):
            module.nonsense  # noqa: B018


@pytest.mark.parametrize("name", ["Decisions", "Problem", "whole_standings", "with_stage"])
def test_a_name_that_moved_still_works_and_says_where_it_is(name: str) -> None:
    home = "miai.errors" if name == "Problem" else "miai.stages"
    with pytest.warns(DeprecationWarning, match=f"miai.{name} is now {home}.{name}"):
        assert getattr(miai, name) is getattr(import_module(home), name)
    assert name not in miai.__all__


def test_the_page_lists_the_public_modules() -> None:
    section = PAGE.read_text(encoding="utf-8").partition("## What is public")[2]
    assert set(re.findall(r"^\| `(miai[\w.]*)`", section, re.M)) == set(PUBLIC)


def programs() -> Iterator[tuple[str, str]]:
    """Every program that people read: code in README and docs, notebooks, and the example of a plug-in."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        blocks = re.findall(r"^```py\w*\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
        yield str(page.relative_to(ROOT)), "\n".join(blocks)
    for book in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        cells = json.loads(book.read_text(encoding="utf-8"))["cells"]
        yield book.name, "\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "code")
    for file in sorted((ROOT / "examples").glob("*/src/**/*.py")):
        yield str(file.relative_to(ROOT)), file.read_text(encoding="utf-8")


def test_docs_and_the_example_of_a_plugin_import_nothing_but_public_modules() -> None:
    found = {
        (title, module or alone): names
        for title, text in programs()
        for module, names, alone in _IMPORT.findall(text)
    }
    assert len(found) > 8
    inside = [(title, module) for title, module in found if module not in PUBLIC and module != "miai_example"]
    assert inside == []


@pytest.mark.parametrize("module", LAZY)
def test_to_import_a_public_module_loads_no_library(module: str) -> None:
    loaded = run(
        f"import sys, {module}; print(*sorted(name.partition('.')[0] for name in sys.modules))"
    ).split()
    assert not {"numpy", "numba", "scipy", "sqlalchemy", "fastapi", "rich", "typer"} & set(loaded)
