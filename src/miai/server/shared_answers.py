"""Pages that are the same for all phones are made once, and never so many at once that the director waits.

When a round is published, every phone in the hall asks for the pairings within a few seconds. The script of
such a page asks for what all have in common (X-Miai-Shared) and marks the reader's own row itself.
"""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miai.domain.numbers import whole_or_none
from miai.server.live.broadcast import Hub
from miai.server.rate_limits import is_anybody, is_expensive
from miai.server.words import language
from miai.store.protocol import Head

HEADER = "x-miai-shared"
_PUBLIC = re.compile(r"/p/(?P<id>[^/]+)(?:/|$)")
# Seconds after which an answer is made anew though the page knows of nothing newer: it may show a clock.
_LASTS = 10.0
_MOST_KEPT = 100
# How many public pages are made at the same time; each takes a share of the processor from the director.
_AT_ONCE = 2
# How many of them are sent in one turn of the event loop.
_SENT_AT_ONCE = 8

# Path, query, language, theme, and whether it is compressed.
_Key = tuple[str, str, str, str, bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    """An answer as it was sent, the route that made it, when that was, and what it shows."""

    messages: Sequence[Message]
    route: dict[str, Any]
    at: float
    shows: tuple[Head, int] | None = None

    def serves(self, wanted: int, present: tuple[Head, int], now: float) -> bool:
        """Whether it can be sent to a page that knows of a version while the tournament is at another."""
        if self.shows is None or now > self.at + _LASTS:
            return False
        (shown, around), (head, around_now) = self.shows, present
        return shown.identity == head.identity and shown.version >= wanted and around == around_now


class SharedAnswers:
    """Sends the same answer to all who ask for the same page of the same version."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self._app, self._hub = app, hub
        self._kept: OrderedDict[_Key, _Answer] = OrderedDict()
        self._making: dict[_Key, asyncio.Future[None]] = {}
        # Who wants the pairings does not wait for those who check a draw.
        self._turns, self._slow_turns = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(_AT_ONCE)
        self._lane = asyncio.Semaphore(_SENT_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        found = _PUBLIC.match(scope["path"]) if scope["type"] == "http" and scope["method"] == "GET" else None
        if found is None or not is_anybody(scope):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        wanted = whole_or_none(headers.get(HEADER, ""))
        # Where nobody watches the tournament its version is not known without reading it.
        if wanted is None or self._hub.position(found["id"]) is None:
            answer = await self._made(scope, receive)
        else:
            scope["state"]["shared"] = True
            answer = await self._shared(found["id"], wanted, _key(scope, headers), scope, receive)
        # The requests of desks are not behind those of all phones that wait.
        async with self._lane:
            await asyncio.sleep(0)
        for message in answer.messages:
            # Others add their headers to it.
            await send({**message, "headers": list(message["headers"])} if "headers" in message else message)

    async def _shared(
        self, tournament: str, wanted: int, key: _Key, scope: Scope, receive: Receive
    ) -> _Answer:
        """The answer for everybody, made by whoever asks first; the others wait for it."""
        loop = asyncio.get_running_loop()
        while True:
            kept, present = self._kept.get(key), self._hub.position(tournament)
            if kept and present and kept.serves(wanted, present, loop.time()):
                scope.update(kept.route)
                return kept
            if key not in self._making:
                break
            # Who goes away while waiting does not take it from the others.
            await asyncio.shield(self._making[key])
        made = self._making[key] = loop.create_future()
        try:
            answer = replace(await self._made(scope, receive), shows=present)
            if answer.messages and answer.messages[0]["status"] == HTTPStatus.OK:
                self._kept[key] = answer
                while len(self._kept) > _MOST_KEPT:
                    self._kept.popitem(last=False)
            return answer
        finally:
            del self._making[key]
            made.set_result(None)

    async def _made(self, scope: Scope, receive: Receive) -> _Answer:
        """A new answer, whole: whoever reads it slowly keeps nobody else waiting."""
        messages: list[Message] = []

        async def keep(message: Message) -> None:
            messages.append(message)

        async with self._slow_turns if is_expensive(scope["path"]) else self._turns:
            await self._app(scope, receive, keep)
        route = {name: scope[name] for name in ("route", "path_params") if name in scope}
        return _Answer(messages=messages, route=route, at=asyncio.get_running_loop().time())


def _key(scope: Scope, headers: Headers) -> _Key:
    """What an answer depends on besides the tournament."""
    theme = scope["state"]["cookies"].get("miai_theme", "")
    zipped = "gzip" in headers.get("accept-encoding", "")
    return scope["path"], scope["query_string"].decode("latin-1"), language(), theme, zipped
