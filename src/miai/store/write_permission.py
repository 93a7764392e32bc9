"""Whether this server may write: one row of the database, read at the beginning of every write transaction.

The row is there while the server keeps a copy of another one's tournaments, hands over to it, or has heard
that another one leads. It is part of the same transactions as what it forbids, so a write that begins after
the row was committed is refused, in whichever process.
"""

import json
from dataclasses import asdict, dataclass
from enum import Enum

from sqlalchemy import Connection, delete, select, text

from miai.errors import InputError
from miai.messages import Message
from miai.store.log_reading import damaged_value, rows_by
from miai.store.row_hashes import is_intact, sealed
from miai.store.schema import values as table

# Values whose name begins so belong to this server alone: they are not copied, and a copy may write them.
LOCAL = "this server: "
_KEY = f"{LOCAL}does not lead"
# The lock by which PostgreSQL, whose transactions overlap, puts writes and the row into an order.
_LOCK = 0x4D69616C


class Kind(Enum):
    """Why a server does not write."""

    FOLLOWS = "follows"
    HANDS_OVER = "hands over"
    FENCED = "fenced"


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderRecord:
    """Who leads, and since when; between two that believe they lead, `rank` decides."""

    epoch: int = 0
    server: str = ""
    name: str = ""
    address: str = ""
    since: str = ""

    @property
    def rank(self) -> tuple[int, str]:
        """The greater one leads: first the epoch counts, then the id of the server."""
        return self.epoch, self.server


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """Why this server does not write, and who leads.

    `token` is what it shows the leader to get the copy, `fingerprint` that of the leader's certificate where
    no authority vouches for it.
    """

    kind: Kind
    leader: LeaderRecord
    token: str = ""
    fingerprint: str = ""


class NotLeading(InputError):  # noqa: N818 - nothing is wrong, it is the other server's turn
    """This server does not write; another one does."""

    def __init__(self, standing: Standing) -> None:
        self.standing = standing
        leader = standing.leader
        if standing.kind is Kind.FOLLOWS:
            what = Message(
                "this is a copy, nothing is saved here: %(name)s leads, at %(address)s",
                name=leader.name,
                address=leader.address,
            )
        elif standing.kind is Kind.HANDS_OVER:
            what = Message(
                "%(name)s is taking over at this moment, at %(address)s: nothing was saved here",
                name=leader.name,
                address=leader.address,
            )
        else:
            what = Message(
                "%(name)s has taken over and leads now, at %(address)s: nothing was saved here",
                name=leader.name,
                address=leader.address,
            )
        super().__init__(what)


def is_local(key: str) -> bool:
    """Whether a value belongs to this server alone."""
    return key.startswith(LOCAL)


def read_standing(connection: Connection) -> Standing | None:
    """Why this server does not write; None where it may."""
    rows = rows_by(connection, select(table).where(table.c.key == _KEY))
    if not rows:
        return None
    if not is_intact(rows[0]):
        raise damaged_value(rows[0])
    raw = json.loads(rows[0]["value"])
    return Standing(
        kind=Kind(raw["kind"]),
        leader=LeaderRecord(**raw["leader"]),
        token=raw["token"],
        fingerprint=raw["fingerprint"],
    )


def write_standing(connection: Connection, standing: Standing | None) -> None:
    """Forbid or allow all writes that begin after this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    connection.execute(delete(table).where(table.c.key == _KEY))
    if standing is not None:
        raw = {**asdict(standing), "kind": standing.kind.value}
        connection.execute(table.insert().values(sealed({"key": _KEY, "value": json.dumps(raw)})))


def demand_leading(connection: Connection) -> None:
    """Refuse to write where another server leads."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock_shared(:lock)"), {"lock": _LOCK})
    standing = read_standing(connection)
    if standing is not None:
        raise NotLeading(standing)
