"""Permissions: the role that a page demands, and the token that a form must carry."""

from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request
from starlette.datastructures import FormData

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
    token = request.headers.get("x-csrf-token") or _text(await request.form(), "csrf")
    if not request.state.session.knows(token):
        raise Stale


def demand_role(role: Role) -> Callable[[Request], Awaitable[None]]:
    """Accept only visitors who may see the page."""

    async def demand(request: Request) -> None:
        if request.state.role < role:
            raise NotAllowed

    return demand


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""
