"""Stages: groups, finals and cups of an event, who plays in them, and who goes on."""

import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Form, Query
from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.people.participants import participants
from miai.domain.people.player import PlayerId
from miai.domain.people.withdrawal import is_withdrawn
from miai.errors import InputError
from miai.features.consequences.confirm import ways_of
from miai.features.consequences.wording import all_lines
from miai.features.draw.view.pairings import name_order
from miai.features.overview.stage_steps import last_finished_round
from miai.features.stages.cup import losers_to_settle, settle_losers
from miai.features.stages.filling import fill_stage, set_entrants
from miai.features.stages.groups import move_to_group, open_groups, spread_again
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.opening import NEW_STAGE, change_plan, open_stage, removal, remove_stage
from miai.features.stages.page.differences import notices_of
from miai.features.stages.page.form import (
    NewStageForm,
    PlanForm,
    plan_of_form,
    plan_values,
    source_rows,
    typed_rounds,
)
from miai.features.stages.page.forms_to_open import groups_form, new_form, plan_page
from miai.features.stages.page.glance import glance
from miai.features.stages.page.next_act import Addresses, next_act
from miai.features.stages.page.plan_form import EventPlanForm
from miai.features.stages.page.stage_words import (
    carry_over_choices,
    group_names,
    plan_names,
    source_words,
    stage_name,
    tie_choices,
)
from miai.features.stages.plans import open_plan
from miai.features.stages.play_off import open_play_off
from miai.features.stages.qualifying import Decisions, qualifiers
from miai.features.stages.rail import page
from miai.features.stages.replacing import keep_entrants, may_be_replaced, replace_entrant
from miai.features.stages.rules import is_elimination
from miai.features.stages.several_rounds import drafts_to_ask_about, draw_in_all, publish_in_all
from miai.messages import Message
from miai.server.form_fields import Checkbox, Number, OptionalAddressNumber, OptionalNumber, Text, Texts
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from miai.domain.people.player import Player
    from miai.domain.tournament import Stage


Chosen = Annotated[list[str], Query(default_factory=list)]
_LOTS = 1_000_000


@page.get("/t/{id}/stages")
def show(visit: Here) -> Response:
    """All stages at one glance with the next step; before there are any, the ways to begin."""
    event = visit.tournament
    if not event.stages:
        return plan_page(visit, EventPlanForm())
    return visit.render(
        "stages/stages.html",
        has_main=has_main_rounds(event),
        seen=glance(visit.desk, visit.state, _outside(visit)),
        act=next_act(event, Addresses(of_event=visit.url, of_stage=visit.stage_url)),
    )


# A whole plan ---------------------------------------------------------------------


@page.get("/t/{id}/stages/add/plan", viewers=False)
def ask_plan(visit: Here, form: Annotated[EventPlanForm, Query()]) -> Response:
    """Ask for a way to begin and its three answers, and show the picture of the plan."""
    return plan_page(visit, form)


@page.post("/t/{id}/stages/add/plan")
def add_plan(visit: Here, form: Annotated[EventPlanForm, Form()]) -> Response:
    """Open all stages of a plan."""
    try:
        plan = form.plan(visit.tournament)
        names = plan_names(plan.way, plan.groups)
        saved = open_plan(visit.desk, visit.id, plan, names=names, by=visit.by)
    except InputError as error:
        return plan_page(visit, form, error=error)
    opened = len(saved.state.tournament.stages)
    said = ngettext("%(num)s stage is open", "%(num)s stages are open", opened)
    return visit.done(said, to=visit.url("stages"), saved=saved)


# All stages at once ---------------------------------------------------------------


