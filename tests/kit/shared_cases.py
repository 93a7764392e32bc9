"""Tables of cases that Python and the scripts must treat alike; tests/js reads the same files."""

import json
from pathlib import Path
from typing import Any


def shared_cases(name: str) -> list[Any]:
    """The rows of a table in tests/cases."""
    rows: list[Any] = json.loads((Path(__file__).parent / "cases" / f"{name}.json").read_text("utf-8"))
    return rows
