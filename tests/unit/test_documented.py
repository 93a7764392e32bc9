"""What can be chosen is documented; the tables are made from the registries."""

from pathlib import Path

import pytest

from miai.app.reference import PAGES

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"


@pytest.mark.parametrize("name", PAGES)
def test_the_reference_is_what_the_registries_say(name: str) -> None:
    assert (REFERENCE / name).read_text(encoding="utf-8") == PAGES[name](), "run: make docs"
