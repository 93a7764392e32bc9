"""Sends the requests of a client, again with the same key where no answer came, and follows live events."""

import http.client
import json
import secrets
import ssl
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import SplitResult, urlencode, urlsplit

from miai.client.live import LiveEvent, Open, Opened, live_events
from miai.errors import InputError, MiaiError
from miai.messages import Message

_TIMEOUT = 60.0
_PATH = "/api/v1"
# No answer, or one that says that another try may succeed.
_AGAIN = frozenset((429, 502, 503, 504))
_TRIES = 4
_READING = frozenset(("GET", "HEAD"))
# The longest pause before a stream that broke is opened again, in seconds.
_LONGEST_PAUSE = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


# Sends a request (method, address with its query, headers, body); raises OSError where no answer comes.
Transport = Callable[[str, str, Mapping[str, str], bytes | None], Answer]
# Chooses one of the ways to write a change that moves what was played, and gives its mark; None for none.
Confirm = Callable[[Sequence[Mapping[str, Any]]], str | None]


class Problem(Exception):  # noqa: N818 - what the server calls it
    """A request that was refused; `content` is the whole problem+json of the server."""

    def __init__(self, status: int, content: Mapping[str, Any]) -> None:
        self.status, self.content = status, content
        self.kind = str(content.get("type", "")).rpartition("#")[2]
        super().__init__(f"{status} {content.get('title', '')}: {content.get('detail', '')}")


class NoAnswer(MiaiError, ConnectionError):  # noqa: N818 - what happened
    """No answer came from the server, however often it was asked."""

    def __init__(self, url: str, error: Exception) -> None:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        super().__init__(f"{url or 'the server'} does not answer ({reason})")