@page.post("/t/{id}/stages/all/spread")
def spread_players(visit: Here) -> Response:
    """Spread all who take part over the groups again."""
    saved = spread_again(visit.desk, visit.id, by=visit.by)
    return visit.done(_("All players are spread over the groups"), to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/all/draw")
def draw_all(visit: Here) -> Response:
    """Draw the next round in all stages that have come to it."""
    saved, drawn = draw_in_all(visit.desk, visit.id, by=visit.by)
    said = ngettext(
        "Round %(round)s is drawn in %(num)s stage",
        "Round %(round)s is drawn in %(num)s stages",
        len(drawn.stages),
        round=drawn.round,
    )
    return visit.done(said, to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/all/publish")
def publish_all(visit: Here) -> Response:
    """Publish the drafts of a round in all stages that have one; a draft against the rules is shown first."""
    asked = drafts_to_ask_about(visit.desk, visit.id)
    if asked.stages:
        return visit.redirect(visit.stage_url(asked.stages[0].id, "draw", round=asked.round))
    saved, shown = publish_in_all(visit.desk, visit.id, by=visit.by)
    said = ngettext(
        "Round %(round)s is published in %(num)s stage",
        "Round %(round)s is published in %(num)s stages",
        len(shown.stages),
        round=shown.round,
    )
    return visit.done(said, to=visit.url("stages"), saved=saved)


# Groups ---------------------------------------------------------------------------


@page.get("/t/{id}/stages/add/groups", viewers=False)
def ask_groups(
    visit: Here, count: OptionalAddressNumber = None, system: str = "round_robin", rounds: str = ""
) -> Response:
    """Ask how many groups, and show how the players are spread over them."""
    return groups_form(visit, count=count, system=system, rounds=rounds)


@page.post("/t/{id}/stages/add/groups")
def add_groups(
    visit: Here, count: Number, system: Text = "round_robin", rounds: OptionalNumber = None
) -> Response:
    """Open the groups with their players."""
    try:
        saved = open_groups(
            visit.desk,
            visit.id,
            count=count,
            system=system,
            rounds=rounds,
            names=group_names(visit.tournament, min(count, len(visit.tournament.players))),
            by=visit.by,
        )
    except InputError as error:
        return groups_form(visit, count=count, system=system, rounds=str(rounds or ""), error=error)
    said = ngettext("%(num)s group is open", "%(num)s groups are open", count)
    return visit.done(said, to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/{stage}/move")
def move(visit: Here, stage: str, player: Text) -> Response:
    """Move a player into another group, as long as nothing is drawn."""
    known, moving = _stage(visit, stage), visit.tournament.player(PlayerId(player))
    saved = move_to_group(visit.desk, visit.id, moving.id, known.id, by=visit.by)
    said = _("%(name)s plays in %(stage)s", name=moving.name, stage=known.event.name)
    return visit.done(said if saved.entries else _("Nothing changed"), saved=saved)


# One stage ------------------------------------------------------------------------


@page.get("/t/{id}/stages/add/stage", viewers=False)
def ask_new(visit: Here) -> Response:
    """Ask for the name of a stage, its system, and who plays in it."""
    return new_form(visit, NewStageForm())


@page.post("/t/{id}/stages/add/stage")
def add(visit: Here, form: Annotated[NewStageForm, Form()]) -> Response:
    """Open a stage; its page asks for its players."""
    try:
        saved = open_stage(
            visit.desk,
            visit.id,
            name=form.name,
            plan=plan_of_form(visit.tournament, NEW_STAGE, form),
            system=form.system,
            rounds=typed_rounds(form.rounds),
            by=visit.by,
        )
    except InputError as error:
        return new_form(visit, form, error=error)
    stage = saved.state.tournament.stages[-1]
    return visit.done(_("%(name)s is open", name=stage.event.name), to=_address(visit, stage), saved=saved)


@page.get("/t/{id}/stages/{stage}")
def show_stage(
    visit: Here,
    stage: str,
    chosen: Chosen,
    without: Chosen,
    lot: OptionalAddressNumber = None,
) -> Response:
    """One stage: who goes on to it by the places as they are, who is in it, and its plan."""
    return _stage_page(visit, _stage(visit, stage), _decisions(chosen, without, lot))


@page.post("/t/{id}/stages/{stage}/fill")
def fill(
    visit: Here,
    stage: str,
    chosen: Texts,
    without: Texts,
    lot: OptionalNumber = None,
    as_they_are: Checkbox = False,
) -> Response:
    """Enter those who qualified."""
    known, decisions = _stage(visit, stage), _decisions(chosen, without, lot)
    try:
        filled = fill_stage(
            visit.desk, visit.id, known.id, decisions=decisions, as_they_are=as_they_are, by=visit.by
        )
    except InputError as error:
        return _stage_page(visit, known, decisions, error=error)
    said = ngettext(
        "%(num)s player enters %(stage)s",
        "%(num)s players enter %(stage)s",
        len(filled.qualified.entrants),
        stage=known.event.name,
    )
    return visit.done(said, to=visit.url("stages"), saved=filled.saved)


@page.post("/t/{id}/stages/{stage}/entrants")
def choose(visit: Here, stage: str, player: Texts) -> Response:
    """Put exactly the players who are ticked into a stage."""
    known = _stage(visit, stage)
    try:
        saved = set_entrants(visit.desk, visit.id, known.id, [PlayerId(each) for each in player], by=visit.by)
    except InputError as error:
        return _stage_page(visit, known, _decisions(), error=error)
    said = ngettext(
        "%(num)s player is in %(stage)s",
        "%(num)s players are in %(stage)s",
        len(player),
        stage=known.event.name,
    )
    return visit.done(said if saved.entries else _("Nothing changed"), to=_address(visit, known), saved=saved)


@page.post("/t/{id}/stages/{stage}/replace")
def replace_player(
    visit: Here, stage: str, leaving: Text = "", entering: Text = "", pair: Text = ""
) -> Response:
    """Let another player take over a place in a stage that is drawn; a button has both in `pair`."""
    known = _stage(visit, stage)
    first, _sign, second = pair.partition(" ")
    try:
        old, new = (
            visit.tournament.player(PlayerId(each)).id for each in (leaving or first, entering or second)
        )
        saved = replace_entrant(visit.desk, visit.id, known.id, old, entering=new, by=visit.by)
    except InputError as error:
        return _stage_page(visit, known, _decisions(), error=error)
    names = visit.tournament.names
    said = _("%(new)s plays in place of %(old)s", new=names[new], old=names[old])
    return visit.done(said, to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/{stage}/keep")
def keep(visit: Here, stage: str) -> Response:
    """Keep the players of a stage, although places changed."""
    known = _stage(visit, stage)
    try:
        saved = keep_entrants(visit.desk, visit.id, known.id, by=visit.by)
    except InputError as error:
        return _stage_page(visit, known, _decisions(), error=error)
    said = _("The players of %(stage)s stay", stage=known.event.name)
    return visit.done(said, to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/{stage}/play-off")
def play_off(visit: Here, stage: str, players: Text = "") -> Response:
    """Open a play-off of players who share or dispute a place; their ids are joined by spaces."""
    known = _stage(visit, stage)
    try:
        playing = [PlayerId(each) for each in players.split()]
        saved = open_play_off(visit.desk, visit.id, known.id, players=playing, by=visit.by)
    except InputError as error:
        return _stage_page(visit, known, _decisions(), error=error)
    opened = saved.state.tournament.stages[-1]
    return visit.done(_("%(name)s is open", name=opened.event.name), to=visit.url("stages"), saved=saved)


@page.post("/t/{id}/stages/{stage}/plan")
def change(visit: Here, stage: str, plan: Annotated[PlanForm, Form()]) -> Response:
    """Change where the players of a stage come from; who is in it stays."""
    known = _stage(visit, stage)
    try:
        planned = plan_of_form(visit.tournament, known.id, plan)
        saved = change_plan(visit.desk, visit.id, planned, by=visit.by)
    except InputError as error:
        return _stage_page(visit, known, _decisions(), error=error, plan=plan)
    said = _("%(name)s saved", name=known.event.name) if saved.entries else _("Nothing changed")
    return visit.done(said, to=_address(visit, known), saved=saved)


@page.get("/t/{id}/stages/{stage}/settle", viewers=False)
def ask_settle(visit: Here, stage: str) -> Response:
    """Show who is out of a cup, and with which score they join the main event."""
    known = _stage(visit, stage)
    after = last_finished_round(known.event)
    found: Sequence[Any] = ()
    problems: Sequence[Any] = ()
    try:
        found = tuple(losers_to_settle(visit.tournament, known.id, after=after)) if after else ()
    except InputError as error:
        problems = error.problems
    return visit.render("stages/stage_settle.html", stage=known, after=after, losers=found, problems=problems)


@page.post("/t/{id}/stages/{stage}/settle")
def settle(visit: Here, stage: str, after: Number) -> Response:
    """Let those who are out of a cup play in the main event."""
    known = _stage(visit, stage)
    if not 1 <= after <= last_finished_round(known.event):
        raise InputError(Message("there is no round %(round)s", round=after))
    settled = settle_losers(visit.desk, visit.id, known.id, round=after, by=visit.by)
    said = ngettext(
        "%(num)s player joins the main event",
        "%(num)s players join the main event",
        len(settled.joined),
    )
    return visit.done(said, to=visit.url("stages"), saved=settled.saved)


@page.get("/t/{id}/stages/{stage}/remove", viewers=False)
def ask_remove(visit: Here, stage: str) -> Response:
    """Show what is lost with a stage and what moves; the form confirms exactly this."""
    known = _stage(visit, stage)
    ways = ways_of((removal(visit.desk, visit.id, known.id),))
    return visit.render(
        "stages/stage_remove.html",
        stage=known,
        confirm=ways[0].mark if ways else "",
        lines=all_lines(ways[0]) if ways else (),
    )


@page.post("/t/{id}/stages/{stage}/remove")
def remove(visit: Here, stage: str) -> Response:
    """Remove a stage with all that happened in it."""
    known = _stage(visit, stage)
    saved = remove_stage(visit.desk, visit.id, known.id, by=visit.by)
    return visit.done(_("%(name)s removed", name=known.event.name), to=visit.url("stages"), saved=saved)


def _stage(visit: Visit, stage: str) -> "Stage":
    for each in visit.tournament.stages:
        if each.id == stage:
            return each
    raise HTTPException(404, tell(Message("there is no stage '%(id)s'", id=stage)))


def _address(visit: Visit, stage: "Stage") -> str:
    return visit.url(f"stages/{stage.id}")


def _decisions(
    chosen: Sequence[str] = (), without: Sequence[str] = (), lot: int | None = None
) -> "Decisions":
    return Decisions(
        chosen=frozenset(map(PlayerId, chosen)), without=frozenset(map(PlayerId, without)), lot=lot
    )


def _may_enter(stage: "Stage", player: "Player") -> bool:
    """True for a player of the event who is not in a stage and has not withdrawn."""
    return not is_withdrawn(player) and all(each.id != player.id for each in stage.event.players)


def _choices(players: "Iterable[Player]") -> list[tuple[str, str]]:
    return [(player.id, player.name) for player in sorted(players, key=name_order)]


def _outside(visit: Visit) -> list[Any]:
    """Those who take part in the event and are in none of its stages."""
    event = visit.tournament
    inside = {player.id for stage in event.stages for player in stage.event.players}
    return sorted((each for each in participants(event) if each.id not in inside), key=name_order)


def _stage_page(
    visit: Visit,
    stage: "Stage",
    decisions: "Decisions",
    *,
    error: InputError | None = None,
    plan: PlanForm | None = None,
) -> Response:
    event = visit.tournament
    free = not stage.event.rounds
    beside = [
        each
        for each in event.stages
        if each.id != stage.id and each.plan.phase == stage.plan.phase and not each.is_play_off
    ]
    return visit.render(
        "stages/stage.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        event=event,
        stage=stage,
        free=free,
        qualified=qualifiers(event, stage.plan, decisions) if stage.plan.sources and free else None,
        decisions=decisions,
        notices=notices_of(event, stage),
        new_lot=secrets.randbelow(_LOTS),
        seeded=is_elimination(stage.event.settings.system),
        stage_name=lambda each: stage_name(event, each),
        sources=[source_words(event, source) for source in stage.plan.sources],
        everybody=sorted(event.players, key=name_order),
        inside={player.id for player in stage.event.players},
        elsewhere={player.id: each.event.name for each in beside for player in each.event.players},
        groups=[each for each in beside if not each.event.rounds],
        rows=source_rows(event, before=stage.id, form=plan),
        carries=carry_over_choices(),
        tie_choices=tie_choices(),
        plan=plan_values(plan or stage.plan),
        replaceable=_choices(each for each in stage.event.players if may_be_replaced(stage, each.id)),
        may_enter=_choices(each for each in event.players if _may_enter(stage, each)),
    )
