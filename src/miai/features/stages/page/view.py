"""The stages of an event for their page: how far each has come, who is in it, and what is next."""

from collections.abc import Iterator
from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.domain.stages import CarryOver
from miai.domain.tournament import Stage, Tournament
from miai.features.overview.show_overview import Overview, overview
from miai.features.overview.show_overview import Stage as Progress
from miai.features.overview.stage_steps import steps_in
from miai.features.overview.view.overview_page import headline
from miai.features.overview.view.stage_steps import StepRow, step_rows
from miai.features.stages.page.stage_words import carry_over_choices, source_words, stage_name
from miai.features.stages.places import places_of
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import joined


@dataclass(frozen=True, slots=True, kw_only=True)
class StageCard:
    """A stage on the page; `leading` are its first players, or all of them in order of strength."""

    stage: Stage
    seen: Overview
    state: str
    sources: tuple[str, ...]
    carries: str
    leading: tuple[tuple[int, Player], ...]
    steps: tuple[StepRow, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nobody is in it yet."""
        return not self.stage.event.players

    @property
    def drawn(self) -> bool:
        """Whether there is a draw, so that its players stay."""
        return bool(self.stage.event.rounds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Stages that are played side by side."""

    number: int
    cards: tuple[StageCard, ...]


# More players than these are on the page of the stage.
_LEADING = 6


def phases(tournament: Tournament) -> tuple[Phase, ...]:
    """The stages from the first phase to the last."""
    numbers = sorted({stage.plan.phase for stage in tournament.stages})
    return tuple(
        Phase(
            number=number,
            cards=tuple(
                _card(tournament, stage) for stage in tournament.stages if stage.plan.phase == number
            ),
        )
        for number in numbers
    )


def _card(tournament: Tournament, stage: Stage) -> StageCard:
    seen = overview(stage.event)
    carries = dict(carry_over_choices())[stage.plan.carry_over.value]
    return StageCard(
        stage=stage,
        seen=seen,
        state=_state(tournament, stage, seen),
        sources=tuple(source_words(tournament, source) for source in stage.plan.sources),
        carries="" if stage.plan.carry_over is CarryOver.NOTHING else carries,
        leading=tuple(_placed(stage.event))[:_LEADING],
        steps=step_rows(tuple(steps_in(tournament, stage))),
    )


def _placed(event: Tournament) -> Iterator[tuple[int, Player]]:
    place = 1
    for shared in places_of(event) if event.players else ():
        yield from ((place, player) for player in shared)
        place += len(shared)


def _state(tournament: Tournament, stage: Stage, seen: Overview) -> str:
    """How far a stage has come, in a few words."""
    if seen.stage is Progress.EMPTY:
        waiting = [
            stage_name(tournament, source.stage)
            for source in stage.plan.sources
            if source.stage and _is_open(tournament.stage(source.stage).event)
        ]
        return _("waits for %(stages)s", stages=joined(waiting)) if waiting else _("nobody in it yet")
    if seen.stage is Progress.CHECK_IN:
        return _("not drawn yet")
    if seen.stage is Progress.FINISHED:
        return ngettext("over, %(num)s round played", "over, %(num)s rounds played", seen.round)
    return headline(seen)


def _is_open(event: Tournament) -> bool:
    return overview(event).stage is not Progress.FINISHED
