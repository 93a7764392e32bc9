"""Live events for programs: every new entry of a log as a server-sent event."""

import json
from collections.abc import AsyncGenerator
from contextlib import aclosing

from starlette.concurrency import run_in_threadpool

from miai.domain.log.codec import encode
from miai.domain.log.history import Entry
from miai.server.api.operations import Call
from miai.server.live.broadcast import Watcher
from miai.server.roles import Role

_RETRY = b"retry: 2000\n\n"
_HEARTBEAT = b": still here\n\n"
_ENDED = b"event: gone\ndata: {}\n\n"


async def entries_of(call: Call, since: int) -> AsyncGenerator[bytes]:
    """The entries after a version, until the connection ends or the token is revoked."""
    watcher = Watcher(name=call.by, role=Role.PUBLIC, browser="", follows="")
    version, identity = since, call.state.history.identity
    yield _RETRY
    async with aclosing(call.app_state.hub.states(call.id, watcher)) as states:
        async for state in states:
            if not await run_in_threadpool(_is_valid, call):
                break
            if state is None:
                yield _HEARTBEAT
                continue
            if state.history.identity != identity or version > state.version:
                # Another log has the id by now: a program reads everything again.
                identity, version = state.history.identity, state.version
                yield _message("replaced", state.version, {"version": state.version})
                continue
            for entry in state.history.since(version):
                yield _entry_message(call, entry)
            version = max(version, state.version)
    yield _ENDED


def _is_valid(call: Call) -> bool:
    token = call.desk.store.api_tokens.get(call.token.id)
    return token is not None and not token.revoked_at


def _entry_message(call: Call, entry: Entry) -> bytes:
    return _message("entry", entry.number, call.shown(encode(entry)))


def _message(event: str, number: int, data: object) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"id: {number}\nevent: {event}\ndata: {text}\n\n".encode()
