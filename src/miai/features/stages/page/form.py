"""The forms of stages: where players come from, what they bring along, and what becomes of losers."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from miai.domain.bounds import bounds_of
from miai.domain.numbers import whole_or_none
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import MAIN, CarryOver, Losers, Qualification, StageId, StagePlan, TieRule
from miai.domain.tournament import Tournament
from miai.domain.typed_text import whole
from miai.errors import InputError, Problem
from miai.features.stages.page.stage_words import stage_name
from miai.features.stages.rules import phase_after
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedSource:
    """A stage to come from, with the places as they were typed."""

    stage: StageId
    first: str
    last: str

    @property
    def is_empty(self) -> bool:
        """True if nobody goes on from this stage."""
        return not self.first.strip() and not self.last.strip()

    def qualification(self) -> Qualification | None:
        """The places that go on, from the first one by default; None if one cannot be read."""
        within = bounds_of(Qualification, "first")
        first = whole_or_none((self.first or "1").strip(), within)
        last = whole_or_none(self.last.strip(), within)
        if first is None or last is None:
            return None
        return Qualification(stage=self.stage, first=first, last=last)


class PlanForm(BaseModel):
    """How a stage belongs to its event; each source has a first and a last place, or none."""

    source: list[str] = []
    first: list[str] = []
    last: list[str] = []
    carry_over: str = CarryOver.NOTHING.value
    ties: str = ""
    beside: str = ""
    phase: str = ""

    def sources(self) -> Iterator[TypedSource]:
        """The stages that players can come from, row by row."""
        for stage, first, last in zip(self.source, self.first, self.last, strict=False):
            yield TypedSource(stage=StageId(stage), first=first, last=last)


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
    sources = _sources(tournament, form)
    if form.phase.strip():
        phase = whole(form.phase, Message("Phase"), bounds_of(StagePlan, "phase"))
    else:
        phase = phase_after(tournament, sources)
    known = next((each.plan for each in tournament.stages if each.id == stage), StagePlan(id=stage))
    return replace(
        known,
        phase=phase,
        sources=tuple(sources),
        carry_over=_carried(form.carry_over),
        ties=_tie_rule(form.ties, known.ties),
        losers=Losers.JOIN_MAIN if form.beside else Losers.LEAVE,
    )


def _sources(tournament: Tournament, form: PlanForm) -> list[Qualification]:
    """The stages that players come from, or every one whose places cannot be read."""
    sources, problems = [], []
    for typed in form.sources():
        if typed.is_empty:
            continue
        found = typed.qualification()
        if found:
            sources.append(found)
        else:
            what = Message("type the first and the last place that go on")
            problems.append(Problem(what=what, where=stage_name(tournament, typed.stage)))
    if problems:
        raise InputError(problems)
    return sources


def source_rows(
    tournament: Tournament, *, before: StageId | None = None, form: PlanForm | None = None
) -> list[SourceRow]:
    """The stages from which players of a stage can come, the main event first."""
    plan = next((each.plan for each in tournament.stages if each.id == before), None)
    places = _places_shown(plan, form)
    known = [MAIN, *(each.id for each in tournament.stages if _can_lead(each.plan, plan))]
    rows = []
    for stage in known:
        first, last = places.get(stage, ("", ""))
        rows.append(SourceRow(stage=stage, name=stage_name(tournament, stage), first=first, last=last))
    return rows


def _places_shown(plan: StagePlan | None, form: PlanForm | None) -> dict[StageId, tuple[str, str]]:
    """The first and the last place by stage: as they were typed, else as they are planned."""
    if form:
        return {each.stage: (each.first, each.last) for each in form.sources()}
    if plan:
        return {each.stage: (str(each.first), str(each.last)) for each in plan.sources}
    return {}


def plan_values(plan: StagePlan | PlanForm) -> dict[str, Any]:
    """What the form of a plan shows besides its sources."""
    if isinstance(plan, PlanForm):
        return {
            "carry_over": plan.carry_over,
            "ties": _tie_rule(plan.ties, TieRule.DIRECTOR).value,
            "beside": bool(plan.beside),
            "phase": plan.phase,
        }
    return {
        "carry_over": plan.carry_over.value,
        "ties": plan.ties.value,
        "beside": plan.losers is Losers.JOIN_MAIN,
        "phase": plan.phase,
    }


def typed_rounds(text: str) -> int | None:
    """The number of rounds that was typed; None for as many as the field needs."""
    return whole(text, Message("Rounds"), bounds_of(Settings, "rounds")) if text.strip() else None


def _can_lead(source: StagePlan, into: StagePlan | None) -> bool:
    """Whether players of one stage can go on to another; never back to one that they come from."""
    return into is None or (source.id != into.id and source.phase <= into.phase)


def _tie_rule(text: str, usual: TieRule) -> TieRule:
    return next((each for each in TieRule if each.value == text), usual)


def _carried(text: str) -> CarryOver:
    return next((each for each in CarryOver if each.value == text), CarryOver.NOTHING)
