"""Errors as problem+json (RFC 9457)."""

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from http import HTTPStatus
from typing import Any, NotRequired

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from typing_extensions import TypedDict

from miai.desk.seen import Difference, SeenChanged
from miai.domain.bounds import shown_text
from miai.domain.log.codec import encode
from miai.errors import InputError, MiaiError, NoPairingError, Problem
from miai.features.consequences.answer import as_text, options_json
from miai.features.consequences.confirm import NeedsConfirmation
from miai.features.consequences.titles import title_of
from miai.features.consequences.wording import all_lines
from miai.features.history.undo import EnteredElsewhere
from miai.features.results.enter_result import Clash
from miai.server.api.access import NoToken, TooManyWrongTokens
from miai.server.api.private import without_private
from miai.server.permissions import NotAllowed, OfWholeEvent
from miai.store.log_behind import Behind, LogBehind
from miai.store.protocol import Conflict, Damaged, Replaced
from miai.store.write_permission import NotLeading

log = logging.getLogger("miai.web")
MEDIA_TYPE = "application/problem+json"
# The page that explains the kinds of problems.
TYPES = "/api#"


class Fault(TypedDict):
    """One thing that is wrong, and where."""

    where: str
    what: str


class DifferenceJson(TypedDict):
    """Something that is not as the program has seen it."""

    where: str
    seen: Any
    now: Any
    sent: NotRequired[Any]


class ProblemJson(TypedDict):
    """What went wrong with a request."""

    type: str
    title: str
    status: int
    detail: str
    errors: NotRequired[list[Fault]]
    since: NotRequired[list[dict[str, Any]]]
    mark: NotRequired[str]
    differences: NotRequired[list[DifferenceJson]]
    options: NotRequired[list[dict[str, Any]]]


# The kinds of problems: their titles and when they happen.
KINDS: dict[str, tuple[str, str]] = {
    "unreadable": ("The request cannot be read", "It is not JSON, or a header is not what it should be."),
    "no-token": ("A token is needed", "The request has no token, or one that is wrong or was revoked."),
    "not-allowed": ("Not allowed", "The token does not allow this, or is for another tournament."),
    "not-found": ("Not found", "There is no such address, or no such tournament, round, table or player."),
    "wrong-method": ("Not possible at this address", "The address knows other methods."),
    "against-rules": (
        "The draw was changed by hand against the rules",
        "Two who have met, or who should not meet, play each other: ask again with `knowing`.",
    ),
    "would-drop": (
        "Something would be lost",
        "The draw has changes by hand or results that would be dropped: ask again with `drop`.",
    ),
    "needs-confirmation": (
        "This moves what was played or published",
        "Nothing was saved: see `options`, and ask again with `?confirm=` and the mark of one of them;"
        " `&reason=` is kept in the history.",
    ),
    "clash": ("Somebody was faster", "Somebody else entered another result, which `seen` does not know."),
    "changed": (
        "It is different now",
        "The draw, the table or a field is not what the program has seen; `differences` has both.",
    ),
    "conflict": ("Somebody was faster", "Somebody else changed the tournament at the same moment."),
    "not-your-entry": ("This is not your entry", "Another program entered it: ask again with `sure`."),
    "outdated": ("The tournament has changed", "Its version is not the one in `If-Match`; see `since`."),
    "too-large": ("Too large", "The body is larger than the largest file that Miai reads."),
    "not-json": ("JSON is needed", "The body of the request has another media type than application/json."),
    "key-used": ("The key was used before", "Another request came with the same `Idempotency-Key`."),
    "invalid": ("Not possible", "What was sent cannot be read or breaks a rule; see `errors`."),
    "no-pairing": ("There is no pairing", "No draw keeps all rules; see `detail` for who blocks whom."),
    "wait": ("Too many wrong tokens", "Wait as long as `Retry-After` says."),
    "not-leading": (
        "Another server leads",
        "This is a copy that follows another server, whose address is in `X-Miai-Leads`: send changes there.",
    ),
    "behind": (
        "Entries are missing here",
        "A copy of the log holds entries that are missing here, see `behind`: the director has to choose.",
    ),
    "damaged": ("This is damaged", "What is stored is not what was written: restore it from a backup."),
    "bug": ("Something went wrong", "A bug in Miai; what was saved before is safe."),
}


