"""The networks of this machine, which the director chooses from."""

import socket
import sys
from collections.abc import Iterator
from ipaddress import ip_address

import pytest

from miai.server import addresses
from miai.server.phone_listener import networks as found
from miai.server.phone_listener.networks import Kind, Network, networks


def test_no_address_means_this_machine_alone() -> None:
    for each in networks():
        known = ip_address(each.address)
        assert not (known.is_loopback or known.is_link_local or known.is_unspecified)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[Network] | str]:
    """A machine whose networks a test sets."""
    about: dict[str, list[Network] | str] = {"interfaces": [], "way out": "", "ipv6": []}

    def interfaces() -> Iterator[Network]:
        yield from about["interfaces"]  # type: ignore[misc] # a list here

    def ipv6() -> Iterator[str]:
        yield from (each.address for each in about["ipv6"] if isinstance(each, Network))

    monkeypatch.setattr(found, "_of_interfaces", interfaces)
    monkeypatch.setattr(found, "_of_ipv6", ipv6)
    monkeypatch.setattr(found, "_named", lambda: ["127.0.1.1"])
    monkeypatch.setattr(found, "probed", lambda *_: about["way out"])
    return about


def test_the_network_of_the_way_to_the_internet_is_first(machine: dict[str, list[Network] | str]) -> None:
    spot, cable = Network(address="10.42.0.1", kind=Kind.HOT_SPOT), Network(address="10.0.0.9")
    machine |= {"interfaces": [spot, cable], "way out": "10.0.0.9"}
    assert networks() == (cable, spot)
    assert addresses.own_addresses() == ("10.0.0.9", "10.42.0.1")


def test_ipv6_is_only_offered_if_there_is_nothing_else(machine: dict[str, list[Network] | str]) -> None:
    machine["ipv6"] = [Network(address="fd00::2")]
    assert [each.in_address for each in networks()] == ["[fd00::2]"]
    machine["interfaces"] = [Network(address="10.0.0.9")]
    assert [each.address for each in networks()] == ["10.0.0.9"]


def test_a_machine_in_no_network_has_none(machine: dict[str, list[Network] | str]) -> None:
    del machine
    assert networks() == ()


def test_the_address_that_a_shared_connection_gives_is_a_hot_spot(
    machine: dict[str, list[Network] | str],
) -> None:
    machine["way out"] = "192.168.137.1"
    assert networks() == (Network(address="192.168.137.1", kind=Kind.HOT_SPOT),)


@pytest.mark.skipif(sys.platform != "linux", reason="only there the test knows the names")
@pytest.mark.parametrize("name", ["docker0", "veth12", "virbr0", "tun0", "wg0"])
def test_networks_inside_the_machine_are_left_out(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(socket, "if_nameindex", lambda: [(1, name), (2, "eth0")])
    monkeypatch.setattr(
        found, "_address_of", lambda _line, interface: {"eth0": "10.0.0.9"}.get(interface, "172.17.0.1")
    )
    monkeypatch.setattr(found, "probed", lambda *_: "10.0.0.9")
    monkeypatch.setattr(found, "_named", list)
    assert [each.address for each in networks()] == ["10.0.0.9"]
