"""Sends the requests of a client, again with the same key where no answer came."""

import http.client
import json
import secrets
import ssl
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

_TIMEOUT = 60.0
_PATH = "/api/v1"
# No answer, or one that says that another try may succeed.
_AGAIN = frozenset((429, 502, 503, 504))
_TRIES = 4
_READING = frozenset(("GET", "HEAD"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a server answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


# Sends a request (method, address with its query, headers, body); raises OSError where no answer comes.
Transport = Callable[[str, str, Mapping[str, str], bytes | None], Answer]


class Problem(Exception):  # noqa: N818 - what the server calls it
    """A request that was refused; `content` is the whole problem+json of the server."""

    def __init__(self, status: int, content: Mapping[str, Any]) -> None:
        self.status, self.content = status, content
        self.kind = str(content.get("type", "")).rpartition("#")[2]
        super().__init__(f"{status} {content.get('title', '')}: {content.get('detail', '')}")


class Connection:
    """Requests with a token, repeated under the same key until an answer comes."""

    def __init__(
        self,
        url: str,
        token: str,
        *,
        transport: Transport | None = None,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport or network(url)
        self._token, self._pause = token, pause

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        if_match: int | None = None,
        key: str | None = None,
    ) -> Any:
        """Ask for something, and return its JSON; a problem is raised.

        A change has an `Idempotency-Key`, so that it happens once however often it has to be sent.
        """
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        answer = self._answer(method, _address(path, query), content, body, if_match=if_match, key=key)
        if answer.status >= 300:
            raise Problem(answer.status, _problem(answer))
        kind = answer.headers.get("content-type", "")
        return json.loads(answer.body) if kind.startswith("application/json") else answer.body

    def _answer(
        self,
        method: str,
        address: str,
        content: bytes | None,
        body: Any,
        *,
        if_match: int | None,
        key: str | None,
    ) -> Answer:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if content is not None:
            headers["Content-Type"] = (
                "application/octet-stream" if isinstance(body, bytes) else "application/json"
            )
        if method not in _READING:
            headers["Idempotency-Key"] = key or secrets.token_urlsafe(18)
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        for attempt in range(1, _TRIES + 1):
            try:
                answer = self._transport(method, address, headers, content)
            except (OSError, http.client.HTTPException):
                if attempt == _TRIES:
                    raise
                self._pause(0.5 * 2**attempt)
                continue
            if answer.status not in _AGAIN or attempt == _TRIES:
                return answer
            self._pause(_wait(answer, 0.5 * 2**attempt))
        raise AssertionError("the last attempt returns or raises")


def network(url: str) -> Transport:
    """Sends requests to a server, such as "https://go.example" or "http://127.0.0.1:8000"."""
    parts = urlsplit(url)
    host, base = parts.hostname or "", parts.path.rstrip("/")

    def send(method: str, address: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        connection = (
            http.client.HTTPSConnection(
                host, parts.port, timeout=_TIMEOUT, context=ssl.create_default_context()
            )
            if parts.scheme == "https"
            else http.client.HTTPConnection(host, parts.port, timeout=_TIMEOUT)
        )
        try:
            connection.request(method, f"{base}{address}", body=body, headers=dict(headers))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            return Answer(status=response.status, headers=found, body=response.read())
        finally:
            connection.close()

    return send


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
