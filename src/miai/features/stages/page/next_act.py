"""The next step of an event with stages: the one black button of its page."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from miai.domain.tournament import Stage, Tournament
from miai.features.overview.show_overview import Overview, overview
from miai.features.overview.show_overview import Stage as Progress
from miai.features.overview.stage_steps import StageStep, StepKind, next_steps
from miai.features.stages.groups import left_out_of_groups
from miai.features.stages.main_rounds import has_main_rounds
from miai.features.stages.page.differences import notices
from miai.features.stages.places import why_not_over
from miai.features.stages.qualifying import qualifiers
from miai.features.stages.several_rounds import StagesWithRound, ready_to_draw, ready_to_publish
from miai.server.words import gettext as _
from miai.server.words import ngettext

StageUrl = Callable[..., str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A button: one that does something at once, or one that leads to a page."""

    text: str
    url: str
    posts: bool = False
    fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Addresses:
    """The addresses of pages of an event, and of pages of a stage such as `of_stage("final", "draw")`."""

    of_event: StageUrl
    of_stage: StageUrl


def next_act(event: Tournament, urls: Addresses) -> Act:
    """What its director does next: what cannot wait comes first, then the earliest phase."""
    finders = (_claim, _other_players, _spread, _publish, _fill, _results, _draw, _join_main, _main_event)
    for found in (act for finder in finders for act in finder(event, urls)):
        return found
    return Act(text=_("Show the final standings"), url=urls.of_event("standings", view="whole"))


def _steps(event: Tournament, kind: StepKind) -> list[StageStep]:
    return [step for step in next_steps(event) if step.kind is kind]


def _name(event: Tournament, step: StageStep) -> str:
    return event.stage(step.stage).event.name


def _claim(event: Tournament, urls: Addresses) -> Iterator[Act]:
    for step in _steps(event, StepKind.SETTLE_CLAIM):
        text = _("Settle a result of %(stage)s", stage=_name(event, step))
        yield Act(text=text, url=urls.of_stage(step.stage, "results", round=step.round))


def _other_players(event: Tournament, urls: Addresses) -> Iterator[Act]:
    # The games of a play-off are a step of their own.
    for notice in (each for each in notices(event) if not each.play_offs):
        name, page = notice.stage.event.name, urls.of_event(f"stages/{notice.stage.id}")
        if notice.drawn:
            yield Act(text=_("Decide who plays in %(stage)s", stage=name), url=page)
        else:
            yield Act(text=_("Fill %(stage)s again…", stage=name), url=page)


def _spread(event: Tournament, urls: Addresses) -> Iterator[Act]:
    if left_out_of_groups(event):
        yield Act(text=_("Spread the players again"), url=urls.of_event("stages/all/spread"), posts=True)


def _publish(event: Tournament, urls: Addresses) -> Iterator[Act]:
    found = ready_to_publish(event)
    waiting = {notice.stage.id for notice in notices(event) if notice.play_offs}
    if all(stage.id in waiting for stage in found.stages):
        return
    url = urls.of_event("stages/all/publish")
    if len(found.stages) > 1:
        where = _where(event, found)
        text = _("Publish round %(round)s in %(stages)s", round=found.round, stages=where)
        yield Act(text=text, url=url, posts=True)
    for stage in found.stages:
        text = _("Publish round %(round)s of %(stage)s", round=found.round, stage=stage.event.name)
        yield Act(text=text, url=url, posts=True)


def _fill(event: Tournament, urls: Addresses) -> Iterator[Act]:
    for step in _steps(event, StepKind.PLAY_OFF):
        yield Act(
            text=_("Open the play-off for %(stage)s", stage=_name(event, step)),
            url=urls.of_event(f"stages/{step.stage}/play-off"),
            posts=True,
        )
    for step in _steps(event, StepKind.FILL):
        stage = event.stage(step.stage)
        found = qualifiers(event, stage.plan)
        name, page = stage.event.name, urls.of_event(f"stages/{stage.id}")
        if found.ties:
            yield Act(text=_("Decide who goes on to %(stage)s", stage=name), url=page)
        elif found.notes:
            yield Act(text=_("Fill %(stage)s…", stage=name), url=page)
        else:
            yield Act(text=_("Fill %(stage)s", stage=name), url=f"{page}/fill", posts=True)
    for step in _steps(event, StepKind.CHOOSE):
        name = _name(event, step)
        yield Act(
            text=_("Choose the players of %(stage)s", stage=name), url=urls.of_event(f"stages/{step.stage}")
        )


def _results(event: Tournament, urls: Addresses) -> Iterator[Act]:
    ready = ready_to_draw(event)
    first = min((stage.phase for stage in ready.stages), default=None)
    for step in _steps(event, StepKind.RESULTS):
        phase = event.stage(step.stage).phase
        if first is None or phase <= first:
            yield Act(
                text=_("Enter results of %(stage)s", stage=_name(event, step)),
                url=urls.of_stage(step.stage, "results", round=step.round),
            )


def _draw(event: Tournament, urls: Addresses) -> Iterator[Act]:
    found = ready_to_draw(event)
    url = urls.of_event("stages/all/draw")
    if len(found.stages) > 1:
        where = _where(event, found)
        text = _("Draw round %(round)s in %(stages)s", round=found.round, stages=where)
        yield Act(text=text, url=url, posts=True)
    for stage in found.stages:
        text = _("Draw round %(round)s of %(stage)s", round=found.round, stage=stage.event.name)
        yield Act(text=text, url=url, posts=True)


def _join_main(event: Tournament, urls: Addresses) -> Iterator[Act]:
    for step in _steps(event, StepKind.JOIN_MAIN):
        text = _("Let losers of %(stage)s join", stage=_name(event, step))
        yield Act(text=text, url=urls.of_event(f"stages/{step.stage}/settle"))


def _main_event(event: Tournament, urls: Addresses) -> Iterator[Act]:
    if not has_main_rounds(event):
        return
    seen = overview(event)
    texts: dict[Progress, tuple[str, str]] = {
        Progress.EMPTY: (_("Enter players"), "players"),
        Progress.CHECK_IN: (_draw_main(seen), "draw"),
        Progress.READY: (_draw_main(seen), "draw"),
        Progress.DRAFT: (_("Publish round %(round)s of the main event", round=seen.round), "draw"),
        Progress.PLAYING: (_("Enter results of the main event"), "results"),
    }
    if seen.stage in texts:
        text, page = texts[seen.stage]
        yield Act(text=text, url=urls.of_event(page))


def _draw_main(seen: Overview) -> str:
    return _("Draw round %(round)s of the main event", round=seen.next_round or 1)


def _where(event: Tournament, found: StagesWithRound) -> str:
    """The stages of a round: "all groups" if the others of their phase wait for nothing."""
    phase = found.stages[0].phase
    if len(found.stages) == sum(_goes_on(stage) and stage.phase == phase for stage in event.stages):
        return _("all groups") if not _any_sources(found.stages) else _("all stages")
    return ngettext("%(num)s group", "%(num)s groups", len(found.stages))


def _goes_on(stage: Stage) -> bool:
    return any(why_not_over(stage.event))


def _any_sources(stages: Sequence[Stage]) -> bool:
    return any(stage.plan.sources for stage in stages)
