"""The networks that this machine is in, and its address in each; nothing is sent to find them."""

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from ipaddress import ip_address
from pathlib import Path

if sys.platform != "win32":
    import fcntl

_INTERFACES = Path("/sys/class/net")
# The requests of the system for the address, the mode and the name of a Wi-Fi of an interface.
_ADDRESS = 0x8915 if sys.platform == "linux" else 0xC0206921
_MODE, _NAME = 0x8B07, 0x8B1B
_SHARES = 3
_LONGEST_NAME = 32
# Interfaces of virtual machines, containers and tunnels: no phone is behind them.
_INSIDE = (
    "docker", "br-", "veth", "virbr", "vbox", "vmnet", "vmenet", "lxc", "lxd", "cni", "flannel", "podman",
    "tun", "tap", "wg", "tailscale", "zt", "utun", "ppp", "ifb", "dummy",
)  # fmt: skip
# The addresses that Windows and macOS give a machine that shares its connection.
_SHARED = ("192.168.137.1", "192.168.2.1", "10.42.0.1", "172.20.10.1")


class Kind(Enum):
    """The kinds of networks that people tell apart."""

    HOT_SPOT = "hot-spot"
    WI_FI = "Wi-Fi"
    CABLE = "cable"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Network:
    """A network: the address of this machine in it, and its name if it is a Wi-Fi that says it."""

    address: str
    kind: Kind = Kind.OTHER
    name: str = ""

    @property
    def in_address(self) -> str:
        """The address as it stands in the address of a page."""
        return f"[{self.address}]" if ":" in self.address else self.address


def networks() -> tuple[Network, ...]:
    """All networks of this machine, that of the way to the internet first; IPv6 only without any other."""
    found = {each.address: each for each in _of_interfaces()}
    first = probed()
    for address in (first, *_named()):
        if address and _is_usable(address):
            found.setdefault(address, Network(address=address, kind=_kind_of(address)))
    known = sorted(found.values(), key=lambda each: each.address != first)
    if known:
        return tuple(known)
    return tuple(Network(address=each) for each in dict.fromkeys(_of_ipv6()))


def probed(family: socket.AddressFamily = socket.AF_INET, towards: str = "192.0.2.1") -> str:
    """The address on the way to the internet; empty if there is no way."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((towards, 9))
        return str(probe.getsockname()[0])
    return ""


def _named() -> list[str]:
    try:
        return socket.gethostbyname_ex(socket.gethostname())[2]
    except OSError:
        return []


def _of_ipv6() -> Iterator[str]:
    if (first := probed(socket.AF_INET6, "2001:db8::1")) and _is_usable(first):
        yield first
    with suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET6):
            if _is_usable(found := str(address[0])):
                yield found


def _is_usable(address: str) -> bool:
    """True for an address that a phone can type: not this machine itself, nor one that needs an interface."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return not (known.is_loopback or known.is_link_local or known.is_unspecified)


def _of_interfaces() -> Iterator[Network]:
    """The networks as the system lists them; Windows is asked by the name of the machine instead."""
    if sys.platform == "win32":
        return
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        for _, interface in socket.if_nameindex():
            address = _address_of(line, interface)
            if address and _is_usable(address) and not interface.startswith(_INSIDE):
                kind, name = _wi_fi(line, interface) if _has_radio(interface) else (None, "")
                yield Network(address=address, kind=kind or _kind_of(address, interface), name=name)


def _address_of(line: socket.socket, interface: str) -> str:
    if sys.platform != "win32":
        with suppress(OSError):
            asked = struct.pack("256s", interface.encode()[:15])
            return socket.inet_ntoa(fcntl.ioctl(line.fileno(), _ADDRESS, asked)[20:24])
    return ""


def _has_radio(interface: str) -> bool:
    return (_INTERFACES / interface / "wireless").exists()


def _wi_fi(line: socket.socket, interface: str) -> tuple[Kind, str]:
    """The kind of a Wi-Fi, and its name if the system tells it."""
    kind, name = Kind.WI_FI, ""
    if sys.platform == "linux":
        import array  # noqa: PLC0415 - only for this request

        with suppress(OSError):
            mode = fcntl.ioctl(line.fileno(), _MODE, struct.pack("16sI12x", interface.encode()[:15], 0))
            if struct.unpack_from("I", mode, 16)[0] == _SHARES:
                kind = Kind.HOT_SPOT
        with suppress(OSError):
            room = array.array("B", bytes(_LONGEST_NAME + 1))
            where, _ = room.buffer_info()
            asked = struct.pack("16sPHH", interface.encode()[:15], where, _LONGEST_NAME + 1, 0)
            fcntl.ioctl(line.fileno(), _NAME, asked.ljust(40, b"\0"))
            name = room.tobytes().rstrip(b"\0").decode(errors="replace")
    return kind, name


def _kind_of(address: str, interface: str = "") -> Kind:
    if address in _SHARED or interface.startswith("bridge"):
        return Kind.HOT_SPOT
    return Kind.CABLE if interface.startswith(("eth", "enp", "eno", "ens", "enx")) else Kind.OTHER
