"""The history: every entry, undo and redo, and live events."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape, many
from miai.domain.log.history import Entry
from miai.features.history import undo as app
from miai.features.history.answer import HISTORY, HistoryPage
from miai.features.history.history_topics import Topic
from miai.features.history.show_history import history_view
from miai.features.history.undo import ResultsOnly
from miai.features.programs.tokens import Scope
from miai.server.api.operations import Body, Call, Coded, Here, Operations
from miai.server.api.private import session_of
from miai.server.api.problems import Refused
from miai.server.roles import Role

operations = Operations("history", "Everything that happened, undo and redo, and live events.")

EntryNumber = Annotated[int, Field(ge=1, le=999_999_999)]


@dataclass(frozen=True, slots=True)
class LatestEntries:
    """Some entries, and the version that they lead to."""

    version: int
    entries: Sequence[Entry]


_ENTRIES: Shape[LatestEntries] = Shape(
    "Entries",
    "Entries of the log in order, and the version that they lead to.",
    (Told("version", int), Told("entries", many(Coded(Entry)))),
)


class Undo(Body):
    """An entry, or all from it to `last`; `sure` allows a results token to undo results of others."""

    entry: EntryNumber
    last: EntryNumber | None = None
    sure: bool = False


@operations.get("/tournaments/{id}/entries", _ENTRIES)
def list_entries(
    call: Here,
    since: Annotated[int, Query(ge=0, le=999_999_999)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 1000,
) -> Response:
    """List the entries of the log after a version, as the document has them."""
    found = call.state.history.since(since)[:limit]
    return call.answer(_ENTRIES.json(LatestEntries(call.state.version, found)))


@operations.get("/tournaments/{id}/history", HISTORY, scope=Scope.DIRECT)
def get_history(
    call: Here,
    topic: str = "",
    before: Annotated[int | None, Query(ge=1, le=999_999_999)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> Response:
    """Get the history in words, the latest entries first."""
    topics = {each.value: each for each in Topic}
    if topic and topic not in topics:
        raise Refused(422, "invalid", f"'{topic[:40]}' is no topic")
    entries = history_view(call.state, topic=topics.get(topic), before=before, limit=limit)
    return call.answer(HISTORY.json(HistoryPage(version=call.state.version, entries=entries)))


@operations.post("/tournaments/{id}/undo", scope=Scope.RESULTS)
def undo(call: Here, which: Undo) -> Response:
    """Undo an entry, or all up to `last`."""
    return call.written(
        app.undo(
            call.desk, call.state.id, which.entry, last=which.last, by=call.by, limits=_limits(call, which)
        )
    )


@operations.post("/tournaments/{id}/redo", scope=Scope.RESULTS)
def redo(call: Here, which: Undo) -> Response:
    """Redo what was undone."""
    return call.written(
        app.redo(
            call.desk, call.state.id, which.entry, last=which.last, by=call.by, limits=_limits(call, which)
        )
    )


def _limits(call: Call, which: Undo) -> Any:
    """A results token undoes results only, those of others if it is sure; a director everything."""
    if call.role >= Role.DIRECTOR:
        return None
    return ResultsOnly(session=session_of(call.token), sure=which.sure)
