"""Rounds of a schedule, drawn and explained by its plan."""

from dataclasses import replace

from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.tournament import Tournament
from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.schedules.protocol import Schedule
from miai.messages import Message

PLANNED = Message("its plan says who meets whom in every round")


def planned_draw(schedule: Schedule, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002
    """A round of a plan; where players settle the colours, only wanted games come with theirs."""
    draw = schedule.draw(tournament, round=round, seed=seed)
    if tournament.settings.pairing.colours is not ColourRule.NIGIRI:
        return draw
    wanted = {(game.white, game.black) for game in tournament.wishes.games if game.round == draw.round}
    boards = tuple(
        replace(board, colours_known=(board.white.id, board.black.id) in wanted) for board in draw.boards
    )
    return replace(draw, boards=boards)


def planned_round(
    schedule: Schedule, view: RoundView, seed: int, *, everybody_plays: bool = False
) -> RedrawnRound:
    """A round as the schedule's plan has it: nothing else is forbidden, and some may have no match."""

    def draw(seen: RoundView, seed: int) -> Draw:
        return planned_draw(schedule, seen.source.tournament, round=seen.round, seed=seed)

    return RedrawnRound(view, seed, draw=draw, how=PLANNED, bans=(), everybody_plays=everybody_plays)
