"""The address that phones reach, and that of the console: all pages, posters and codes take it from here."""

import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from miai.server.app_state import is_loopback
from miai.server.middleware import host_name
from miai.server.phone_listener.listener import Phones
from miai.server.phone_listener.networks import networks
from miai.server.request_context import Visit

_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - addresses to compare with, not to listen at


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The first part of every public address; `reachable` says whether others can use it.

    `fingerprint` is that of a certificate that browsers do not know, to be compared with what they show.
    """

    base: str
    reachable: bool
    fingerprint: str = ""

    @property
    def short(self) -> str:
        """The address as people type it; browsers add http:// themselves, but not always https://."""
        return self.base.removeprefix("http://")


def public_address(visit: Visit) -> Address:
    """The address that phones reach; without one, it is not reachable and has no beginning."""
    switch = visit.phone_switch
    if switch.base:
        return Address(base=f"{switch.base}{visit.base_path}", reachable=True, fingerprint=switch.fingerprint)
    if switch.phones is not Phones.ALREADY:
        return Address(base="", reachable=False)
    return console_address(visit)


def console_address(visit: Visit) -> Address:
    """The address of the whole server: the one that the visitor used, unless it means only this machine."""
    request, serving = visit.request, visit.app_state.serving
    host, below = request.headers.get("host", ""), visit.base_path
    fingerprint = serving.tls.fingerprint if serving.tls and serving.tls.self_signed else ""
    if not is_loopback(host_name(request.headers)):
        return Address(base=f"{request.url.scheme}://{host}{below}", reachable=True, fingerprint=fingerprint)
    if serving.at_home:
        return Address(base=f"{serving.scheme}://{host}{below}", reachable=False, fingerprint=fingerprint)
    own = address_in_network(serving.scheme, serving.host, serving.port, below)
    return Address(base=own, reachable=True, fingerprint=fingerprint)


def address_in_network(scheme: str, host: str, port: int, base_path: str) -> str:
    """Where other machines reach a server that listens at a host, without a slash at its end."""
    own = own_address() if host in _EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"{scheme}://{own}:{port}{base_path.rstrip('/')}"


def network_addresses(address: str, host: str) -> tuple[str, ...]:
    """What other machines type to reach a server; nothing where only this machine reaches it."""
    if host not in _EVERYWHERE:
        return () if is_loopback(host) else (address,)
    parts = urlsplit(address)
    return tuple(f"{parts.scheme}://{own}:{parts.port}{parts.path}" for own in own_addresses())


def served_hosts(host: str) -> tuple[str, ...]:
    """The names and addresses under which browsers reach a server, for its certificate."""
    own = own_address() if host in _EVERYWHERE else host
    return tuple(dict.fromkeys(("localhost", "127.0.0.1", "::1", own)))


def own_addresses() -> tuple[str, ...]:
    """This machine's addresses in all its networks, that of the way to the internet first."""
    return tuple(each.in_address for each in networks()) or (socket.gethostname(),)


def own_address() -> str:
    """This machine's address in its network, or its name if it is in none."""
    return own_addresses()[0]
