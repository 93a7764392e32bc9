"""What players see now, for the page of the director: the last lines of what is published, and the wall."""

from dataclasses import dataclass

from miai.desk.live_state import Desk, State
from miai.features.draw.view.pairings import PlayerSeat, by_name
from miai.features.public.view.shown_now import ProjectorState, projector_state
from miai.features.publish.publish_round import Publication, publication
from miai.features.publish.view.published_items import pairings_shown_at
from miai.features.standings.since_published import table_since

# Names in the picture of the projector.
_NAMES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownPairings:
    """The pairings of the round that was drawn last: what players see of them, and since when."""

    number: int
    publication: Publication
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownTable:
    """The last standings that players see: after which round, since when, and if they have changed."""

    after: int
    at: str
    changed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownNow:
    """All of it; `seats` are the first of the names on the wall."""

    pairings: ShownPairings | None
    table: ShownTable | None
    wall: ProjectorState
    seats: tuple[PlayerSeat, ...]


def shown_now(desk: Desk, state: State) -> ShownNow:
    """What players see of an event or a stage now."""
    event, wall = state.tournament, projector_state(state.tournament)
    number = max((drawn.number for drawn in event.rounds), default=0)
    after = wall.table_after
    since = table_since(desk, state, after) if after is not None else None
    return ShownNow(
        pairings=ShownPairings(
            number=number, publication=publication(event, number), at=pairings_shown_at(state, number)
        )
        if number
        else None,
        table=ShownTable(after=after, at=since.at, changed=since.older)
        if after is not None and since is not None
        else None,
        wall=wall,
        seats=tuple(by_name(event, wall.drawn)[:_NAMES]) if wall.drawn else (),
    )
