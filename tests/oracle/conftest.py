"""How many random events each oracle is compared with."""

import os

import pytest

EVENTS = 5000 if os.environ.get("MIAI_SOAK") == "1" else 300


def pytest_configure(config: pytest.Config) -> None:
    """Name the marker that says which requirement of a document a test guards."""
    config.addinivalue_line(
        "markers", "requirement(*ids): the requirements of the documents that a test guards"
    )
