"""The answer on published standings: when they were published, and what has changed since."""

from typing import Any

from miai.answers import Field, Shape, many
from miai.features.standings.shown_lines import Move
from miai.features.standings.since_published import Change, SincePublished

_CHANGE: Shape[Change] = Shape(
    "ChangeSince",
    "A kind of change, with the players or teams whose lines show it.",
    (Field("kind", str, lambda change: change.kind.value), Field("names", list[str])),
)
_PLACE: Shape[Move[Any]] = Shape(
    "PlaceSince",
    "A place in the published standings, and the place now.",
    (Field("id", str), Field("name", str), Field("before", int | None), Field("after", int | None)),
)
SINCE: Shape[SincePublished] = Shape(
    "SincePublished",
    "The publication of a table, and what has changed since. `older`: it would be published in another way"
    " now. `waits`: players see the criteria of the publication, and others count now.",
    (
        Field("at", str),
        Field("final", bool),
        Field("criteria", list[str]),
        Field("older", bool),
        Field("waits", bool),
        Field("changes", many(_CHANGE)),
        Field("places", many(_PLACE)),
        Field("leaders_before", list[str]),
        Field("leaders", list[str]),
    ),
)
