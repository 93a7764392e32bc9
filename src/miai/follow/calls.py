"""Requests from one server of a hall to another."""

import http.client
import json
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

from miai.errors import InputError
from miai.messages import Message

JSON = "application/json"


class Unreachable(Exception):  # noqa: N818 - a state of the network
    """The other server did not answer, or what answered was not Miai."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The status of an answer and its JSON."""

    status: int
    data: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Calls one server; `fingerprint` is that of its certificate where no authority vouches for it."""

    address: str
    authorization: str = ""
    fingerprint: str = ""

    def post(self, path: str, data: object = None, *, timeout: float) -> Answer:
        """Send JSON and read the answer."""
        with self.opened("POST", path, data, timeout=timeout) as response:
            return _answer(response)

    def get(self, path: str, *, timeout: float) -> Answer:
        """Ask for JSON."""
        with self.opened("GET", path, timeout=timeout) as response:
            return _answer(response)

    @contextmanager
    def opened(
        self, method: str, path: str, data: object = None, *, timeout: float
    ) -> Iterator[http.client.HTTPResponse]:
        """The answer to a request, to be read while the connection is open."""
        with closing(self.connect(timeout=timeout)) as connection:
            yield self.ask(connection, method, path, data)

    def ask(
        self, connection: http.client.HTTPConnection, method: str, path: str, data: object = None
    ) -> http.client.HTTPResponse:
        """Send a request over a connection that may have been used before."""
        headers = {"Authorization": self.authorization} if self.authorization else {}
        if data is not None:
            headers["Content-Type"] = JSON
        body = None if data is None else json.dumps(data).encode()
        try:
            connection.request(method, urlsplit(self.address).path.rstrip("/") + path, body, headers)
            response = connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        if "x-miai" not in response.headers:
            raise Unreachable(f"status {response.status}, not from Miai")
        return response

    def connected(self, *, within: float, timeout: float) -> http.client.HTTPConnection:
        """A connection that is open; for what it is asked there is more time than to open it."""
        connection = self.connect(timeout=within)
        try:
            if connection.sock is None:
                connection.connect()
            connection.sock.settimeout(timeout)
        except OSError as error:
            connection.close()
            raise Unreachable(str(error)) from error
        return connection

    def connect(self, *, timeout: float) -> http.client.HTTPConnection:
        """A connection to the server."""
        parts = urlsplit(self.address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError(
                Message(
                    "'%(address)s' is not an address such as http://192.168.1.10:8000", address=self.address
                )
            )
        if parts.scheme == "http":
            return http.client.HTTPConnection(parts.hostname, parts.port, timeout=timeout)
        context = ssl.create_default_context()
        if not self.fingerprint:
            return http.client.HTTPSConnection(parts.hostname, parts.port, timeout=timeout, context=context)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        connection = http.client.HTTPSConnection(parts.hostname, parts.port, timeout=timeout, context=context)
        try:
            connection.connect()
        except OSError as error:
            raise Unreachable(str(error)) from error
        shown = sha256(connection.sock.getpeercert(binary_form=True) or b"").hexdigest()
        if shown != self.fingerprint.replace(":", "").lower():
            connection.close()
            raise Unreachable("it has another certificate")
        return connection


def lines_of(response: http.client.HTTPResponse) -> Iterator[dict[str, Any]]:
    """The lines of a stream, each JSON, until it ends or is silent for too long."""
    while True:
        try:
            line = response.readline()
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise Unreachable(str(error) or type(error).__name__) from error
        if not line.endswith(b"\n"):
            return
        yield json.loads(line)


def _answer(response: http.client.HTTPResponse) -> Answer:
    try:
        return Answer(status=response.status, data=json.loads(response.read() or b"null"))
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(str(error) or type(error).__name__) from error
