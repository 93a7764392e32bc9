"""Live updates: each change of a tournament is rendered once and sent to all who watch it."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any

from miai.desk.live_state import Desk, Saved, State, event_and_stage
from miai.errors import InputError
from miai.features.history.show_history import HistoryEntry, entries_since
from miai.server.connection_limits import Room
from miai.server.live.changed_parts import FindChangedRows
from miai.server.live.entries_around import EntriesAround, is_stage
from miai.server.live.throttled_signal import ThrottledSignal
from miai.server.roles import Role, other_author
from miai.server.words import language, speak, tell
from miai.store.protocol import Head, Notifications, StoreFault

# A proxy or a phone drops a connection that is silent for long, and a page opens a new stream then.
HEARTBEAT = 15.0
# Other processes may write to the same database and cannot notify us.
POLL_EVERY = 5.0
# How long a desk that lost its connection stays in the rail.
AWAY_SHOWN = 120.0
# Changes within this time go out as one message: to desks, and to phones, of which there are many.
DESKS_PAUSE = 0.2
PHONES_PAUSE = 0.5
# The seconds that each phone adds to the pause between messages: 2,000 hear something every 4 seconds.
PHONE_TAKES = 0.002
# Within so many milliseconds the phones fetch a page that has changed, so that not all do in the same moment.
LEAST_SPREAD, SPREAD_OF_PHONE = 300, 1.75
# The most entries in one message; a browser that missed more loads the page again.
MOST_ENTRIES = 200
_STILL_HERE = b": still here\nevent: still\ndata: 1\n\n"
# The tournament was deleted or is damaged; the page then asks for the version, which says what happened.
_GONE = b"event: gone\ndata: 1\n\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """A browser with an open page; `browser` is the browser's name, `follows` what the page shows."""

    name: str
    role: Role
    browser: str = ""
    follows: str = ""


@dataclass(eq=False, slots=True, kw_only=True)
class OpenStream:
    """The stream of a watcher; `ended` asks it to end, because its place is needed."""

    watcher: Watcher
    ended: bool = False


@dataclass(slots=True, kw_only=True)
class Channel:
    """The open streams of one tournament, the oldest first, and the messages they get.

    Of a congress `around` follows the events, and of a stage its event.
    """

    state: State
    stop: Callable[[], None] = lambda: None
    around: EntriesAround | None = None
    streams: dict[OpenStream, None] = field(default_factory=dict)
    away: dict[str, Watcher] = field(default_factory=dict)
    gone: bool = False
    # How often another log took the place of the one that is watched.
    replaced: int = 0
    desks_signal: ThrottledSignal = field(default_factory=lambda: ThrottledSignal(DESKS_PAUSE))
    phones_signal: ThrottledSignal = field(
        default_factory=lambda: ThrottledSignal(PHONES_PAUSE, for_each=PHONE_TAKES)
    )
    desks_version: int = 0
    desks_message: tuple[int, bytes] = (-1, b"")
    messages: dict[tuple[int, int, str, bool, str], bytes] = field(default_factory=dict)

    @property
    def watchers(self) -> Iterator[Watcher]:
        """Everybody who watches."""
        return (stream.watcher for stream in self.streams)

    def arrived(self, state: State, *, replaced: bool = False) -> None:
        """Keep a newer state, or one that takes the place of this one, and wake the watchers."""
        replaced = replaced or state.history.identity != self.state.history.identity
        if replaced or state.version > self.state.version:
            self.replaced += replaced
            self.state = state
            self.messages.clear()
            self.wake()

    @property
    def entries_around(self) -> int:
        """The number of entries in the events of a congress, or about the event of a stage."""
        return self.around.entries if self.around else 0

    def wake(self) -> None:
        """Wake all watchers."""
        self.desks_signal.send()
        self.phones_signal.send()

    def signal_of(self, watcher: Watcher) -> ThrottledSignal:
        """The signal that wakes a watcher."""
        return self.phones_signal if watcher.role is Role.PUBLIC else self.desks_signal


