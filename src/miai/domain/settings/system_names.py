"""What people call the tournament systems; each is defined with its name in `pairing`."""

from collections.abc import Mapping
from typing import Protocol

from miai.messages import Message, literal
from miai.plugins import TableAt


class NamedSystem(Protocol):
    """A system with its name."""

    @property
    def name(self) -> Message:
        """What people call it."""


SYSTEMS: Mapping[str, NamedSystem] = TableAt("miai.engine.pairing.registry:ALL_SYSTEMS")


def system_name(key: str) -> Message:
    """A system as people call it; one that nobody knows stands for itself."""
    return SYSTEMS[key].name if key in SYSTEMS else literal(key)
