"""Middleware: reads the session and the language of each request and adds headers to each response."""

import re
import secrets
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from miai.desk.asking import asking
from miai.desk.entry_once import entry_once
from miai.domain.numbers import whole_or_none
from miai.features.consequences.confirm import settle
from miai.formats.limits import LARGEST_FILE, too_large
from miai.server import second_laptop
from miai.server.accounts import Rights
from miai.server.app_state import AppState, is_loopback
from miai.server.sessions import LASTS, Session
from miai.server.words import preferred, speak, tell_sentence
from miai.store.protocol import SignIn

_ENTRY = re.compile(r"[0-9A-Za-z-]{16,64}")
_SENT_BY_PROXIES = (
    "forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto",
    "x-forwarded-port", "x-forwarded-server", "cf-connecting-ip", "true-client-ip",
)  # fmt: skip
# A form with the largest file that Miai reads, and its other fields.
LARGEST_BODY = LARGEST_FILE + 100_000
# The rest of a body of this size may as well arrive, so that the connection can be used again.
_SHORT = 1_000_000
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    # Tells our scripts that Miai answered, not a proxy in front of it.
    "X-Miai": "1",
}


class Middleware:
    """Reads the cookies before a page is made and adds the headers after it.

    On the pages `for_phones` everybody is a visitor, also those who signed in at the console.
    """

    def __init__(self, app: ASGIApp, app_state: AppState, *, for_phones: bool = False) -> None:
        self._app, self._app_state, self._for_phones = app, app_state, for_phones

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        kept = cookies(headers)
        speak(kept.get("miai_language") or preferred(headers.get("accept-language", "")))
        size = whole_or_none(headers.get("content-length", "")) or 0
        if size > LARGEST_BODY:
            await self._too_large(scope, size)(scope, receive, _closing(send))
            return
        session = Session.of(
            kept.get(cookie_name("session", headers)),
            self._app_state.signer,
            _nobody if self._for_phones else self._app_state.sign_ins.find,
        )
        rights = Rights(
            session=session, accounts=self._app_state.accounts, trusted=self._is_trusted(scope, headers)
        )
        scope.setdefault("state", {}).update(
            session=session, rights=rights, cookies=kept, for_phones=self._for_phones
        )
        await second_laptop.hear(self._app_state, headers)

        received = _Received(receive, long="transfer-encoding" in headers or size > _SHORT)

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                if scope["method"] == "POST":
                    await second_laptop.wait_for_copy(self._app_state, message)
                out = MutableHeaders(scope=message)
                if received.breaks_off:
                    # What was not read is not waited for.
                    out["Connection"] = "close"
                if csp := second_laptop.content_policy(self._app_state, _POLICY):
                    out.setdefault("Content-Security-Policy", csp)
                for name, value in HEADERS.items():
                    out.setdefault(name, value)
                out.setdefault("Cache-Control", "no-store")
                if session.changed:
                    out.append(
                        "Set-Cookie",
                        _session_cookie(session.cookie(), headers, scope["scheme"]),
                    )
            await send(message)

        with entry_once(_entry_id(scope, headers), session=session.id or None), asking(settle):
            await self._app(scope, received.next, answer)

    def _too_large(self, scope: Scope, size: int) -> Response:
        """What a body is answered that is too large to be read."""
        if scope["path"].startswith("/api/v1/"):
            from miai.server.api.problems import problem  # noqa: PLC0415 - it uses this module's neighbours

            base = self._app_state.base.path
            return problem(413, "too-large", str(too_large(size)), base=base, headers=HEADERS)
        return PlainTextResponse(tell_sentence(too_large(size)), status_code=413, headers=HEADERS)

    def _is_trusted(self, scope: Scope, headers: Headers) -> bool:
        """Whether the request comes from the director's own machine, and that is enough."""
        if self._for_phones:
            return False
        return self._app_state.trusts_this_machine and is_from_this_machine(scope, headers)


def _nobody(_session: str) -> SignIn | None:
    return None


def is_from_this_machine(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from a browser on this machine.

    Another site can point its own name at our address (DNS rebinding), so the host asked for must be ours;
    and a proxy on this machine forwards requests of others. A plain proxy may say nothing of it, but speaks
    HTTP 1.0, as no browser does.
    """
    client = scope.get("client")
    return (
        is_loopback(host_name(headers))
        and (client is None or is_loopback(client[0]))
        and scope.get("http_version") != "1.0"
        and not any(name in headers for name in _SENT_BY_PROXIES)
    )


def _entry_id(scope: Scope, headers: Headers) -> str | None:
    """The id that our script gives a form, the same each time it sends it; anything else gets a new one."""
    if scope["method"] != "POST":
        return None
    sent = headers.get("x-miai-entry", "")
    return sent if _ENTRY.fullmatch(sent) else secrets.token_hex(16)


def cookies(headers: Headers) -> dict[str, str]:
    """The cookies of a request; odd ones count as none."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(headers.get("cookie", "")).items()}
    except CookieError:
        return {}


def host_name(headers: Headers) -> str:
    """The host that was asked for, without its port."""
    host = headers.get("host", "")
    return host.partition("]")[0] + "]" if host.startswith("[") else host.partition(":")[0]


def cookie_name(kind: str, headers: Headers) -> str:
    """A cookie's name; ports of one machine share cookies, so each port has its own."""
    port = headers.get("host", "").rpartition(":")[2]
    return f"miai_{kind}_{'' if whole_or_none(port) is None else port}"


def _session_cookie(value: str, headers: Headers, scheme: str) -> str:
    secure = "; Secure" if scheme == "https" else ""
    name = cookie_name("session", headers)
    return f"{name}={value}; Path=/; Max-Age={LASTS}; HttpOnly; SameSite=Lax{secure}"


class _Received:
    """Reads a body only up to the limit, whatever length its sender announced."""

    def __init__(self, receive: Receive, *, long: bool) -> None:
        self._receive, self._long = receive, long
        self._size, self._ended = 0, False

    @property
    def breaks_off(self) -> bool:
        """Whether much of the body may not have been read when the answer begins."""
        return self._long and not self._ended

    async def next(self) -> Message:
        """The next part; refused as soon as the limit is passed, not at the end of the body."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        self._ended = not message.get("more_body")
        if self._size > LARGEST_BODY:
            self._ended = False
            raise HTTPException(413, tell_sentence(too_large(self._size)))
        return message


def _closing(send: Send) -> Send:
    """Close the connection after the answer: the rest of the body is not read."""

    async def close(message: Message) -> None:
        if message["type"] == "http.response.start":
            MutableHeaders(scope=message)["Connection"] = "close"
        await send(message)

    return close