class Hub:
    """The channels of all tournaments that somebody watches; lives on the server's event loop."""

    def __init__(
        self,
        desk: Desk,
        changed_rows: FindChangedRows = lambda state, since, follows: None,
        *,
        room: Room | None = None,
    ) -> None:
        self._desk, self._changed_rows = desk, changed_rows
        self._room = room or Room()
        self._channels: dict[str, Channel] = {}
        self._counts: Counter[bool] = Counter()
        self._closing = False

    def watchers(self, tournament: str) -> Counter[Watcher]:
        """The present watchers of a tournament."""
        channel = self._channels.get(tournament)
        return Counter(channel.watchers if channel else ())

    @property
    def closing(self) -> bool:
        """Whether the server is stopping."""
        return self._closing

    def state(self, tournament: str) -> State | None:
        """The state of a tournament that somebody watches; None where nobody does."""
        channel = self._channels.get(tournament)
        return None if channel is None or channel.gone else channel.state

    def position(self, tournament: str) -> tuple[Head, int] | None:
        """What pages of a tournament depend on: its last entry, and the number of entries around it.

        None where nobody watches it.
        """
        channel = self._channels.get(tournament)
        return None if channel is None or channel.gone else (channel.state.head, channel.entries_around)

    @property
    def open_streams(self) -> int:
        """The number of open streams of all tournaments."""
        return sum(self._counts.values())

    def has_room(self, role: Role) -> bool:
        """Whether another stream can be opened; desks take the places of phones if need be."""
        public = self._counts[True]
        full = public + self._counts[False] >= self._room.streams
        if role is Role.PUBLIC:
            return not full and public < self._room.public_streams
        return not full or public > 0

    async def stream(
        self,
        tournament: str,
        watcher: Watcher,
        since: int | None,
        mark: str = "",
        around: int | None = None,
    ) -> AsyncGenerator[bytes]:
        """The messages for a watcher, from a version on, until the connection ends.

        `mark` is that of the log that the watcher knows; one of another log is told to load the page again.
        `around` are the entries in the events of a congress, or about the event of a stage, that it shows.
        """
        reader_language = language()
        try:
            channel = await self._open(tournament)
        except InputError:
            # Deleted or damaged since the request was accepted.
            yield _GONE
            return
        stream = OpenStream(watcher=watcher)
        self._enter(channel, stream)
        version = channel.state.version if since is None else min(since, channel.state.version)
        seen_desks = -1
        seen_around = channel.entries_around if around is None else around
        seen_replaced = channel.replaced if is_known(channel.state, since, mark) else -1
        try:
            yield b"retry: 2000\n\n"
            while not (self._closing or channel.gone or stream.ended):
                if seen_replaced != channel.replaced:
                    seen_replaced, version = channel.replaced, channel.state.version
                    yield _message("replaced", {"version": version}, state=channel.state)
                    continue
                if watcher.role > Role.PUBLIC and seen_desks != channel.desks_version:
                    seen_desks = channel.desks_version
                    yield _desks_message(channel)
                if seen_around != channel.entries_around:
                    seen_around = channel.entries_around
                    yield _message("around", {"entries": seen_around})
                    continue
                if channel.state.version != version:
                    speak(reader_language)
                    # More changes may come in while this one is sent.
                    since, version = version, channel.state.version
                    yield self._news(channel, since, watcher)
                    continue
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await channel.signal_of(watcher).wait()
                except TimeoutError:
                    yield _STILL_HERE
            if channel.gone:
                yield _GONE
        finally:
            self._leave(tournament, channel, stream)

    async def states(self, tournament: str, watcher: Watcher) -> AsyncGenerator[State | None]:
        """The present state and every later one, for a program; None now and then while nothing happens."""
        try:
            channel = await self._open(tournament)
        except InputError:
            return
        stream = OpenStream(watcher=watcher)
        self._enter(channel, stream)
        seen: State | None = None
        try:
            while not (self._closing or channel.gone or stream.ended):
                if channel.state is not seen:
                    seen = channel.state
                    yield seen
                    continue
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await channel.signal_of(watcher).wait()
                except TimeoutError:
                    yield None
        finally:
            self._leave(tournament, channel, stream)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        for channel in self._channels.values():
            channel.wake()

    async def poll_store(self) -> None:
        """Look for entries of other processes as long as the application runs."""
        while True:
            await asyncio.sleep(POLL_EVERY)
            await self._look_at_all()

    async def _look_at_all(self) -> None:
        for tournament, channel in tuple(self._channels.items()):
            try:
                # The desk calls its listeners if there are new entries.
                await asyncio.to_thread(self._desk.state, tournament)
                if channel.around:
                    await channel.around.look()
            except StoreFault:
                # The database cannot be used at the moment; the next time may be better.
                continue
            except InputError:
                channel.gone = True
                channel.wake()

    async def hear_of_changes(self, notifications: Notifications) -> None:
        """Show what other programs write as soon as the database tells of it."""
        async with aclosing(notifications.received()) as changed:
            async for tournament in changed:
                if tournament is None:
                    await self._look_at_all()
                elif self._desk.is_loaded(tournament):
                    await self._look_at(tournament)

    async def _look_at(self, tournament: str) -> None:
        """Read a tournament again; the desk calls its listeners if there is something new."""
        try:
            await asyncio.to_thread(self._desk.state, tournament)
        except StoreFault:
            return
        except InputError:
            for name, channel in self._channels.items():
                if event_and_stage(name)[0] == tournament:
                    channel.gone = True
                    channel.wake()

    async def _open(self, tournament: str) -> Channel:
        channel = self._channels.get(tournament)
        if channel is not None and not channel.gone:
            return channel
        state = await asyncio.to_thread(self._desk.state, tournament)
        channel = self._channels.get(tournament)
        if channel is None:
            channel = self._channels[tournament] = Channel(state=state)
            channel.stop = self._desk.listen(tournament, _listener(channel))
            if state.tournament.is_congress or is_stage(state):
                channel.around = EntriesAround(self._desk, channel.wake)
                await channel.around.follow(state)
            # A change may have come in before we listened.
            channel.arrived(await asyncio.to_thread(self._desk.state, tournament))
        return channel

    def _enter(self, channel: Channel, stream: OpenStream) -> None:
        """Add a stream; where there are too many, the phone that came first makes room for a desk."""
        watcher = stream.watcher
        channel.streams[stream] = None
        channel.away.pop(watcher.browser, None)
        self._counts[watcher.role is Role.PUBLIC] += 1
        if watcher.role > Role.PUBLIC and sum(self._counts.values()) > self._room.streams:
            self._end_one_public_stream()
        self._desks_changed(channel)

    def _end_one_public_stream(self) -> None:
        for channel in self._channels.values():
            for stream in channel.streams:
                if stream.watcher.role is Role.PUBLIC and not stream.ended:
                    stream.ended = True
                    channel.phones_signal.send()
                    return

    def _leave(self, tournament: str, channel: Channel, stream: OpenStream) -> None:
        """Remove a stream; a desk that lost its connection is shown as away, because it may hold entries."""
        watcher = stream.watcher
        del channel.streams[stream]
        self._counts[watcher.role is Role.PUBLIC] -= 1
        if (
            watcher.role > Role.PUBLIC
            and watcher.browser
            and all(each.browser != watcher.browser for each in channel.watchers)
        ):
            channel.away[watcher.browser] = watcher
            asyncio.get_running_loop().call_later(AWAY_SHOWN, self._forget, channel, watcher)
        self._desks_changed(channel)
        if not channel.streams:
            channel.stop()
            if channel.around:
                channel.around.stop()
            if self._channels.get(tournament) is channel:
                del self._channels[tournament]

    def _forget(self, channel: Channel, watcher: Watcher) -> None:
        if channel.away.get(watcher.browser) is watcher:
            del channel.away[watcher.browser]
            self._desks_changed(channel)

    def _news(self, channel: Channel, since: int, watcher: Watcher) -> bytes:
        """The message with all changes since a version; rendered once for all who need the same."""
        state, public = channel.state, watcher.role is Role.PUBLIC
        follows = "" if public and watcher.follows.startswith("results") else watcher.follows
        key = (since, state.version, language(), public, follows)
        if key not in channel.messages:
            data: dict[str, Any] = {"version": state.version, "mark": state.mark, "entries": []}
            if public:
                data["spread"] = max(LEAST_SPREAD, int(SPREAD_OF_PHONE * self._counts[True]))
            # Players get no entries: what they may see is on their pages.
            if not public:
                entries = entries_since(state, since, limit=MOST_ENTRIES)
                browsers = self._desk.browsers(state.id, since)
                data["entries"] = [_entry_data(entry, browsers.get(entry.number, "")) for entry in entries]
            data["rows"] = self._changed_rows(state, since, follows) if follows else None
            channel.messages[key] = _message("change", data, state=state)
        return channel.messages[key]

    @staticmethod
    def _desks_changed(channel: Channel) -> None:
        channel.desks_version += 1
        channel.desks_signal.send()


