"""The live stream of a tournament."""

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from miai.web.live.broadcast import Watcher
from miai.web.server.page import Page
from miai.web.server.request_context import Here
from miai.web.server.roles import Role

page = Page("live", need=Role.PUBLIC)


@page.get("/t/{id}/live")
async def stream(visit: Here, request: Request, since: int | None = None, follows: str = "") -> Response:
    """Every change from a version on, as server-sent events."""
    await run_in_threadpool(lambda: visit.state)
    last = request.headers.get("last-event-id", "")
    watcher = Watcher(name=visit.by, role=visit.role, browser=visit.browser, follows=follows)
    return StreamingResponse(
        visit.app_state.hub.stream(visit.id, watcher, int(last) if last.isdigit() else since),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
