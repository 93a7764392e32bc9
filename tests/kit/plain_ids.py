"""Ids that tests can name: "p1" instead of "p1-kxfd"; and new events without a lot, drawn by seed 0."""

from miai.desk import live_state
from miai.domain.log.new_ids import new_origin
from miai.features.files import import_event
from miai.features.tournament import create_tournament

REAL_ORIGIN = new_origin


def make_plain_ids() -> None:
    """Give new desks no origin and new events no lot; tests of two machines or of seeds name them."""
    live_state.new_origin = lambda: ""  # type: ignore[attr-defined]
    for creating in (import_event, create_tournament):
        creating.new_lot = lambda: ""  # type: ignore[attr-defined]
