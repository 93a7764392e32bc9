"""Ids that tests can name: "p1" instead of "p1-kxfd"."""

from miai.desk import live_state
from miai.domain.log.new_ids import new_origin

REAL_ORIGIN = new_origin


def make_plain_ids() -> None:
    """Give new desks no origin; a test about two machines names the origin of each."""
    live_state.new_origin = lambda: ""  # type: ignore[attr-defined]
