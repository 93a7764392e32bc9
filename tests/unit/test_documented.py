"""What can be chosen is documented; the tables are made from the registries."""

from pathlib import Path

import pytest

from miai.cli.app import app
from miai.cli.main import COMMANDS
from reference import PAGES, schema_files

assert COMMANDS

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


def test_every_command_has_its_section() -> None:
    page = (REFERENCE / "commands.md").read_text(encoding="utf-8")
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
