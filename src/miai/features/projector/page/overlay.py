"""The overlay for streams: one board, or the standings as a ticker, over the picture of a video program."""

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from miai.domain.people.player import Player
from miai.domain.rounds.game import Colour
from miai.features.draw.view.pairings import terms
from miai.features.public.view.shown_now import projector_state
from miai.features.standings.standings_view import (
    published_standings,
)
from miai.server.form_fields import AddressNumber
from miai.server.page import Page
from miai.server.request_context import Here, Visit
from miai.server.roles import Role

page = Page("overlay", need=Role.PUBLIC, phones=True)

# The most lines of the standings that pass by; a viewer waits for no more.
_MOST_LINES = 64
# How long each line of the ticker is on the screen.
_SECONDS_A_LINE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class OverlaySide:
    """A player of the board with the place and the points of the last published standings."""

    player: Player
    colour: str
    place: str = ""
    points: object = None


@page.get("/p/{id}/overlay")
def show(visit: Here, table: AddressNumber = 1, show: str = "board", size: AddressNumber = 100) -> Response:
    """What lies over the picture; its background is transparent."""
    chosen = "standings" if show == "standings" else "board"
    values = _standings(visit) if chosen == "standings" else _board(visit, table)
    return visit.render(
        "projector/overlay.html", chosen=chosen, size=min(max(size, 50), 300), table_number=table, **values
    )


def _board(visit: Visit, number: int) -> dict[str, Any]:
    """The game at a table of the last published round."""
    event = visit.tournament
    wall = projector_state(event)
    board = wall.drawn.board_at(number) if wall.drawn else None
    if board is None:
        return {"wall": wall, "board": None}
    after = wall.table_after
    lines = (
        {line.player.id: line for line in published_standings(visit.desk, visit.state, after=after).rows}
        if after is not None
        else {}
    )
    sides = [
        OverlaySide(
            player=event.player(player),
            colour=colour if board.colours_known else "",
            place=str(lines[player].place) if player in lines else "",
            points=next(iter(lines[player].values.values()), None) if player in lines else None,
        )
        for player, colour in ((board.white, "w"), (board.black, "b"))
    ]
    won = board.result.winner
    winner = None if won is None else board.white if won is Colour.WHITE else board.black
    return {
        "wall": wall,
        "board": board,
        "sides": sides,
        "terms": terms(board, event.settings),
        "winner": event.name_of(winner) if winner else "",
    }


def _standings(visit: Visit) -> dict[str, Any]:
    """The first lines of the last published standings."""
    wall = projector_state(visit.tournament)
    if wall.table_after is None:
        return {"wall": wall, "lines": [], "after": None, "seconds": 0}
    table = published_standings(visit.desk, visit.state, after=wall.table_after)
    lines = table.rows[:_MOST_LINES]
    return {
        "wall": wall,
        "lines": lines,
        "key": table.columns[0].key,
        "after": wall.table_after,
        "seconds": _SECONDS_A_LINE * len(lines),
    }
