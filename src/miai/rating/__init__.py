"""Rating systems, one a file behind one protocol, and models of who wins."""

from miai.domain.settings import ClassicRating
from miai.rating.aga import AgaRatings
from miai.rating.egf import Egf
from miai.rating.egf_classic import EgfClassic, classic_system
from miai.rating.protocol import RatingSystem

SYSTEMS: dict[str, type[RatingSystem]] = {"egf": Egf, "egf-classic": EgfClassic, "aga": AgaRatings}

__all__ = ["SYSTEMS", "AgaRatings", "Egf", "EgfClassic", "RatingSystem", "rating_system"]


def rating_system(key: str, constants: ClassicRating) -> RatingSystem:
    """The rating system of that key; the old rating of the EGF takes a tournament's own constants."""
    return classic_system(constants) if key == EgfClassic.key else SYSTEMS[key]()
