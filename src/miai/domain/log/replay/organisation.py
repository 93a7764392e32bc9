"""What events change around the games: standings, clocks, wishes, stages, congresses, sign-up and phones."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from miai.domain.log import events
from miai.domain.log.replay.apply_events import TOGETHER, change, changed_by
from miai.domain.people.congress import PersonEntries
from miai.domain.people.player import PlayerId
from miai.domain.problems import demand_none, plan_problems
from miai.domain.rounds.round_in_progress import RoundClock, ShownTable, StageCriteria
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.messages import Message, counted


@change.register
def _(event: events.StandingsPublished, tournament: Tournament) -> Tournament:
    shown = ShownTable(
        after_round=event.after_round,
        final=event.final,
        criteria=tournament.settings.criteria,
        team_criteria=tournament.settings.teams.criteria,
        stage_criteria=tuple(
            StageCriteria(stage=each.id, criteria=each.own.settings.criteria) for each in tournament.stages
        ),
    )
    others = [each for each in tournament.tables_shown if each.after_round != event.after_round]
    ordered = sorted([*others, shown], key=lambda each: each.after_round)
    return replace(tournament, tables_shown=tuple(ordered))


@change.register
def _(event: events.StandingsFinalised, tournament: Tournament) -> Tournament:
    if tournament.final is not None:
        raise InputError(Message("the standings are final already"))
    for row in event.table.rows:
        tournament.player(row.player)
    for team_row in event.table.teams:
        tournament.team(team_row.team)
    return replace(tournament, final=event.table)


@change.register
def _(event: events.StandingsReopened, tournament: Tournament) -> Tournament:
    if tournament.final is None:
        raise InputError(Message("the standings are not final"))
    return replace(tournament, final=None, corrections=(*tournament.corrections, event.reason))


@change.register
def _(event: events.TablePublished, tournament: Tournament) -> Tournament:
    if len(event.places) != len(tournament.players):
        raise InputError(
            counted(
                "%(num)s place for %(players)s players",
                "%(num)s places for %(players)s players",
                len(event.places),
                players=len(tournament.players),
            )
        )
    return replace(tournament, published_places=event.places)


@change.register
def _(event: events.WishesChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, wishes=event.wishes)


@change.register
def _(event: events.ClockSet, tournament: Tournament) -> Tournament:
    return _with_clocks(tournament, (event.clock,))


@change.register
def _(event: events.ScheduleSet, tournament: Tournament) -> Tournament:
    return _with_clocks(tournament, event.clocks)


@change.register
def _(event: events.StageOpened, tournament: Tournament) -> Tournament:
    if any(stage.id == event.plan.id for stage in tournament.stages):
        raise InputError(Message("there is a stage '%(id)s' already", id=event.plan.id))
    stage = Stage(plan=event.plan, own=Tournament(), event=Tournament(), kept=())
    return _with_plans(replace(tournament, stages=(*tournament.stages, stage)))


@change.register
def _(event: events.StageChanged, tournament: Tournament) -> Tournament:
    stage = tournament.stage(event.plan.id)
    return _with_plans(_with_stage(tournament, replace(stage, plan=event.plan)))


@change.register
def _(event: events.StageRemoved, tournament: Tournament) -> Tournament:
    tournament.stage(event.stage)
    kept = tuple(stage for stage in tournament.stages if stage.id != event.stage)
    shown = tuple(_without_stage(table, event.stage) for table in tournament.tables_shown)
    return _with_plans(replace(tournament, stages=kept, tables_shown=shown))


def _without_stage(table: ShownTable, gone: StageId) -> ShownTable:
    """Published standings that no longer name a stage."""
    kept = tuple(each for each in table.stage_criteria if each.stage != gone)
    return replace(table, stage_criteria=kept)


@change.register
def _(event: events.EntrantsKept, tournament: Tournament) -> Tournament:
    stage = tournament.stage(event.stage)
    return _with_stage(tournament, replace(stage, kept=event.players))


@change.register
def _(event: events.InStage, tournament: Tournament) -> Tournament:
    return _in_stages(tournament, (event,))


def _in_stages(tournament: Tournament, run: Iterable[events.InStage]) -> Tournament:
    for stage_id, of_stage in groupby(run, key=lambda event: event.stage):
        stage = tournament.stage(stage_id)
        changed = replace(stage, own=changed_by(stage.own, (event.change for event in of_stage)))
        tournament = _with_stage(tournament, changed)
    return tournament


@change.register
def _(event: events.CongressEventsSet, tournament: Tournament) -> Tournament:
    return replace(tournament, congress=replace(tournament.congress, events=event.events))


@change.register
def _(event: events.EntriesChanged, tournament: Tournament) -> Tournament:
    return _entries_changed(tournament, (event,))


def _entries_changed(tournament: Tournament, run: Iterable[events.EntriesChanged]) -> Tournament:
    known = tournament.names
    entries: dict[PlayerId, PersonEntries] = {each.person: each for each in tournament.congress.entries}
    for event in run:
        for each in event.entries:
            if each.person not in known:
                raise InputError(Message("there is no player '%(id)s'", id=each.person))
            entries[each.person] = each
        for each in event.entries:
            if not entries.get(each.person, each).entries:
                entries.pop(each.person, None)
    return replace(tournament, congress=replace(tournament.congress, entries=tuple(entries.values())))


@change.register
def _(event: events.SignUpFormChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, sign_up=event.form)


@change.register
def _(event: events.PhoneOptionsChanged, tournament: Tournament) -> Tournament:
    return replace(tournament, phones=event.options)


@change.register
def _(event: events.LeaderChanged, tournament: Tournament) -> Tournament:
    if event.leader.epoch <= tournament.leader.epoch:
        raise InputError(
            Message(
                "epoch %(epoch)s does not come after epoch %(present)s",
                epoch=event.leader.epoch,
                present=tournament.leader.epoch,
            )
        )
    return replace(tournament, leader=event.leader)


def _with_clocks(tournament: Tournament, clocks: Sequence[RoundClock]) -> Tournament:
    all_clocks = {clock.round: clock for clock in (*tournament.clocks, *clocks)}
    return replace(tournament, clocks=tuple(all_clocks[number] for number in sorted(all_clocks)))


def _with_stage(tournament: Tournament, changed: Stage) -> Tournament:
    stages = tuple(changed if stage.id == changed.id else stage for stage in tournament.stages)
    return replace(tournament, stages=stages)


def _with_plans(tournament: Tournament) -> Tournament:
    demand_none(plan_problems([stage.plan for stage in tournament.stages]))
    return tournament


TOGETHER[events.InStage] = _in_stages
TOGETHER[events.EntriesChanged] = _entries_changed


@change.register
def _(event: events.ReasonGiven, tournament: Tournament) -> Tournament:
    # It is about the log, not about the tournament.
    del event
    return tournament
