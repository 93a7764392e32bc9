"""Rating systems, one a file behind one protocol, and models of who wins."""

from miai.rating.aga import AgaRatings
from miai.rating.egf import Egf
from miai.rating.egf_classic import EgfClassic
from miai.rating.protocol import RatingSystem

SYSTEMS: dict[str, type[RatingSystem]] = {"egf": Egf, "egf-classic": EgfClassic, "aga": AgaRatings}

__all__ = ["SYSTEMS", "AgaRatings", "Egf", "EgfClassic", "RatingSystem"]
