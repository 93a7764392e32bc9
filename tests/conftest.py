"""Properties repeat the same examples in every run; a soak searches new ones, and more of them."""

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from cheap_passwords import hash_cheaply

if TYPE_CHECKING:
    from xdist.scheduler import LoadScopeScheduling

SOAK = os.environ.get("MIAI_SOAK") == "1"

settings.register_profile(
    "tests", deadline=None, derandomize=True, max_examples=40, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if SOAK else "tests")
hash_cheaply()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the long runs to `make soak`."""
    if SOAK:
        return
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="a long run: make soak"))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "LoadScopeScheduling":
    """Run the tests of a file in one process, and those in a browser in two.

    Three browsers at once make each other too slow.
    """
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - only where several processes run the tests

    class TwoBrowsers(LoadFileScheduling):  # type: ignore[misc] # pytest-xdist ships without type information
        def _split_scope(self, nodeid: str) -> str:
            by_file: str = super()._split_scope(nodeid)
            browser = by_file.removeprefix("tests/browser/test_")
            if browser == by_file:
                return by_file
            # Both halves take about as long.
            return "tests/browser, first half" if browser < "l" else "tests/browser, second half"

    return TwoBrowsers(config, log)
