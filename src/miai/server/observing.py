"""Middleware that gives each request an id, counts it, and writes it to the log if asked for."""

import random
from time import perf_counter

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miai.server.logs import REQUESTS, loggable_path, request_id, route_of
from miai.server.metrics import Metrics

HEADER = "X-Request-Id"


class Observing:
    """Stands around the whole application, so that refused requests and faults are counted too."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # It only has to differ from others.
        known = f"{random.getrandbits(64):016x}"
        # An answer that no handler begins is a fault, which the server answers itself.
        status, took, begin = 500, 0.0, perf_counter()
        # Each request runs in a context of its own, also the page of a fault, which is made outside of this.
        request_id.set(known)

        async def answer(message: Message) -> None:
            nonlocal status, took
            if message["type"] == "http.response.start":
                status, took = message["status"], perf_counter() - begin
                MutableHeaders(scope=message)[HEADER] = known
            await send(message)

        try:
            await self._app(scope, receive, answer)
        finally:
            self._note(scope, status, took or perf_counter() - begin)

    def _note(self, scope: Scope, status: int, took: float) -> None:
        self._metrics.answered(scope["method"], route_of(scope), status, took)
        if REQUESTS.isEnabledFor(20):
            path = loggable_path(scope)
            fields = {
                "method": scope["method"],
                "path": path,
                "status": status,
                "seconds": round(took, 4),
                "address": (scope.get("client") or ("",))[0],
            }
            REQUESTS.info("%s %s %s", scope["method"], path, status, extra={"fields": fields})
