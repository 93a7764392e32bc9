"""Tournaments: listing, making, copying and deleting them, and their details."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from fastapi import Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.domain.settings.clock import Clock
from miai.domain.settings.handicap_rules import Handicapping
from miai.engine.pairing.registry import rules_of
from miai.features.congress.set_up import create_congress as create_whole_congress
from miai.features.congress.sharing import share_events_of
from miai.features.files.import_event import import_event
from miai.features.files.imported_answer import IMPORTED
from miai.features.programs.tokens import Scope
from miai.features.tournament.answer import ABOUT
from miai.features.tournament.change_details import change_details as change
from miai.features.tournament.create_tournament import copy_tournament as create_copy
from miai.features.tournament.create_tournament import create_tournament as create
from miai.features.tournament.create_tournament import delete_tournament as delete
from miai.features.tournament.view import NewTournament
from miai.server.api.access import is_for
from miai.server.api.operations import Body, Coded, Here, Operations, read
from miai.store.protocol import Listed

if TYPE_CHECKING:
    from miai.features.files.import_event import Imported

operations = Operations("tournaments", "Tournaments and congresses, and their details.")

_FILE = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


_TOURNAMENTS: Shape[Sequence[Listed]] = Shape(
    "Tournaments",
    "The tournaments that the token is for.",
    (Told("tournaments", many(Coded(Listed)), lambda listed: listed),),
)


class NewCongress(Body):
    """What a new congress needs."""

    name: str
    begin: str = ""
    end: str = ""
    place: str = ""
    country: str = ""
    director: str = ""


class Copy(Body):
    """Which tournament to copy, and what is new about the copy."""

    source: str
    name: str
    begin: str = ""
    end: str = ""
    with_players: bool = False


class Details(Body):
    """What to change; what is left out stays."""

    name: str | None = None
    short_name: str | None = None
    place: str | None = None
    country: str | None = None
    director: str | None = None
    begin: str | None = None
    end: str | None = None


@operations.get("/tournaments", _TOURNAMENTS)
def list_tournaments(call: Here) -> Response:
    """List the tournaments that the token is for."""
    listed = [each for each in call.desk.store.tournaments() if is_for(call.desk, call.token, each.id)]
    return call.answer(_TOURNAMENTS.json(listed))


@operations.post("/tournaments", ABOUT, scope=Scope.ADMIN, status=201)
def create_tournament(call: Here, new: NewTournament) -> Response:
    """Create a tournament."""
    values = new.model_dump(exclude={"clock", "handicapping"})
    clock = None if new.clock is None else read(Clock, new.clock, Clock(), where="clock")
    known = rules_of(new.system).handicapping
    handicapping = (
        None
        if new.handicapping is None
        else read(Handicapping, new.handicapping, known, where="handicapping")
    )
    state = create(call.desk, **values, clock=clock, handicapping=handicapping, by=call.by)
    return call.answer(ABOUT.json(state), status=201, state=state)


@operations.post("/congresses", ABOUT, scope=Scope.ADMIN, status=201)
def create_congress(call: Here, new: NewCongress) -> Response:
    """Create a congress."""
    state = create_whole_congress(call.desk, **new.model_dump(), by=call.by)
    return call.answer(ABOUT.json(state), status=201, state=state)


@operations.post("/tournaments/copy", ABOUT, scope=Scope.ADMIN, status=201)
def copy_tournament(call: Here, copy: Copy) -> Response:
    """Create a tournament with the rules of an earlier one."""
    state = create_copy(call.desk, **copy.model_dump(), by=call.by)
    return call.answer(ABOUT.json(state), status=201, state=state)


@operations.post("/tournaments/import", IMPORTED, scope=Scope.ADMIN, status=201, json=False, extra=_FILE)
async def import_tournament(
    call: Here, request: Request, file_name: Annotated[str, Query(max_length=200)] = "", lenient: bool = False
) -> Response:
    """Create a tournament from a file of any format that Miai reads.

    With `lenient` a table is read although its lines contradict each other.
    """
    data = await request.body()

    def work() -> "Imported":
        done = import_event(call.desk, data, file_name=file_name, by=call.by, lenient=lenient)
        if done.state.tournament.is_congress:
            share_events_of(call.desk, done.state)
        return done

    done = await run_in_threadpool(work)
    return call.answer(IMPORTED.json(done), status=201, state=done.state)


@operations.get("/tournaments/{id}", ABOUT)
def get_tournament(call: Here) -> Response:
    """Get a tournament at a glance."""
    return call.answer(ABOUT.json(call.state))


@operations.patch("/tournaments/{id}")
def change_details(call: Here, details: Details) -> Response:
    """Change name, place, country, director or dates."""
    saved = change(call.desk, call.state.id, **details.model_dump(), by=call.by)
    return call.written(saved)


@operations.delete("/tournaments/{id}", None, scope=Scope.ADMIN, whole=True, status=204)
def delete_tournament(call: Here) -> Response:
    """Delete a tournament; a copy stays among the backups."""
    delete(call.desk, call.state.id)
    return Response(status_code=204)
