"""The JSON of `miai verify`."""

from typing import Any

from typing_extensions import TypedDict

from miai.app.draw.verify_draw import Verification


class VerificationJson(TypedDict):
    """What was found; what only the document of an event tells is null without it."""

    event: Any
    round: Any
    proof: str
    draw: str
    extra: int | None
    tables: list[int]
    pairs: int
    log_entries_since: int | None
    recomputed: list[str] | None
    left_out: dict[str, str] | None
    differences: list[str] | None


def verification_json(found: Verification) -> VerificationJson:
    """What was found of a draw, its costs and its log."""
    about, draw, costs = found.proof.about, found.draw, found.costs
    return {
        "event": about["event"],
        "round": about["round"],
        "proof": found.proof.hash,
        "draw": draw.kind,
        "extra": draw.extra,
        "tables": list(draw.tables),
        "pairs": draw.pairs,
        "log_entries_since": found.added,
        "recomputed": None if costs is None else list(costs.recomputed),
        "left_out": None if costs is None else dict(costs.left_out),
        "differences": None if costs is None else list(costs.differences),
    }
