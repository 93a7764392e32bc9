"""The log of the server: a line for each fault and, if asked for, for each request; never a secret."""

import json
import logging
import sys
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from enum import Enum

from starlette.types import Scope

# The id of the request that is being answered, for every line that is written meanwhile.
request_id: ContextVar[str] = ContextVar("request_id", default="")
# The parts of an address that name something public; any other might be a secret, such as a private link.
_PUBLIC_PARTS = frozenset("id player number event stage team sheet key what".split())
_HIDDEN = "***"
REQUESTS = logging.getLogger("miai.requests")


class LogFormat(Enum):
    """How the lines are written."""

    TEXT = "text"
    JSON = "json"


def configure_logs(chosen: LogFormat, *, requests: bool) -> None:
    """Write the log to the standard error; `requests` has a line for each request too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if chosen is LogFormat.JSON else TextLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
    REQUESTS.setLevel(logging.INFO if requests else logging.WARNING)


def route_of(scope: Scope) -> str:
    """The pattern of the address that was asked for; the same for every address that nothing answers."""
    route = getattr(scope.get("route"), "path", "")
    return f"{_mounted_at(scope)}{route}" if route else "none"


def loggable_path(scope: Scope) -> str:
    """The path of a request without anything secret: private links are hidden, and so is what is unknown."""
    route = getattr(scope.get("route"), "path", None)
    if route is None:
        first = str(scope["path"]).split("/")[1:2]
        return f"/{first[0]}/{_HIDDEN}" if "/" in str(scope["path"])[1:] else str(scope["path"])
    return _mounted_at(scope) + _filled(route, scope.get("path_params", {}))


def _mounted_at(scope: Scope) -> str:
    """Where the application that answers is mounted, such as /api/v1; its routes begin after that."""
    own = str(scope.get("app_root_path", scope.get("root_path", "")))
    return str(scope.get("root_path", "")).removeprefix(own)


def _filled(route: str, given: Mapping[str, object]) -> str:
    for name, value in given.items():
        shown = str(value) if name in _PUBLIC_PARTS else _HIDDEN
        for place in (f"{{{name}}}", f"{{{name}:path}}", f"{{{name}:int}}"):
            route = route.replace(place, shown)
    return route


class TextLines(logging.Formatter):
    """Lines for people."""

    def __init__(self) -> None:
        super().__init__("%(levelname)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name in logging
        """The line, with the id of the request if there is one."""
        line, known = super().formatMessage(record), request_id.get()
        return f"{line} (request {known})" if known else line


class JsonLines(logging.Formatter):
    """Lines for programs: an object each, with the same fields for every request."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as an object; a traceback stays in its line."""
        fields: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if known := request_id.get():
            fields["request"] = known
        fields.update(getattr(record, "fields", {}))
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False)
