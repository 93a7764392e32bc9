"""The address under which phones on the same network reach this machine."""

import socket
from dataclasses import dataclass

from miai.web.server.app_state import is_loopback
from miai.web.server.middleware import host_name
from miai.web.server.request_context import Visit

_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 - addresses to compare with, not to listen at


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """The first part of every public address; `reachable` says whether others can use it."""

    base: str
    reachable: bool

    @property
    def short(self) -> str:
        """The address without the scheme, as people type it."""
        return self.base.removeprefix("http://")


def public_address(visit: Visit) -> Address:
    """The address that the visitor used, unless it means only this machine itself."""
    request, serving = visit.request, visit.app_state.serving
    host = request.headers.get("host", "")
    if not is_loopback(host_name(request.headers)):
        return Address(base=f"{request.url.scheme}://{host}", reachable=True)
    if is_loopback(serving.host):
        return Address(base=f"http://{host}", reachable=False)
    own = _own_address() if serving.host in _EVERYWHERE else serving.host
    return Address(base=f"http://{own}:{serving.port}", reachable=True)


def _own_address() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
