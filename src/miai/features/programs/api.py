"""Programs: tokens and webhooks, and live events."""

from collections.abc import Callable
from hashlib import sha256
from typing import Annotated

from fastapi import Query
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response, StreamingResponse

from miai.desk.entry_once import current_entry
from miai.domain.numbers import Between, whole_or_none
from miai.features.programs.answer import MADE_TOKEN, MADE_WEBHOOK, TOKEN_LIST, WEBHOOK, WEBHOOKS
from miai.features.programs.tokens import NewToken as TokenMade
from miai.features.programs.tokens import Scope, add_token, revoke_token
from miai.features.programs.webhooks import add_webhook as add
from miai.features.programs.webhooks import find_webhook, try_again
from miai.features.programs.webhooks import remove_webhook as remove
from miai.server.api.live import entries_of
from miai.server.api.operations import Body, Call, Here, Operations, found, tournament_id
from miai.server.api.problems import Refused
from miai.store.tournament_id import TournamentId

operations = Operations("programs", "Live events, webhooks, and the tokens of programs.")

_STREAM = {
    "responses": {
        "200": {
            "description": "Server-sent events, without end.",
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
        }
    }
}


class NewToken(Body):
    """A token for a program."""

    name: str
    scope: Scope = Scope.READ


class NewServerToken(Body):
    """A token for the whole server."""

    name: str


class NewWebhook(Body):
    """An address that is told of every new entry."""

    url: str


@operations.get("/tournaments/{id}/events", None, extra=_STREAM)
async def follow_events(
    call: Here, since: Annotated[int | None, Query(ge=0, le=999_999_999)] = None
) -> Response:
    """Follow new entries live, as server-sent events.

    Each message has the number of its entry as id; a program that lost the line goes on with `Last-Event-ID`.
    """
    state = await run_in_threadpool(lambda: call.state)
    last = whole_or_none(call.request.headers.get("last-event-id", ""), Between(0, 999_999_999))
    start = last if last is not None else since
    call.request.state.public_stream = True
    return StreamingResponse(
        entries_of(call, state.version if start is None else start),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@operations.get("/tournaments/{id}/webhooks", WEBHOOKS, scope=Scope.DIRECT, whole=True)
def list_webhooks(call: Here) -> Response:
    """List the webhooks of a tournament."""
    hooks = call.desk.store.webhooks.of(TournamentId(call.state.id))
    return JSONResponse(WEBHOOKS.json(hooks))


@operations.post("/tournaments/{id}/webhooks", MADE_WEBHOOK, whole=True, status=201)
def add_webhook(call: Here, new: NewWebhook) -> Response:
    """Tell an address of every new entry from now on."""
    known = _new_id(call, call.desk.store.webhooks.get)
    made = add(call.desk, call.state.id, url=new.url, by=call.by, id=known)
    return JSONResponse(MADE_WEBHOOK.json(made), status_code=201)


@operations.delete("/tournaments/{id}/webhooks/{webhook}", None, whole=True, status=204)
def remove_webhook(call: Here, webhook: str) -> Response:
    """Tell an address nothing more."""
    state = call.state
    found(lambda: remove(call.desk, state.id, webhook))
    return Response(status_code=204)


@operations.post("/tournaments/{id}/webhooks/{webhook}/retry", WEBHOOK, whole=True)
def retry_webhook(call: Here, webhook: str) -> Response:
    """Try an address again at once, also one that was given up."""
    state = call.state
    found(lambda: try_again(call.desk, state.id, webhook))
    return JSONResponse(WEBHOOK.json(find_webhook(call.desk, state.id, webhook)))


@operations.get("/tournaments/{id}/tokens", TOKEN_LIST, scope=Scope.DIRECT, whole=True)
def list_tokens(call: Here) -> Response:
    """List the tokens of a tournament."""
    tokens = call.desk.store.api_tokens.of(tournament_id(call.state.id))
    return JSONResponse(TOKEN_LIST.json(tokens))


@operations.post("/tournaments/{id}/tokens", MADE_TOKEN, whole=True, status=201)
def make_token(call: Here, new: NewToken) -> Response:
    """Make a token for a tournament."""
    made = _made(call, call.state.id, new.scope, new.name)
    return JSONResponse(MADE_TOKEN.json(made), status_code=201)


@operations.delete("/tournaments/{id}/tokens/{token}", None, whole=True, status=204)
def revoke_one_token(call: Here, token: str) -> Response:
    """Revoke a token of a tournament."""
    state = call.state
    found(lambda: revoke_token(call.desk.store, state.id, token, by=call.by, address=call.address))
    return Response(status_code=204)


@operations.get("/tokens", TOKEN_LIST, scope=Scope.ADMIN)
def list_server_tokens(call: Here) -> Response:
    """List the tokens of the whole server."""
    return JSONResponse(TOKEN_LIST.json(call.desk.store.api_tokens.of(None)))


@operations.post("/tokens", MADE_TOKEN, scope=Scope.ADMIN, status=201)
def make_server_token(call: Here, new: NewServerToken) -> Response:
    """Make a token for the whole server."""
    made = _made(call, None, Scope.ADMIN, new.name)
    return JSONResponse(MADE_TOKEN.json(made), status_code=201)


@operations.delete("/tokens/{token}", None, scope=Scope.ADMIN, status=204)
def revoke_server_token(call: Here, token: str) -> Response:
    """Revoke a token of the whole server."""
    found(lambda: revoke_token(call.desk.store, None, token, by=call.by, address=call.address))
    return Response(status_code=204)


def _made(call: Call, tournament: str | None, scope: Scope, name: str) -> TokenMade:
    known = _new_id(call, call.desk.store.api_tokens.get)
    return add_token(
        call.desk.store, tournament, scope=scope, name=name, by=call.by, address=call.address, id=known
    )


def _new_id(call: Call, find: Callable[[str], object]) -> str | None:
    """The id of what a request makes that has a secret; the same for the same key, which makes it once.

    What was made before is not answered again, because its secret is shown only once.
    """
    entry = current_entry()
    if entry is None or "idempotency-key" not in call.request.headers:
        return None
    known = sha256(entry.id.encode()).hexdigest()[:12]
    if find(known):
        detail = (
            f"this was made before, as '{known}', and its secret is shown only once: remove it, make another"
        )
        raise Refused(409, "conflict", detail)
    return known
