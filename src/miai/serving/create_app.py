"""Creates the web application."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from fastapi import FastAPI
from starlette.middleware.gzip import GZipMiddleware

from miai.desk.live_state import Desk
from miai.mounts.pages import ADDRESSES, RAIL, WIRE, pages_of
from miai.server import error_pages
from miai.server.api.private import PATH as API_PATH
from miai.server.api.sending import WebhookSender, sender_to
from miai.server.app_state import AppState, Serving
from miai.server.base_path import BasePath, BelowBasePath, checked_base_path
from miai.server.middleware import Middleware
from miai.server.observing import Observing
from miai.server.page_routes import PageRoutes
from miai.server.proxies import Forwarded, TrustedProxies
from miai.server.rate_limits import RateLimits
from miai.server.shared_answers import SharedAnswers
from miai.serving.application import Api


def create_app(desk: Desk, *, serving: Serving | None = None) -> FastAPI:
    """The web application over a desk."""
    base = BasePath(checked_base_path((serving or Serving()).base_path, first_address_parts()))
    app_state = AppState(desk, serving or Serving(), RAIL, base)

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        sender = WebhookSender(app_state.desk, send=sender_to(private=app_state.serving.sends_privately))
        tasks = [asyncio.create_task(each) for each in (app_state.hub.poll_store(), sender.run())]
        if desk.store.notifications:
            tasks.append(asyncio.create_task(app_state.hub.hear_of_changes(desk.store.notifications)))
        app_state.club_sites.start()
        if app_state.worker:
            app_state.worker.start()
        yield
        if app_state.worker:
            await asyncio.to_thread(app_state.worker.stop)
        app_state.club_sites.stop()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    app = _empty_app(app_state, lifespan=running)
    app.mount(API_PATH, Api(app_state))
    app.mount("/follow", WIRE)
    app.router.routes.append(page_routes())
    _add_middleware(app, app_state)
    return app


def create_phone_app(app_state: AppState) -> FastAPI:
    """The pages that phones in the hall may open: everything else does not exist there."""
    app = _empty_app(app_state)
    app.router.routes.append(phone_routes())
    _add_middleware(app, app_state, for_phones=True)
    return app


def _empty_app(app_state: AppState, **more: Any) -> FastAPI:
    """An application with nothing but the files of pages."""
    app = FastAPI(title="Miai", docs_url=None, redoc_url=None, openapi_url=None, **more)
    app.state.app_state = app_state
    app.mount("/static", app_state.assets.app())
    error_pages.install(app)
    return app


def _add_middleware(app: FastAPI, app_state: AppState, *, for_phones: bool = False) -> None:
    """Add the limits, headers and counts that all requests have; the last one is asked first."""
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SharedAnswers, hub=app_state.hub)
    app.add_middleware(RateLimits, metrics=app_state.metrics, workers=app_state.serving.workers)
    app.add_middleware(Middleware, app_state=app_state, for_phones=for_phones)
    app.add_middleware(Observing, metrics=app_state.metrics)
    if app_state.base.path:
        app.add_middleware(BelowBasePath, base=app_state.base)
    app.add_middleware(Forwarded, trusted=TrustedProxies(app_state.serving.trusted_proxies))


@cache
def page_routes() -> PageRoutes:
    """The routes of all pages, the same for every application of this process."""
    return PageRoutes(ADDRESSES, pages_of)


@cache
def phone_routes() -> PageRoutes:
    """The routes that phones in the hall may use, by the pages that are declared for them."""
    return PageRoutes(ADDRESSES, pages_of, for_phones=True)


@cache
def first_address_parts() -> frozenset[str]:
    """The parts that addresses of the application begin with."""
    return frozenset(path.split("/")[1] for path in [*ADDRESSES, "/static/", API_PATH, "/follow/"]) - {""}
