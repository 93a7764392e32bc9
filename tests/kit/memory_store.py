"""A store that forgets everything at the end of the test."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar

from sqlalchemy import Engine, create_engine
from sqlalchemy.dialects.sqlite import insert
from sqlalchemy.pool import StaticPool

from miai.domain.log.events import Event, TournamentCreated
from miai.domain.log.history import Entry, History
from miai.errors import InputError
from miai.messages import Message
from miai.store import schema
from miai.store.accounts.account_table import AccountTable
from miai.store.accounts.audit_table import AuditTable
from miai.store.accounts.programs_protocol import ApiToken, Webhook
from miai.store.log_behind import Behind
from miai.store.log_rows import rows_of
from miai.store.people.players_protocol import PlayerLink, SignUp
from miai.store.protocol import Addition, Conflict, Head, Listed, LogEnd, Replaced, Requested, SignIn
from miai.store.tournament_id import TournamentId


@dataclass
class MemorySignIns:
    """Keeps the browsers that signed in, in a dictionary."""

    kept: dict[str, SignIn] = field(default_factory=dict)

    def add(self, sign_in: SignIn) -> None:
        self.kept[sign_in.id] = sign_in

    def get(self, id: str) -> SignIn | None:  # noqa: A002 - the store's word
        return self.kept.get(id)

    def all(self) -> tuple[SignIn, ...]:
        return tuple(self.kept.values())

    def end(self, ids: Collection[str], *, at: str) -> None:
        for known in ids:
            self.kept[known] = replace(self.kept[known], ended_at=at)

    def renew(self, id: str, *, proof: str) -> None:  # noqa: A002
        self.kept[id] = replace(self.kept[id], proof=proof)


@dataclass
class MemorySignUps:
    """Keeps the people who signed up in a dictionary."""

    kept: dict[tuple[TournamentId, int], SignUp] = field(default_factory=dict)

    def add(self, sign_up: SignUp) -> SignUp:
        numbers = [number for tournament, number in self.kept if tournament == sign_up.tournament]
        numbered = replace(sign_up, number=max(numbers, default=0) + 1)
        self.kept[sign_up.tournament, numbered.number] = numbered
        return numbered

    def of(self, tournament: TournamentId) -> tuple[SignUp, ...]:
        return tuple(each for each in self.kept.values() if each.tournament == tournament)

    def by_token(self, token_hash: str) -> SignUp | None:
        return next((each for each in self.kept.values() if each.token_hash == token_hash), None)

    def change(self, known: SignUp, new: SignUp) -> bool:
        if self.kept.get((known.tournament, known.number)) != known:
            return False
        self.kept[known.tournament, known.number] = new
        return True

    def remove(self, sign_up: SignUp) -> None:
        self.kept.pop((sign_up.tournament, sign_up.number), None)


@dataclass
class MemoryProofs:
    """Keeps proofs in a dictionary."""

    kept: dict[tuple[TournamentId, str], bytes] = field(default_factory=dict)

    def get(self, tournament: TournamentId, content_hash: str) -> bytes | None:
        return self.kept.get((tournament, content_hash))

    def keep(self, tournament: TournamentId, content_hash: str, content: bytes) -> None:
        self.kept[tournament, content_hash] = content


def _memory_engine() -> Engine:
    """A database for the tables that need no histories; made when it is first used."""
    return create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})


@dataclass
class MemoryPlayerLinks:
    """Keeps private links in a dictionary."""

    kept: dict[str, PlayerLink] = field(default_factory=dict)

    def find(self, token_hash: str) -> PlayerLink | None:
        return self.kept.get(token_hash)

    def all(self, tournament: TournamentId) -> tuple[PlayerLink, ...]:
        return tuple(link for link in self.kept.values() if link.tournament == tournament)

    def issue(self, tournament: TournamentId, new: Sequence[PlayerLink], *, anew: bool) -> frozenset[str]:
        for each in new:
            valid = [link for link in self.all(tournament) if link.valid and link.player == each.player]
            keeps = any(link.registration == each.registration for link in valid) and not anew
            if each.hash in self.kept or keeps:
                continue
            self.revoke(tournament, [each.player], at=each.issued_at, by=each.issued_by)
            self.kept[each.hash] = each
        wanted = {each.hash for each in new}
        return frozenset(link.hash for link in self.kept.values() if link.hash in wanted and link.valid)

    def revoke(self, tournament: TournamentId, players: Collection[str] | None, *, at: str, by: str) -> int:
        ended = [
            link
            for link in self.all(tournament)
            if link.valid and (players is None or link.player in players)
        ]
        for link in ended:
            self.kept[link.hash] = replace(link, revoked_at=at, revoked_by=by)
        return len(ended)


@dataclass
class MemoryApiTokens:
    """Keeps tokens in a dictionary."""

    kept: dict[str, ApiToken] = field(default_factory=dict)

    def add(self, token: ApiToken) -> None:
        self.kept[token.id] = token

    def get(self, id: str) -> ApiToken | None:  # noqa: A002
        return self.kept.get(id)

    def of(self, tournament: TournamentId | None) -> tuple[ApiToken, ...]:
        return tuple(each for each in self.kept.values() if each.tournament == tournament)

    def revoke(self, id: str, *, at: str) -> None:  # noqa: A002
        self.kept[id] = replace(self.kept[id], revoked_at=at)

    def used(self, id: str, *, at: str) -> None:  # noqa: A002
        self.kept[id] = replace(self.kept[id], last_used_at=at)


@dataclass
class MemoryApiRequests:
    """Keeps the fingerprints of requests in a dictionary."""

    kept: dict[str, str] = field(default_factory=dict)

    def first(self, id: str, fingerprint: str, *, at: str, forget_before: str) -> str:  # noqa: A002
        del at, forget_before
        return self.kept.setdefault(id, fingerprint)


@dataclass
class MemoryWebhooks:
    """Keeps webhooks in a dictionary."""

    kept: dict[str, Webhook] = field(default_factory=dict)

    def add(self, webhook: Webhook) -> None:
        self.kept[webhook.id] = webhook

    def get(self, id: str) -> Webhook | None:  # noqa: A002
        return self.kept.get(id)

    def of(self, tournament: TournamentId) -> tuple[Webhook, ...]:
        return tuple(each for each in self.kept.values() if each.tournament == tournament)

    def all(self) -> tuple[Webhook, ...]:
        return tuple(self.kept.values())

    def remove(self, id: str) -> None:  # noqa: A002
        self.kept.pop(id, None)

    def claim(self, id: str, *, sender: str, now: str, until: str) -> Webhook | None:  # noqa: A002
        found = self.kept.get(id)
        if found is None or (found.sender != sender and found.sender_until > now):
            return None
        self.kept[id] = replace(found, sender=sender, sender_until=until)
        return self.kept[id]

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
        if id in self.kept:
            self.kept[id] = replace(
                self.kept[id],
                delivered=delivered,
                failures=failures,
                next_try_at=next_try_at,
                problem=problem,
                dead=dead,
            )


@dataclass
class MemoryStore:
    """Keeps histories in a dictionary; the clock stands still but for one second an entry."""

    histories: dict[TournamentId, History] = field(default_factory=dict)
    put_away: set[TournamentId] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    backups: list[str] = field(default_factory=list)
    requests: dict[str, Requested] = field(default_factory=dict)
    sign_ins: MemorySignIns = field(default_factory=MemorySignIns)
    sign_ups: MemorySignUps = field(default_factory=MemorySignUps)
    proofs: MemoryProofs = field(default_factory=MemoryProofs)
    player_links: MemoryPlayerLinks = field(default_factory=MemoryPlayerLinks)
    engine: Engine = field(default_factory=_memory_engine)
    api_tokens: MemoryApiTokens = field(default_factory=MemoryApiTokens)
    api_requests: MemoryApiRequests = field(default_factory=MemoryApiRequests)
    webhooks: MemoryWebhooks = field(default_factory=MemoryWebhooks)
    seconds: int = 0
    created: int = 0
    times_read: int = 0

    @cached_property
    def accounts(self) -> AccountTable:
        """The accounts in a database in memory."""
        schema.METADATA.create_all(self.engine)
        return AccountTable(self.engine.connect, self.engine.begin, insert)

    @cached_property
    def audit(self) -> AuditTable:
        """The audit in a database in memory."""
        schema.METADATA.create_all(self.engine)
        return AuditTable(self.engine.connect, self.engine.begin)

    def tournaments(self) -> tuple[Listed, ...]:
        return tuple(self._listed(known) for known in self.histories)

    def create(
        self,
        history: History,
        *,
        id: str | None = None,  # noqa: A002 - the store's word
        request: str | None = None,
        session: str | None = None,
        along: Callable[[TournamentId], Addition] | None = None,
    ) -> TournamentId:
        if request in self.requests:
            return self.requests[request].tournament
        first = history.entries[0].event
        name = first.name if isinstance(first, TournamentCreated) else ""
        slug = "-".join(name.lower().split()) or "tournament"
        free = (f"{slug}-{n}" if n > 1 else slug for n in count(1))
        known = TournamentId(id or next(each for each in free if each not in self.histories))
        if known in self.histories:
            raise InputError(Message("there is a tournament '%(id)s' already", id=known))
        if along:
            self.append_all((along(known),))
        self.created += 1
        self.histories[known] = replace(history, identity=f"{self.created:032x}")
        if request:
            self.requests[request] = Requested(
                tournament=known, first=1, last=len(history.entries), session=session
            )
        return known

    def history(self, tournament: TournamentId) -> History:
        self.times_read += 1
        return self._history(tournament)

    def _history(self, tournament: TournamentId) -> History:
        if tournament not in self.histories:
            raise InputError(Message("there is no tournament '%(id)s'", id=tournament))
        return self.histories[tournament]

    def since(
        self, tournament: TournamentId, version: int, *, identity: str | None = None
    ) -> tuple[Entry, ...]:
        history = self._history(tournament)
        if identity not in (None, history.identity):
            raise Replaced(tournament)
        return history.entries[version:]

    def first_entry(self, tournament: TournamentId) -> Entry:
        return self._history(tournament).entries[0]

    def head(self, tournament: TournamentId) -> Head:
        history = self._history(tournament)
        return Head(identity=history.identity, version=len(history.entries))

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
        addition = Addition(
            tournament=tournament,
            events=tuple(events),
            expected=expected,
            by=by,
            identity=identity,
            request=request,
            session=session,
        )
        return self.append_all((addition,))[0]

    def append_all(self, additions: Sequence[Addition]) -> tuple[tuple[Entry, ...], ...]:
        before, seconds = [(each, self.histories.get(each.tournament)) for each in additions], self.seconds
        done: list[Addition] = []
        try:
            return tuple(self._append(each, done) for each in additions)
        except BaseException:
            for each, history in before[: len(done)]:
                if history is not None:
                    self.histories[each.tournament] = history
                self.requests.pop(each.request or "", None)
            self.seconds = seconds
            raise

    def _append(self, addition: Addition, done: list[Addition]) -> tuple[Entry, ...]:
        tournament, expected, request = addition.tournament, addition.expected, addition.request
        history = self._history(tournament)
        if addition.identity not in (None, history.identity):
            raise Replaced(tournament)
        actual = len(history.entries)
        if addition.events and actual != expected:
            raise Conflict(expected=expected, actual=actual, since=history.entries[expected:])
        if request in self.requests:
            raise Conflict(expected=expected, actual=expected, since=())
        new = []
        for number, event in enumerate(addition.events, start=actual + 1):
            self.seconds += 1
            minutes, seconds = divmod(self.seconds, 60)
            at = f"2026-11-14T{9 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}+00:00"
            new.append(Entry(number=number, event=event, by=addition.by, at=at))
        self.histories[tournament] = history.extended(new)
        if request:
            self.requests[request] = Requested(
                tournament=tournament,
                first=expected + 1,
                last=expected + len(new),
                session=addition.session,
            )
        done.append(addition)
        return tuple(new)

    def requested(self, request: str) -> Requested | None:
        return self.requests.get(request)

    def requests_since(
        self, tournament: TournamentId, version: int, *, session: str | None = None
    ) -> tuple[Requested, ...]:
        return tuple(
            made
            for made in self.requests.values()
            if made.tournament == tournament and made.last > version and session in (None, made.session)
        )

    def archive(self, tournament: TournamentId, *, archived: bool) -> None:
        self._history(tournament)
        (self.put_away.add if archived else self.put_away.discard)(tournament)

    def delete(self, tournament: TournamentId) -> None:
        self._history(tournament)
        del self.histories[tournament]
        for link in self.player_links.all(tournament):
            del self.player_links.kept[link.hash]

    @property
    def on_server(self) -> bool:
        """Nothing is on a disk of this machine."""
        return True

    def backup(self, reason: str) -> Path | None:
        self.backups.append(reason)
        return None

    def log_ends(self) -> dict[TournamentId, LogEnd]:
        return {
            known: LogEnd(version=self.head(known).version, hash=self.hashes(known, after=0)[-1])
            for known in self.histories
        }

    def hashes(self, tournament: TournamentId, *, after: int) -> tuple[str, ...]:
        history = self._history(tournament)
        rows = rows_of(history.entries, before=history.identity)
        return tuple(row["hash"] for row in rows if row["number"] > after)

    def value(self, key: str) -> str | None:
        return self.values.get(key)

    def set_value(self, key: str, value: str | None) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value

    def first_value(self, key: str, value: str) -> str:
        return self.values.setdefault(key, value)

    def change_value(self, key: str, change: Callable[[str | None], str | None]) -> None:
        self.set_value(key, change(self.value(key)))

    notifications = None
    held: ClassVar[Mapping[TournamentId, Behind]] = MappingProxyType({})

    def demand_room(self) -> None:
        pass

    def standing(self) -> None:
        return None

    def close(self) -> None:
        self.histories.clear()

    def _listed(self, known: TournamentId) -> Listed:
        event = self.histories[known].tournament()
        return Listed(
            id=known,
            name=event.name,
            place=event.place,
            begin=event.begin,
            end=event.end,
            version=self.head(known).version,
            created_at="",
            changed_at="",
            archived=known in self.put_away,
        )
