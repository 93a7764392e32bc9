"""A running server whose phones can follow; this machine itself stands for the network of the hall."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from kit.running_site import Running
from miai.server.phone_listener import listener
from miai.server.phone_listener.networks import Kind, Network

HALL = Network(address="127.0.0.2", kind=Kind.WI_FI, name="Hall")
CABLE = Network(address="127.0.0.4", kind=Kind.CABLE)


def in_a_hall(monkeypatch: pytest.MonkeyPatch, *networks: Network) -> None:
    """Let the machine be in networks of tests, and take a port that no other test has."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        monkeypatch.setattr(listener, "FIRST_PORT", found.getsockname()[1])
    monkeypatch.setattr(listener, "networks", lambda: networks or (HALL,))
    monkeypatch.setattr(listener, "_NETWORKS_LAST", 0.0)


@contextmanager
def phones_on(server: Running, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Switch phones on for a while, in a hall with two networks."""
    in_a_hall(monkeypatch, HALL, CABLE)
    server.app_state.phone_listener.turn_on()
    try:
        yield
    finally:
        server.app_state.phone_listener.turn_off()
