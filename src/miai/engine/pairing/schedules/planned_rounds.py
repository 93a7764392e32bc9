"""Rounds of a schedule, drawn and explained by its plan."""

from miai.engine.pairing.analysis import RedrawnRound
from miai.engine.pairing.protocol import Draw, RoundView
from miai.engine.pairing.schedules.protocol import Schedule
from miai.messages import Message

PLANNED = Message("its plan says who meets whom in every round")


def planned_round(
    schedule: Schedule, view: RoundView, seed: int, *, everybody_plays: bool = False
) -> RedrawnRound:
    """A round as the schedule's plan has it: nothing else is forbidden, and some may have no match."""

    def draw(seen: RoundView, seed: int) -> Draw:
        return schedule.draw(seen.source.tournament, round=seen.round, seed=seed)

    return RedrawnRound(view, seed, draw=draw, how=PLANNED, bans=(), everybody_plays=everybody_plays)
