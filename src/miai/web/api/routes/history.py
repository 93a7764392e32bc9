"""The history: every entry, undo and redo, and live events."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import Field
from starlette.responses import Response
from typing_extensions import TypedDict

from miai.app.programs.tokens import Scope
from miai.domain.codec import encode
from miai.web.api.application import session_of
from miai.web.api.operations import Body, Call, EntryJson, Here, Operations
from miai.web.api.problems import Refused
from miai.web.server.roles import Role

operations = Operations("history", "Everything that happened, undo and redo, and live events.")

EntryNumber = Annotated[int, Field(ge=1, le=999_999_999)]


class Entries(TypedDict):
    """Entries of the log in order, and the version that they lead to."""

    version: int
    entries: list[EntryJson]


class Described(TypedDict):
    """An entry for people."""

    number: int
    at: str
    by: str
    topic: str
    round: int | None
    table: int | None
    what: str
    undone: bool
    undoable: bool
    undoes: int | None


class HistoryAnswer(TypedDict):
    """Entries for people, the latest first."""

    version: int
    entries: list[Described]


class Undo(Body):
    """An entry, or all from it to `last`; `sure` allows a results token to undo results of others."""

    entry: EntryNumber
    last: EntryNumber | None = None
    sure: bool = False


@operations.get("/tournaments/{id}/entries", Entries)
def list_entries(
    call: Here,
    since: Annotated[int, Query(ge=0, le=999_999_999)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """List the entries of the log after a version, as the document has them."""
    found = call.state.history.since(since)[:limit]
    return call.answer({"version": call.state.version, "entries": [encode(entry) for entry in found]})


@operations.get("/tournaments/{id}/history", HistoryAnswer, scope=Scope.DIRECT)
def get_history(
    call: Here,
    topic: str = "",
    before: Annotated[int | None, Query(ge=1, le=999_999_999)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Get the history in words, the latest entries first."""
    from miai.app.event.history import history_view
    from miai.app.event.history_topics import Topic

    topics = {each.value: each for each in Topic}
    if topic and topic not in topics:
        raise Refused(422, "invalid", f"'{topic[:40]}' is no topic")
    entries = history_view(call.state, topic=topics.get(topic), before=before, limit=limit)
    return call.answer(
        {
            "version": call.state.version,
            "entries": [
                {
                    "number": each.number,
                    "at": each.at,
                    "by": each.by,
                    "topic": each.topic.value,
                    "round": each.round,
                    "table": each.table,
                    "what": str(each.what),
                    "undone": each.undone,
                    "undoable": each.undoable,
                    "undoes": each.undoes,
                }
                for each in entries
            ],
        }
    )


@operations.post("/tournaments/{id}/undo", scope=Scope.RESULTS)
def undo(call: Here, which: Undo) -> Response:
    """Undo an entry, or all up to `last`."""
    from miai.app.event import undo as app

    return call.written(
        app.undo(
            call.desk, call.state.id, which.entry, last=which.last, by=call.by, limits=_limits(call, which)
        )
    )


@operations.post("/tournaments/{id}/redo", scope=Scope.RESULTS)
def redo(call: Here, which: Undo) -> Response:
    """Redo what was undone."""
    from miai.app.event import undo as app

    return call.written(
        app.redo(
            call.desk, call.state.id, which.entry, last=which.last, by=call.by, limits=_limits(call, which)
        )
    )


def _limits(call: Call, which: Undo) -> Any:
    """A results token undoes results only, those of others if it is sure; a director everything."""
    from miai.app.event.undo import ResultsOnly

    if call.role >= Role.DIRECTOR:
        return None
    return ResultsOnly(session=session_of(call.token), sure=which.sure)
