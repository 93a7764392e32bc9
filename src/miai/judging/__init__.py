"""How good a draw or a tournament is, and whether it keeps its promises."""

from miai.judging.aga_promises import judge_aga
from miai.judging.event import EventQuality, measure_event
from miai.judging.measures import MEASURES
from miai.judging.recount import Violation, check_standings, recount
from miai.judging.referee import judge

__all__ = [
    "MEASURES",
    "EventQuality",
    "Violation",
    "check_standings",
    "judge",
    "judge_aga",
    "measure_event",
    "recount",
]
