"""Sends webhooks in the background, never to addresses inside our own network unless that is wanted."""

import asyncio
import http.client
import logging
import secrets
import socket
import ssl
from contextlib import closing, suppress
from datetime import timedelta
from functools import partial
from ipaddress import ip_address
from urllib.parse import urlsplit

from miai.desk.live_state import Desk
from miai.errors import InputError
from miai.features.programs.webhooks import Delivery, Send, deliver
from miai.store.times import current_time

log = logging.getLogger("miai.web")
_TIMEOUT = 10.0
# New entries of other processes, and webhooks that were just added, are found so often.
LOOK_EVERY = 2.0


class WebhookSender:
    """Tells all addresses of new entries, one task for each; lives on the server's event loop."""

    def __init__(self, desk: Desk, *, send: Send) -> None:
        self._desk, self._send = desk, send
        self._name = secrets.token_hex(6)
        self._busy: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Look for what has to be sent as long as the application runs."""
        try:
            while True:
                with suppress(InputError):
                    await self.look()
                await asyncio.sleep(LOOK_EVERY)
        finally:
            for task in self._busy.values():
                task.cancel()

    async def look(self) -> None:
        """Begin to send what is to be sent and is not being sent already."""
        for webhook in await asyncio.to_thread(self._waiting):
            if webhook not in self._busy:
                task = asyncio.create_task(self._deliver(webhook))
                self._busy[webhook] = task
                task.add_done_callback(partial(self._sent, webhook))

    def _sent(self, webhook: str, _: asyncio.Task[None]) -> None:
        self._busy.pop(webhook, None)

    def _waiting(self) -> list[str]:
        if self._desk.store.standing() is not None:
            # The leader tells them.
            return []
        found, now = [], current_time()
        for webhook in self._desk.store.webhooks.all():
            if webhook.dead or webhook.next_try_at > now:
                continue
            with suppress(InputError):
                if self._desk.store.head(webhook.tournament).version > webhook.delivered:
                    found.append(webhook.id)
        return found

    async def _deliver(self, webhook: str) -> None:
        """Send what one address has not got, with pauses after failures."""
        pause: timedelta | None = timedelta()
        while pause is not None:
            # A long pause is left to the next look, which also sees that somebody asks to try again.
            if pause.total_seconds() > LOOK_EVERY:
                return
            await asyncio.sleep(pause.total_seconds())
            try:
                pause = await asyncio.to_thread(
                    deliver, self._desk, webhook, sender=self._name, send=self._send
                )
            except InputError:
                return
            except Exception:
                log.exception("a webhook could not be sent")
                return


def sender_to(*, private: bool) -> Send:
    """Sends deliveries over the network; to private addresses only if that is wanted."""

    def send(delivery: Delivery) -> str:
        try:
            return _post(delivery, private=private)
        except (OSError, http.client.HTTPException, ValueError) as error:
            return f"{type(error).__name__}: {error}"

    return send


def _post(delivery: Delivery, *, private: bool) -> str:
    parts = urlsplit(delivery.url)
    host, secure = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if secure else 80)
    address = _address_of(host, port, private=private)
    if address is None:
        return "this address is inside the network of the server: it is not told"
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    with closing(_Connection(host, port, address=address, secure=secure)) as connection:
        headers = {**delivery.headers, "User-Agent": "Miai", "Connection": "close"}
        connection.request("POST", path, body=delivery.body, headers=headers)
        response = connection.getresponse()
        response.read(1000)
    return "" if 200 <= response.status < 300 else f"it answered with status {response.status}"


def _address_of(host: str, port: int, *, private: bool) -> str | None:
    """The address of a host; None where one of its addresses is private and that is not wanted."""
    found = [str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]
    if not private and not all(ip_address(each.partition("%")[0]).is_global for each in found):
        return None
    return found[0] if found else None


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was looked up and checked before; the name could lead elsewhere now."""

    def __init__(self, host: str, port: int, *, address: str, secure: bool) -> None:
        super().__init__(host, port, timeout=_TIMEOUT)
        self._address, self._secure = address, secure

    def connect(self) -> None:
        """Connect, with the certificate of the name."""
        self.sock = socket.create_connection((self._address, self.port), _TIMEOUT)
        if self._secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self.host)
