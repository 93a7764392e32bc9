"""Serving below a path of a site, such as https://club.example/go, behind its web server.

Inside, every address begins at the root: "/t/open". What comes in under the base path loses it here. What
goes out gets it where it is written: templates call `url`, pages lead elsewhere by `Visit.redirect`. A web
server in front may pass the path on whole or without the base path.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miai.errors import InputError
from miai.messages import Message as Text

_SHAPE = re.compile(r"(/[A-Za-z0-9._~-]+)+")
_COOKIE_PATH = re.compile(r"(;\s*path=)/(?=;|$)", re.IGNORECASE)
# Headers in which our own pages say where they are.
_ADDRESSES = (b"referer", b"x-miai-page")


@dataclass(frozen=True, slots=True)
class BasePath:
    """The base path, empty for the root."""

    path: str

    def url(self, address: str) -> str:
        """An address of ours as browsers see it; one that begins elsewhere stays as it is."""
        return self.path + address if address.startswith("/") else address

    def inside(self, address: str) -> str:
        """A path as the application knows it."""
        rest = address.removeprefix(self.path)
        return (rest or "/") if rest != address and rest[:1] in ("", "/", "?", "#") else address


def checked_base_path(given: str, first_parts: Iterable[str]) -> str:
    """The base path without a slash at its end; empty for the root."""
    path = given.rstrip("/")
    if path and not _SHAPE.fullmatch(path):
        raise InputError(
            Text(
                "the base path is something like /go, in plain letters and digits, not %(given)s", given=given
            )
        )
    if path and path.split("/")[1] in set(first_parts):
        raise InputError(
            Text("the base path %(given)s is one of Miai's own addresses: choose another", given=path)
        )
    return path


class BelowBasePath:
    """Takes the base path off what comes in, and makes cookies for it alone."""

    def __init__(self, app: ASGIApp, base: BasePath) -> None:
        self._app, self._base = app, base

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        host = Headers(scope=scope).get("host", "")
        path = self._base.inside(scope["path"])
        inner = {
            **scope,
            "path": path,
            "raw_path": self._base.inside(scope.get("raw_path", b"").decode("latin-1")).encode("latin-1"),
            "headers": [(name, self._header(name, value)) for name, value in scope["headers"]],
        }

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                if location := headers.get("location"):
                    headers["location"] = self._location(location, host)
                message["headers"] = [
                    (name, self._cookie(value) if name.lower() == b"set-cookie" else value)
                    for name, value in message["headers"]
                ]
            await send(message)

        await self._app(inner, receive, answer)

    def _header(self, name: bytes, value: bytes) -> bytes:
        if name not in _ADDRESSES:
            return value
        parts = urlsplit(value.decode("latin-1"))
        return parts._replace(path=self._base.inside(parts.path)).geturl().encode("latin-1")

    def _location(self, location: str, host: str) -> str:
        """Where the router leads from /t/open/ to: it writes the whole address, and knows no base path."""
        parts = urlsplit(location)
        return parts._replace(path=self._base.url(parts.path)).geturl() if parts.netloc == host else location

    def _cookie(self, value: bytes) -> bytes:
        return _COOKIE_PATH.sub(rf"\g<1>{self._base.path}", value.decode("latin-1")).encode("latin-1")
