"""Ratings inside an event, for systems that sort or pair by them round after round."""

from miai.domain.tournament import Tournament
from miai.engine.rating.egf import Egf
from miai.engine.rating.event import rated_event
from miai.engine.rating.protocol import RatingSystem


def ratings_after(
    tournament: Tournament, after: int, system: RatingSystem | None = None, *, class_key: str = "A"
) -> tuple[float, ...]:
    """Every player's rating as it stands after some rounds; all games so far count at once."""
    event = rated_event(tournament, after=after, class_key=class_key)
    return tuple(change.after for change in (system or Egf()).rate(event))
