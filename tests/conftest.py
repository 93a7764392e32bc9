"""Properties repeat the same examples in every run; a soak searches new ones, and more of them."""

import os

import pytest
from hypothesis import HealthCheck, settings

SOAK = os.environ.get("MIAI_SOAK") == "1"

settings.register_profile(
    "tests", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if SOAK else "tests")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the long runs to `make soak`."""
    if SOAK:
        return
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="a long run: make soak"))
