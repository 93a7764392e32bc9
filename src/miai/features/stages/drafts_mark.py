"""The mark of the drafts of all stages: they are published as they were on the screen, or not at all."""

from miai.desk.live_state import Desk, State
from miai.desk.seen import Demand, Mark, SeenChanged
from miai.features.draw.draft_mark import mark_of_round
from miai.messages import Message


def drafts_mark(desk: Desk, state: State) -> Mark:
    """The mark of the rounds that can be published now."""
    # Brackets load the engine, and the server names this mark before it needs one.
    from miai.features.stages.several_rounds import ready_to_publish  # noqa: PLC0415 - see above

    found = ready_to_publish(state.tournament)
    marks = [
        f"{stage.id} {mark_of_round(desk.in_stage(state, stage.id), found.round).content}"
        for stage in found.stages
    ]
    return Mark.of(state, [found.round, *marks])


def drafts_demand(desk: Desk, mark: Mark) -> Demand:
    """Refuse to publish drafts that are not those on the screen."""

    def demand(state: State) -> None:
        now = drafts_mark(desk, state)
        if now.content != mark.content:
            raise SeenChanged(
                Message("the draws of the stages are different now from those on this screen"), now
            )

    return demand