class Refused(MiaiError):  # noqa: N818 - a request that is not carried out
    """A request that is refused with a certain kind of problem, in English as all answers of the API."""

    def __init__(
        self, status: int, kind: str, detail: str, errors: Iterable[Problem] = (), **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.kind, self.detail, self.errors, self.more = (
            status,
            kind,
            detail,
            tuple(errors),
            more,
        )


def problem(
    status: int,
    kind: str,
    detail: str,
    *,
    base: str = "",
    errors: Iterable[Problem | Fault] = (),
    headers: Mapping[str, str] | None = None,
    **more: Any,
) -> Response:
    """A response that says what went wrong; `base` is the path below which the server is reached."""
    content: dict[str, Any] = {
        "type": f"{base}{TYPES}{kind}",
        "title": KINDS[kind][0],
        "status": status,
        "detail": shown_text(detail),
    }
    if found := [each if isinstance(each, dict) else fault_of(each) for each in errors]:
        content["errors"] = found
    return JSONResponse(
        {**content, **more}, status_code=status, media_type=MEDIA_TYPE, headers=dict(headers or {})
    )


def fault_of(each: Problem) -> Fault:
    """One thing that is wrong, in English."""
    return {"where": shown_text(str(each.where)), "what": shown_text(str(each.what))}


_Tell = Callable[..., Response]

# Errors that carry their problems; the first class that fits says the status and the kind.
_WITH_PROBLEMS: tuple[tuple[type[InputError | NoPairingError], int, str], ...] = (
    (Damaged, 503, "damaged"),
    (NotLeading, 503, "not-leading"),
    (LogBehind, 503, "behind"),
    (Replaced, 409, "conflict"),
    (NoPairingError, 422, "no-pairing"),
    (InputError, 422, "invalid"),
)


def response_of(request: Request, error: Exception) -> Response:  # noqa: PLR0911, PLR0912 - a list of cases
    """The problem that an error is."""
    tell = partial(problem, base=request.state.app_state.base.path)
    if isinstance(error, InputError | NoPairingError):
        status, kind = next(
            (status, kind) for each, status, kind in _WITH_PROBLEMS if isinstance(error, each)
        )
        leads = {"X-Miai-Leads": error.standing.leader.address} if isinstance(error, NotLeading) else None
        more: dict[str, Any] = {"behind": _facts(error.behind)} if isinstance(error, LogBehind) else {}
        return tell(status, kind, str(error), errors=error.problems, headers=leads, **more)
    match error:
        case Refused():
            return tell(error.status, error.kind, str(error), errors=error.errors, **error.more)
        case NoToken():
            headers = {"WWW-Authenticate": 'Bearer realm="miai"'}
            return tell(401, "no-token", error.said, headers=headers)
        case TooManyWrongTokens():
            headers = {"Retry-After": str(error.seconds)}
            return tell(429, "wait", f"Wait {error.seconds} seconds.", headers=headers)
        case NotAllowed():
            return tell(403, "not-allowed", KINDS["not-allowed"][1])
        case OfWholeEvent():
            return tell(422, "invalid", "This is changed in the event, not in one of its stages.")
        case Clash():
            return tell(409, "clash", str(error), theirs=error.theirs.value, version=error.version)
        case SeenChanged():
            found = [_difference_of(each) for each in error.differences]
            mark = {"mark": str(error.mark)} if error.mark.content else {"version": error.mark.version}
            return tell(409, "changed", str(error), **mark, differences=found)
        case NeedsConfirmation():
            detail = " ".join((str(title_of(error)), "; ".join(map(as_text, all_lines(error.usual)))))
            return tell(409, "needs-confirmation", detail, options=options_json(error))
        case EnteredElsewhere():
            return tell(409, "not-your-entry", f"Entry {error.number} was made by {error.by}.")
        case Conflict():
            return _conflict(tell, request, error)
        case RequestValidationError():
            return _invalid(tell, error)
        case HTTPException():
            return _http(tell, error)
    log.error("%s %r", request.method, request.url.path, exc_info=error)
    return tell(500, "bug", "This is a bug in Miai. What was saved before is safe.")


def _facts(behind: Behind) -> dict[str, Any]:
    """What a log lacks."""
    return {
        "entries": behind.have,
        "entries_of_copy": behind.other,
        "common": behind.common,
        "copy": behind.source,
        "last": shown_text(str(behind.last)),
        "at": behind.at,
    }


def install(app: FastAPI) -> None:
    """Answer every error with a problem."""
    for kind in (MiaiError, RequestValidationError, HTTPException, Exception):
        app.add_exception_handler(kind, _handle)


async def _handle(request: Request, error: Exception) -> Response:
    return response_of(request, error)


def _difference_of(each: Difference) -> DifferenceJson:
    found: DifferenceJson = {
        "where": shown_text(str(each.where)),
        "seen": None if each.before is None else shown_text(str(each.before)),
        "now": None if each.now is None else shown_text(str(each.now)),
    }
    if each.sent is not None:
        found["sent"] = shown_text(str(each.sent))
    return found


def _conflict(tell: _Tell, request: Request, error: Conflict) -> Response:
    since = [without_private(encode(entry)) for entry in error.since]
    detail = f"The version is {error.actual} by now, not {error.expected}; nothing was saved."
    expected = "if-match" in request.headers
    headers = {"ETag": f'"{error.actual}"'}
    if expected:
        return tell(412, "outdated", detail, headers=headers, version=error.actual, since=since)
    return tell(409, "conflict", detail, headers=headers, version=error.actual)


def _invalid(tell: _Tell, error: RequestValidationError) -> Response:
    found = error.errors()
    if any(each["type"] == "json_invalid" for each in found):
        return tell(400, "unreadable", "The body is not JSON.")
    in_path = any(each["loc"][0] == "path" for each in found)
    if in_path:
        return tell(404, "not-found", "There is no such round, table or entry.")
    faults: list[Fault] = [
        {"where": shown_text(".".join(map(str, each["loc"]))), "what": shown_text(str(each["msg"]))}
        for each in found
    ]
    return tell(
        422, "invalid", "; ".join(f"{each['where']}: {each['what']}" for each in faults), errors=faults
    )


def _http(tell: _Tell, error: HTTPException) -> Response:
    kinds = {
        HTTPStatus.NOT_FOUND: "not-found",
        HTTPStatus.METHOD_NOT_ALLOWED: "wrong-method",
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "not-json",
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "too-large",
    }
    kind = kinds.get(HTTPStatus(error.status_code), "unreadable")
    return tell(error.status_code, kind, str(error.detail), headers=error.headers)
