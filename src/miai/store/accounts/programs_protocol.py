"""What a store keeps for other programs: tokens, their requests, and webhooks."""

from dataclasses import dataclass
from typing import Protocol

from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiToken:
    """What a program signs its requests with; without a tournament it is for the whole server.

    Only the hash of its secret is stored.
    """

    id: str
    tournament: TournamentId | None
    scope: str
    name: str
    secret_hash: str
    created_at: str
    created_by: str
    last_used_at: str | None = None
    revoked_at: str | None = None


class ApiTokens(Protocol):
    """The tokens of programs."""

    def add(self, token: ApiToken) -> None:
        """Store a new one."""
        ...

    def get(self, id: str) -> ApiToken | None:  # noqa: A002 - its name
        """One by its id, whether it is revoked or not."""
        ...

    def of(self, tournament: TournamentId | None) -> tuple[ApiToken, ...]:
        """Those of a tournament, or those of the whole server; the oldest first."""
        ...

    def revoke(self, id: str, *, at: str) -> None:  # noqa: A002
        """Mark one as revoked."""
        ...

    def used(self, id: str, *, at: str) -> None:  # noqa: A002
        """Note when one was used last."""
        ...


class ApiRequests(Protocol):
    """What programs asked for, by the key that they gave to their request."""

    def first(self, id: str, fingerprint: str, *, at: str, forget_before: str) -> str:  # noqa: A002
        """Keep the fingerprint of a request unless its key has one, and return the one kept.

        Requests from before a moment are forgotten.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An address that is told of every new entry of a tournament, in order.

    `delivered` is the last entry that arrived. After `failures` in a row the next try is at `next_try_at`; a
    `dead` one is not tried until somebody asks for it. `sender` is the process that tells it at present.
    """

    id: str
    tournament: TournamentId
    url: str
    secret: str
    created_at: str
    created_by: str
    delivered: int
    failures: int = 0
    next_try_at: str = ""
    problem: str = ""
    dead: bool = False
    sender: str = ""
    sender_until: str = ""


class Webhooks(Protocol):
    """The addresses that are told of new entries."""

    def add(self, webhook: Webhook) -> None:
        """Store a new one."""
        ...

    def get(self, id: str) -> Webhook | None:  # noqa: A002
        """One by its id."""
        ...

    def of(self, tournament: TournamentId) -> tuple[Webhook, ...]:
        """Those of a tournament, the oldest first."""
        ...

    def all(self) -> tuple[Webhook, ...]:
        """All of them, the oldest first."""
        ...

    def remove(self, id: str) -> None:  # noqa: A002
        """Remove one."""
        ...

    def claim(self, id: str, *, sender: str, now: str, until: str) -> Webhook | None:  # noqa: A002
        """Become the process that tells an address until a moment; None where another one is."""
        ...

    def note(
        self,
        id: str,  # noqa: A002
        *,
        delivered: int,
        failures: int,
        next_try_at: str,
        problem: str,
        dead: bool,
    ) -> None:
        """Note what became of a delivery."""
        ...
