"""The servers of a hall: who this one is, who leads, and what they prove to each other."""

import hmac
import json
import secrets
import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from threading import Lock
from typing import Any

from miai.errors import InputError
from miai.follow.member_address import checked_address
from miai.follow.wrong_codes import WrongCodeError, WrongCodes
from miai.messages import Message
from miai.server.signing import Signer, server_signer
from miai.store.database import Database
from miai.store.times import current_time
from miai.store.write_permission import LOCAL, Kind, LeaderRecord, Standing

# Values that all servers of a hall have.
LEADER = "leader of this hall"
_SERVERS = "servers of this hall"
# Values of this server alone.
_ID, _NAME, _ADDRESS = f"{LOCAL}id", f"{LOCAL}name", f"{LOCAL}address"
_CODE, _FINGERPRINT = f"{LOCAL}code", f"{LOCAL}fingerprint"
# Easily told apart when they are read aloud. There are 31^8 codes: even at 1,000 guesses a second the chance
# to find one while it lasts is one in a million, so that wrong ones need not make it void.
_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CODE_LENGTH = 8
CODE_LASTS = 15 * 60
_TICKET_LASTS = 24 * 3600
# How long what is read for every page may be old.
_REMEMBERED = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A server of the hall; `token` is the hash of what it shows, `fingerprint` that of its certificate."""

    id: str
    name: str
    address: str
    token: str = ""
    fingerprint: str = ""


class Hall:
    """The servers of a hall as one of them knows them; safe for many threads."""

    def __init__(self, store: Database) -> None:
        self.store = store
        self._remembered: tuple[float, tuple[Member, ...], Standing | None] = (0.0, (), None)
        self._pairing = Lock()
        self.wrong_codes = WrongCodes()

    # This server ------------------------------------------------------------------

    @property
    def id(self) -> str:
        """The id of this server, made when it is first needed."""
        return self.store.value(_ID) or self.store.first_value(_ID, secrets.token_hex(8))

    @property
    def name(self) -> str:
        """What people call this machine."""
        return self.store.value(_NAME) or socket.gethostname()

    @property
    def address(self) -> str:
        """Where others reach this server; empty as long as nobody knows."""
        return self.store.value(_ADDRESS) or ""

    def describe(self, *, name: str = "", address: str = "", fingerprint: str = "") -> None:
        """Keep what this machine is called and where it is reached."""
        for key, value in ((_NAME, name), (_ADDRESS, address.rstrip("/")), (_FINGERPRINT, fingerprint)):
            if value and self.store.value(key) != value:
                self.store.set_value(key, value)

    def itself(self) -> Member:
        """This server, as the others should know it."""
        fingerprint = self.store.value(_FINGERPRINT) or ""
        return Member(id=self.id, name=self.name, address=self.address, fingerprint=fingerprint)

    # Who leads --------------------------------------------------------------------

    def leader(self) -> LeaderRecord:
        """The leader of the highest rank that this server knows."""
        raw = self.store.value(LEADER)
        written = LeaderRecord(**json.loads(raw)) if raw else LeaderRecord()
        standing = self.store.standing()
        if standing is not None and standing.leader.rank >= written.rank:
            return standing.leader
        if not written.server and standing is None:
            return LeaderRecord(server=self.id, name=self.name, address=self.address)
        return written

    def leads(self) -> bool:
        """Whether this server accepts entries."""
        return self.store.standing() is None

    def ticket(self) -> str:
        """Who leads, signed: whoever shows it to a server that led before stops that one."""
        return self.sign(self.leader())

    def sign(self, record: LeaderRecord) -> str:
        """A leader as signed text."""
        return self._signer.write("leader", asdict(record))

    def read_ticket(self, ticket: str | None) -> LeaderRecord | None:
        """Who leads according to another server of the hall; None for anything that none of them signed."""
        raw = self._signer.read("leader", ticket)
        return LeaderRecord(**raw) if raw else None

    def hear(self, told: LeaderRecord | None) -> bool:
        """Note that another server leads, if its rank is higher than that of the known leader."""
        if told is None or told.server == self.id:
            return False
        while self._is_news(told, standing := self.store.standing()):
            kind = _after_hearing(standing, told)
            # The token was for the leader before; to another one it proves to be of the same hall.
            if self.store.set_standing(Standing(kind=kind, leader=told), only_after=standing):
                self.forget()
                return True
        return False

    def _is_news(self, told: LeaderRecord, standing: Standing | None) -> bool:
        """Whether a leader has a higher rank than the known one, or the one that was awaited leads now."""
        if standing is not None and standing.kind is Kind.HANDS_OVER and told.rank == standing.leader.rank:
            return True
        return told.rank > self.leader().rank

    def next_leader(self) -> LeaderRecord:
        """This server as the leader of the next epoch."""
        return LeaderRecord(
            epoch=self.leader().epoch + 1, server=self.id, name=self.name, address=self.address,
            since=current_time(),
        )  # fmt: skip

    def take_the_lead(self, record: LeaderRecord, *, after: Standing) -> bool:
        """Accept entries from now on; false where the standing has changed meanwhile."""
        values = {LEADER: json.dumps(asdict(record))}
        done = self.store.set_standing(None, values=values, only_after=after)
        self.forget()
        return done

    def follow(self, leader: LeaderRecord, *, token: str = "", fingerprint: str = "") -> None:
        """Follow a leader from now on."""
        self.store.set_standing(
            Standing(kind=Kind.FOLLOWS, leader=leader, token=token, fingerprint=fingerprint)
        )
        self.forget()

    # The others -------------------------------------------------------------------

    def members(self) -> tuple[Member, ...]:
        """All servers of the hall, this one included once it has been paired."""
        raw = json.loads(self.store.value(_SERVERS) or "{}")
        return tuple(Member(id=each, **about) for each, about in raw.items())

    def others(self) -> tuple[Member, ...]:
        """All servers of the hall but this one."""
        return tuple(each for each in self.members() if each.id != self.id)

    def remove(self, server: str) -> None:
        """Let a server have no copy any more."""
        self._keep_members(tuple(each for each in self.members() if each.id != server))

    def presently(self) -> tuple[tuple[Member, ...], Standing | None]:
        """The others and the standing for a page, read once in a second."""
        until, others, standing = self._remembered
        if time.monotonic() > until:
            # If the disk fails they stay as they were, and the page shows what is wrong.
            with suppress(InputError):
                others, standing = self.others(), self.store.standing()
            self._remembered = (time.monotonic() + _REMEMBERED, others, standing)
        return others, standing

    def forget(self) -> None:
        """Read everything again for the next page."""
        self._remembered = (0.0, (), None)

    # Proofs -----------------------------------------------------------------------

    def new_code(self) -> str:
        """A code by which one second laptop may be paired within a quarter of an hour."""
        code = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
        kept = {"hash": token_mark(code), "until": time.time() + CODE_LASTS}
        self.store.set_value(_CODE, json.dumps(kept))
        self.wrong_codes.forget()
        return f"{code[:4]}-{code[4:]}"

    def pair(self, code: str, member: Member, *, own_address: str) -> str:
        """Accept a second laptop by the code; the token that it shows from now on.

        `own_address` is where it reached this server. Wrong codes do not make the right one void, or anybody
        could keep the second laptop out: their answers come later and later (`wrong_codes`).
        """
        own_address = checked_address(own_address)
        with self._pairing:
            self._use_code(code)
            token = secrets.token_urlsafe(32)
            self.describe(address=own_address)
            known = {each.id: each for each in self.members()}
            known[self.id] = self.itself()
            known[member.id] = replace(member, token=token_mark(token))
            self._keep_members(tuple(known.values()))
        return token

    def member_of(self, authorization: str) -> str | None:
        """The server that proves to be of this hall, by its token or by a signed ticket."""
        kind, _, proof = authorization.partition(" ")
        if kind == "Bearer":
            shown = token_mark(proof)
            found = (
                each.id for each in self.members() if each.token and hmac.compare_digest(each.token, shown)
            )
            return next(found, None)
        raw = self._signer.read("member", proof) if kind == "Ticket" else None
        if raw is None or raw["at"] + _TICKET_LASTS < time.time():
            return None
        return str(raw["server"])

    def authorization(self, token: str = "") -> str:
        """What this server shows another one of its hall."""
        if token:
            return f"Bearer {token}"
        return f"Ticket {self._signer.write('member', {'server': self.id, 'at': int(time.time())})}"

    @property
    def _signer(self) -> Signer:
        return server_signer(self.store)

    def _keep_members(self, members: tuple[Member, ...]) -> None:
        raw = {each.id: _about(each) for each in members}
        self.store.set_value(_SERVERS, json.dumps(raw))
        self.forget()

    def _use_code(self, code: str) -> None:
        kept = json.loads(self.store.value(_CODE) or "{}")
        if not kept or kept["until"] < time.time():
            raise InputError(
                Message("there is no code to pair with: show a new one on the leader’s page Second laptop")
            )
        typed = "".join(each for each in code.upper() if each in _LETTERS)
        if not hmac.compare_digest(kept["hash"], token_mark(typed)):
            raise WrongCodeError(Message("this is not the code on the leader’s page Second laptop"))
        self.store.set_value(_CODE, None)


def _after_hearing(standing: Standing | None, told: LeaderRecord) -> Kind:
    """A follower, or a server that has handed over to the new leader, follows it; others are fenced."""
    if standing is None or standing.kind is Kind.FENCED:
        return Kind.FENCED
    handed_over = standing.leader.server == told.server
    return Kind.FOLLOWS if standing.kind is Kind.FOLLOWS or handed_over else Kind.FENCED


def member_from(raw: Mapping[str, Any]) -> Member:
    """A server as it describes itself."""
    return Member(
        id=str(raw["id"]),
        name=str(raw["name"])[:60],
        address=checked_address(str(raw["address"])),
        fingerprint=str(raw.get("fingerprint", ""))[:100],
    )


def _about(member: Member) -> dict[str, str]:
    raw = asdict(member)
    del raw["id"]
    return raw


def token_mark(text: str) -> str:
    """What the leader keeps of a code or a token: its hash."""
    return sha256(f"second laptop {text}".encode()).hexdigest()
