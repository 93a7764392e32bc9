"""Tables of cases that Python and the scripts must treat alike; tests/js reads the same files."""

import json
from typing import Any

from kit.places import TESTS


def shared_cases(name: str) -> list[Any]:
    """The rows of a table in tests/cases."""
    rows: list[Any] = json.loads((TESTS / "cases" / f"{name}.json").read_text("utf-8"))
    return rows
