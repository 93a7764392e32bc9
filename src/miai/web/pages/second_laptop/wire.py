"""What the servers of a hall ask of each other, as JSON; each proves to be of the hall, not by a cookie."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, Router

from miai.errors import InputError
from miai.follow import left_behind
from miai.follow.hall import Hall, member_from
from miai.follow.take_over import hand_over
from miai.follow.worker import handshake
from miai.store.copying import read_holdings
from miai.store.standing import Kind
from miai.web.server.app_state import AppState
from miai.web.words import tell

# Any page may ask who leads: it says nothing that is private.
_FROM_ANYWHERE = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_MALFORMED = (ValueError, TypeError, KeyError, AttributeError)
# Asks a member of the hall and gives the data that it sent, and the server that sent it.
Ask = Callable[[Request, AppState, Hall, str, Mapping[str, Any]], Awaitable[Response]]


def state_of(hall: Hall) -> dict[str, Any]:
    """Who this server is, what it does, and who leads as far as it knows."""
    standing = hall.store.standing()
    return {
        "server": hall.id,
        "name": hall.name,
        "leads": standing is None,
        "follows": standing is not None and standing.kind is Kind.FOLLOWS,
        "leader": hall.ticket(),
    }


async def state(request: Request) -> Response:
    """Who leads; for pages that lost the leader, and for servers at their start."""
    hall = _app_state(request).hall
    if hall is None:
        return _refused(404, "no second laptop can follow this server")
    return JSONResponse(await run_in_threadpool(state_of, hall), headers=_FROM_ANYWHERE)


async def pair(request: Request) -> Response:
    """Accept a second laptop that knows the code."""
    hall = _app_state(request).hall
    if hall is None:
        return _refused(404, "no second laptop can follow this server")
    try:
        data = await _data(request)
        if any(data.get(name) != value for name, value in handshake().items()):
            return _refused(409, "both laptops need the same version of Miai")
        token = await run_in_threadpool(
            hall.pair, str(data["code"]), member_from(data), own_address=str(data["leader_address"])[:200]
        )
        answer = {"token": token, "server": hall.id, "name": hall.name, "leader": hall.ticket()}
        return JSONResponse({**answer, "record": _record(hall)})
    except InputError as error:
        return _refused(403, tell(error))
    except _MALFORMED:
        return _refused(400, "this cannot be read")


async def leads(request: Request) -> Response:
    """Hear who leads; only what a server of this hall signed counts."""
    hall = _app_state(request).hall
    if hall is None:
        return _refused(404, "no second laptop can follow this server")
    try:
        ticket = str((await _data(request))["ticket"])
    except _MALFORMED:
        return _refused(400, "this cannot be read")
    await run_in_threadpool(lambda: hall.hear(hall.read_ticket(ticket)))
    return JSONResponse(await run_in_threadpool(state_of, hall))


def of_member(ask: Ask) -> Callable[[Request], Awaitable[Response]]:
    """Answer only a server that proves to be of this hall."""

    async def answer(request: Request) -> Response:
        app_state = _app_state(request)
        hall = app_state.hall
        if hall is None:
            return _refused(404, "no second laptop can follow this server")
        proof = request.headers.get("authorization", "")
        server = await run_in_threadpool(hall.member_of, proof)
        if server is None:
            return _refused(401, "this laptop was not paired: run 'miai follow' with a new code")
        try:
            return await ask(request, app_state, hall, server, await _data(request))
        except InputError as error:
            return _refused(422, tell(error))
        except _MALFORMED:
            return _refused(400, "this cannot be read")

    return answer


@of_member
async def stream(
    request: Request, app_state: AppState, hall: Hall, server: str, data: Mapping[str, Any]
) -> Response:
    """Everything that a follower lacks, and what is written from now on."""
    del request
    if any(data.get(name) != value for name, value in handshake().items()):
        return _refused(409, "both laptops need the same version of Miai")
    standing = await run_in_threadpool(hall.store.standing)
    if standing is not None and standing.kind is not Kind.HANDS_OVER:
        return _refused(409, "this server does not lead", leader=await run_in_threadpool(hall.ticket))
    lines = app_state.copies_of(hall).stream(server, read_holdings(data["holdings"]))
    return StreamingResponse(lines, media_type="application/x-ndjson")


@of_member
async def acknowledge(
    request: Request, app_state: AppState, hall: Hall, server: str, data: Mapping[str, Any]
) -> Response:
    """Note what is on the disk of a follower."""
    del request
    app_state.copies_of(hall).acknowledged(server, int(data["mark"]))
    return JSONResponse({})


@of_member
async def stop_leading(
    request: Request, app_state: AppState, hall: Hall, server: str, data: Mapping[str, Any]
) -> Response:
    """Accept no more entries, because a follower takes over."""
    del request, app_state, server
    found = await run_in_threadpool(hand_over, hall, str(data["ticket"]))
    return JSONResponse({} if found is None else {"heads": found})


@of_member
async def compare(
    request: Request, app_state: AppState, hall: Hall, server: str, data: Mapping[str, Any]
) -> Response:
    """Which logs of another server have entries that are not here."""
    del request, app_state, server
    return JSONResponse({"unknown": await run_in_threadpool(left_behind.unknown_heads, hall, data["heads"])})


@of_member
async def receive(
    request: Request, app_state: AppState, hall: Hall, server: str, data: Mapping[str, Any]
) -> Response:
    """Keep entries that did not reach this server before it took over."""
    del request, app_state
    name = str(data["name"])[:60]
    common = await run_in_threadpool(left_behind.receive, hall, server, name, data["logs"])
    return JSONResponse({"common": common})


router = Router(
    [
        Route("/state", state, methods=["GET"]),
        Route("/pair", pair, methods=["POST"]),
        Route("/leads", leads, methods=["POST"]),
        Route("/stream", stream, methods=["POST"]),
        Route("/ack", acknowledge, methods=["POST"]),
        Route("/hand-over", stop_leading, methods=["POST"]),
        Route("/heads", compare, methods=["POST"]),
        Route("/left-behind", receive, methods=["POST"]),
    ]
)


def _app_state(request: Request) -> AppState:
    found: AppState = request.app.state.app_state
    return found


def _record(hall: Hall) -> dict[str, Any]:
    leader = hall.leader()
    return {"epoch": leader.epoch, "server": leader.server, "since": leader.since}


async def _data(request: Request) -> Mapping[str, Any]:
    try:
        raw = json.loads(await request.body())
    except ClientDisconnect:
        raise ValueError from None
    if not isinstance(raw, dict):
        raise TypeError
    return raw


def _refused(status: int, why: str, **more: str) -> Response:
    return JSONResponse({"why": why, **more}, status_code=status)
