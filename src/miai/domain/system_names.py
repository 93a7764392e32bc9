"""What people call the tournament systems; each is defined with its name in `pairing`."""

from collections.abc import Mapping
from typing import Protocol

from miai.messages import Message
from miai.plugins import TableAt


class NamedSystem(Protocol):
    """A system with its name."""

    @property
    def name(self) -> Message:
        """What people call it."""


SYSTEMS: Mapping[str, NamedSystem] = TableAt("miai.pairing.registry:ALL_SYSTEMS")
