"""What is told of a result that would be corrected."""

from miai.answers import Field, Shape, many
from miai.domain.people.people_answers import PLAYER
from miai.features.results.correct_result import Correction, RowChange

_ROW: Shape[RowChange] = Shape(
    "MovedPlayer",
    "A player whose score or place would change.",
    (
        *PLAYER.of(lambda row: row.player),
        Field("score_before", float),
        Field("score_after", float),
        Field("place_before", int),
        Field("place_after", int),
    ),
)
CONSEQUENCES: Shape[Correction] = Shape(
    "Consequences",
    "What another result would change; `tiebreaks` says how many have other tie-breaks only, `confirm` is the"
    " mark that confirms exactly this.",
    (
        Field("scores", many(_ROW)),
        Field("places", many(_ROW)),
        Field("tiebreaks", int),
        Field("later_draws", list[int]),
        Field("published_after", list[int]),
        Field("confirm", str, lambda found: found.mark),
    ),
)
