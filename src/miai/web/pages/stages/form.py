"""The forms of stages: where players come from, what they bring along, and what becomes of losers."""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from miai.domain.bounds import bounds_of
from miai.domain.numbers import whole_or_none
from miai.domain.settings import Settings
from miai.domain.stages import MAIN, CarryOver, Losers, Qualification, StageId, StagePlan
from miai.domain.tournament import Tournament
from miai.domain.typed_text import whole
from miai.errors import InputError, Problem
from miai.messages import Message
from miai.web.pages.stages.stage_words import stage_name


class PlanForm(BaseModel):
    """How a stage belongs to its event; each source has a first and a last place, or none."""

    source: list[str] = []
    first: list[str] = []
    last: list[str] = []
    carry_over: str = CarryOver.NOTHING.value
    beside: str = ""
    phase: str = ""


class NewStageForm(PlanForm):
    """A stage that is about to be opened."""

    name: str = ""
    system: str = "knockout"
    rounds: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRow:
    """A stage from which players can come, with the places as they were typed."""

    stage: StageId
    name: str
    first: str
    last: str


def plan_of_form(tournament: Tournament, stage: StageId, form: PlanForm) -> StagePlan:
    """The plan on a form, or everything that is wrong with it.

    Unless its phase is stated, a stage follows those it is filled from.
    """
    sources, problems = [], []
    for source, first, last in zip(form.source, form.first, form.last, strict=False):
        if not first.strip() and not last.strip():
            continue
        places = [
            whole_or_none(text.strip(), bounds_of(Qualification, "first")) for text in (first or "1", last)
        ]
        if None in places:
            what = Message("type the first and the last place that go on")
            problems.append(Problem(what=what, where=stage_name(tournament, StageId(source))))
        else:
            from_place, to_place = (place or 1 for place in places)
            sources.append(Qualification(stage=StageId(source), first=from_place, last=to_place))
    if problems:
        raise InputError(problems)
    from miai.app.stages.rules import phase_after

    return StagePlan(
        id=stage,
        phase=whole(form.phase, Message("Phase"), bounds_of(StagePlan, "phase"))
        if form.phase.strip()
        else phase_after(tournament, sources),
        sources=tuple(sources),
        carry_over=_carried(form.carry_over),
        losers=Losers.JOIN_MAIN if form.beside else Losers.LEAVE,
    )


def source_rows(
    tournament: Tournament, *, before: StageId | None = None, form: PlanForm | None = None
) -> list[SourceRow]:
    """The stages from which players of a stage can come, the main event first."""
    plan = next((each.plan for each in tournament.stages if each.id == before), None)
    typed = (
        {stage: (first, last) for stage, first, last in zip(form.source, form.first, form.last, strict=False)}
        if form
        else {source.stage: (str(source.first), str(source.last)) for source in plan.sources}
        if plan
        else {}
    )
    known = [MAIN, *(each.id for each in tournament.stages if _can_lead(each.plan, plan))]
    return [
        SourceRow(stage=stage, name=stage_name(tournament, stage), first=first, last=last)
        for stage in known
        for first, last in [typed.get(stage, ("", ""))]
    ]


def plan_values(plan: StagePlan | PlanForm) -> dict[str, Any]:
    """What the form of a plan shows besides its sources."""
    if isinstance(plan, PlanForm):
        return {"carry_over": plan.carry_over, "beside": bool(plan.beside), "phase": plan.phase}
    return {
        "carry_over": plan.carry_over.value,
        "beside": plan.losers is Losers.JOIN_MAIN,
        "phase": plan.phase,
    }


def typed_rounds(text: str) -> int | None:
    """The number of rounds that was typed; None for as many as the field needs."""
    return whole(text, Message("Rounds"), bounds_of(Settings, "rounds")) if text.strip() else None


def _can_lead(source: StagePlan, into: StagePlan | None) -> bool:
    """Whether players of one stage can go on to another; never back to one that they come from."""
    return into is None or (source.id != into.id and source.phase <= into.phase)


def _carried(text: str) -> CarryOver:
    return next((each for each in CarryOver if each.value == text), CarryOver.NOTHING)
