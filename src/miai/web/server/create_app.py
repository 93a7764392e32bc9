"""Creates the web application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

from fastapi import Depends, FastAPI
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute

from miai.app.desk import Desk
from miai.web.pages import PAGES
from miai.web.server import error_pages
from miai.web.server.app_state import AppState, Serving
from miai.web.server.middleware import Middleware
from miai.web.server.permissions import demand_token


def create_app(desk: Desk, *, serving: Serving | None = None) -> FastAPI:
    """The web application over a desk."""
    app_state = AppState(desk, serving or Serving(), [page for page in PAGES if page.title])

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        polling = asyncio.create_task(app_state.hub.poll_store())
        yield
        polling.cancel()

    app = FastAPI(
        title="Miai",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=running,
    )
    app.state.app_state = app_state
    app.mount("/static", app_state.assets.app())
    app.router.routes.extend(_page_routes())
    error_pages.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Middleware, app_state=app_state)
    return app


@cache
def _page_routes() -> tuple[BaseRoute, ...]:
    """The routes of all pages, prepared once for every application of this process.

    FastAPI prepares a route when it is first asked for, in whatever thread; that takes a third of a second
    and changes the filters of warnings meanwhile, so it is done here.
    """
    pages = FastAPI(docs_url=None, redoc_url=None, openapi_url=None, dependencies=[Depends(demand_token)])
    for page in PAGES:
        pages.include_router(page.router)
    for route in pages.router.routes:
        route.matches({"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []})
    return tuple(pages.router.routes)
