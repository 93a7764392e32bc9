"""Events with stages as plain values, for scripts: each function gives the tournament after a change."""

from collections.abc import Collection
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from miai.domain.bounds import RoundNumber
from miai.domain.log.new_ids import NewIds
from miai.domain.log.replay import apply_all
from miai.domain.people.player import PlayerId
from miai.domain.settings.setting_text import read_text
from miai.domain.stage_view import with_stage_changed
from miai.domain.stages import CarryOver, Losers, Phase, Place, Qualification, StageId, StagePlan, TieRule
from miai.domain.tournament import Tournament
from miai.engine.pairing.registry import demand_system
from miai.errors import problems_at
from miai.features.draw.all_games import EventGame, all_games, games_of_player
from miai.features.players.find_entrant import entrant_named
from miai.features.stages.cup import losers_settled, losers_to_settle
from miai.features.stages.filling import stage_filled
from miai.features.stages.groups import groups_opened
from miai.features.stages.opening import NEW_STAGE, stage_opened
from miai.features.stages.plans import Way, plan_opened, proposed_plan
from miai.features.stages.play_off import play_off_opened
from miai.features.stages.qualifying import UNDECIDED, Decisions
from miai.features.stages.rules import phase_after, stage_settings

T = TypeVar("T", bound=Enum)


def with_groups(
    event: Tournament,
    count: int,
    *,
    system: str = "round_robin",
    rounds: RoundNumber | None = None,
    players: Collection[PlayerId] | None = None,
) -> Tournament:
    """The event with so many groups, its players spread over them by rating.

    >>> [str(stage.id) for stage in stages.with_groups(fresh, 2).stages]
    ['group-a', 'group-b']
    """
    demand_system(system)
    return apply_all(
        event,
        groups_opened(
            event, count=count, system=system, rounds=rounds, players=players, ids=NewIds.without_log(event)
        ),
    )


def with_plan(
    event: Tournament,
    way: Way | str = Way.GROUPS,
    *,
    groups: int | None = None,
    each: int | None = None,
    rounds: RoundNumber | None = None,
    places: int | None = None,
    third_place: bool = True,
    ties: TieRule | str = TieRule.DIRECTOR,
) -> Tournament:
    """The event with all stages of a way to begin: "groups", "qualifier" or "beside".

    `each` is the number of players who go on from each group; the other two ways have `rounds` in the event
    itself and `places` that enter the final or the cup. What is not stated fits the players of the event.

    >>> staged = stages.with_plan(fresh, "groups", each=1)
    >>> [str(stage.id) for stage in staged.stages]
    ['group-a', 'group-b', 'cup']
    """
    plan = proposed_plan(
        event,
        _choice(Way, way, "way"),
        groups=groups,
        each=each,
        rounds=rounds,
        places=places,
        third_place=third_place,
        ties=_choice(TieRule, ties, "ties"),
    )
    return apply_all(event, plan_opened(event, plan, ids=NewIds.without_log(event)))


def with_stage(
    event: Tournament,
    name: str,
    *,
    sources: Collection[tuple[str, Place, Place]] = (),
    system: str = "knockout",
    rounds: RoundNumber | None = None,
    phase: Phase | None = None,
    carry_over: CarryOver | str = CarryOver.NOTHING,
    losers: Losers | str = Losers.LEAVE,
    ties: TieRule | str = TieRule.DIRECTOR,
) -> Tournament:
    """The event with one more stage; a source is ("group-a", 1, 2), or ("", 1, 6) for the event itself.

    Unless its phase is stated, it follows the stages that it is filled from.

    >>> staged = stages.with_groups(fresh, 2)
    >>> staged = stages.with_stage(staged, "Final", sources=[("group-a", 1, 1), ("group-b", 1, 1)])
    >>> str(staged.stages[-1].id)
    'final'
    """
    demand_system(system)
    places = tuple(
        Qualification(stage=StageId(stage), first=first, last=last) for stage, first, last in sources
    )
    plan = StagePlan(
        id=NEW_STAGE,
        phase=phase_after(event, places) if phase is None else phase,
        sources=places,
        carry_over=_choice(CarryOver, carry_over, "carry_over"),
        losers=_choice(Losers, losers, "losers"),
        ties=_choice(TieRule, ties, "ties"),
    )
    settings = stage_settings(event, system=system, rounds=rounds, carry_over=plan.carry_over)
    return apply_all(
        event, stage_opened(event, name=name, plan=plan, settings=settings, ids=NewIds.without_log(event))
    )


