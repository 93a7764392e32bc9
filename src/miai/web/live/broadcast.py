"""Live updates: every watcher of a tournament hears of each change, told once and sent to all."""

import asyncio
import json
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, field
from typing import Any

from miai.app.desk import Desk, Saved, State
from miai.errors import InputError
from miai.web.live.changed_parts import Follow
from miai.web.live.throttled_signal import ThrottledSignal
from miai.web.server.roles import Role
from miai.web.words import language, speak
from miai.web.words.happenings import told

# A proxy or a phone drops a line on which nothing is said for long.
HEARTBEAT = 15.0
# Another process may write to the same database; it cannot call us.
LOOK_EVERY = 5.0
# How long a desk that is gone stands in the rail.
AWAY_SHOWN = 120.0
# What comes in so soon after the last news waits for this long, so that many entries are one message: at a
# desk, and on a phone, of which there are many.
GATHER = 0.2
PHONES_GATHER = 0.5
# Who was away longer than the entries sent at once should load the page anew.
MOST_ENTRIES = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Watcher:
    """A browser that looks on; what it follows is what its page shows."""

    name: str
    role: Role
    browser: str = ""
    follows: str = ""


@dataclass(slots=True, kw_only=True)
class Channel:
    """The watchers of one tournament, and the messages they get."""

    state: State
    stop: Callable[[], None] = lambda: None
    watchers: list[Watcher] = field(default_factory=list)
    away: dict[str, Watcher] = field(default_factory=dict)
    gone: bool = False
    desks_bell: ThrottledSignal = field(default_factory=lambda: ThrottledSignal(GATHER))
    phones_bell: ThrottledSignal = field(default_factory=lambda: ThrottledSignal(PHONES_GATHER))
    desks_version: int = 0
    messages: dict[tuple[int, int, str, bool, str], bytes] = field(default_factory=dict)

    def arrived(self, state: State) -> None:
        """Take note of a newer state."""
        if state.version > self.state.version:
            self.state = state
            self.messages.clear()
            self.wake()

    def wake(self) -> None:
        """Let every watcher look what is new."""
        self.desks_bell.ring()
        self.phones_bell.ring()

    def bell(self, watcher: Watcher) -> ThrottledSignal:
        """What wakes a watcher."""
        return self.phones_bell if watcher.role is Role.PUBLIC else self.desks_bell


class Hub:
    """The channels of all tournaments that somebody watches; lives on the server's loop."""

    def __init__(self, desk: Desk, follow: Follow = lambda state, since, follows: None) -> None:
        self._desk, self._follow = desk, follow
        self._channels: dict[str, Channel] = {}
        self._closing = False

    def watchers(self, tournament: str) -> Counter[Watcher]:
        """Who looks on at present."""
        channel = self._channels.get(tournament)
        return Counter(tuple(channel.watchers) if channel else ())

    async def stream(self, tournament: str, watcher: Watcher, since: int | None) -> AsyncGenerator[bytes]:
        """What a watcher hears, from a version on, until they hang up."""
        speaks = language()
        channel = await self._open(tournament)
        channel.watchers.append(watcher)
        channel.away.pop(watcher.browser, None)
        self._desks_changed(channel)
        version = channel.state.version if since is None else min(since, channel.state.version)
        seen_desks = -1
        try:
            yield b"retry: 2000\n\n"
            while not (self._closing or channel.gone):
                if watcher.role > Role.PUBLIC and seen_desks != channel.desks_version:
                    seen_desks = channel.desks_version
                    yield _message("desks", _desks(channel))
                if channel.state.version != version:
                    speak(speaks)
                    # More may come in while this is sent.
                    since, version = version, channel.state.version
                    yield self._news(channel, since, watcher)
                    continue
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await channel.bell(watcher).wait()
                except TimeoutError:
                    yield b": still here\n\n"
        finally:
            channel.watchers.remove(watcher)
            self._left(channel, watcher)
            if not channel.watchers:
                channel.stop()
                self._channels.pop(tournament, None)

    def close(self) -> None:
        """Let every stream end, so that the server can."""
        self._closing = True
        for channel in self._channels.values():
            channel.wake()

    async def look_around(self) -> None:
        """Notice what other processes wrote, for as long as the application runs."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            for tournament, channel in tuple(self._channels.items()):
                try:
                    # The desk tells its listeners of whatever is new.
                    await asyncio.to_thread(self._desk.state, tournament)
                except InputError:
                    channel.gone = True
                    channel.wake()

    async def _open(self, tournament: str) -> Channel:
        state = await asyncio.to_thread(self._desk.state, tournament)
        channel = self._channels.get(tournament)
        if channel is None:
            channel = self._channels[tournament] = Channel(state=state)
            channel.stop = self._desk.listen(tournament, _listener(channel))
            # Something may have come in between the look and the listening.
            channel.arrived(await asyncio.to_thread(self._desk.state, tournament))
        return channel

    def _left(self, channel: Channel, watcher: Watcher) -> None:
        """A desk whose line broke is shown as away for a while: its entries wait there."""
        still_here = any(each.browser == watcher.browser for each in channel.watchers)
        if watcher.role > Role.PUBLIC and watcher.browser and not still_here:
            channel.away[watcher.browser] = watcher
            asyncio.get_running_loop().call_later(AWAY_SHOWN, self._forget, channel, watcher)
        self._desks_changed(channel)

    def _forget(self, channel: Channel, watcher: Watcher) -> None:
        if channel.away.get(watcher.browser) is watcher:
            del channel.away[watcher.browser]
            self._desks_changed(channel)

    def _news(self, channel: Channel, since: int, watcher: Watcher) -> bytes:
        """The message from a version to now; the same for all who stand at the same place."""
        state, public = channel.state, watcher.role is Role.PUBLIC
        follows = "" if public and watcher.follows.startswith("results") else watcher.follows
        key = (since, state.version, language(), public, follows)
        if key not in channel.messages:
            data: dict[str, Any] = {"version": state.version, "entries": []}
            # What players may see of a change is on their pages; the news is only that there is some.
            if not public:
                entries = state.history.entries[since:][-MOST_ENTRIES:]
                data["entries"] = [told(entry, state) for entry in entries]
            data["rows"] = self._follow(state, since, follows) if follows else None
            channel.messages[key] = _message("change", data, number=state.version)
        return channel.messages[key]

    @staticmethod
    def _desks_changed(channel: Channel) -> None:
        channel.desks_version += 1
        channel.desks_bell.ring()


def _listener(channel: Channel) -> Callable[[Saved], None]:
    loop = asyncio.get_running_loop()

    def listen(saved: Saved) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(channel.arrived, saved.state)

    return listen


def _desks(channel: Channel) -> list[dict[str, Any]]:
    here = {(each.name, each.role) for each in channel.watchers if each.role > Role.PUBLIC}
    away = {(each.name, each.role) for each in channel.away.values()} - here
    desks: list[dict[str, Any]] = [
        {"name": name, "role": int(role), "away": (name, role) in away}
        for name, role in sorted(here | away, key=lambda each: (-each[1], each[0]))
    ]
    phones = sum(each.role is Role.PUBLIC for each in channel.watchers)
    return [*desks, {"name": "", "role": 0, "count": phones}] if phones else desks


def _message(event: str, data: object, *, number: int | None = None) -> bytes:
    lines = [f"event: {event}", f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}"]
    if number is not None:
        lines.insert(0, f"id: {number}")
    return ("\n".join(lines) + "\n\n").encode()
