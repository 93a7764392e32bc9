"""What a store of tournaments can do, whatever database is behind it."""

from collections.abc import AsyncGenerator, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from miai.domain.log.events import Event
from miai.domain.log.history import Entry, History
from miai.errors import InputError, MiaiError
from miai.messages import Message
from miai.store.accounts.accounts_protocol import Accounts, Audit
from miai.store.accounts.programs_protocol import ApiRequests, ApiTokens, Webhooks
from miai.store.log_behind import Behind
from miai.store.people.players_protocol import PlayerLinks, SignUps
from miai.store.tournament_id import TournamentId

if TYPE_CHECKING:
    from miai.store.write_permission import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A tournament in the list of tournaments; `version` is the number of its last entry.

    `damaged`: what the list says of it is not what was written.
    """

    id: TournamentId
    name: str
    place: str
    begin: str
    end: str
    version: int
    created_at: str
    changed_at: str
    archived: bool
    damaged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Which tournament has an id at present, and the number of its last entry."""

    identity: str
    version: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEnd:
    """The last entry of a log; its hash stands for all entries up to it."""

    version: int
    hash: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Requested:
    """A request that was carried out, and its entries; `last` is less than `first` where it needed none.

    `session` is the browser that sent it, where that is known.
    """

    tournament: TournamentId
    first: int
    last: int
    session: str | None = None

    @property
    def entries(self) -> range:
        """The numbers of its entries."""
        return range(self.first, self.last + 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something damaged or missing; `tournament` is the one that can be restored, None for more than one.

    `damaged`: what is there is damaged, so that it can also be deleted. `behind`: the log lacks entries of a
    copy, and nothing is added to it until somebody chooses.
    """

    what: Message
    tournament: TournamentId | None = None
    damaged: bool = False
    behind: Behind | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    """A browser that signed in; `proof` is made from the rest and from the password that let it in.

    `account` is the id of the account; without one it is known by its role and its name.
    """

    id: str
    role: str
    name: str
    address: str
    device: str
    signed_in_at: str
    proof: str
    ended_at: str | None = None
    account: str = ""


class SignIns(Protocol):
    """The browsers that signed in."""

    def add(self, sign_in: SignIn) -> None:
        """Store a new one."""
        ...

    def get(self, id: str) -> SignIn | None:  # noqa: A002 - its name
        """One by its id, whether it has ended or not."""
        ...

    def all(self) -> tuple[SignIn, ...]:
        """All of them, the latest first."""
        ...

    def end(self, ids: Collection[str], *, at: str) -> None:
        """Mark some as ended; those that ended before stay as they are."""
        ...

    def renew(self, id: str, *, proof: str) -> None:  # noqa: A002
        """Keep one signed in under a new password."""
        ...


class Proofs(Protocol):
    """The proofs of published draws, by the hash of their content."""

    def get(self, tournament: TournamentId, content_hash: str) -> bytes | None:
        """The file of a proof; None where it is not here or not what was written."""
        ...

    def keep(self, tournament: TournamentId, content_hash: str, content: bytes) -> None:
        """Store a proof."""
        ...


class Conflict(MiaiError):  # noqa: N818 - somebody was faster, nothing is wrong
    """Somebody else wrote first; carries the entries that the late writer has not seen."""

    def __init__(self, *, expected: int, actual: int, since: tuple[Entry, ...]) -> None:
        self.expected, self.actual, self.since = expected, actual, since
        super().__init__(
            f"somebody else wrote first: the history has {actual} entries by now, not {expected};"
            " nothing of this was saved"
        )


class Damaged(InputError):  # noqa: N818 - the state of what is stored
    """What is stored is not what was written; `tournament` is the one concerned, None for more than one."""

    def __init__(self, what: Message, *, tournament: TournamentId | None = None) -> None:
        self.tournament = tournament
        super().__init__(what)


class StoreFault(InputError):  # noqa: N818 - something outside of Miai that its operator can mend
    """The database cannot be used: its disk is full, its server is away, its file is locked."""


class Replaced(InputError):  # noqa: N818 - somebody else did it, nothing is wrong
    """The tournament was deleted, and another one has its id by now."""

    def __init__(self, tournament: TournamentId) -> None:
        super().__init__(
            Message(
                "the tournament '%(id)s' was deleted and another one was created in its place:"
                " load the page again; nothing was saved",
                id=tournament,
            )
        )


class Notifications(Protocol):
    """Tells which tournaments change."""

    def received(self) -> AsyncGenerator[str | None]:
        """The ids of tournaments that changed, until closed; None where any may have changed unnoticed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    """Events for one log, and what `Store.append` wants to know about them."""

    tournament: TournamentId
    events: tuple[Event, ...]
    expected: int
    by: str
    identity: str | None = None
    request: str | None = None
    session: str | None = None


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
        session: str | None = None,
        along: Callable[[TournamentId], Addition] | None = None,
    ) -> TournamentId:
        """Store a new tournament, or a document with its whole history.

        `along` gives events of another log, which are written with it or not at all.
        Without an id it gets one made from its name; an id that is taken raises. A request that has created
        a tournament already creates no other: it gets the same one.
        """
        ...

    def history(self, tournament: TournamentId) -> History:
        """The whole log of a tournament; raises Damaged where it is not what was written."""
        ...

    def since(
        self, tournament: TournamentId, version: int, *, identity: str | None = None
    ) -> tuple[Entry, ...]:
        """The entries after a version; raises Replaced where the tournament has another identity by now."""
        ...

    def first_entry(self, tournament: TournamentId) -> Entry:
        """The entry that created a tournament, without reading the whole log."""
        ...

    def head(self, tournament: TournamentId) -> Head:
        """The identity of the tournament and the number of its last entry."""
        ...

    def append(
        self,
        tournament: TournamentId,
        events: Sequence[Event],
        *,
        expected: int,
        by: str,
        identity: str | None = None,
        request: str | None = None,
        session: str | None = None,
    ) -> tuple[Entry, ...]:
        """Write events that the caller has checked; all are on the disk when this returns, or none.

        `identity` and `expected` say on which tournament and after which entry they were decided. Raises
        Replaced where another tournament has the id by now, Conflict where the last entry is another one.
        Without an identity they are for whichever tournament has the id. The id of the request and the
        session of the browser that sent it are written with them, also where there are no events.
        """
        ...

    def append_all(self, additions: Sequence[Addition]) -> tuple[tuple[Entry, ...], ...]:
        """Write to several logs, each as `append` does; all are on the disk when this returns, or none.

        No log may be named twice.
        """
        ...

    def requested(self, request: str) -> Requested | None:
        """What the request with this id wrote; None where it has not been carried out."""
        ...

    def requests_since(
        self, tournament: TournamentId, version: int, *, session: str | None = None
    ) -> tuple[Requested, ...]:
        """The requests that wrote entries after a version, of all browsers or of one."""
        ...

    def archive(self, tournament: TournamentId, *, archived: bool) -> None:
        """Archive a tournament, or bring it back; its log stays as it is."""
        ...

    def delete(self, tournament: TournamentId) -> None:
        """Delete a tournament after writing its document to the backups."""
        ...

    @property
    def on_server(self) -> bool:
        """Whether the database is on a server: then backups hold documents, not the database."""
        ...

    def backup(self, reason: str) -> Path | None:
        """Copy everything while it is in use; None where nothing has changed since the last time.

        A database file is copied as a whole; of a server, the document of each tournament is written.
        """
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

    def change_value(self, key: str, change: Callable[[str | None], str | None]) -> None:
        """Change a small value by what it is now; two that change it at the same time take turns."""
        ...

    @property
    def notifications(self) -> Notifications | None:
        """What other programs write to the same database; None where nobody tells."""
        ...

    def log_ends(self) -> Mapping[TournamentId, LogEnd]:
        """Where the log of each tournament ends, without reading the logs."""
        ...

    def hashes(self, tournament: TournamentId, *, after: int) -> tuple[str, ...]:
        """The hashes of the entries after a number, the first one first (`domain.log.chain`)."""
        ...

    @property
    def proofs(self) -> Proofs:
        """The proofs of published draws."""
        ...

    @property
    def sign_ups(self) -> SignUps:
        """The people who signed up."""
        ...

    @property
    def sign_ins(self) -> SignIns:
        """The browsers that signed in."""
        ...

    @property
    def player_links(self) -> PlayerLinks:
        """The private links of players."""
        ...

    @property
    def accounts(self) -> Accounts:
        """The accounts, their roles in tournaments, and the invitations."""
        ...

    @property
    def audit(self) -> Audit:
        """Who signed in and who got which role."""
        ...

    @property
    def api_tokens(self) -> ApiTokens:
        """The tokens of programs."""
        ...

    @property
    def api_requests(self) -> ApiRequests:
        """What programs asked for."""
        ...

    @property
    def webhooks(self) -> Webhooks:
        """The addresses that are told of new entries."""
        ...

    def demand_room(self) -> None:
        """Raise if no entry could be saved at this moment."""
        ...

    @property
    def held(self) -> "Mapping[TournamentId, Behind]":
        """The logs that lack entries of a copy: nothing is added to them until somebody chooses."""
        ...

    def standing(self) -> "Standing | None":
        """Why this server does not write, because another one leads; None where it may."""
        ...

    def close(self) -> None:
        """Close all connections."""
        ...
