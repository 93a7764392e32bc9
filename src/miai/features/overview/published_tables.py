"""The published standings in which places have moved since: the director may want to publish them again."""

from collections.abc import Iterator

from miai.desk.live_state import Desk, State, stage_address
from miai.features.overview.need import Need, NeedKind
from miai.features.overview.stage_steps import StageStep, StepKind
from miai.features.standings.since_messages import moved_message, since_messages
from miai.features.standings.since_published import SincePublished, table_since, whole_since
from miai.messages import Clauses, Message


def tables_to_publish(desk: Desk, state: State) -> Iterator[Need]:
    """The newest published standings of an event, or those over all its stages, if their places moved."""
    shown = state.tournament.tables_shown
    if not shown:
        return
    after = shown[-1].after_round
    since = table_since(desk, state, after)
    whole = whole_since(desk, state)
    if since and since.places:
        yield _need(moved_message(since, after=after), since)
    elif whole and whole.places:
        yield _need(moved_message(whole), whole)


def stage_tables_to_publish(desk: Desk, state: State) -> Iterator[StageStep]:
    """The newest published standings of each stage, if their places have moved."""
    for stage in state.tournament.stages:
        there = desk.state(stage_address(state.id, stage.id))
        for need in tables_to_publish(desk, there):
            yield StageStep(
                stage=stage.id,
                kind=StepKind.STANDINGS,
                what=Message("%(stage)s: %(what)s", stage=stage.event.name, what=need.what),
            )


def _need(what: Message, since: SincePublished) -> Need:
    said = Message("%(text)s", text=Clauses(tuple(since_messages(since, places=False)), " "))
    return Need(kind=NeedKind.STANDINGS, what=what, detail=said)
