"""Permissions: the role that a page demands, and the token that a form must carry."""

import hashlib
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from fastapi import Request
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData

from miai.desk.asking import current_asking
from miai.desk.entry_once import current_entry
from miai.desk.live_state import event_and_stage
from miai.errors import MiaiError
from miai.server.accounts import Rights
from miai.server.roles import Role
from miai.store.write_permission import NotLeading

# The field of the question for a reason; other forms have a field "reason" of their own.
CONFIRM_REASON = "confirm_reason"
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
# What can be sent to a server although another one leads.
_WITHOUT_LEADING = ("/look", "/sign-in", "/sign-out", "/second-laptop")


class NotAllowed(MiaiError):  # noqa: N818 - the page exists, but not for this visitor
    """The visitor's role does not allow the page."""


class NotForCongress(MiaiError):  # noqa: N818 - the page exists, but not for a congress
    """The page shows nothing that a congress itself has: its events have it."""


class Stale(MiaiError):  # noqa: N818 - nothing is wrong with what was entered
    """The form was not given to this browser, or too long ago."""


class OtherOrigin(MiaiError):  # noqa: N818 - it may be the proxy's fault and not the visitor's
    """The form came from a page at another address than the one that the request names."""

    def __init__(self, origin: str, host: str) -> None:
        super().__init__(origin)
        self.origin, self.host = origin, host


class OfWholeEvent(MiaiError):  # noqa: N818 - the page exists, but in the event and not in its stages
    """The page belongs to the whole event; it was asked of one of its stages."""

    def __init__(self, path: str) -> None:
        super().__init__(path)
        self.path = path


async def demand_whole_event(request: Request) -> None:
    """Accept a page of the whole event only there."""
    asked = request.path_params.get("id", "")
    event, stage = event_and_stage(asked)
    if stage:
        raise OfWholeEvent(request.url.path.replace(f"/{asked}", f"/{event}", 1))


async def demand_token(request: Request) -> None:
    """Accept forms only from our own pages; those of other sites lack the token."""
    if request.method in _READING:
        return
    await _demand_leading(request)
    origin, host = request.headers.get("origin", "null"), request.headers.get("host", "")
    if origin != "null" and urlsplit(origin).netloc != host:
        raise OtherOrigin(origin, host)
    sent = request.headers.get("x-csrf-token")
    token = sent or _text(await request.form(), "csrf")
    if not request.state.session.knows(token):
        raise Stale
    asked = current_asking()
    if asked:
        form = await request.form()
        asked.confirmed, asked.reason = _text(form, "confirm"), _text(form, CONFIRM_REASON)
    entry = current_entry()
    if entry and not sent and "x-requested-with" not in request.headers:
        entry.id = getattr(request.state, "form_id", "") or await form_id(request)


async def _demand_leading(request: Request) -> None:
    """Refuse forms where another server leads, but for signing in and for taking over."""
    hall = request.app.state.app_state.hall
    if hall is None or request.url.path.startswith(_WITHOUT_LEADING):
        return
    standing = await run_in_threadpool(hall.store.standing)
    if standing is not None:
        raise NotLeading(standing)


async def form_id(request: Request) -> str:
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


def role_of(request: Request) -> Role:
    """The visitor's role in the tournament of the address, which a stage belongs to.

    Elsewhere it is the role on the pages of the server itself.
    """
    rights: Rights = request.state.rights
    return rights.role_in(request.path_params.get("id", ""))


def may(role: Role, need: Role, *, viewers: bool = False) -> bool:
    """Whether a role is enough for something that needs one; `viewers` may read it too."""
    return role >= need or (viewers and role is Role.VIEWER)


def demand_role(
    need: Role, *, viewers: bool = False, accounts: bool = False
) -> Callable[[Request], Awaitable[None]]:
    """Accept only visitors who may see the page; with `accounts` everybody who has one."""

    async def demand(request: Request) -> None:
        if may(role_of(request), need, viewers=viewers):
            return
        if not (accounts and request.state.rights.account):
            raise NotAllowed

    return demand


async def leave_asking() -> None:
    """Ask nothing: what players report of themselves is not about what was played."""
    asked = current_asking()
    if asked:
        asked.paused = True


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value if isinstance(value, str) else ""