def _choice(kind: type[T], value: T | str, where: str) -> T:
    """A choice that may be given by its word."""
    if not isinstance(value, str):
        return value
    with problems_at(where):
        found: T = read_text(kind, value)
    return found


def with_stage_filled(
    event: Tournament, stage: str, *, decisions: Decisions = UNDECIDED, as_they_are: bool = False
) -> Tournament:
    """The event with those who qualified in a stage.

    >>> cup = stages.with_stage(fresh, "Cup", sources=[("", 1, 4)])
    >>> cup = stages.with_stage_filled(cup, "cup", as_they_are=True)
    >>> len(cup.stage("cup").event.players)
    4
    """
    changes, _ = stage_filled(event, StageId(stage), decisions=decisions, as_they_are=as_they_are)
    return apply_all(event, changes)


def with_play_off(
    event: Tournament, stage: str, *, players: Collection[PlayerId] = (), name: str = ""
) -> Tournament:
    """The event with a play-off about a place in a stage; by default of the players who share it.

    >>> blitz = miai.tournament("Blitz", system="swiss", rounds=1, players=players[:4])
    >>> blitz = miai.with_games(blitz, 1, [("Anna", "Ben", "white"), ("Chris", "Dora", "white")])
    >>> blitz = stages.with_stage(blitz, "Final", sources=[("", 1, 1)])
    >>> both = [blitz.players[0].id, blitz.players[2].id]
    >>> blitz = stages.with_play_off(blitz, "final", players=both)
    >>> blitz.stages[-1].event.name, len(blitz.stages[-1].event.players)
    ('Play-off', 2)
    """
    opened = play_off_opened(
        event, StageId(stage), ids=NewIds.without_log(event), players=tuple(players), name=name
    )
    return apply_all(event, opened)


def with_losers_settled(event: Tournament, stage: str, *, after: RoundNumber) -> Tournament:
    """The event after those who are out of a cup have joined it.

    >>> cup = stages.with_stage(fresh, "Cup", sources=[("", 1, 6)], losers="join main")
    >>> cup = stages.with_stage_filled(cup, "cup", as_they_are=True)
    >>> stage = cup.stage("cup").event
    >>> stage = miai.with_draw(stage, miai.pair(stage, round=1))
    >>> stage = miai.with_results(stage, 1, {1: "white", 2: "white"})
    >>> cup = stages.with_losers_settled(stages.with_stage_event(cup, "cup", stage), "cup", after=1)
    >>> sum(player.attends(2) for player in cup.players)
    2
    """
    settled = tuple(losers_to_settle(event, StageId(stage), after=after))
    return apply_all(event, losers_settled(settled))


def games_of(event: Tournament, player: str | None = None) -> tuple[EventGame, ...]:
    """All games of an event and its stages in order of play, or those of one player, by id or name.

    >>> staged = stages.with_groups(fresh, 2)
    >>> group = miai.with_games(staged.stage("group-a").event, 1, [("Anna", "Dora", "white")])
    >>> staged = stages.with_stage_event(staged, "group-a", group)
    >>> [(game.stage_name, game.round, game.white.first_name) for game in stages.games_of(staged, "Dora")]
    [('Group A', 1, 'Anna')]
    """
    if player is None:
        return tuple(all_games(event))
    return tuple(games_of_player(event, entrant_named(event, player).id))


def with_stage_event(event: Tournament, stage: str, changed: Tournament) -> Tournament:
    """The event with a stage as it is now, such as with one more round.

    >>> staged = stages.with_groups(fresh, 2)
    >>> group = staged.stage("group-a").event
    >>> group = miai.with_draw(group, miai.pair(group, round=1))
    >>> staged = stages.with_stage_event(staged, "group-a", group)
    >>> staged.stage("group-a").event.rounds_played
    1
    """
    known = event.stage(StageId(stage))
    return with_stage_changed(event, replace(known, own=replace(changed, around=None, lot="")))
