"""What can be chosen is documented; the tables are made from the registries."""

import re

import pytest

from kit.places import DOCS
from miai.domain.settings.criterion_names import criteria_titles
from miai.features.results.typed_results import Letters
from miai.features.tournament.create_tournament import usual_criteria
from miai.mounts.commands import import_commands
from miai.terminal.app import app
from reference import PAGES, schema_files

REFERENCE = DOCS / "reference"


def test_every_command_has_its_section() -> None:
    page = (REFERENCE / "commands.md").read_text(encoding="utf-8")
    import_commands()
    names = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    assert len(names) == len(set(names)) >= 7
    for name in names:
        assert f"## miai {name}\n`miai {name}" in page


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_is_what_the_registries_say(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == PAGES[name](), "run: make docs"


def test_the_schemas_are_those_of_the_types() -> None:
    kept = {path.name: path.read_text(encoding="utf-8") for path in (REFERENCE / "schemas").iterdir()}
    assert kept == schema_files(), "run: make docs"


@pytest.mark.parametrize("name", ["first-tournament.md", "first-tournament.fr.md", "first-tournament.de.md"])
def test_the_tutorial_names_the_tie_breaks_of_a_new_tournament(name: str) -> None:
    """The first criterion is the score, in which the players are equal."""
    page = (DOCS / "tutorial" / name).read_text(encoding="utf-8")
    before, _, _ = page.partition("(pictures/tie-break.svg)")
    _, _, about = before.rpartition("\n:   ")
    named = re.findall(r"\*\*([A-Z]+)\*\*", about)
    assert named == [str(title) for title in criteria_titles(usual_criteria("mcmahon"))[1:]]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_handbook_names_the_letters_of_results_that_its_reader_types(language: str) -> None:
    """In French b is Blanc: the letters of another language would enter the wrong winner."""
    letters = Letters.of("", language)
    ending = ".md" if language == "en" else f".{language}.md"
    tutorial = (DOCS / "tutorial" / f"first-tournament{ending}").read_text(encoding="utf-8")
    (line,) = (each for each in tutorial.splitlines() if "`12 " in each)
    named = re.findall(r"`([^`]+)`", line)
    assert named[:5] == [
        f"{letters.example} ↵",
        letters.black,
        letters.jigo,
        f"{letters.white}{letters.forfeit}",
        letters.both_lose,
    ]
    coming = (DOCS / "how-to" / f"coming-from-opengotha{ending}").read_text(encoding="utf-8")
    assert f"`{letters.example} ↵`" in coming
