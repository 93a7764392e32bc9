"""How good a draw or a tournament is, and whether it keeps its promises."""

from miai.engine.judging.aga_promises import judge_aga
from miai.engine.judging.event import EventQuality, measure_event
from miai.engine.judging.measures import MEASURES
from miai.engine.judging.referee import judge
from miai.engine.verify.recount import Violation, check_standings, recount

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
