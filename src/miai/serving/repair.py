"""Offers to restore a database that cannot be opened at the start, to browsers on this machine only.

Without the database there are no passwords and no sessions, so this is an application of its own.
"""

import secrets
import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from miai.errors import InputError
from miai.features.hosting.merging import merged
from miai.features.hosting.store_report import restored_messages
from miai.server.base_path import BasePath
from miai.server.middleware import HEADERS, is_from_this_machine
from miai.server.rendering import environment
from miai.server.static_files import Assets, package_assets
from miai.server.words import language, preferred, speak
from miai.store.backups.checking import backup_problems
from miai.store.backups.copies import backups_in
from miai.store.backups.restoring import restore_all
from miai.store.location import Site
from miai.store.protocol import Damaged

_SHOWN = 10


@dataclass(slots=True, kw_only=True)
class Repair:
    """The page for one damaged database; `restored` once somebody has chosen a backup."""

    site: Site
    problem: Damaged
    restored: bool = False
    stop: Callable[[], None] = lambda: None
    _token: str = field(default_factory=secrets.token_urlsafe)
    _assets: Assets = field(default_factory=package_assets)

    def app(self) -> Starlette:
        """The application with this one page."""
        routes = [
            Mount("/static", self._assets.app()),
            Route("/", self._show),
            Route("/restore", self._restore, methods=["POST"]),
            Route("/{path:path}", lambda _: RedirectResponse("/", status_code=303)),
        ]
        return Starlette(routes=routes)

    async def _show(self, request: Request) -> Response:
        return await run_in_threadpool(self._page, request)

    async def _restore(self, request: Request) -> Response:
        if not is_from_this_machine(request.scope, request.headers):
            return self._not_here(request)
        form = await request.form()
        if form.get("csrf") != self._token:
            # The page was open since an earlier start: show what is damaged now.
            return RedirectResponse("/", status_code=303)
        names = {path.name: path for path in backups_in(self.site.backups)}
        try:
            chosen = names.get(str(form.get("file")))
            done = await run_in_threadpool(partial(restore_all, merge=merged), self.site, chosen)
        except InputError as error:
            return await run_in_threadpool(self._page, request, error)
        self.restored = True
        return self._rendered(
            request, restored=list(restored_messages(done)), after=BackgroundTask(self.stop)
        )

    def _page(self, request: Request, error: InputError | None = None) -> Response:
        if not is_from_this_machine(request.scope, request.headers):
            return self._not_here(request)
        newest = backups_in(self.site.backups)[:_SHOWN]
        return self._rendered(
            request,
            problems=(error or self.problem).problems,
            backups=[(path.name, _made_at(path)) for path in newest if not backup_problems(path)],
            has_journal=any(self.site.journal.glob("*.jsonl")),
        )

    def _not_here(self, request: Request) -> Response:
        return self._rendered(request, status=403, here=False)

    def _rendered(
        self, request: Request, *, status: int = 200, after: BackgroundTask | None = None, **values: object
    ) -> Response:
        speak(preferred(request.headers.get("accept-language", "")))
        template = environment(self._assets, BasePath("")).get_template("hosting/repair.html")
        known = {"problems": [], "backups": [], "has_journal": False, "restored": [], "here": True, **values}
        text = template.render(language=language(), token=self._token, **known)
        return HTMLResponse(text, status_code=status, headers=HEADERS, background=after)


def _made_at(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime, UTC):%Y-%m-%dT%H:%M:%SZ}"


def serve_repair(site: Site, problem: Damaged, *, port: int, started: Callable[[str], None]) -> int:
    """Serve the page until everything is restored; returns the port. Stopped before that, it raises."""
    repair = Repair(site=site, problem=problem)
    with socket.create_server(("127.0.0.1", port)) as listening:
        used: int = listening.getsockname()[1]
        config = uvicorn.Config(repair.app(), log_level="warning", access_log=False, server_header=False)
        server = uvicorn.Server(config)

        def stop() -> None:
            server.should_exit = True

        repair.stop = stop
        started(f"http://127.0.0.1:{used}/")
        server.run(sockets=[listening])
    if not repair.restored:
        raise problem
    return used
