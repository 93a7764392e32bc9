"""Events of several stages: groups, finals, cups beside the main rounds, and the places over all of them.

>>> from miai import stages
>>> event = stages.with_groups(fresh, 2)
>>> event = stages.with_stage(event, "Final", sources=[("group-a", 1, 1), ("group-b", 1, 1)])
>>> [stage.event.name for stage in event.stages]
['Group A', 'Group B', 'Final']

What each name does: docs/how-to/use-miai-from-python.md.
"""

# ruff: noqa: PLC0414 - an alias tells type checkers that a name is offered

from typing import TYPE_CHECKING, Any

from miai._exports import exported_and_checked

if TYPE_CHECKING:
    from miai.features.stages.library_stages import games_of as games_of
    from miai.features.stages.library_stages import with_groups as with_groups
    from miai.features.stages.library_stages import with_losers_settled as with_losers_settled
    from miai.features.stages.library_stages import with_plan as with_plan
    from miai.features.stages.library_stages import with_play_off as with_play_off
    from miai.features.stages.library_stages import with_stage as with_stage
    from miai.features.stages.library_stages import with_stage_event as with_stage_event
    from miai.features.stages.library_stages import with_stage_filled as with_stage_filled
    from miai.features.stages.overall_standings import whole_standings as whole_standings
    from miai.features.stages.qualifying import Decisions as Decisions

_HOMES = {
    "Decisions": "miai.features.stages.qualifying",
    "games_of": "miai.features.stages.library_stages",
    "whole_standings": "miai.features.stages.overall_standings",
    "with_groups": "miai.features.stages.library_stages",
    "with_losers_settled": "miai.features.stages.library_stages",
    "with_plan": "miai.features.stages.library_stages",
    "with_play_off": "miai.features.stages.library_stages",
    "with_stage": "miai.features.stages.library_stages",
    "with_stage_event": "miai.features.stages.library_stages",
    "with_stage_filled": "miai.features.stages.library_stages",
}
__all__ = [*_HOMES]  # noqa: PLE0604 - the keys are names


def __getattr__(name: str) -> Any:
    return exported_and_checked(__name__, _HOMES, name)


def __dir__() -> list[str]:
    return sorted(__all__)
