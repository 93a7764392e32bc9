"""The oracles know nothing of the code that they check."""

import ast
from pathlib import Path

import pytest

FORBIDDEN = ("miai.engine.pairing", "miai.engine.kernel", "miai.engine.bar", "miai.engine.scoring")
SOURCES = sorted(Path(__file__).parent.glob("*.py"))


def imported(source: str) -> set[str]:
    """Every module that a source imports, also inside functions."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_an_oracle_imports_nothing_of_what_it_checks(path: Path) -> None:
    names = imported(path.read_text("utf-8"))
    assert [name for name in names if f"{name}.".startswith(tuple(f"{each}." for each in FORBIDDEN))] == []
