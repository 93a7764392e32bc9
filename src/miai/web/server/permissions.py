"""Permissions: the role that a page demands, and the token that a form must carry."""

import hashlib
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import FormData

from miai.app.entry_once import current_entry
from miai.errors import MiaiError
from miai.web.server.roles import Role

_READING = frozenset(("GET", "HEAD", "OPTIONS"))


class NotAllowed(MiaiError):  # noqa: N818 - the page exists, but not for this visitor
    """The visitor's role does not allow the page."""


class Stale(MiaiError):  # noqa: N818 - nothing is wrong with what was entered
    """The form was not given to this browser, or too long ago."""


async def demand_token(request: Request) -> None:
    """Accept forms only from our own pages; those of other sites lack the token."""
    if request.method in _READING:
        return
    origin = request.headers.get("origin")
    if origin not in (None, "null") and urlsplit(origin or "").netloc != request.headers.get("host"):
        raise Stale
    sent = request.headers.get("x-csrf-token")
    token = sent or _text(await request.form(), "csrf")
    if not request.state.session.knows(token):
        raise Stale
    entry = current_entry()
    if entry and not sent and "x-requested-with" not in request.headers:
        entry.id = await _form_id(request)


async def _form_id(request: Request) -> str:
    """The id of a form that the browser itself sends: the same where a page is sent twice as it is.

    The token is another one each time a page is shown, so a double click counts once, and the same words on a
    page that was loaded again count again.
    """
    content = hashlib.sha256(f"{request.url.path}?{request.url.query}".encode())
    for name, value in (await request.form()).multi_items():
        content.update(f"\0{len(name)}\0{name}".encode())
        if isinstance(value, str):
            content.update(f"\0{len(value)}\0{value}".encode())
            continue
        content.update(f"\0{value.filename}\0{value.size}\0".encode())
        while part := await value.read(1 << 20):
            content.update(part)
        await value.seek(0)
    return f"form-{content.hexdigest()[:48]}"


def demand_role(role: Role) -> Callable[[Request], Awaitable[None]]:
    """Accept only visitors who may see the page."""

    async def demand(request: Request) -> None:
        if request.state.role < role:
            raise NotAllowed

    return demand


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""
