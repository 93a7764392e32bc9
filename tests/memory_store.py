"""A store that forgets everything at the end of the test."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

from miai.domain.events import Event, TournamentCreated
from miai.domain.history import Entry, History
from miai.errors import InputError
from miai.messages import Message
from miai.store.protocol import Conflict, Head, Listed, Replaced, Requested, SignIn, TournamentId


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
class MemoryStore:
    """Keeps histories in a dictionary; the clock stands still but for one second an entry."""

    histories: dict[TournamentId, History] = field(default_factory=dict)
    put_away: set[TournamentId] = field(default_factory=set)
    values: dict[str, str] = field(default_factory=dict)
    backups: list[str] = field(default_factory=list)
    requests: dict[str, Requested] = field(default_factory=dict)
    sign_ins: MemorySignIns = field(default_factory=MemorySignIns)
    seconds: int = 0
    created: int = 0
    times_read: int = 0

    def tournaments(self) -> tuple[Listed, ...]:
        return tuple(self._listed(known) for known in self.histories)

    def create(
        self,
        history: History,
        *,
        id: str | None = None,  # noqa: A002 - the store's word
        request: str | None = None,
        session: str | None = None,
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
        history = self._history(tournament)
        if identity not in (None, history.identity):
            raise Replaced(tournament)
        actual = len(history.entries)
        if events and actual != expected:
            raise Conflict(expected=expected, actual=actual, since=history.entries[expected:])
        new = []
        for number, event in enumerate(events, start=actual + 1):
            self.seconds += 1
            minutes, seconds = divmod(self.seconds, 60)
            at = f"2026-11-14T{9 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}+00:00"
            new.append(Entry(number=number, event=event, by=by, at=at))
        self.histories[tournament] = history.extended(new)
        if request:
            last = expected + len(new)
            self.requests[request] = Requested(
                tournament=tournament, first=expected + 1, last=last, session=session
            )
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

    @property
    def on_server(self) -> bool:
        """Nothing is on a disk of this machine."""
        return True

    def backup(self, reason: str) -> Path | None:
        self.backups.append(reason)
        return None

    def value(self, key: str) -> str | None:
        return self.values.get(key)

    def set_value(self, key: str, value: str | None) -> None:
        if value is None:
            self.values.pop(key, None)
        else:
            self.values[key] = value

    def first_value(self, key: str, value: str) -> str:
        return self.values.setdefault(key, value)

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
