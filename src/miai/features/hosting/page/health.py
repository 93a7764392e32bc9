"""Whether the server works, and its measurements, for the programs that watch it."""

import asyncio
import hmac
from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from miai.errors import InputError
from miai.server.metrics import CONTENT_TYPE
from miai.server.middleware import is_from_this_machine
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.version import __version__

page = Page("health", suited=everywhere, need=Role.PUBLIC)
# A database that takes longer than this to answer counts as one that cannot be read.
_STORE_ANSWERS_WITHIN = 5.0


@page.get("/health")
async def health(visit: Here) -> Response:
    """Whether entries can be saved; status 503 if they cannot: disk full or read-only, database away."""
    try:
        async with asyncio.timeout(_STORE_ANSWERS_WITHIN):
            await asyncio.to_thread(visit.desk.store.demand_room)
    except (InputError, TimeoutError):
        visit.app_state.metrics.store_failed()
        return JSONResponse({"status": "store unavailable", "version": __version__}, status_code=503)
    return JSONResponse({"status": "ok", "version": __version__})


@page.get("/metrics")
async def metrics(visit: Here) -> Response:
    """All measurements, for this machine or with the token; anybody else does not find the page."""
    if not _may_read_metrics(visit):
        raise HTTPException(HTTPStatus.NOT_FOUND)
    measured = visit.app_state.metrics
    if not measured.available:
        said = "Metrics need one more package: pip install 'miai[metrics]'\n"
        return PlainTextResponse(said, status_code=HTTPStatus.NOT_IMPLEMENTED)
    measured.set_open(streams=visit.app_state.hub.open_streams)
    return Response(await asyncio.to_thread(measured.text), media_type=CONTENT_TYPE)


def _may_read_metrics(visit: Visit) -> bool:
    """Whether the request comes from this machine itself or carries the token."""
    if is_from_this_machine(visit.request.scope, visit.request.headers):
        return True
    token = visit.app_state.serving.metrics_token
    sent = visit.request.headers.get("authorization", "")
    return bool(token) and hmac.compare_digest(sent.encode(), f"Bearer {token}".encode())
