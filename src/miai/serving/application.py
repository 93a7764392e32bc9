"""The application of the API: reads tokens and keys of requests, and hands them to the operations."""

import hashlib
import re
import secrets
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from functools import cache
from urllib.parse import parse_qsl

from fastapi import FastAPI, Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import Message as AsgiMessage
from starlette.types import Receive, Scope, Send

from miai.desk.asking import asking
from miai.desk.entry_once import entry_once
from miai.domain.numbers import whole_or_none
from miai.errors import MiaiError
from miai.features.consequences.confirm import settle
from miai.server.api import problems
from miai.server.api.access import Tokens
from miai.server.api.private import SCHEMA_PATH, session_of
from miai.server.api.problems import Refused
from miai.server.app_state import AppState
from miai.store.accounts.programs_protocol import ApiToken
from miai.store.times import current_time

_KEY = re.compile(r"[!-~]{1,200}")
# The parameter of an address that carries a mark.
CONFIRM = "confirm"
# The parameter that carries the reason for a change.
REASON = "reason"
_VERSION = re.compile(r'(?:W/)?"([0-9]{1,12})"')
# The version that a program has read: a change overwrites nothing that others have changed since.
SEEN = "X-Miai-Seen"
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
# So long a key stands for its request.
KEYS_LAST = timedelta(days=7)


class Api:
    """Answers requests below the address of the API, for one application."""

    def __init__(self, app_state: AppState) -> None:
        self._app_state = app_state
        self._tokens = Tokens(app_state.desk)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            return
        state = scope.setdefault("state", {})
        state.update(app_state=self._app_state, token=None)
        operations = api_app()
        headers = Headers(scope=scope)
        if scope["path"].removeprefix(scope.get("root_path", "")) == SCHEMA_PATH:
            await operations(scope, receive, send)
            return
        try:
            client = scope.get("client")
            address = client[0] if client else ""
            token = await run_in_threadpool(self._tokens.find, headers, address)
            state["token"] = token
            expected, seen = _version_in(headers, "If-Match"), _version_in(headers, SEEN)
            if scope["method"] in _READING:
                entry_id = None
            else:
                body = await _body(receive)
                receive = _again(body)
                entry_id = await run_in_threadpool(self._entry_id, scope, headers, token, body)
        except MiaiError as error:
            response = problems.response_of(Request(scope), error)
            await response(scope, receive, send)
            return
        confirmed, reason = (_parameter(scope, name) for name in (CONFIRM, REASON))
        asks = (
            asking(settle, confirmed=confirmed, reason=reason)
            if scope["method"] not in _READING
            else nullcontext()
        )
        with entry_once(entry_id, session=session_of(token), expected=expected, seen=seen), asks:
            await operations(scope, receive, send)

    def _entry_id(self, scope: Scope, headers: Headers, token: ApiToken, body: bytes) -> str:
        """The id under which a request is carried out once; the same for the same key of a program."""
        key = headers.get("idempotency-key")
        if key is None:
            return f"api-{secrets.token_hex(16)}"
        if not _KEY.fullmatch(key):
            raise Refused(
                400,
                "unreadable",
                "an Idempotency-Key has 1 to 200 printable characters and no blanks",
            )
        known = f"api-{hashlib.sha256(f'{token.id} {key}'.encode()).hexdigest()[:40]}"
        asked = hashlib.sha256(f"{scope['method']} {scope['path']}?".encode())
        asked.update(_without_confirm(scope).encode() + b"\n" + body)
        before = f"{datetime.now(UTC) - KEYS_LAST:%Y-%m-%dT%H:%M:%SZ}"
        kept = self._app_state.desk.store.api_requests.first(
            known, asked.hexdigest(), at=current_time(), forget_before=before
        )
        if kept != asked.hexdigest():
            raise Refused(422, "key-used", "this key was used for another request: choose a new one")
        return known


@cache
def api_app() -> FastAPI:
    """The operations, prepared once for every application of this process."""
    from miai.mounts.operations import OPERATIONS  # noqa: PLC0415 - they need a third of a second
    from miai.serving.api_schema import describe  # noqa: PLC0415 - loads all operations

    app = FastAPI(title="Miai", docs_url=None, redoc_url=None, openapi_url=None)
    for each in OPERATIONS:
        app.include_router(each.router)
    problems.install(app)
    describe(app, SCHEMA_PATH)
    for route in app.router.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})
    return app


def _parameter(scope: Scope, name: str) -> str:
    """A parameter of the address; empty if it has none."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    return dict(parse_qsl(query)).get(name, "")


def _without_confirm(scope: Scope) -> str:
    """The query without mark and reason: a request that is confirmed is the same, under the same key."""
    query = bytes(scope.get("query_string", b"")).decode("latin-1")
    return "&".join(part for part in query.split("&") if part.partition("=")[0] not in (CONFIRM, REASON))


def _version_in(headers: Headers, name: str) -> int | None:
    """The version that the program knows; none where it does not say, or any will do."""
    given = headers.get(name, "*").strip()
    if given == "*":
        return None
    found = _VERSION.fullmatch(given)
    version = whole_or_none(found[1]) if found else None
    if version is None:
        raise Refused(400, "unreadable", f'{name} has to be a version in quotes, such as "17"')
    return version


async def _body(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            # Also where the body is larger than any that we read.
            raise Refused(413, "too-large", "the body did not arrive whole")
        parts.append(message.get("body", b""))
        if not message.get("more_body"):
            return b"".join(parts)


def _again(body: bytes) -> Receive:
    """The body that was read, for those who read it next."""
    given = False

    async def receive() -> AsgiMessage:
        nonlocal given
        if given:
            return {"type": "http.disconnect"}
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive
