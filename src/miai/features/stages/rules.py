"""The rules that a new stage starts with, and how many rounds its field needs."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.people.player import Player
from miai.domain.people.team import TeamRules
from miai.domain.settings.conditions import ALL_PLAY_ALL
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.system_names import system_name
from miai.domain.stages import CarryOver, Qualification, StagePlan
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import abilities_of, rules_of, schedule_of
from miai.engine.pairing.system_rules import with_system
from miai.errors import InputError
from miai.messages import Message

# Criteria that begin with the score, which holds what was carried over.
_WITH_CARRIED = ("mms", "sosm", "sodosm")
_TABLE_WITH_CARRIED = ("mms", "sodosm", "dc")
# Systems whose number of rounds follows from the field alone.
_ROUNDS_OF_FIELD = frozenset(("round_robin", "knockout", "double_elimination"))


def is_elimination(system: str) -> bool:
    """Whether losers go out, so that seeds matter and scores do not."""
    abilities = abilities_of(system)
    return abilities.plans_rounds and not abilities.everybody_plays_on


def stage_settings(
    event: Tournament,
    *,
    system: str,
    rounds: int | None = None,
    carry_over: CarryOver = CarryOver.NOTHING,
    players: Sequence[Player] = (),
) -> Settings:
    """The rules of the event, with those that another system brings; prizes and fees stay with the event.

    The places before it seed the players of a stage, so its bracket is not drawn by lot.
    """
    plain, main = Settings(), event.settings
    own = main if main.system == system else with_system(main, system)
    return replace(
        own,
        rounds=rounds or rounds_for(system, players) or rules_of(system).rounds,
        criteria=_criteria(own, carry_over),
        pairing=main.pairing,
        prizes=plain.prizes,
        fees=plain.fees,
        teams=TeamRules(),
    )


def rounds_for(system: str, players: Sequence[Player]) -> int | None:
    """The number of rounds that a field needs, where the system alone says so."""
    if system not in _ROUNDS_OF_FIELD or len(players) < 2:
        return None
    return schedule_of(system).plan(players, 0).rounds


def phase_after(event: Tournament, sources: Sequence[Qualification]) -> int:
    """The phase of a stage that follows those it is filled from."""
    phases = {stage.id: stage.plan.phase for stage in event.stages}
    return 1 + max((phases.get(source.stage, 0) for source in sources), default=0)


def demand_plan_fits(plan: StagePlan, settings: Settings) -> None:
    """Refuse a plan that the system of the stage cannot keep."""
    if plan.carry_over is CarryOver.NOTHING:
        return
    system = system_name(settings.system)
    if is_elimination(settings.system):
        raise InputError(
            Message("%(system)s has no scores: nothing can be carried over into it", system=system)
        )
    if settings.by_wins and settings.system not in ALL_PLAY_ALL:
        raise InputError(
            Message(
                "%(system)s pairs by wins only: choose McMahon for a stage with scores carried over",
                system=system,
            )
        )
    if "mms" not in settings.criteria[:1]:
        raise InputError(
            Message("scores are carried over, so the first criterion of the stage has to be the score (MMS)")
        )


def _criteria(own: Settings, carry_over: CarryOver) -> tuple[str, ...]:
    if carry_over is not CarryOver.NOTHING and own.criteria[:1] != _WITH_CARRIED[:1]:
        return _TABLE_WITH_CARRIED if own.system in ALL_PLAY_ALL else _WITH_CARRIED
    return own.criteria
