"""Builds a static site: asks the application for each public page, as a visitor without rights would."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING
from urllib.parse import urlencode, urlsplit

from miai.desk.live_state import Desk, stage_address
from miai.errors import InputError, InternalError
from miai.features.public_log.public_log import last_public_entry, log_index, log_piece
from miai.features.publish.public_events import is_public
from miai.messages import Message
from miai.server.static_files import FOLDER, package_assets
from miai.serving.create_app import create_app
from miai.serving.static_site.addresses import SiteAddress, SiteMap, relative
from miai.serving.static_site.rewrite import PageRewriter

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.types import Message as AsgiMessage

# A name that is not this machine's, so that nobody is the director here.
_HOST = b"static.invalid"
_SCRIPT = "static/site.js"
_REDIRECTS = (301, 302, 303, 307, 308)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteFile:
    """A file of the site by its path in the folder."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    status: int
    body: bytes
    location: str


def site_files(
    desk: Desk, *, event: str = "", language: str = "en", server: str = ""
) -> tuple[SiteFile, ...]:
    """All files of the site: of one event, or of all that show something to players.

    `server` is the address of a Miai server, if there is one that readers can reach.
    """
    return asyncio.run(_collected(desk, event, language, server))


async def _collected(desk: Desk, event: str, language: str, server: str) -> tuple[SiteFile, ...]:
    return tuple([file async for file in _files(desk, event, language, server)])


async def _files(desk: Desk, event: str, language: str, server: str) -> AsyncIterator[SiteFile]:
    shown = tuple(_shown(desk, event))
    if not shown:
        raise InputError(Message("nothing is published yet"))
    site = SiteMap(frozenset(_with_parts(desk, shown)), package_assets().url(""))
    app = create_app(desk)
    alone = bool(event) or len(shown) == 1
    start = SiteAddress(f"/p/{shown[0]}") if alone else SiteAddress("/")
    waiting, known, assets = [start], {start}, {"icon.svg": None}
    if alone:
        site.file(SiteAddress("/"))
        yield SiteFile(path="index.html", data=_leads_to(site.file(start)))
    while waiting:
        address = waiting.pop(0)
        path = site.file(address)
        answer = await _ask(app, address, language)
        if answer.status in _REDIRECTS:
            target = site.page(answer.location)
            if target is None:
                raise InternalError(f"{address} leads out of the site, to {answer.location}")
            found = [target]
            yield SiteFile(path=path, data=_leads_to(relative(site.file(target), path)))
        elif answer.status != 200:
            raise InternalError(f"{address} answers with status {answer.status}")
        elif path.endswith(".html"):
            page = PageRewriter(site, path, script=_SCRIPT, icons=_symbol, server=server)
            yield SiteFile(path=path, data=page.rewritten(answer.body.decode()).encode())
            found = page.found
            assets |= dict.fromkeys(page.assets)
        else:
            found = []
            yield SiteFile(path=path, data=answer.body)
        fresh = [each for each in dict.fromkeys(found) if each not in known]
        known.update(fresh)
        waiting += fresh
    for each in shown:
        for file in _log_files(desk, each, site):
            yield file
    for asset in assets:
        yield SiteFile(path=f"static/{asset}", data=(FOLDER / asset).read_bytes())
    yield SiteFile(path=_SCRIPT, data=_script().encode())


def _log_files(desk: Desk, event: str, site: SiteMap) -> Iterator[SiteFile]:
    """The public log of an event as files, with the names that it has on a server and `.json`."""
    state = desk.state(event)
    if not last_public_entry(state):
        return
    folder = site.file(SiteAddress(f"/p/{event}")).rpartition("/")[0]
    index = log_index(desk, state).data
    yield SiteFile(path=f"{folder}/log.json", data=index)
    for each in json.loads(index)["pieces"]:
        piece, _ = log_piece(desk, state, each["piece"])
        yield SiteFile(path=f"{folder}/log/{each['piece']}.json", data=piece.data)


def _shown(desk: Desk, event: str) -> Iterator[str]:
    """The events that players see something of: one, a congress with its events, or all."""
    listed: list[str] = [each.id for each in desk.store.tournaments()]
    if event:
        own = [each.event for each in desk.state(event).tournament.congress.events]
        listed = [event, *(each for each in listed if each in own)]
    return (each for each in listed if is_public(desk, each))


def _with_parts(desk: Desk, events: tuple[str, ...]) -> Iterator[str]:
    """Each event with its stages."""
    for event in events:
        yield event
        yield from (stage_address(event, stage.id) for stage in desk.state(event).tournament.stages)


async def _ask(app: "FastAPI", address: SiteAddress, language: str) -> _Answer:
    """What the application answers to a visitor without rights."""
    messages: list[AsgiMessage] = []

    async def receive() -> "AsgiMessage":
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: "AsgiMessage") -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": address.path,
        "raw_path": address.path.encode(),
        "query_string": urlencode(address.query).encode(),
        "root_path": "",
        "headers": [(b"host", _HOST), (b"accept-language", language.encode())],
        "client": None,
        "server": (_HOST.decode(), 80),
    }
    await app(scope, receive, send)
    head = dict(messages[0]["headers"])
    location = urlsplit(head.get(b"location", b"").decode())
    return _Answer(
        status=messages[0]["status"],
        body=b"".join(message.get("body", b"") for message in messages[1:]),
        location=f"{location.path}?{location.query}" if location.query else location.path,
    )


def _leads_to(link: str) -> bytes:
    """A page that leads on to another."""
    to = escape(link)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Miai</title>'
        f'<meta http-equiv="refresh" content="0; url={to}"></head>'
        f'<body><a href="{to}">{to}</a></body></html>\n'
    ).encode()


def _symbol(name: str) -> str:
    """An icon as our file of icons has it."""
    icons = (FOLDER / "icons.svg").read_text(encoding="utf-8")
    found = re.search(rf'<symbol id="{re.escape(name)}".*?</symbol>', icons, re.DOTALL)
    return found[0] if found else ""


def _script() -> str:
    """Finding names in a list, as one plain script: browsers load no modules from the file system."""
    parts = [
        (FOLDER / "js" / name).read_text(encoding="utf-8")
        for name in ("logic/name_filter.js", "pages/public.js")
    ]
    lines = [line.removeprefix("export ") for part in parts for line in part.splitlines()]
    kept = [line for line in lines if not line.startswith("import ")]
    return "\n".join(["(() => {", *kept, "})();", ""])