class Connection:
    """Requests with a token, repeated under the same key until an answer comes."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: Transport | None = None,
        stream: Open | None = None,
        confirm: Confirm | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport or network(url)
        self._open = stream or (streams(url) if transport is None else None)
        self._url, self._token, self._pause, self._confirm = url, token, pause, confirm

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        if_match: int | None = None,
        seen: int | None = None,
        key: str | None = None,
    ) -> Any:
        """Ask for something, and return its JSON; a problem is raised.

        With `seen`, a version that was read, a change overwrites nothing that others have changed since.
        A change has an `Idempotency-Key`, so that it happens once however often it has to be sent.
        """
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        versions, known = {"If-Match": if_match, "X-Miai-Seen": seen}, key or secrets.token_urlsafe(18)
        answer = self._answer(method, _address(path, query), content, body, versions=versions, key=known)
        mark = self._chosen(answer)
        if mark:
            address = _address(path, {**(query or {}), "confirm": mark})
            answer = self._answer(method, address, content, body, versions=versions, key=known)
        if answer.status >= 300:
            raise Problem(answer.status, _problem(answer))
        kind = answer.headers.get("content-type", "")
        return json.loads(answer.body) if kind.startswith("application/json") else answer.body

    def _chosen(self, answer: Answer) -> str | None:
        """The mark that confirms a change, if the server asks about it and somebody chooses."""
        if self._confirm is None or answer.status != HTTPStatus.CONFLICT:
            return None
        problem = Problem(answer.status, _problem(answer))
        return self._confirm(problem.content["options"]) if problem.kind == "needs-confirmation" else None

    def _answer(
        self,
        method: str,
        address: str,
        content: bytes | None,
        body: Any,
        *,
        versions: Mapping[str, int | None],
        key: str,
    ) -> Answer:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if content is not None:
            headers["Content-Type"] = (
                "application/octet-stream" if isinstance(body, bytes) else "application/json"
            )
        if method not in _READING:
            headers["Idempotency-Key"] = key
        headers |= {name: f'"{known}"' for name, known in versions.items() if known is not None}
        for attempt in range(1, _TRIES + 1):
            try:
                answer = self._transport(method, address, headers, content)
            except (OSError, http.client.HTTPException) as error:
                if attempt == _TRIES:
                    raise NoAnswer(self._url, error) from error
                self._pause(0.5 * 2**attempt)
                continue
            if answer.status not in _AGAIN or attempt == _TRIES:
                return answer
            self._pause(_wait(answer, 0.5 * 2**attempt))
        raise AssertionError("the last attempt returns or raises")

    def follow(self, path: str, *, since: int) -> Iterator[LiveEvent]:
        """The events of a stream after a version, for ever: one that breaks is opened again where it was.

        A server that never answered is given up after some tries, one that did is waited for.
        """
        if self._open is None:
            raise TypeError("a transport of one's own needs a stream of one's own")
        last, failures, reached = since, 0, False
        while True:
            headers = {
                "Authorization": f"Bearer {self._token}",
                "Accept": "text/event-stream",
                "Last-Event-ID": str(last),
            }
            try:
                with self._open(_address(path, None), headers) as opened:
                    if opened.status in _AGAIN:
                        raise ConnectionError(f"status {opened.status}")
                    if opened.status >= 300:
                        body = "\n".join(opened.lines).encode()
                        answer = Answer(status=opened.status, headers=opened.headers, body=body)
                        raise Problem(opened.status, _problem(answer))
                    failures, reached = 0, True
                    for event in live_events(opened.lines):
                        last = event.number
                        yield event
            except (OSError, http.client.HTTPException) as error:
                failures += 1
                if failures == _TRIES and not reached:
                    raise NoAnswer(self._url, error) from error
            self._pause(min(_LONGEST_PAUSE, 0.5 * 2 ** max(1, min(failures, 10))))


def network(url: str) -> Transport:
    """Sends requests to a server, such as "https://go.example" or "http://127.0.0.1:8000"."""
    parts = _parts(url)

    def send(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        with _asked(parts, method, address, headers, body) as response:
            return Answer(status=response.status, headers=_headers(response), body=response.read())

    return send


def streams(url: str) -> Open:
    """Opens streams of a server."""
    parts = _parts(url)

    @contextmanager
    def opened(address: str, headers: Mapping[str, str]) -> Iterator[Opened]:
        with _asked(parts, "GET", address, headers, None) as response:
            lines = (line.decode(errors="replace").rstrip("\r\n") for line in response)
            yield Opened(status=response.status, headers=_headers(response), lines=lines)

    return opened


def _parts(url: str) -> SplitResult:
    """The parts of the address of a server."""
    parts = urlsplit(url)
    try:
        good = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        good = False
    if not good:
        raise InputError(
            Message(
                "'%(url)s' is not the address of a server: write it like %(example)s",
                url=url,
                example="http://127.0.0.1:8000",
            )
        )
    return parts


@contextmanager
def _asked(
    parts: SplitResult, method: str, address: str, headers: Mapping[str, str], body: bytes | None
) -> Iterator[http.client.HTTPResponse]:
    host = parts.hostname or ""
    connection = (
        http.client.HTTPSConnection(host, parts.port, timeout=_TIMEOUT, context=ssl.create_default_context())
        if parts.scheme == "https"
        else http.client.HTTPConnection(host, parts.port, timeout=_TIMEOUT)
    )
    try:
        connection.request(method, f"{parts.path.rstrip('/')}{address}", body=body, headers=dict(headers))
        yield connection.getresponse()
    finally:
        connection.close()


def _headers(response: http.client.HTTPResponse) -> dict[str, str]:
    return {name.lower(): value for name, value in response.getheaders()}


def _address(path: str, query: Mapping[str, Any] | None) -> str:
    asked = {name: value for name, value in (query or {}).items() if value is not None}
    return f"{_PATH}{path}?{urlencode(asked, doseq=True)}" if asked else f"{_PATH}{path}"


def _problem(answer: Answer) -> Mapping[str, Any]:
    try:
        content: Any = json.loads(answer.body)
    except ValueError:
        content = {}
    return content if isinstance(content, dict) else {}


def _wait(answer: Answer, usual: float) -> float:
    """How long the server asks us to wait."""
    text = answer.headers.get("retry-after", "")
    return float(text) if text.isdigit() else usual
