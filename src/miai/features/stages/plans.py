"""Three ways to begin an event of several stages: each is three numbers, and opens all stages at once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated

from miai.desk.live_state import Desk, Saved, State
from miai.domain.bounds import RoundNumber, out_of_bounds
from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import apply_all
from miai.domain.numbers import Between
from miai.domain.people.participants import participants
from miai.domain.problems import demand_none
from miai.domain.settings.system_names import system_name
from miai.domain.stages import MAIN, Losers, Qualification, StagePlan, TieRule
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.settings.change_settings import demand_good_settings
from miai.features.stages.groups import groups_opened
from miai.features.stages.opening import NEW_STAGE, demand_can_have_stages, stage_opened, stage_removed
from miai.features.stages.rules import is_elimination, phase_after, stage_settings
from miai.messages import Message

# What is proposed for an event that nobody has entered yet.
_USUAL_GROUPS, _USUAL_ROUNDS, _USUAL_PLACES = 4, 5, 8
# A group is good with about so many players.
_GROUP_SIZE = 5
# A cup beside the main event is for the strongest third.
_IN_CUP = 3


class Way(Enum):
    """A way to begin: groups and then a cup, a qualifier and then a final, or a cup beside the main event."""

    GROUPS = "groups"
    QUALIFIER = "qualifier"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventPlan:
    """A way with its answers.

    `groups` and `each`, the number of players who go on from a group, are those of groups and a cup; `rounds`
    of the event itself and the `places` that enter the final or the cup are those of the other two ways.
    `ties` is the rule for players who share the last place that goes on.
    """

    way: Way = Way.GROUPS
    groups: Annotated[int, Between(2, 99)] = _USUAL_GROUPS
    each: Annotated[int, Between(1, 99)] = 2
    rounds: RoundNumber = _USUAL_ROUNDS
    places: Annotated[int, Between(2, 512)] = _USUAL_PLACES
    third_place: bool = True
    ties: TieRule = TieRule.DIRECTOR


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanNames:
    """The names of the stages that a plan opens; those that are not given are English."""

    groups: Sequence[str] = ()
    last: str = ""


def open_plan(
    desk: Desk, event_id: str, plan: EventPlan, *, by: str, names: PlanNames | None = None
) -> Saved:
    """Open all stages of a plan; they take the place of stages in which nothing is drawn."""

    def decide(state: State) -> list[events.Event]:
        return list(plan_opened(state.tournament, plan, ids=desk.new_ids(state), names=names))

    return desk.change(event_id, decide, by=by)


def proposed_plan(
    tournament: Tournament,
    way: Way = Way.GROUPS,
    *,
    groups: int | None = None,
    each: int | None = None,
    rounds: int | None = None,
    places: int | None = None,
    third_place: bool = True,
    ties: TieRule = TieRule.DIRECTOR,
) -> EventPlan:
    """The plan with values that fit the players who are entered, unless they are given."""
    field = len(participants(tournament))
    count = _proposed_groups(field) if groups is None else groups
    return EventPlan(
        way=way,
        groups=count,
        each=_proposed_from_each(field, count) if each is None else each,
        rounds=tournament.settings.rounds if rounds is None else rounds,
        places=_proposed_places(field, way) if places is None else places,
        third_place=third_place,
        ties=ties,
    )


def plan_opened(
    tournament: Tournament, plan: EventPlan, *, ids: NewIds, names: PlanNames | None = None
) -> Iterator[events.Change]:
    """The events that open all stages of a plan, after those that remove the stages before."""
    names = names or PlanNames()
    demand_can_have_stages(tournament)
    demand_none(Problem(what=each.fault, where=each.field) for each in out_of_bounds(plan))
    for stage in reversed(tournament.stages):
        if stage.event.rounds:
            raise InputError(
                Message(
                    "a round of %(stage)s is drawn: take it back before you choose another plan",
                    stage=stage.event.name,
                )
            )
        removed = tuple(stage_removed(tournament, stage.id))
        tournament = apply_all(tournament, removed)
        yield from removed
    match plan.way:
        case Way.GROUPS:
            yield from _groups_and_cup(tournament, plan, ids, names)
        case Way.QUALIFIER | Way.BESIDE:
            yield from _beside_or_after(tournament, plan, ids, names)


def _groups_and_cup(
    tournament: Tournament, plan: EventPlan, ids: NewIds, names: PlanNames
) -> Iterator[events.Change]:
    entered = len(participants(tournament))
    _demand_groups_fit(plan, entered)
    opened = tuple(
        groups_opened(tournament, count=plan.groups, names=names.groups, ids=ids, may_be_empty=True)
    )
    yield from opened
    tournament = apply_all(tournament, opened)
    sources = tuple(Qualification(stage=stage.id, last=plan.each) for stage in tournament.stages)
    yield from _cup_opened(tournament, plan, ids, names.last or "Cup", sources)


def _demand_groups_fit(plan: EventPlan, entered: int) -> None:
    smallest = entered // plan.groups
    if entered >= 2 * plan.groups and plan.each >= smallest:
        raise InputError(
            Message(
                "%(each)s cannot go on from each group: the smallest of %(groups)s groups has %(size)s"
                " players",
                each=plan.each,
                groups=plan.groups,
                size=smallest,
            )
        )


def _beside_or_after(
    tournament: Tournament, plan: EventPlan, ids: NewIds, names: PlanNames
) -> Iterator[events.Change]:
    """A cup beside the rounds of the event, or a final after them."""
    beside = plan.way is Way.BESIDE
    system = tournament.settings.system
    if is_elimination(system):
        raise InputError(
            Message(
                "in %(system)s losers are out, so that it cannot be the main event: choose McMahon or a"
                " Swiss in the settings",
                system=system_name(system),
            )
        )
    entered = len(participants(tournament))
    if entered >= 2 and plan.places > entered:
        raise InputError(
            Message("%(places)s cannot go on: %(players)s take part", places=plan.places, players=entered)
        )
    drawn = max((each.number for each in tournament.rounds), default=0)
    if plan.rounds < drawn:
        raise InputError(Message("round %(round)s is drawn already: take it back first", round=drawn))
    if beside and drawn:
        raise InputError(Message("the main event has begun: a cup beside it begins with its first round"))
    if plan.rounds != tournament.settings.rounds:
        settings = replace(tournament.settings, rounds=plan.rounds)
        demand_good_settings(settings)
        yield events.SettingsChanged(settings=settings)
    name = names.last or ("Cup" if beside else "Final")
    yield from _cup_opened(tournament, plan, ids, name, (Qualification(stage=MAIN, last=plan.places),))


def _cup_opened(
    tournament: Tournament, plan: EventPlan, ids: NewIds, name: str, sources: tuple[Qualification, ...]
) -> Iterator[events.Change]:
    """The knock-out at the end of a plan, without players: they are known later."""
    beside = plan.way is Way.BESIDE
    wanted = sum(source.last - source.first + 1 for source in sources)
    settings = stage_settings(tournament, system="knockout", rounds=max(1, (wanted - 1).bit_length()))
    settings = replace(settings, pairing=replace(settings.pairing, third_place=plan.third_place))
    yield from stage_opened(
        tournament,
        name=name,
        plan=StagePlan(
            id=NEW_STAGE,
            phase=phase_after(tournament, sources),
            sources=sources,
            losers=Losers.JOIN_MAIN if beside else Losers.LEAVE,
            ties=plan.ties,
        ),
        settings=settings,
        ids=ids,
    )


def _proposed_groups(field: int) -> int:
    """A power of two, so that the cup has no free places, with groups of about five."""
    if field < 4:
        return _USUAL_GROUPS
    fitting = [count for count in (2, 4, 8, 16, 32, 64) if 2 * count <= field]
    return min(fitting, key=lambda count: (abs(field / count - _GROUP_SIZE), count))


def _proposed_from_each(field: int, groups: int) -> int:
    smallest = field // max(1, groups)
    return 1 if 0 < smallest < 3 else 2


def _proposed_places(field: int, way: Way) -> int:
    """A power of two: at most half of the players for a final, at most a third for a cup."""
    if field < 2:
        return _USUAL_PLACES
    most = field // (_IN_CUP if way is Way.BESIDE else 2)
    return next((size for size in (16, 8, 4) if size <= most), 2)
