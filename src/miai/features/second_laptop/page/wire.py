"""What the servers of a hall ask of each other, as JSON; each proves to be of the hall, not by a cookie."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route, Router

from miai.errors import InputError
from miai.follow import left_behind, witness
from miai.follow.hall import Hall, member_from
from miai.follow.take_over import hand_over
from miai.follow.worker import handshake
from miai.follow.wrong_codes import WrongCodeError
from miai.server.app_state import AppState
from miai.server.words import tell
from miai.store.backups.copying import read_holdings
from miai.store.write_permission import Kind

# Any page may ask who leads: it says nothing that is private.
_FROM_ANYWHERE = {"Access-Control-Allow-Origin": "*", "Cross-Origin-Resource-Policy": "cross-origin"}
_MALFORMED = (ValueError, TypeError, KeyError, AttributeError)
_UNREADABLE = "this cannot be read"
_OTHER_VERSION = "both laptops need the same version of Miai"
Endpoint = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A request of a paired server: the data that it sent, and its id."""

    app_state: AppState
    hall: Hall
    server: str
    data: Mapping[str, Any]


def in_hall(answer: Callable[[Request, Hall], Awaitable[Response]]) -> Endpoint:
    """Answer only if a second laptop can follow this server."""

    async def endpoint(request: Request) -> Response:
        hall = _app_state(request).hall
        if hall is None:
            return _refused(404, "no second laptop can follow this server")
        return await answer(request, hall)

    return endpoint


def of_member(answer: Callable[[Call], Awaitable[Response]]) -> Endpoint:
    """Answer only a server that proves to be of this hall."""

    async def call(request: Request, hall: Hall, server: str) -> Response:
        return await answer(
            Call(app_state=_app_state(request), hall=hall, server=server, data=await _data(request))
        )

    @in_hall
    async def endpoint(request: Request, hall: Hall) -> Response:
        proof = request.headers.get("authorization", "")
        server = await run_in_threadpool(hall.member_of, proof)
        if server is None:
            return _refused(401, "this laptop was not paired: run 'miai follow' with a new code")
        return await _or_refused(call(request, hall, server), 422)

    return endpoint


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


@in_hall
async def state(request: Request, hall: Hall) -> Response:
    """Who leads; for pages that lost the leader, and for servers at their start."""
    del request
    return JSONResponse(await run_in_threadpool(state_of, hall), headers=_FROM_ANYWHERE)


@in_hall
async def pair(request: Request, hall: Hall) -> Response:
    """Accept a second laptop that knows the code."""
    return await _or_refused(_paired(request, hall), 403)


@in_hall
async def leads(request: Request, hall: Hall) -> Response:
    """Hear who leads; only what a server of this hall signed counts."""
    try:
        ticket = str((await _data(request))["ticket"])
    except _MALFORMED:
        return _refused(400, _UNREADABLE)
    await run_in_threadpool(lambda: hall.hear(hall.read_ticket(ticket)))
    return JSONResponse(await run_in_threadpool(state_of, hall))


@of_member
async def stream(call: Call) -> Response:
    """Everything that a follower lacks, and what is written from now on."""
    hall = call.hall
    if not _same_version(call.data):
        return _refused(409, _OTHER_VERSION)
    standing = await run_in_threadpool(hall.store.standing)
    if standing is not None and standing.kind is not Kind.HANDS_OVER:
        return _refused(409, "this server does not lead", leader=await run_in_threadpool(hall.ticket))
    lines = call.app_state.copies_of(hall).stream(call.server, read_holdings(call.data["holdings"]))
    return StreamingResponse(lines, media_type="application/x-ndjson")


@of_member
async def acknowledge(call: Call) -> Response:
    """Note what is on the disk of a follower, and the heads that it signed."""
    call.app_state.copies_of(call.hall).acknowledged(call.server, int(call.data["mark"]))
    if heads := call.data.get("heads"):
        await run_in_threadpool(witness.receive, call.hall, call.server, dict(heads))
    return JSONResponse({})


@of_member
async def stop_leading(call: Call) -> Response:
    """Accept no more entries, because a follower takes over."""
    found = await run_in_threadpool(hand_over, call.hall, str(call.data["ticket"]))
    return JSONResponse({} if found is None else {"heads": found})


@of_member
async def compare(call: Call) -> Response:
    """Which logs of another server have entries that are not here."""
    unknown = await run_in_threadpool(left_behind.unknown_heads, call.hall, call.data["heads"])
    return JSONResponse({"unknown": unknown})


@of_member
async def receive(call: Call) -> Response:
    """Keep entries that did not reach this server before it took over."""
    name = str(call.data["name"])[:60]
    common = await run_in_threadpool(left_behind.receive, call.hall, call.server, name, call.data["logs"])
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


async def _paired(request: Request, hall: Hall) -> Response:
    data = await _data(request)
    if not _same_version(data):
        return _refused(409, _OTHER_VERSION)
    member, own_address = member_from(data), str(data["leader_address"])
    try:
        token = await run_in_threadpool(hall.pair, str(data["code"]), member, own_address=own_address)
    except WrongCodeError:
        await asyncio.sleep(hall.wrong_codes.pause(request.client.host if request.client else ""))
        raise
    answer = {"token": token, "server": hall.id, "name": hall.name, "leader": hall.ticket()}
    return JSONResponse({**answer, "record": _record(hall)})


async def _or_refused(answer: Awaitable[Response], status: int) -> Response:
    """The answer, or a refusal; its status is for input that was read and is wrong."""
    try:
        return await answer
    except InputError as error:
        return _refused(status, tell(error))
    except _MALFORMED:
        return _refused(400, _UNREADABLE)


def _same_version(data: Mapping[str, Any]) -> bool:
    return all(data.get(name) == value for name, value in handshake().items())


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
