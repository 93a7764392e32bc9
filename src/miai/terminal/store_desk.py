"""A desk on the store of the data folder, for commands that change what a server may show."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from miai.desk.live_state import Desk


@contextmanager
def store_desk(data: Path | None, database: str | None, *, new: bool = False) -> "Iterator[Desk]":
    """A desk on the store of the data folder; it may be in use by a server at the same time."""
    from miai.desk.live_state import Desk  # noqa: PLC0415 - a command that reads a file opens no database
    from miai.features.hosting.check_data import existing_folder  # noqa: PLC0415 - as above
    from miai.store.database import open_store  # noqa: PLC0415 - as above
    from miai.store.folder import data_folder  # noqa: PLC0415 - as above

    folder = data_folder(data) if new else existing_folder(data, database)
    store = open_store(folder, database)
    try:
        yield Desk(store)
    finally:
        store.close()
