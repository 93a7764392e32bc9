"""Properties repeat the same examples in every run; a soak searches new ones, and more of them."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from kit.cheap_passwords import hash_cheaply
from kit.command import Run
from kit.memory_disk import keep_temporary_files_in_memory
from kit.one_append import count_appends
from kit.plain_ids import make_plain_ids
from kit.riverside import open_riverside, riverside
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.formats import FORMATS
from miai.store.database import open_store

if TYPE_CHECKING:
    from xdist.scheduler import LoadScopeScheduling

SOAK = os.environ.get("MIAI_SOAK") == "1"
# What happens to be installed beside Miai is no part of it.
os.environ["MIAI_PLUGINS"] = "off"

settings.register_profile(
    "tests", deadline=None, derandomize=True, max_examples=20, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "soak", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("soak" if SOAK else "tests")
hash_cheaply()
make_plain_ids()
count_appends()
keep_temporary_files_in_memory()
# Nothing that the collection of the tests makes is garbage, so that looking for some is only work. In a soak
# memory counts: 10,000 sequences in one process leave gigabytes.
if not SOAK:
    gc.disable()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty desk."""
    store = open_store(tmp_path)
    yield Desk(store)
    store.close()


@pytest.fixture
def site(desk: Desk) -> Site:
    """The director's own machine, with no tournament yet: the real application over a real store."""
    return Site(desk)


@pytest.fixture
def demo_id(desk: Desk) -> str:
    """The Riverside Open on the desk, four of five rounds played and published; its address is /t/demo."""
    return open_riverside(desk, id="demo")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """The command line."""
    return Run(capsys, monkeypatch)


@pytest.fixture
def xml(tmp_path: Path) -> Path:
    """The Riverside Open as OpenGotha writes it, under a name that does not say so."""
    path = tmp_path / "event.dat"
    path.write_bytes(FORMATS["opengotha"].write(riverside()))
    return path


# Folders of which `make test` takes one case in so many of those with parameters; `make soak` takes all.
# The first that fits counts; one is all.
SAMPLED = {"tests/features/verify/test_attacks": 1, "tests/features/verify/": 3, "tests/engine/verify/": 2}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the long runs and most cases of large tables to `make soak`."""
    if SOAK:
        return
    # A file or a case that somebody names is run whole.
    if any(Path(str(config.rootpath), "tests") == Path(each).resolve() for each in config.args):
        left = [item for item in items if _is_left(item)]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
    for item in items:
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="a long run: make soak"))


def _is_left(item: pytest.Item) -> bool:
    every = next((number for folder, number in SAMPLED.items() if item.nodeid.startswith(folder)), 1)
    return hasattr(item, "callspec") and crc32(item.nodeid.encode()) % every != 0


def pytest_collection_finish() -> None:
    """Look for garbage only among what the tests themselves make."""
    gc.freeze()
    gc.enable()


# Files that take long are begun first, so that no process is left with one at the end.
_LONGEST = (
    "tests/browser/players/test_bar.py",
    "tests/browser/test_accessibility.py",
    "tests/browser/test_whole_event.py",
    "tests/browser/test_results.py",
    "tests/browser/test_print.py",
    "tests/browser/test_screenshots.py",
    "tests/browser/players/test_search.py",
    "tests/browser/players/test_list.py",
    "tests/property/test_systems.py",
    "tests/integration/test_server_faults.py",
    "tests/integration/test_store_faults.py",
    "tests/miai_lab/league/test_league.py",
    "tests/server/words/test_languages.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> "LoadScopeScheduling":
    """Run the tests of a file in one process, and those in a browser in two of the processes first.

    Three browsers at once make each other too slow.
    """
    from xdist.scheduler import LoadFileScheduling  # noqa: PLC0415 - only where several processes run the tests

    def longest_first(file: str) -> int:
        return _LONGEST.index(file) if file in _LONGEST else len(_LONGEST)

    class TwoBrowsers(LoadFileScheduling):  # type: ignore[misc] # pytest-xdist ships without type information
        def _assign_work_unit(self, node: object) -> None:
            in_browser = [file for file in self.workqueue if file.startswith("tests/browser/")]
            others = [file for file in self.workqueue if file not in in_browser]
            wanted = in_browser or others if self.nodes.index(node) < 2 else others or in_browser
            self.workqueue.move_to_end(min(wanted, key=longest_first), last=False)
            super()._assign_work_unit(node)

    return TwoBrowsers(config, log)
