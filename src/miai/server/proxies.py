"""What a proxy in front says of a request: who sent it, by which scheme, and to which host."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from miai.errors import InputError
from miai.messages import Message

# A proxy on this machine is believed unless others are named.
THIS_MACHINE = ("127.0.0.0/8", "::1")


class TrustedProxies:
    """The addresses whose X-Forwarded-For, -Proto and -Host are believed."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self._networks = tuple(map(_network, addresses))

    def __contains__(self, address: str) -> bool:
        try:
            found = ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._networks)

    def sender(self, forwarded: str, peer: str) -> str:
        """Who sent a request: the last address in the list that is not that of a proxy of ours."""
        listed = [each.strip() for each in forwarded.split(",") if each.strip()]
        return next((each for each in reversed(listed) if each not in self), listed[0] if listed else peer)


class Forwarded:
    """Believes what trusted proxies say of a request, and nobody else."""

    def __init__(self, app: ASGIApp, trusted: TrustedProxies) -> None:
        self._app, self._trusted = app, trusted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        client = scope.get("client")
        if scope["type"] == "http" and client and client[0] in self._trusted:
            scope = self._as_sent(scope, client)
        await self._app(scope, receive, send)

    def _as_sent(self, scope: Scope, client: tuple[str, int]) -> Scope:
        headers = Headers(scope=scope)
        changed = dict(scope)
        if forwarded := headers.get("x-forwarded-for"):
            changed["client"] = (self._trusted.sender(forwarded, client[0]), 0)
        if (scheme := headers.get("x-forwarded-proto", "")) in ("http", "https"):
            changed["scheme"] = scheme
        if host := headers.get("x-forwarded-host", "").rpartition(",")[2].strip():
            others = [(name, value) for name, value in scope["headers"] if name != b"host"]
            changed["headers"] = [*others, (b"host", host.encode("latin-1"))]
        return changed


def _network(address: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(address, strict=False)
    except ValueError:
        raise InputError(
            Message(
                "%(address)s is not the address of a proxy, such as 10.0.0.2 or 10.0.0.0/24", address=address
            )
        ) from None
