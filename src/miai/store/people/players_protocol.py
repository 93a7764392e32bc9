"""What a store keeps for players: their private links and their sign-ups."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from miai.store.tournament_id import TournamentId


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLink:
    """A private link of a player; `hash` is that of its token, which is stored nowhere.

    `registration` is the number of the entry that registered the player, 0 for one the tournament was created
    with: somebody who gets the same id later has another.
    """

    hash: str
    tournament: TournamentId
    player: str
    registration: int
    issued_at: str
    issued_by: str
    revoked_at: str | None = None
    revoked_by: str | None = None

    @property
    def valid(self) -> bool:
        """Whether it has not been revoked."""
        return self.revoked_at is None


class PlayerLinks(Protocol):
    """The private links of players, by the hashes of their tokens."""

    def find(self, token_hash: str) -> PlayerLink | None:
        """A link by the hash of its token, revoked or not."""
        ...

    def all(self, tournament: TournamentId) -> tuple[PlayerLink, ...]:
        """All links of a tournament, the oldest first."""
        ...

    def issue(self, tournament: TournamentId, new: Sequence[PlayerLink], *, anew: bool) -> frozenset[str]:
        """Store links and return the hashes of those that are valid now.

        A player with a valid link of the same registration keeps it, or with `anew` gets the new one in its
        place. A link that is there already stays as it is.
        """
        ...

    def revoke(self, tournament: TournamentId, players: Collection[str] | None, *, at: str, by: str) -> int:
        """Revoke the valid links of some players, or of all; how many these were."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUp:
    """Somebody who signed up; `number` is their place in the order of arrival.

    `about` is what they wrote, as JSON, and empty after the decision; `said` is the director's sentence and
    `player` the id of the player that they became. The times are empty where there are none.
    """

    tournament: TournamentId
    number: int = 0
    token_hash: str
    state: str
    about: str
    said: str = ""
    player: str = ""
    signed_up_at: str
    decided_at: str = ""


class SignUps(Protocol):
    """The people who signed up and wait for a decision."""

    def add(self, sign_up: SignUp) -> SignUp:
        """Store a new one under the next number of its tournament."""
        ...

    def of(self, tournament: TournamentId) -> tuple[SignUp, ...]:
        """All of a tournament, in order."""
        ...

    def by_token(self, token_hash: str) -> SignUp | None:
        """The one with a private address."""
        ...

    def change(self, known: SignUp, new: SignUp) -> bool:
        """Write one in place of another; False where somebody else changed or removed it meanwhile."""
        ...

    def remove(self, sign_up: SignUp) -> None:
        """Remove one with everything that it says."""
        ...
