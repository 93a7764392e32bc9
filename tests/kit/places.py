"""Folders of the project, wherever a test lies."""

import os
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
DOCS = ROOT / "docs"
SOURCES = ROOT / "src"


def with_kit(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a program that imports the helpers of the tests."""
    before = environment.get("PYTHONPATH")
    return {**environment, "PYTHONPATH": os.pathsep.join([str(TESTS), *([before] if before else [])])}
