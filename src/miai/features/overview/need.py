"""Something that the director has to look at."""

from dataclasses import dataclass
from enum import Enum

from miai.domain.people.player import PlayerId
from miai.messages import Message


class NeedKind(Enum):
    """Why the director is needed."""

    CLAIMS = "claims"
    REPUBLISH = "republish"
    UNPAIRED = "unpaired"
    GONE = "gone"
    OUTSTANDING = "outstanding"
    LATE = "late"
    BYE = "bye"
    NOT_HERE = "not here"
    ROUNDS = "rounds"
    SIGN_UPS = "sign-ups"
    STANDINGS = "standings"
    NO_SHOW = "no show"
    NO_TEAM = "no team"
    DETAILS = "details"


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """One thing that the director has to look at: what it is, a detail, and the board or player concerned."""

    kind: NeedKind
    what: Message
    detail: Message | None = None
    round: int | None = None
    table: int | None = None
    player: PlayerId | None = None
