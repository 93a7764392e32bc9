"""How good a draw or a tournament is, and whether it keeps its promises."""

from miai.quality.aga_promises import judge_aga
from miai.quality.event import EventQuality, measure_event
from miai.quality.measures import MEASURES
from miai.quality.recount import Violation, check_standings, recount
from miai.quality.referee import judge

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
