"""Stages: groups, finals and cups of an event, who plays in them, and who goes on.

What happens within a stage has the addresses of a tournament, with the id "event~stage".
"""

from typing import Annotated, Any

from fastapi import Body as Sent
from pydantic import Field
from starlette.responses import Response

from miai.domain.people.player import PlayerId
from miai.domain.stages import StagePlan, TieRule
from miai.errors import InputError
from miai.features.overview.stage_steps import last_finished_round
from miai.features.stages.answer import STAGES
from miai.features.stages.cup import settle_losers as settle
from miai.features.stages.filling import fill_stage as fill_one
from miai.features.stages.filling import set_entrants as put
from miai.features.stages.groups import move_to_group as move
from miai.features.stages.groups import open_groups as open_all
from miai.features.stages.groups import spread_again
from miai.features.stages.opening import NEW_STAGE, change_plan
from miai.features.stages.opening import open_stage as open_one
from miai.features.stages.opening import remove_stage as remove
from miai.features.stages.plans import Way, open_plan, proposed_plan
from miai.features.stages.play_off import open_play_off as open_games
from miai.features.stages.qualifying import Decisions
from miai.features.stages.replacing import keep_entrants as keep_all
from miai.features.stages.replacing import replace_entrant as replace_one
from miai.features.stages.rules import phase_after
from miai.features.stages.several_rounds import draw_in_all, publish_in_all
from miai.messages import Message
from miai.server.api.operations import Body, Coded, Here, Operations, Round, read

operations = Operations("stages", "Stages of an event; each is a tournament with the id `event~stage`.")

SomeOfPlan = Annotated[dict[str, Any], Coded(StagePlan, some=True, without=("id", "play_off_of"))]


class NewGroups(Body):
    """Groups with the players of the event spread over them."""

    count: Annotated[int, Field(ge=2, le=999)]
    system: str = "round_robin"
    rounds: Round | None = None
    names: list[str] | None = None


class NewPlan(Body):
    """A way to begin with its answers; those that are left out fit the players who are entered.

    `groups` and `each`, the number of players who go on from each group, belong to groups and a cup; `rounds`
    of the event itself and the `places` that enter the final or the cup to the other two ways. `ties` is the
    rule for players who share the last place that goes on.
    """

    way: Way
    groups: Annotated[int | None, Field(ge=2, le=99)] = None
    each: Annotated[int | None, Field(ge=1, le=99)] = None
    rounds: Round | None = None
    places: Annotated[int | None, Field(ge=2, le=512)] = None
    third_place: bool = True
    ties: TieRule = TieRule.DIRECTOR


class NewStage(Body):
    """A stage without players; unless its plan says so, its phase follows those it is filled from."""

    name: str
    system: str = "knockout"
    rounds: Round | None = None
    plan: SomeOfPlan | None = None


class Fill(Body):
    """Who goes on where places are shared or somebody does not play.

    With `as_they_are` results that are missing are not waited for.
    """

    chosen: list[str] | None = None
    without: list[str] | None = None
    lot: Annotated[int | None, Field(ge=0, le=999_999_999)] = None
    as_they_are: bool = False


class Entrants(Body):
    """Exactly the players of a stage."""

    players: list[str]


class Replace(Body):
    """A player whose place another one takes over; by default the next one who qualifies."""

    leaving: str
    entering: str | None = None


class Keep(Body):
    """The players about whom a stage stays as it is; by default all who differ."""

    players: list[str] | None = None


class PlayOff(Body):
    """The players of a play-off; by default those of the first tie, or who dispute a place by now."""

    players: list[str] | None = None
    name: str = ""


class Settle(Body):
    """The round of a cup after which those who are out join the main event."""

    after: Round


@operations.get("/tournaments/{id}/stages", STAGES, whole=True)
def list_stages(call: Here) -> Response:
    """List the stages with who is in them."""
    return call.answer(STAGES.json(call.tournament))


@operations.post("/tournaments/{id}/groups", whole=True, status=201)
def open_groups(call: Here, new: NewGroups) -> Response:
    """Open groups with their players."""
    saved = open_all(
        call.desk,
        call.state.id,
        count=new.count,
        system=new.system,
        rounds=new.rounds,
        names=tuple(new.names or ()),
        by=call.by,
    )
    return call.written(saved, status=201)


@operations.post("/tournaments/{id}/stages", whole=True, status=201)
def open_stage(call: Here, new: NewStage) -> Response:
    """Open a stage."""
    given = new.plan or {}
    plan: StagePlan = read(StagePlan, given, StagePlan(id=NEW_STAGE), id=NEW_STAGE, play_off_of=None)
    if "phase" not in given:
        plan = read(StagePlan, {"phase": phase_after(call.tournament, list(plan.sources))}, plan)
    saved = open_one(
        call.desk, call.state.id, name=new.name, plan=plan, system=new.system, rounds=new.rounds, by=call.by
    )
    return call.written(saved, status=201)


