"""The same tests on both databases."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from kit.postgresql import new_database
from miai.store.database import Database, open_store


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Which database to open: the file in the folder, or a new one on the server."""
    return new_database() if request.param == "postgresql" else None


@pytest.fixture
def reopen(tmp_path: Path, url: str | None) -> Iterator[Callable[[], Database]]:
    """Opens the database once more, as another program would."""
    with ExitStack() as opened:
        yield lambda: opened.enter_context(closing(open_store(tmp_path, url)))


@pytest.fixture
def store(reopen: Callable[[], Database]) -> Database:
    return reopen()
