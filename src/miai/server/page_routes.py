"""Routes of pages, loaded when an address of their module is asked for first."""

import re
from collections.abc import Callable, Iterable, Mapping
from threading import RLock

from fastapi import APIRouter, Depends, FastAPI
from starlette.routing import BaseRoute, Match
from starlette.types import Receive, Scope, Send

from miai.server.page import Page
from miai.server.permissions import demand_token

_MATCHED = "miai.route"
_ID = "{id}"


class PageRoutes(BaseRoute):
    """One route of an application that stands for the routes of all pages.

    `addresses` names the modules of each address, `pages_of` imports one and gives its pages. With
    `for_phones` there are only the routes that phones in the hall may use.
    """

    def __init__(
        self,
        addresses: Mapping[str, tuple[str, ...]],
        pages_of: Callable[[str], Iterable[Page]],
        *,
        for_phones: bool = False,
    ) -> None:
        self._addresses, self._pages_of, self._for_phones = addresses, pages_of, for_phones
        self._with_id = frozenset(address.split("/")[1] for address in addresses if _ID in address)
        self._of_module: dict[str, tuple[BaseRoute, ...]] = {}
        self._loading = RLock()

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """The route of the page; if none takes the method, one that has the address."""
        partial: tuple[Match, Scope] = (Match.NONE, {})
        if scope["type"] != "http":
            return partial
        for route in self.routes_for(scope["path"].removeprefix(scope.get("root_path", ""))):
            match, child = route.matches(scope)
            if match is Match.FULL:
                return match, {**child, _MATCHED: route}
            if match is Match.PARTIAL and partial[0] is Match.NONE:
                partial = match, {**child, _MATCHED: route}
        return partial

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer as the route that matched."""
        await scope[_MATCHED].handle(scope, receive, send)

    def address_of(self, path: str) -> str:
        """The address in the table that a path belongs to; empty if there is none."""
        first, *more = re.split("/+", path.strip("/"))
        if first not in self._with_id:
            known = f"/{first}"
        elif not more:
            return ""
        else:
            whole = f"/{first}/{_ID}"
            inside = f"{whole}/{more[1]}" if len(more) > 1 else whole
            known = inside if inside in self._addresses else whole
        return known if known in self._addresses else ""

    def routes_for(self, path: str) -> tuple[BaseRoute, ...]:
        """The routes of all pages that a path may belong to."""
        modules = self._addresses.get(self.address_of(path), ())
        return tuple(route for module in modules for route in self._routes_of(module))

    def load(self) -> tuple[BaseRoute, ...]:
        """Load all pages before anybody asks for them, one module after the other."""
        modules = dict.fromkeys(module for answering in self._addresses.values() for module in answering)
        return tuple(route for module in modules for route in self._routes_of(module))

    def _routes_of(self, module: str) -> tuple[BaseRoute, ...]:
        """The routes of a module, prepared once.

        FastAPI prepares a route when it is first compared with a request, in any thread, and changes the
        filters of warnings meanwhile. So this is done here.
        """
        known = self._of_module.get(module)
        if known is not None:
            return known
        with self._loading:
            if module not in self._of_module:
                self._of_module[module] = _prepared(
                    page.phone_router if self._for_phones else page.router for page in self._pages_of(module)
                )
            return self._of_module[module]


def _prepared(routers: Iterable[APIRouter]) -> tuple[BaseRoute, ...]:
    app = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=[Depends(demand_token)])
    for router in routers:
        app.include_router(router)
    for route in app.router.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})
    return tuple(app.router.routes)