@operations.post("/tournaments/{id}/stages/plan", whole=True, status=201)
def plan_stages(call: Here, new: NewPlan) -> Response:
    """Open all stages of a way to begin; they take the place of stages in which nothing is drawn."""
    plan = proposed_plan(
        call.tournament,
        new.way,
        groups=new.groups,
        each=new.each,
        rounds=new.rounds,
        places=new.places,
        third_place=new.third_place,
        ties=new.ties,
    )
    return call.written(open_plan(call.desk, call.state.id, plan, by=call.by), status=201)


@operations.post("/tournaments/{id}/stages/spread", whole=True)
def spread_players(call: Here) -> Response:
    """Spread all who take part over the groups again, as long as nothing is drawn in them."""
    return call.written(spread_again(call.desk, call.state.id, by=call.by))


@operations.post("/tournaments/{id}/stages/draw", whole=True)
def draw_stages(call: Here) -> Response:
    """Draw the next round, as a draft, in all stages of a phase that have come to it."""
    saved, _ = draw_in_all(call.desk, call.state.id, by=call.by)
    return call.written(saved)


@operations.post("/tournaments/{id}/stages/publish", whole=True)
def publish_stages(call: Here) -> Response:
    """Publish the drafts of a round in all stages of a phase; those against the rules are left out."""
    saved, _ = publish_in_all(call.desk, call.state.id, by=call.by)
    return call.written(saved)


@operations.patch("/tournaments/{id}/stages/{stage}", whole=True)
def change_stage(call: Here, stage: str, plan: Annotated[SomeOfPlan, Sent()]) -> Response:
    """Change where the players of a stage come from; who is in it stays."""
    known = call.stage(stage)
    changed: StagePlan = read(StagePlan, plan, known.plan, id=known.id, play_off_of=known.plan.play_off_of)
    return call.written(change_plan(call.desk, call.state.id, changed, by=call.by))


@operations.delete("/tournaments/{id}/stages/{stage}", whole=True)
def remove_stage(call: Here, stage: str) -> Response:
    """Remove a stage with all that happened in it."""
    return call.written(remove(call.desk, call.state.id, call.stage(stage).id, by=call.by))


@operations.post("/tournaments/{id}/stages/{stage}/fill", whole=True)
def fill_stage(call: Here, stage: str, fill: Fill) -> Response:
    """Enter those who qualified."""
    decisions = Decisions(
        chosen=frozenset(map(PlayerId, fill.chosen or ())),
        without=frozenset(map(PlayerId, fill.without or ())),
        lot=fill.lot,
    )
    known = call.stage(stage)
    filled = fill_one(
        call.desk, call.state.id, known.id, decisions=decisions, as_they_are=fill.as_they_are, by=call.by
    )
    return call.written(filled.saved)


@operations.put("/tournaments/{id}/stages/{stage}/entrants", whole=True)
def set_entrants(call: Here, stage: str, entrants: Entrants) -> Response:
    """Put exactly some players into a stage."""
    players = [PlayerId(each) for each in entrants.players]
    return call.written(put(call.desk, call.state.id, call.stage(stage).id, players, by=call.by))


@operations.post("/tournaments/{id}/stages/{stage}/move/{player}", whole=True)
def move_to_group(call: Here, stage: str, player: str) -> Response:
    """Move a player into a group, as long as nothing is drawn."""
    known, moving = call.stage(stage), call.player(player)
    return call.written(move(call.desk, call.state.id, moving.id, known.id, by=call.by))


@operations.post("/tournaments/{id}/stages/{stage}/replace", whole=True)
def replace_entrant(call: Here, stage: str, which: Replace) -> Response:
    """Let another player take over a place in a stage that is drawn."""
    known, leaving = call.stage(stage), call.player(which.leaving)
    entering = call.player(which.entering).id if which.entering else None
    return call.written(
        replace_one(call.desk, call.state.id, known.id, leaving.id, entering=entering, by=call.by)
    )


@operations.post("/tournaments/{id}/stages/{stage}/keep", whole=True)
def keep_entrants(call: Here, stage: str, which: Keep) -> Response:
    """Keep the players of a stage, although places changed."""
    known = call.stage(stage)
    players = [call.player(each).id for each in which.players or ()]
    return call.written(keep_all(call.desk, call.state.id, known.id, players=players, by=call.by))


@operations.post("/tournaments/{id}/stages/{stage}/play-off", whole=True, status=201)
def open_play_off(call: Here, stage: str, which: PlayOff) -> Response:
    """Open a play-off about a place in a stage: a small stage, which is removed like any other."""
    known = call.stage(stage)
    players = [call.player(each).id for each in which.players or ()]
    saved = open_games(call.desk, call.state.id, known.id, players=players, name=which.name, by=call.by)
    return call.written(saved, status=201)


@operations.post("/tournaments/{id}/stages/{stage}/settle", whole=True)
def settle_losers(call: Here, stage: str, which: Settle) -> Response:
    """Let those who are out of a cup play in the main event."""
    known = call.stage(stage)
    if which.after > last_finished_round(known.event):
        raise InputError(Message("there is no round %(round)s", round=which.after))
    return call.written(settle(call.desk, call.state.id, known.id, round=which.after, by=call.by).saved)
