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
from miai.engine.pairing.registry import abilities_of, schedule_of
from miai.errors import InputError
from miai.features.tournament.create_tournament import usual_criteria, usual_rounds
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
    """The rules of the event with another system; prizes and fees stay with the event."""
    plain = Settings()
    return replace(
        event.settings,
        system=system,
        rounds=rounds or rounds_for(system, players) or usual_rounds(system),
        criteria=_criteria(event.settings, system, carry_over),
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


def _criteria(main: Settings, system: str, carry_over: CarryOver) -> tuple[str, ...]:
    if carry_over is not CarryOver.NOTHING:
        return _TABLE_WITH_CARRIED if system in ALL_PLAY_ALL else _WITH_CARRIED
    return main.criteria if main.system == system else usual_criteria(system)
