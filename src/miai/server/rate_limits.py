"""Limits how much one address and one browser may ask of the public pages; who is signed in has no limit.

A hall has one address for all its phones. The limits of an address are made for 2,000 phones: each of
them may load several pages and send several forms in a row, and all of them every few minutes. A program that
sends without a pause meets the limits within a minute.
"""

import math

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from miai.server.limits import Bucket, Rate, counted_address
from miai.server.metrics import Metrics
from miai.server.words import ngettext

# Pages that take long to make, below /p/{id}/ .
_EXPENSIVE = frozenset(("check", "proof", "why", "stakes", "tie-breaks"))


# Of an address, that is perhaps of a hall.
FORMS_OF_ADDRESS = Rate(at_once=6_000, each_second=20)
PAGES_OF_ADDRESS = Rate(at_once=20_000, each_second=100)
EXPENSIVE_OF_ADDRESS = Rate(at_once=4_000, each_second=10)
# Of a browser, that is of a person.
FORMS_OF_BROWSER = Rate(at_once=60, each_second=0.5)


class RateLimits:
    """Refuses what is too much with status 429, and says when to try again; lives on the event loop."""

    def __init__(self, app: ASGIApp, metrics: Metrics, workers: int = 1) -> None:
        self._app, self._metrics = app, metrics
        self._forms = Bucket(FORMS_OF_ADDRESS.shared_by(workers))
        self._pages = Bucket(PAGES_OF_ADDRESS.shared_by(workers))
        self._expensive = Bucket(EXPENSIVE_OF_ADDRESS.shared_by(workers))
        self._forms_of_browser = Bucket(FORMS_OF_BROWSER.shared_by(workers))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        wait = self._wait(scope) if scope["type"] == "http" and is_anybody(scope) else 0.0
        if not wait:
            await self._app(scope, receive, send)
            return
        self._metrics.refused()
        seconds = math.ceil(wait)
        said = ngettext(
            "Too many requests come from this address. Try again in %(num)s second.",
            "Too many requests come from this address. Try again in %(num)s seconds.",
            seconds,
        )
        answer = PlainTextResponse(said, status_code=429, headers={"Retry-After": str(seconds)})
        await answer(scope, receive, send)

    def _wait(self, scope: Scope) -> float:
        address = counted_address((scope.get("client") or ("",))[0])
        if scope["method"] not in ("GET", "HEAD"):
            session = scope["state"]["session"].id
            own = self._forms_of_browser.wait(session) if session else 0.0
            return own or self._forms.wait(address)
        path = scope["path"]
        if not path.startswith("/p/") or "x-miai-shared" in Headers(scope=scope):
            return 0.0
        return (self._expensive if is_expensive(path) else self._pages).wait(address)


def is_expensive(path: str) -> bool:
    """Whether a public page takes long to make."""
    return len(parts := path.split("/")) > 3 and parts[3] in _EXPENSIVE


def is_anybody(scope: Scope) -> bool:
    """Whether the request comes from somebody without any rights."""
    state = scope["state"]
    return not (state["session"].signed_in or state["rights"].trusted)
