"""Puts the application together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import Depends, FastAPI
from starlette.middleware.gzip import GZipMiddleware

from miai.app.desk import Desk
from miai.web import failures
from miai.web.gate import Gate
from miai.web.guard import demand_token
from miai.web.house import House, Serving
from miai.web.pages import PAGES


def create_app(desk: Desk, *, serving: Serving | None = None) -> FastAPI:
    """The web application over a desk."""
    house = House(desk, serving or Serving(), [page for page in PAGES if page.title])

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        looking = asyncio.create_task(house.hub.look_around())
        yield
        looking.cancel()

    app = FastAPI(
        title="Miai",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        dependencies=[Depends(demand_token)],
        lifespan=running,
    )
    app.state.house = house
    app.mount("/static", house.assets.app())
    for page in PAGES:
        app.include_router(page.router)
    failures.install(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(Gate, house=house)
    return app
