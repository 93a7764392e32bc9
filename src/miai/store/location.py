"""Where the database is (a file or a server) and where its backups go."""

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from miai.errors import InputError
from miai.messages import Message, literal

FILE_NAME = "miai.db"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A database's address; `file` is None on a server."""

    url: URL
    file: Path | None
    folder: Path

    @classmethod
    def at(cls, folder: Path, url: str | None = None) -> "Site":
        """The file in the folder, or the database that a URL names."""
        chosen = URL.create("sqlite", database=str(folder / FILE_NAME)) if url is None else _parsed(url)
        file = Path(chosen.database or "") if chosen.get_backend_name() == "sqlite" else None
        return cls(url=chosen, file=file, folder=folder)

    @property
    def backups(self) -> Path:
        """Where the backups are."""
        return self.folder / "backups"

    @property
    def journal(self) -> Path:
        """Where the journals are."""
        return self.folder / "journal"

    @property
    def heads(self) -> Path:
        """Where the files are that say how far each log goes."""
        return self.folder / "heads"

    @property
    def files(self) -> tuple[Path, ...]:
        """The database file with those that SQLite keeps beside it; none on a server."""
        if self.file is None:
            return ()
        return (
            self.file,
            *(self.file.with_name(self.file.name + end) for end in ("-wal", "-shm", "-journal")),
        )

    @property
    def name(self) -> Message:
        """The file's name, or the server's without user and password."""
        if self.file:
            return literal(self.file.name)
        if self.url.host:
            return Message("the database server %(host)s", host=self.url.host)
        return Message("the database server on this computer")


def _parsed(url: str) -> URL:
    try:
        chosen = make_url(url)
    except (ArgumentError, ValueError):
        raise InputError(
            Message(
                "this is not the address of a database: %(example)s",
                example="postgresql://user@host/database",
            )
        ) from None
    if chosen.get_backend_name() == "postgresql":
        return chosen.set(drivername="postgresql+psycopg")
    if chosen.get_backend_name() == "sqlite" and chosen.database not in (None, "", ":memory:"):
        return chosen.set(drivername="sqlite")
    raise InputError(Message("Miai keeps its tournaments in a file of SQLite or on a server of PostgreSQL"))
