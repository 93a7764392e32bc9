"""Rating systems, one a file behind one protocol, and models of who wins."""

from miai.rating.aga import Aga
from miai.rating.egf import Egf
from miai.rating.egf_classic import EgfClassic
from miai.rating.protocol import RatingSystem

SYSTEMS: dict[str, type[RatingSystem]] = {"egf": Egf, "egf-classic": EgfClassic, "aga": Aga}

__all__ = ["SYSTEMS", "Aga", "Egf", "EgfClassic", "RatingSystem"]
