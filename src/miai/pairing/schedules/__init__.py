"""Schedules: whole plans that results advance, each the frozen dataclass of its own settings."""

from miai.pairing.schedules.bracket import Bracket, Match, advance
from miai.pairing.schedules.double_elimination import DoubleElimination
from miai.pairing.schedules.knockout import Knockout
from miai.pairing.schedules.placing import placing
from miai.pairing.schedules.protocol import Schedule
from miai.pairing.schedules.round_robin import RoundRobin
from miai.pairing.schedules.split_and_cycle import SplitAndCycle

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
