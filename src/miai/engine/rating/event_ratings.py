"""Ratings inside an event, for systems that sort or pair by them round after round."""

from miai.domain.event_games import PlayedRound
from miai.domain.tournament import Tournament
from miai.engine.rating.egf import Egf
from miai.engine.rating.event import rated_event
from miai.engine.rating.protocol import RatingSystem


def ratings_after(
    tournament: Tournament,
    rounds: tuple[PlayedRound, ...],
    system: RatingSystem | None = None,
    *,
    class_key: str = "A",
) -> tuple[float, ...]:
    """Every player's rating after some rounds of the event; all games of them count at the same time."""
    event = rated_event(tournament, rounds=rounds, class_key=class_key)
    changes = (system or Egf()).rate(event)
    return tuple(change.after for change in changes[: len(tournament.players)])
