"""Marks in requests: a form must carry the mark of what it is about, a program may."""

from typing import Annotated, Any

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from miai.desk.entry_once import current_entry
from miai.desk.live_state import Desk, State
from miai.desk.seen import Mark
from miai.errors import InputError
from miai.server.permissions import Stale
from miai.server.seen.acts import FIELD, OPERATIONS, Act, Fields, act_at


def mark_for(desk: Desk, address: str, fields: Fields, *, shown: State | None = None) -> str:
    """The mark that a form carries; empty if it needs none. `shown` is the state of its page."""
    if found := act_at(address):
        tournament, act = found
        state = shown if shown and shown.id == tournament else desk.state(tournament)
        return str(act.mark(desk, state, fields))
    return ""


async def demand_mark(request: Request) -> None:
    """Let the first change of a form happen only if its mark still fits what is there."""
    if request.method != "POST" or (found := act_at(request.scope["path"])) is None:
        return
    fields = dict(await request.form())
    mark = Mark.read(str(fields.get(FIELD, "")))
    desk: Desk = request.app.state.app_state.desk
    await run_in_threadpool(_register, desk, found[1], found[0], fields, mark)


Sent = Annotated[
    str | None,
    Query(
        alias=FIELD,
        description="The `mark` of what was on the screen: if it is different now, nothing is written"
        " and the answer is 409 with both.",
    ),
]


def mark_of_operation(name: str) -> Any:
    """The dependency that reads the mark of an operation."""

    async def read_mark(request: Request, mark: Sent = None) -> None:
        if mark is None:
            return
        read = Mark.read(mark)
        if read is None:
            raise HTTPException(400, f"'{mark[:40]}' is not a mark")
        sent = await request.json() if await request.body() else {}
        fields = {**request.path_params, **(sent if isinstance(sent, dict) else {})}
        desk: Desk = request.state.app_state.desk
        await run_in_threadpool(_register, desk, OPERATIONS[name], request.path_params["id"], fields, read)

    return read_mark


def _register(desk: Desk, act: Act, tournament: str, fields: Fields, mark: Mark | None) -> None:
    """Check now, so that this comes before all other refusals, and again when the change is written."""
    entry = current_entry()
    try:
        state = desk.state(tournament)
    except InputError:
        # The page itself says what there is not.
        return
    if mark is None:
        raise Stale
    demand = act.demand(desk, state, fields, mark)
    demand(state)
    if entry:
        entry.demands.append(demand)
