"""The systems that draw one round at a time, each the frozen dataclass of its own settings."""

from miai.pairing.system import RoundSystem
from miai.pairing.systems.accelrat import AccelRat
from miai.pairing.systems.aga import AgaMcMahon
from miai.pairing.systems.backtracking import Backtracking
from miai.pairing.systems.entropy import Entropy
from miai.pairing.systems.guided_random import GuidedRandom
from miai.pairing.systems.mcmahon import McMahon
from miai.pairing.systems.random_pairing import RandomPairing
from miai.pairing.systems.roommates import Roommates
from miai.pairing.systems.swiss import Swiss

BY_PRESET: dict[str, type[McMahon] | type[Swiss]] = {"mcmahon": McMahon, "swiss": Swiss}
SYSTEMS: dict[str, type[RoundSystem]] = {
    **BY_PRESET,
    "aga": AgaMcMahon,
    "accelrat": AccelRat,
    "guided_random": GuidedRandom,
    "backtracking": Backtracking,
    "entropy": Entropy,
    "random": RandomPairing,
    "roommates": Roommates,
}

__all__ = [
    "BY_PRESET",
    "SYSTEMS",
    "AccelRat",
    "AgaMcMahon",
    "Backtracking",
    "Entropy",
    "GuidedRandom",
    "McMahon",
    "RandomPairing",
    "Roommates",
    "Swiss",
]
