"""Schedules: whole plans that results advance, each the frozen dataclass of its own settings."""

from miai.engine.pairing.schedules.bracket import Bracket, Match, advance
from miai.engine.pairing.schedules.double_elimination import DoubleElimination
from miai.engine.pairing.schedules.knockout import Knockout
from miai.engine.pairing.schedules.placing import placing
from miai.engine.pairing.schedules.protocol import Schedule
from miai.engine.pairing.schedules.round_robin import RoundRobin
from miai.engine.pairing.schedules.split_and_cycle import SplitAndCycle

__all__ = [
    "Bracket",
    "DoubleElimination",
    "Knockout",
    "Match",
    "RoundRobin",
    "Schedule",
    "SplitAndCycle",
    "advance",
    "placing",
]
