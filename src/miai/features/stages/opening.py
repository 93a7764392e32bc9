"""Open, change and remove the stages of an event."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from miai.desk.asking import Proposal
from miai.desk.live_state import Decide, Desk, Losses, Saved, State
from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.people.player import Player
from miai.domain.problems import demand_none
from miai.domain.settings.event_details import detail_problems
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId, StagePlan
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.settings.change_settings import demand_good_settings
from miai.features.stages.entrants import back_in_main, entrant
from miai.features.stages.rules import demand_plan_fits, stage_settings
from miai.messages import Message, counted
from miai.store.names import slug

# The id of a stage that has not been opened yet.
NEW_STAGE = StageId("")


def open_stage(
    desk: Desk,
    event_id: str,
    *,
    name: str,
    plan: StagePlan,
    by: str,
    system: str = "round_robin",
    rounds: int | None = None,
    settings: Settings | None = None,
) -> Saved:
    """Open a stage with the rules of the event, or others; its id begins with its name.

    The new stage is the last one of the tournament that is saved.
    """

    def decide(state: State) -> list[events.Event]:
        return list(
            stage_opened(
                state.tournament,
                name=name,
                plan=plan,
                ids=desk.new_ids(state),
                settings=settings
                or stage_settings(state.tournament, system=system, rounds=rounds, carry_over=plan.carry_over),
            )
        )

    return desk.change(event_id, decide, by=by)


def change_plan(desk: Desk, event_id: str, plan: StagePlan, *, by: str) -> Saved:
    """Change where the players of a stage come from and what they bring along; who is in it stays."""

    def decide(state: State) -> list[events.Event]:
        return list(plan_changed(state.tournament, plan))

    return desk.change(event_id, decide, by=by)


def remove_stage(desk: Desk, event_id: str, stage: StageId, *, by: str) -> Saved:
    """Remove a stage with all that happened in it; refused while players of another stage come from it."""
    return desk.change(event_id, _removing(stage), by=by, losses=_lost_with(stage))


def removal(desk: Desk, event_id: str, stage: StageId) -> Proposal:
    """The removal of a stage with all that is lost with it, before anything is written."""
    return desk.propose(event_id, _removing(stage), by="", losses=_lost_with(stage))


def _removing(stage: StageId) -> Decide:
    return lambda state: list(stage_removed(state.tournament, stage))


def _lost_with(stage: StageId) -> Losses:
    return lambda state: tuple(lost_with_stage(state.tournament, stage))


def demand_can_have_stages(tournament: Tournament) -> None:
    """Refuse an event whose stages nobody could enter: one of teams, and a congress as a whole."""
    if tournament.settings.by_teams:
        raise InputError(
            Message(
                "a team event has no stages: make each group and the final a team event of its own, and "
                "enter the teams that go on there"
            )
        )
    if tournament.is_congress:
        raise InputError(Message("a congress has no stages: open them in one of its events"))


def stage_opened(
    tournament: Tournament,
    *,
    name: str,
    plan: StagePlan,
    settings: Settings,
    ids: NewIds,
    players: Sequence[Player] = (),
) -> Iterator[events.Change]:
    """The events that open a stage, with those who are in it from the beginning."""
    demand_can_have_stages(tournament)
    title = " ".join(name.split())
    if not title:
        raise InputError(Message("a stage needs a name"))
    demand_none(detail_problems({"name": title}))
    if any(stage.event.name.casefold() == title.casefold() for stage in tournament.stages):
        raise InputError(Message("there is a stage called %(name)s already", name=title))
    demand_good_settings(settings)
    demand_plan_fits(plan, settings)
    known = replace(plan, id=ids.stage(slug(title) or "stage"))
    yield events.StageOpened(plan=known)
    created = events.TournamentCreated(
        name=title,
        place=tournament.place,
        country=tournament.country,
        director=tournament.director,
        begin=tournament.begin,
        end=tournament.end,
        settings=settings,
    )
    yield events.InStage(stage=known.id, change=created)
    for player in players:
        yield events.InStage(stage=known.id, change=events.PlayerRegistered(player=entrant(player)))


def plan_changed(tournament: Tournament, plan: StagePlan) -> Iterator[events.Change]:
    """The events that change the plan of a stage."""
    stage = tournament.stage(plan.id)
    plan = replace(plan, play_off_of=stage.plan.play_off_of)
    demand_plan_fits(plan, stage.event.settings)
    if stage.plan.losers is not plan.losers and stage.event.players:
        raise InputError(
            Message(
                "%(stage)s has players already: take them out before you change what becomes of losers",
                stage=stage.event.name,
            )
        )
    if plan != stage.plan:
        yield events.StageChanged(plan=plan)


def stage_removed(tournament: Tournament, stage_id: StageId) -> Iterator[events.Change]:
    """The events that remove a stage; who was in a cup plays in the main event again."""
    stage = tournament.stage(stage_id)
    if stage.is_play_off and any(board.result.known for drawn in stage.own.rounds for board in drawn.boards):
        raise InputError(
            Message(
                "a game of %(stage)s is over: it stays, because it has decided places", stage=stage.event.name
            )
        )
    following = tuple(
        each.event.name
        for each in tournament.stages
        if each.plan.play_off_of == stage_id or any(source.stage == stage_id for source in each.plan.sources)
    )
    if following:
        raise InputError(
            Message(
                "players of %(stages)s come from %(stage)s: change or remove that first",
                stages=following,
                stage=stage.event.name,
            )
        )
    if stage.joins_main:
        yield from back_in_main(tournament, stage, stage.event.players)
    yield events.StageRemoved(stage=stage_id)


def lost_with_stage(tournament: Tournament, stage_id: StageId) -> Iterator[Message]:
    """The games that go with a stage, and the rounds that players see."""
    stage = tournament.stage(stage_id).event
    results = sum(board.result.known for drawn in stage.rounds for board in drawn.boards)
    if results:
        yield counted(
            "%(stage)s goes with %(num)s result",
            "%(stage)s goes with %(num)s results",
            results,
            stage=stage.name,
        )
    shown = tuple(drawn.number for drawn in stage.rounds if drawn.shown)
    if shown:
        yield counted(
            "players no longer see round %(rounds)s of %(stage)s",
            "players no longer see rounds %(rounds)s of %(stage)s",
            len(shown),
            rounds=shown,
            stage=stage.name,
        )
