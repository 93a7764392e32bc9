"""Draw or publish a round in all groups at once."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from miai.desk.live_state import Desk, Saved, State, stage_address
from miai.desk.stage_changes import as_logged
from miai.domain.log import events
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.draw.bracket import last_round
from miai.features.draw.draw_round import round_drawn
from miai.features.publish.publish_round import RoundToPublish, Shown, must_ask, publication
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class StagesWithRound:
    """Stages of one phase that have come to the same round; without stages there is nothing to do."""

    stages: tuple[Stage, ...] = ()
    round: int = 0


def ready_to_draw(tournament: Tournament) -> StagesWithRound:
    """The stages in which the same round can be drawn: those of the earliest phase and round that has any."""
    return _earliest(tournament, _round_to_draw)


def ready_to_publish(tournament: Tournament) -> StagesWithRound:
    """The stages in which the same round is a draft."""
    return _earliest(tournament, _round_to_publish)


def draw_in_all(desk: Desk, event_id: str, *, by: str) -> tuple[Saved, StagesWithRound]:
    """Draw the next round in all stages that can have it, as drafts; all of them or none."""
    found = StagesWithRound()

    def decide(state: State) -> list[events.Event]:
        nonlocal found
        found = ready_to_draw(state.tournament)
        return list(drawn_in_all(state.tournament))

    saved = desk.change(event_id, decide, by=by)
    desk.back_up("draw")
    return saved, found


def publish_in_all(desk: Desk, event_id: str, *, by: str) -> tuple[Saved, StagesWithRound]:
    """Publish the drafts of a round in all stages at once.

    A draw that is against the rules is left out: it is published on its page, which names the rules.
    """
    found = _good_drafts(desk, event_id)
    rounds = {
        stage.id: RoundToPublish(desk, stage_address(event_id, stage.id), found.round)
        for stage in found.stages
    }
    for each in rounds.values():
        each.prepare()

    def decide(state: State) -> list[events.Event]:
        if not rounds:
            raise InputError(Message("no stage has a draft that can be published"))
        published = (
            (stage, change)
            for stage, each in rounds.items()
            for change in each.published(desk.in_stage(state, stage))
        )
        # After all rounds: the proof of a round knows only of rounds that are published with it.
        standings = (
            (stage, change)
            for stage, each in rounds.items()
            for change in each.standings_too(desk.in_stage(state, stage))
        )
        return [
            logged
            for stage, change in (*published, *standings)
            for logged in as_logged(state.tournament, stage, change)
        ]

    saved = desk.change(event_id, decide, by=by)
    for stage, each in rounds.items():
        each.keep_proofs(desk.saved_in_stage(saved, stage))
    desk.back_up("publication")
    return saved, found


def drafts_to_ask_about(desk: Desk, event_id: str) -> StagesWithRound:
    """The drafts of a round if all of them are against the rules; nothing if any can be published at once."""
    if _good_drafts(desk, event_id).stages:
        return StagesWithRound()
    return ready_to_publish(desk.state(event_id).tournament)


def drawn_in_all(tournament: Tournament) -> Iterator[events.Event]:
    """The events that draw the next round in all stages that can have it."""
    found = ready_to_draw(tournament)
    if not found.stages:
        raise InputError(Message("no stage waits for a draw: enter the results first"))
    for stage in found.stages:
        for change in round_drawn(stage.event, found.round):
            yield from as_logged(tournament, stage.id, change)


def _good_drafts(desk: Desk, event_id: str) -> StagesWithRound:
    state = desk.state(event_id)
    found = ready_to_publish(state.tournament)
    good = tuple(
        stage for stage in found.stages if not must_ask(desk, desk.in_stage(state, stage.id), found.round)
    )
    return StagesWithRound(stages=good, round=found.round)


def _earliest(tournament: Tournament, round_of: Callable[[Tournament], int]) -> StagesWithRound:
    found: dict[tuple[int, int], list[Stage]] = {}
    for stage in tournament.stages:
        number = round_of(stage.event)
        if number:
            found.setdefault((stage.phase, number), []).append(stage)
    if not found:
        return StagesWithRound()
    first = min(found)
    return StagesWithRound(stages=tuple(found[first]), round=first[1])


def _round_to_draw(event: Tournament) -> int:
    """The number of the round that can be drawn now, 0 if there is none."""
    if len(event.players) < 2 or any(
        not board.result.known for drawn in event.rounds for board in drawn.boards
    ):
        return 0
    drawn = max((each.number for each in event.rounds), default=0)
    return drawn + 1 if drawn < last_round(event) and event.final is None else 0


def _round_to_publish(event: Tournament) -> int:
    """The number of the last drawn round, if players wait for it; 0 if they see it or it is played."""
    drawn = max((each.number for each in event.rounds), default=0)
    waited_for = any(not board.result.known for board in event.round(drawn).boards)
    return drawn if waited_for and publication(event, drawn).shown is Shown.NOTHING else 0
