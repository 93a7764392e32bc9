"""Miai pairs, runs and studies Go tournaments.

event = miai.read("event.xml")
table = miai.standings(event, after=3, criteria=["mms", "sosm"], unplayed="start")
teams = miai.team_standings(event, after=3, criteria=["teamp", "bdw"])
staged = miai.with_stage(miai.with_groups(event, 2), "Final", sources=[("group-a", 1, 2)])
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from miai.version import __version__ as __version__

if TYPE_CHECKING:
    from miai.app.draw.pair import pair as pair
    from miai.app.event.read import read as read
    from miai.app.library.matching import match as match
    from miai.app.stages.changed import with_groups as with_groups
    from miai.app.stages.changed import with_losers_settled as with_losers_settled
    from miai.app.stages.changed import with_stage as with_stage
    from miai.app.stages.changed import with_stage_event as with_stage_event
    from miai.app.stages.changed import with_stage_filled as with_stage_filled
    from miai.app.stages.whole import whole_standings as whole_standings
    from miai.domain.tournament import Tournament as Tournament
    from miai.errors import InputError as InputError
    from miai.errors import MiaiError as MiaiError
    from miai.errors import NoPairingError as NoPairingError
    from miai.errors import Problem as Problem
    from miai.scoring import standings as standings
    from miai.scoring import team_standings as team_standings

# Loaded on first use: reading a file must not load what only pairing needs. No package has the name of a
# function here, because it would take the function's place when it is loaded.
_HOMES = {
    "read": "miai.app.event.read",
    "standings": "miai.scoring",
    "team_standings": "miai.scoring",
    "match": "miai.app.library.matching",
    "pair": "miai.app.draw.pair",
    "with_groups": "miai.app.stages.changed",
    "with_stage": "miai.app.stages.changed",
    "with_stage_event": "miai.app.stages.changed",
    "with_stage_filled": "miai.app.stages.changed",
    "with_losers_settled": "miai.app.stages.changed",
    "whole_standings": "miai.app.stages.whole",
    "Tournament": "miai.domain.tournament",
    "InputError": "miai.errors",
    "MiaiError": "miai.errors",
    "NoPairingError": "miai.errors",
    "Problem": "miai.errors",
}
__all__ = [*_HOMES, "__version__"]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'miai' has no attribute '{name}'")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
