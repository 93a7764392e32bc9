"""The parts that several of the players' pages have: the clock of the round, and the names looked for."""

from typing import Any

from starlette.responses import Response

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.features.public.view.public_parts import current_parts, public_parts
from miai.features.public.view.shown_now import projector_state
from miai.server.request_context import Visit


def render(visit: Visit, template: str, **values: Any) -> Response:
    """A page for players, with the clock of the round that is being played."""
    wall = projector_state(visit.tournament)
    if visit.tournament.stages and not wall.out:
        # The clock of a stage that is being played.
        walls = [part.wall for part in current_parts(public_parts(visit.desk, visit.state))]
        wall = next((each for each in walls if each.out), wall)
    return visit.render(template, state=visit.state, wall=wall, **values)


def matches(find: str, *players: Player) -> bool:
    """True if every word that was typed is in the name of one of the players."""
    words = plain_name(find).split()
    return any(all(word in plain_name(each.name) for word in words) for each in players)


def last_round_open(event: Tournament) -> bool:
    """True if players can see the pairings of the last round, and results of it are missing."""
    seen = {shown.number for shown in event.shown if shown.number >= event.settings.rounds}
    return any(
        not board.result.known for drawn in event.rounds if drawn.number in seen for board in drawn.boards
    )
