"""The tournament systems, each the frozen dataclass of its own settings."""

from miai.pairing.protocol import PairingSystem
from miai.pairing.systems.mcmahon import McMahon
from miai.pairing.systems.swiss import Swiss

SYSTEMS: dict[str, type[PairingSystem]] = {system.key: system for system in (McMahon, Swiss)}

__all__ = ["SYSTEMS", "McMahon", "Swiss"]
