"""Rating systems, one a file behind one protocol, and models of who wins."""

from typing import Any

from miai.engine.rating.aga import AgaRatings
from miai.engine.rating.egf import Egf
from miai.engine.rating.egf_classic import EgfClassic
from miai.engine.rating.protocol import NamedRatingSystem, RatingSystem
from miai.errors import InputError
from miai.messages import Message
from miai.plugins import Registry, demand_parts, plugged_class


def _of_plugin(key: str, value: Any) -> type[RatingSystem]:
    demand_parts(value, ("key", "rate", "performances"))
    if not isinstance(value, type) or getattr(value, "key", "") != key:
        raise InputError(Message("it is not a class whose key is '%(key)s'", key=key))
    return plugged_class("rating_systems", key, value, ("rate", "performances"))


OWN_SYSTEMS: dict[str, type[NamedRatingSystem]] = {"egf": Egf, "egf-classic": EgfClassic, "aga": AgaRatings}
SYSTEMS: Registry[type[RatingSystem]] = Registry("rating_systems", OWN_SYSTEMS, _of_plugin)

__all__ = ["OWN_SYSTEMS", "SYSTEMS", "AgaRatings", "Egf", "EgfClassic", "RatingSystem"]
