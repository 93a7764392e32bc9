"""What can be done in the stages of an event, with the buttons that lead there."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.features.overview.stage_steps import StageStep, StepKind
from miai.server.words import gettext as _

# The pages of a stage on which steps are taken; the others are on the page of the event.
_PAGES = {
    StepKind.SETTLE_CLAIM: "results",
    StepKind.LOOK: "draw",
    StepKind.LATE: "schedule",
    StepKind.EARLIER_GAMES: "results",
    StepKind.DRAW: "draw",
    StepKind.PUBLISH: "draw",
    StepKind.RESULTS: "results",
    StepKind.STANDINGS: "publish",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRow:
    """A step with the button that leads to it; `of_event` says that its page is one of the event."""

    step: StageStep
    page: str
    button: str
    of_event: bool

    @property
    def tells(self) -> bool:
        """Whether it tells more than how far the stage has come."""
        return self.of_event or self.urgent or self.step.kind in (StepKind.LATE, StepKind.EARLIER_GAMES)

    @property
    def urgent(self) -> bool:
        """Whether players are waiting for a decision."""
        return self.step.kind is StepKind.SETTLE_CLAIM


def step_rows(steps: Sequence[StageStep]) -> tuple[StepRow, ...]:
    """Steps with their buttons."""
    return tuple(_step_row(step) for step in steps)


def _step_row(step: StageStep) -> StepRow:
    of_event = step.kind not in _PAGES
    suffix = "/settle" if step.kind is StepKind.JOIN_MAIN else ""
    return StepRow(
        step=step,
        page=f"stages/{step.stage}{suffix}" if of_event else _PAGES[step.kind],
        button=_button(step.kind),
        of_event=of_event,
    )


def _button(kind: StepKind) -> str:
    return {
        StepKind.SETTLE_CLAIM: _("Settle"),
        StepKind.CHOOSE: _("Choose…"),
        StepKind.FILL: _("Fill…"),
        StepKind.PLAY_OFF: _("Play off…"),
        StepKind.QUALIFIERS: _("Decide…"),
        StepKind.DRAW: _("Draw"),
        StepKind.RESULTS: _("Enter results"),
        StepKind.JOIN_MAIN: _("Let them join…"),
    }.get(kind, _("Look"))
