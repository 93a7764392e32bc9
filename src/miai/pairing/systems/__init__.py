"""The tournament systems, each the frozen dataclass of its own settings."""

from miai.pairing.systems.mcmahon import McMahon
from miai.pairing.systems.swiss import Swiss

SYSTEMS: dict[str, type[McMahon] | type[Swiss]] = {"mcmahon": McMahon, "swiss": Swiss}

__all__ = ["SYSTEMS", "McMahon", "Swiss"]
