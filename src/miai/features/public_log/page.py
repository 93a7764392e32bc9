"""The public log of an event, for phones and programs: in pieces, and as a file."""

from collections.abc import Iterator
from contextlib import contextmanager

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.errors import InputError
from miai.features.public_log.public_log import SentJson, log_file, log_index, log_piece
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role
from miai.server.words import tell

page = Page("public_log", need=Role.PUBLIC, phones=True)
_JSON = "application/json"
# The phone may keep it; a cache between would give it out although the round was unpublished.
_KEEP, _ASK_AGAIN = "private, max-age=31536000", "private, no-cache"


@page.get("/p/{id}/log")
def index(visit: Here) -> Response:
    """The pieces of the public log, and how far it goes."""
    with _found():
        return _sent(visit, log_index(visit.desk, visit.event_state), _ASK_AGAIN)


@page.get("/p/{id}/log/file")
def file(visit: Here) -> Response:
    """The whole public log as one document, for `miai verify`."""
    with _found():
        answer = _sent(visit, log_file(visit.desk, visit.event_state), _ASK_AGAIN)
    answer.headers["Content-Disposition"] = f'attachment; filename="{visit.event_id}-public-log.json"'
    return answer


@page.get("/p/{id}/log/{number}")
def piece(visit: Here, number: int) -> Response:
    """A piece of the public log; one that is full does not change, so that a phone may keep it."""
    with _found():
        found, full = log_piece(visit.desk, visit.event_state, number)
        return _sent(visit, found, _KEEP if full else _ASK_AGAIN)


@contextmanager
def _found() -> Iterator[None]:
    try:
        yield
    except InputError as error:
        raise HTTPException(404, tell(error)) from error


def _sent(visit: Visit, content: SentJson, keep: str) -> Response:
    """JSON for everybody, packed if the reader can unpack it; nothing if they have it already."""
    headers = {"ETag": content.tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
    asked = visit.request.headers
    if content.tag in asked.get("if-none-match", "").replace("W/", "").split(", "):
        return Response(status_code=304, headers=headers)
    if "gzip" not in asked.get("accept-encoding", ""):
        return Response(content.data, media_type=_JSON, headers=headers)
    return Response(content.packed, media_type=_JSON, headers={**headers, "Content-Encoding": "gzip"})
