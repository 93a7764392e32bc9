"""The live stream of a tournament, and its version for those who find no room for a stream."""

from collections.abc import AsyncGenerator
from contextlib import aclosing

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from miai.desk.live_state import State
from miai.domain.numbers import whole_or_none
from miai.server.form_fields import OptionalAddressNumber
from miai.server.live.broadcast import Watcher, is_known
from miai.server.page import Page, everywhere
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import gettext as _
from miai.store.protocol import Damaged
from miai.store.write_permission import Kind

page = Page("live", suited=everywhere, need=Role.PUBLIC, phones=True)
# In so many seconds a page that found no room tries again; until then it asks for the version.
_TRY_AGAIN = 30
# Longer than the name of anything that a page can follow.
_MOST_FOLLOWED = 100
_SIGNED_OUT = b"event: signed-out\ndata: 1\n\n"


@page.get("/t/{id}/live")
async def stream(
    visit: Here,
    request: Request,
    since: OptionalAddressNumber = None,
    mark: str = "",
    follows: str = "",
    around: OptionalAddressNumber = None,
) -> Response:
    """Every change from a version on, as server-sent events; `mark` says of which log the version is.

    `around` is the number of entries around it: in the events of a congress, or about the event of a stage.
    """
    await _state(visit)
    if elsewhere := _led_elsewhere(visit):
        return PlainTextResponse("", status_code=503, headers=elsewhere)
    # Viewers get no entries, which may tell what somebody paid: they load the page again, as phones do.
    role = Role.PUBLIC if visit.role is Role.VIEWER else visit.role
    if not visit.app_state.hub.has_room(role):
        said = _("Too many screens follow this tournament. This page asks for changes instead.")
        return PlainTextResponse(said, status_code=503, headers={"Retry-After": str(_TRY_AGAIN)})
    # So that the server knows which connections it can close if there are too many.
    request.state.public_stream = role is Role.PUBLIC
    # After a break the browser says which message was the last.
    last, _dash, last_mark = request.headers.get("last-event-id", "").partition("-")
    if (known := whole_or_none(last)) is not None:
        since, mark = known, last_mark
    followed = "" if visit.role is Role.VIEWER else follows[:_MOST_FOLLOWED]
    watcher = Watcher(name=visit.by, role=role, browser=visit.browser, follows=followed)
    messages = visit.app_state.hub.stream(visit.id, watcher, since, mark, around)
    return StreamingResponse(
        _while_allowed(visit, messages),
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )


@page.get("/t/{id}/live/version")
async def version(visit: Here, since: OptionalAddressNumber = None, mark: str = "") -> Response:
    """The last entry, and whether there is room for a stream again; much cheaper than a page.

    Of a tournament that was deleted or is damaged it says that instead.
    """
    room = visit.app_state.hub.has_room(visit.role)
    try:
        state = await _state(visit)
    except HTTPException:
        return JSONResponse({"gone": _("This tournament was deleted. What you see is out of date.")})
    except Damaged:
        said = _("This tournament is damaged: the director has to restore it from a backup.")
        return JSONResponse({"gone": said})
    replaced = not is_known(state, since, mark)
    answer = {"version": state.version, "replaced": replaced, "room": room}
    if visit.has_around:
        answer["around"] = await run_in_threadpool(lambda: visit.around)
    return JSONResponse(answer, headers=_led_elsewhere(visit))


def _led_elsewhere(visit: Visit) -> dict[str, str]:
    """Leads pages away from a server that no longer leads, also those that only look."""
    standing = visit.standing
    if standing is None or standing.kind is not Kind.FENCED:
        return {}
    return {"X-Miai-Leads": standing.leader.address}


async def _state(visit: Visit) -> State:
    """The present state; that of a tournament that nobody watches is read from the store."""
    known = visit.app_state.hub.state(visit.id)
    return known if known is not None else await run_in_threadpool(lambda: visit.state)


async def _while_allowed(visit: Visit, messages: AsyncGenerator[bytes]) -> AsyncGenerator[bytes]:
    """The messages until the visitor is signed out, here or by somebody else; that is the last message."""
    async with aclosing(messages):
        async for message in messages:
            if not visit.keeps_role:
                yield _SIGNED_OUT
                return
            if _led_elsewhere(visit):
                return
            yield message