def _listener(channel: Channel) -> Callable[[Saved], None]:
    loop = asyncio.get_running_loop()
    following: set[asyncio.Task[None]] = set()

    def arrived(saved: Saved) -> None:
        channel.arrived(saved.state, replaced=saved.replaced)
        if channel.around:
            task = loop.create_task(channel.around.follow(saved.state))
            following.add(task)
            task.add_done_callback(following.discard)

    def listen(saved: Saved) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(arrived, saved)

    return listen


def is_known(state: State, since: int | None, mark: str) -> bool:
    """Whether a page of a version and a mark shows an earlier moment of the same log."""
    return since is None or not mark or state.mark_at(since) == mark


def _entry_data(entry: HistoryEntry, browser: str) -> dict[str, Any]:
    return {
        "number": entry.number,
        "kind": "undo" if entry.undoes else entry.topic.value,
        "round": entry.round,
        "table": entry.table,
        "browser": browser,
        "author": other_author(entry.by),
        "at": entry.at,
        "sentence": tell(entry.what),
    }


def _desks_message(channel: Channel) -> bytes:
    """The message about those who are connected, written once for all who need the same."""
    known, message = channel.desks_message
    if known != channel.desks_version:
        message = _message("desks", _desks(channel))
        channel.desks_message = channel.desks_version, message
    return message


def _desks(channel: Channel) -> list[dict[str, Any]]:
    here = {_desk_of(each) for each in channel.watchers if each.role > Role.PUBLIC}
    away = {_desk_of(each) for each in channel.away.values()} - here
    desks: list[dict[str, Any]] = [
        {
            "name": name,
            "role": 2 if role >= Role.DIRECTOR else 1,
            "browser": browser,
            "away": (role, name, browser) in away,
        }
        for role, name, browser in sorted(here | away, key=lambda each: (-each[0], *each[1:]))
    ]
    phones = sum(each.role is Role.PUBLIC for each in channel.watchers)
    return [*desks, {"name": "", "role": 0, "count": phones}] if phones else desks


def _desk_of(watcher: Watcher) -> tuple[Role, str, str]:
    """What tells two desks apart: the pages that one browser has open are one desk."""
    return watcher.role, watcher.name, watcher.browser


def _message(event: str, data: object, *, state: State | None = None) -> bytes:
    """A message; with a state, a browser that lost the line says with its mark where it stood."""
    lines = [f"event: {event}", f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}"]
    if state is not None:
        lines.insert(0, f"id: {state.version}-{state.mark}")
    return ("\n".join(lines) + "\n\n").encode()
