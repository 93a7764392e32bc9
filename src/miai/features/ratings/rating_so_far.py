"""What the published games so far would do to the players' ratings."""

from collections.abc import Mapping
from dataclasses import dataclass

from miai.domain.people.participants import with_participants_of_event
from miai.domain.people.player import PlayerId
from miai.domain.people.sides import has_sides
from miai.domain.settings.egf_class import class_of
from miai.domain.tournament import Tournament
from miai.engine.rating.protocol import Change
from miai.features.publish.published_event import published_event
from miai.features.ratings.rate import own_rating_system, rate


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingsSoFar:
    """The changes of all players by the rules of the event's federation; `class_key` is that of the EGF."""

    system: str
    class_key: str | None
    changes: Mapping[PlayerId, Change]


def ratings_so_far(tournament: Tournament) -> RatingsSoFar | None:
    """Rate the games that players can see, of the event and all its stages; None if it is not rated."""
    system = own_rating_system(tournament.settings)
    class_key = None if system == "aga" else class_of(tournament)
    if has_sides(tournament) or (system != "aga" and class_key is None):
        return None
    event = with_participants_of_event(published_event(tournament))
    changes = rate(event, system=system)
    return RatingsSoFar(
        system=system,
        class_key=class_key,
        changes={player.id: change for player, change in zip(event.players, changes, strict=True)},
    )
