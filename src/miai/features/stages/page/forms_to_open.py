"""The forms that open stages; an event that can have none shows the reason in their place."""

from collections.abc import Sequence

from starlette.responses import Response

from miai.domain.people.participants import participants
from miai.domain.settings.system_names import SYSTEMS
from miai.errors import InputError, Problem
from miai.features.stages.groups import spread
from miai.features.stages.opening import demand_can_have_stages
from miai.features.stages.page.form import NewStageForm, plan_values, source_rows
from miai.features.stages.page.plan_form import EventPlanForm, plan_view
from miai.features.stages.page.stage_words import carry_over_choices, group_names, tie_choices
from miai.features.stages.tie_rules import tie_rule_message
from miai.server.request_context import Visit
from miai.server.words.formatting import system_name

# Groups have four players unless the director says otherwise.
_GROUP_SIZE = 4


def plan_page(visit: Visit, form: EventPlanForm, *, error: InputError | None = None) -> Response:
    """Three ways to begin, with the picture of the plan."""
    event = visit.tournament
    if reasons := _reasons_against(visit):
        return _no_stages(visit, reasons, error)
    drawn = any(stage.event.rounds for stage in event.stages)
    return visit.render(
        "stages/stages_plan.html",
        status=422 if error else 200,
        refused=error.problems if error else (),
        view=plan_view(event, form),
        tie_choices=tie_choices(),
        ties_said=tie_rule_message(form.tie_rule),
        replaces=bool(event.stages) and not drawn,
        drawn=drawn,
    )


def groups_form(
    visit: Visit, *, count: int | None, system: str, rounds: str, error: InputError | None = None
) -> Response:
    """Groups with the players spread over them."""
    if reasons := _reasons_against(visit):
        return _no_stages(visit, reasons, error)
    entering = participants(visit.tournament)
    shown = count if count is not None else max(2, round(len(entering) / _GROUP_SIZE))
    fits = shown >= 2 and 2 * shown <= len(entering)
    return visit.render(
        "stages/stages_groups.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        count=shown,
        system=system,
        rounds=rounds,
        systems=_systems(),
        entering=len(entering),
        groups=list(zip(group_names(visit.tournament, shown), spread(entering, shown), strict=True))
        if fits
        else (),
    )


def new_form(visit: Visit, form: NewStageForm, *, error: InputError | None = None) -> Response:
    """A single stage: its name, its system and where its players come from."""
    if reasons := _reasons_against(visit):
        return _no_stages(visit, reasons, error)
    return visit.render(
        "stages/stage_new.html",
        status=422 if error else 200,
        problems=error.problems if error else (),
        typed=form,
        systems=_systems(),
        rows=source_rows(visit.tournament, form=form if error else None),
        carries=carry_over_choices(),
        tie_choices=tie_choices(),
        plan=plan_values(form),
    )


def _reasons_against(visit: Visit) -> Sequence[Problem]:
    try:
        demand_can_have_stages(visit.tournament)
    except InputError as error:
        return error.problems
    return ()


def _no_stages(visit: Visit, reasons: Sequence[Problem], error: InputError | None) -> Response:
    return visit.render("stages/stages_none.html", status=422 if error else 200, reasons=reasons)


def _systems() -> list[tuple[str, str]]:
    """The systems of a stage: tables and brackets first."""
    first = ("round_robin", "knockout", "double_elimination", "swiss", "mcmahon")
    return [(key, system_name(key)) for key in dict.fromkeys((*first, *SYSTEMS))]
