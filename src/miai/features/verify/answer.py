"""What is told of a draw that was verified."""

from typing import Any

from miai.answers import Answer, Field, Shape
from miai.features.verify.verify_draw import Verification

_VERIFICATION: Shape[Verification] = Shape(
    "Verification",
    "What was found; what only the document of an event tells is null without it.",
    (
        Field("event", Any, lambda found: found.proof.about["event"]),
        Field("round", Any, lambda found: found.proof.about["round"]),
        Field("proof", str, lambda found: found.proof.hash),
        Field("draw", str, lambda found: found.draw.kind),
        Field("extra", int | None, lambda found: found.draw.extra),
        Field("tables", list[int], lambda found: found.draw.tables),
        Field("pairs", int, lambda found: found.draw.pairs),
        Field("log_entries_since", int | None, lambda found: found.added),
        Field("recomputed", list[str] | None, lambda found: found.costs and found.costs.recomputed),
        Field("left_out", dict[str, str] | None, lambda found: found.costs and dict(found.costs.left_out)),
        Field("differences", list[str] | None, lambda found: found.costs and found.costs.differences),
    ),
)
VERIFICATION = Answer(question="verify", whole=_VERIFICATION)
