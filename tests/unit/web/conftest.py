"""Sites to visit: the real application over a real store in a folder of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.riverside import open_riverside
from kit.web_site import Site
from miai.desk.live_state import Desk
from miai.store.database import open_store


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """An empty desk."""
    store = open_store(tmp_path)
    yield Desk(store)
    store.close()


@pytest.fixture
def site(desk: Desk) -> Site:
    """The director's own machine, with no tournament yet."""
    return Site(desk)


@pytest.fixture
def demo_id(desk: Desk) -> str:
    """The Riverside Open on the desk, four of five rounds played and published; its address is /t/demo."""
    return open_riverside(desk, id="demo")
