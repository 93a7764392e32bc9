"""Rating lists on the server, and what they would change of the entrants; the own list of players."""

import re
import tempfile
from dataclasses import replace
from datetime import date
from enum import Enum
from pathlib import Path
from typing import Annotated

from fastapi import Query, Request
from pydantic import Field
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from miai.answers import JsonObject
from miai.domain.people.rating_list_entry import ListSource
from miai.errors import InputError
from miai.features.lists import rating_lists
from miai.features.lists.answer import (
    ENTRANT_UPDATES,
    IMPORTED_LIST,
    LIST_SEARCH,
    LISTS,
    FoundPlayers,
    ListedEntrants,
)
from miai.features.lists.rating_lists import date_list as set_date
from miai.features.lists.rating_lists import delete_list as delete
from miai.features.lists.rating_lists import use_lists as use
from miai.features.lists.update_entrants import entrant_updates, freezing_day, update_entrants
from miai.features.lists.view.rating_lists import opened_lists
from miai.features.players.own_list import keys_of
from miai.features.players.own_list_answer import OWN_LIST, OwnPlayers
from miai.features.players.view.own_list import choices_of, people_of
from miai.features.programs.tokens import Scope
from miai.features.settings.change_settings import change_rules
from miai.messages import Message
from miai.server.api.operations import Body, Here, Operations
from miai.store.folder import data_folder
from miai.store.people.own_list_choices import write_choices

operations = Operations("lists", "Rating lists of federations, and the own list of players.")

_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


class ListChange(Body):
    """The day that a list is of."""

    date: date | None


class UsedLists(Body):
    """The lists in which players are looked up."""

    sources: list[ListSource]


class Updates(Body):
    """The keys of updates to carry out; `grades` also changes grades.

    An update that is not `sure` asks if its listed player is the same person: its key among `keys` says yes,
    among `not_same` no, and it is not asked again.
    """

    keys: Annotated[list[str], Field(max_length=10_000)]
    grades: bool = False
    not_same: Annotated[list[str], Field(default_factory=list, max_length=10_000)]


class Freeze(Body):
    """The day after which ratings of the tournament do not change any more; none for never."""

    after: date | None


class OwnListAction(Enum):
    """What to do with the own list."""

    USE = "use"
    OFF = "off"
    EMPTY = "empty"
    REMOVE = "remove"


class OwnList(Body):
    """What to do with the own list; `key` is the person to take off it."""

    do: OwnListAction
    key: str = ""


@operations.get("/lists", LISTS, scope=Scope.ADMIN)
def list_lists(call: Here) -> Response:
    """List the rating lists on the server."""
    with opened_lists(call.app_state.serving.data) as lists:
        return JSONResponse(LISTS.json(lists.lists() if lists else ()))


@operations.post("/lists", IMPORTED_LIST, scope=Scope.ADMIN, json=False, extra=_FILE)
async def import_list(
    call: Here, request: Request, file_name: Annotated[str, Query(max_length=200)] = "list"
) -> Response:
    """Import the rating list of a federation; it replaces the earlier one."""
    data = await request.body()
    name = re.sub(r"[^\w. -]", "_", file_name)[-80:].strip(". ") or "list"

    def work() -> JsonObject:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            return IMPORTED_LIST.json(rating_lists.import_list(path, call.app_state.serving.data))

    return JSONResponse(await run_in_threadpool(work))


@operations.put("/lists", LISTS, scope=Scope.ADMIN)
def use_lists(call: Here, used: UsedLists) -> Response:
    """Choose the lists in which players are looked up."""
    return JSONResponse(LISTS.json(use(used.sources, call.app_state.serving.data)))


@operations.patch("/lists/{source}", LISTS, scope=Scope.ADMIN)
def date_list(call: Here, source: ListSource, change: ListChange) -> Response:
    """Say of which day a list is."""
    return JSONResponse(LISTS.json(set_date(source, change.date, call.app_state.serving.data)))


@operations.delete("/lists/{source}", None, scope=Scope.ADMIN, status=204)
def delete_list(call: Here, source: ListSource) -> Response:
    """Delete a list from the server; entrants keep what it said of them."""
    delete(source, call.app_state.serving.data)
    return Response(status_code=204)


@operations.get("/lists/search", LIST_SEARCH, scope=Scope.ADMIN)
def search_lists(
    call: Here,
    q: Annotated[str, Query(max_length=200)],
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
) -> Response:
    """Search players in the rating lists."""
    with opened_lists(call.app_state.serving.data) as lists:
        return JSONResponse(
            LIST_SEARCH.json(FoundPlayers(text=q, players=lists.search(q, limit=limit) if lists else ()))
        )


@operations.get("/tournaments/{id}/list-updates", ENTRANT_UPDATES, scope=Scope.DIRECT, whole=True)
def preview_updates(call: Here, grades: bool = False) -> Response:
    """List what the rating lists would change of each entrant."""
    with opened_lists(call.app_state.serving.data) as lists:
        if lists is None:
            return call.answer(ENTRANT_UPDATES.json(ListedEntrants(event=call.tournament)))
        day = freezing_day(call.tournament, lists, call.state.id)
        updates = entrant_updates(call.tournament, lists, frozen_after=day, grades=grades)
    return call.answer(ENTRANT_UPDATES.json(ListedEntrants(event=call.tournament, updates=updates)))


@operations.post("/tournaments/{id}/list-updates", whole=True)
def update_from_lists(call: Here, updates: Updates) -> Response:
    """Carry out updates from the rating lists, in one entry."""
    with opened_lists(call.app_state.serving.data) as lists:
        if lists is None:
            raise InputError(Message("no rating list was imported"))
        saved = update_entrants(
            call.desk,
            call.state.id,
            lists,
            updates.keys,
            by=call.by,
            grades=updates.grades,
            refused=updates.not_same,
        )
    return call.written(saved)


@operations.put("/tournaments/{id}/list-updates/freeze", whole=True)
def freeze_ratings(call: Here, freeze: Freeze) -> Response:
    """Set the day after which the ratings of the tournament do not change any more."""
    values = {"ratings_frozen_after": freeze.after}
    saved = change_rules(call.desk, call.state.id, values, by=call.by)
    with opened_lists(call.app_state.serving.data) as lists:
        if lists is not None:
            lists.forget_frozen(call.state.id)
    return call.written(saved)


@operations.get("/own-list", OWN_LIST, scope=Scope.ADMIN)
def list_own_players(call: Here) -> Response:
    """List everybody who entered a tournament on this server."""
    return JSONResponse(OWN_LIST.json(OwnPlayers(used=choices_of(call).used, players=people_of(call))))


@operations.post("/own-list", None, scope=Scope.ADMIN, status=204)
def change_own_list(call: Here, change: OwnList) -> Response:
    """Use the own list or do not, take somebody off it, or empty it."""
    chosen = choices_of(call)
    match change.do:
        case OwnListAction.USE | OwnListAction.OFF:
            chosen = replace(chosen, used=change.do is OwnListAction.USE)
        case OwnListAction.EMPTY:
            chosen = chosen.emptied()
        case OwnListAction.REMOVE:
            own = next((each for each in people_of(call) if each.key == change.key), None)
            for key in keys_of(own) if own else (change.key,):
                chosen = chosen.without(key)
    write_choices(data_folder(call.app_state.serving.data), chosen)
    return Response(status_code=204)
