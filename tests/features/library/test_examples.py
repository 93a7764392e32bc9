"""The examples of the public functions and of the pages for programmers run as they are printed."""

import doctest
import inspect
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import miai
from kit.places import DOCS
from miai import extend, stages

PAGES = DOCS / "how-to"
FUNCTIONS = [
    (module, name)
    for module in (miai, stages)
    for name in module.__all__
    if inspect.isfunction(getattr(module, name))
]


@pytest.fixture
def names(tmp_path: Path) -> dict[str, Any]:
    """What the examples start from: a club evening of six with two of three rounds played."""
    grades = {"Anna Example": "3d", "Ben Other": "2d", "Chris Third": "1k", "Dora Fourth": "2k",
              "Emil Fifth": "4k", "Fay Sixth": "5k"}  # fmt: skip
    players = [miai.player(*name.split(), grade=grade) for name, grade in grades.items()]
    fresh = miai.tournament("Club evening", system="swiss", rounds=3, players=players)
    evening = miai.with_games(
        fresh, 1, [("Anna", "Dora", "white"), ("Ben", "Emil", "white"), ("Chris", "Fay", "black")]
    )
    evening = miai.with_games(
        evening, 2, [("Ben", "Anna", "black"), ("Fay", "Dora", "jigo"), ("Chris", "Emil", "white")]
    )
    miai.write(evening, tmp_path / "evening.h9")
    return {
        "miai": miai,
        "stages": stages,
        "players": players,
        "fresh": fresh,
        "evening": evening,
        "folder": tmp_path,
    }


def run(text: str, names: dict[str, Any], title: str) -> None:
    """Run the examples of a text and demand what it prints."""
    test = doctest.DocTestParser().get_doctest(text, names, title, None, 0)
    assert test.examples, f"{title} has no example"
    said: list[str] = []
    failed = doctest.DocTestRunner().run(test, out=said.append).failed
    assert not failed, "".join(said)


@pytest.mark.parametrize("module", [miai, stages, extend])
def test_the_public_modules_themselves(module: ModuleType, names: dict[str, Any]) -> None:
    run(module.__doc__ or "", names, module.__name__)


@pytest.mark.parametrize(("module", "name"), FUNCTIONS)
def test_every_function_has_an_example_that_runs(
    module: ModuleType, name: str, names: dict[str, Any]
) -> None:
    run(getattr(module, name).__doc__ or "", names, name)


@pytest.mark.parametrize("page", ["use-miai-from-python.md", "write-a-plug-in.md"])
def test_the_examples_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (PAGES / page).read_text(encoding="utf-8").replace("\n```", "\n\n```")
    run(text, {}, page)


def test_every_function_is_named_on_the_page() -> None:
    text = (PAGES / "use-miai-from-python.md").read_text(encoding="utf-8")
    functions = [name for module, name in FUNCTIONS if f"{module.__name__}.{name}" not in text]
    assert [name for name in functions if f"`{name}`" not in text] == []
