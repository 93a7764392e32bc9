"""What a store of tournaments can do, whatever database is behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NewType, Protocol

from miai.domain.events import Event
from miai.domain.history import Entry, History
from miai.errors import MiaiError

TournamentId = NewType("TournamentId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A tournament in the list of tournaments; `version` is the number of its last entry."""

    id: TournamentId
    name: str
    place: str
    begin: str
    end: str
    version: int
    created_at: str
    changed_at: str
    archived: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A request that was carried out, and its entries; `last` is less than `first` where it needed none."""

    tournament: TournamentId
    first: int
    last: int


class Conflict(MiaiError):  # noqa: N818 - somebody was faster, nothing is wrong
    """Somebody else wrote first; carries the entries that the late writer has not seen."""

    def __init__(self, *, expected: int, actual: int, since: tuple[Entry, ...]) -> None:
        self.expected, self.actual, self.since = expected, actual, since
        super().__init__(
            f"somebody else wrote first: the history has {actual} entries by now, not {expected};"
            " nothing of this was saved"
        )


class Store(Protocol):
    """The logs of all tournaments and a few small values; safe to use from many threads."""

    def tournaments(self) -> tuple[Listed, ...]:
        """All tournaments, the oldest first."""
        ...

    def create(
        self,
        history: History,
        *,
        id: str | None = None,  # noqa: A002 - its name
        request: str | None = None,
    ) -> TournamentId:
        """Store a new tournament, or a document with its whole history.

        Without an id it gets one made from its name; an id that is taken raises. A request that has created
        a tournament already creates no other: it gets the same one.
        """
        ...

    def history(self, tournament: TournamentId) -> History:
        """The whole log of a tournament."""
        ...

    def since(self, tournament: TournamentId, version: int) -> tuple[Entry, ...]:
        """The entries after a version."""
        ...

    def version(self, tournament: TournamentId) -> int:
        """The number of the last entry."""
        ...

    def append(
        self,
        tournament: TournamentId,
        events: Sequence[Event],
        *,
        expected: int,
        by: str,
        request: str | None = None,
    ) -> tuple[Entry, ...]:
        """Write events that the caller has checked; all are on the disk when this returns, or none.

        The id of the request is written with them, also where there are no events. Raises Conflict when the
        last entry is not the expected one.
        """
        ...

    def requested(self, request: str) -> Requested | None:
        """What the request with this id wrote; None where it has not been carried out."""
        ...

    def requests_since(self, tournament: TournamentId, version: int) -> dict[str, Requested]:
        """The requests that wrote entries after a version, by their ids."""
        ...

    def archive(self, tournament: TournamentId, *, archived: bool) -> None:
        """Archive a tournament, or bring it back; its log stays as it is."""
        ...

    def delete(self, tournament: TournamentId) -> None:
        """Delete a tournament after writing its document to the backups."""
        ...

    @property
    def makes_backups(self) -> bool:
        """Whether `backup` copies the database; a server is backed up by its owner."""
        ...

    def backup(self, reason: str) -> Path | None:
        """Copy the whole database while it is in use; None on a server, which its owner backs up."""
        ...

    def value(self, key: str) -> str | None:
        """A small value by its name."""
        ...

    def set_value(self, key: str, value: str | None) -> None:
        """Keep a small value under a name; None deletes it."""
        ...

    def first_value(self, key: str, value: str) -> str:
        """Keep a small value unless there is one, and return the one kept, also when several try at once."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...
