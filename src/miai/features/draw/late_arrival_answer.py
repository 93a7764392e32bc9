"""What is told of players who arrive after the draw."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Field, Shape, many
from miai.features.draw.late_arrival import LateOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class LateOffers:
    """What can be done for a player in a round."""

    round: int
    offers: Sequence[LateOffer]


_OFFER: Shape[LateOffer] = Shape(
    "LateOffer",
    "A way to let a player in late; `key` identifies the games that it makes.",
    (
        Field("choice", str),
        Field("key", str),
        Field("title", str),
        Field("effect", str),
        Field("known", list[str]),
        Field("tables", list[int]),
        Field("games", list[str]),
    ),
)
LATE_OFFERS: Shape[LateOffers] = Shape(
    "LateOffers",
    "What can be done for a player who arrives after the draw, the least disturbance first.",
    (Field("round", int), Field("offers", many(_OFFER))),
)
