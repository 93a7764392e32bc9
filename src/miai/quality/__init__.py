"""How good a draw is, and whether it keeps its promises."""

from miai.quality.aga_promises import judge_aga
from miai.quality.recount import Violation, check_standings, recount
from miai.quality.referee import judge

__all__ = ["Violation", "check_standings", "judge", "judge_aga", "recount"]
