"""The tournament that goes into a file: a whole event with its stages, or one of its stages."""

from collections.abc import Sequence
from itertools import groupby

from miai.desk.live_state import Desk, event_and_stage
from miai.domain.rounds.round_selection import rounds_text
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.draw.tournament_kind import demand_result_file
from miai.features.stages.whole_event import RoundPart, WholeEvent, stage_alone, whole_event
from miai.formats.registry import format_of
from miai.messages import Message, counted


def event_at(desk: Desk, tournament_id: str) -> Tournament:
    """The event with that id; a stage has the details of its event, whose name comes before its own."""
    known, stage = event_and_stage(tournament_id)
    return event_or_stage(desk.state(known).tournament, stage)


def event_or_stage(tournament: Tournament, stage: StageId | str | None) -> Tournament:
    """The event, or a stage of it with the details of the event."""
    return stage_alone(tournament, StageId(stage)) if stage else tournament


def event_in_file(tournament: Tournament, to: str) -> WholeEvent:
    """The event as a file of a format holds it: as one tournament, if the format knows no stages."""
    demand_result_file(tournament, to)
    return WholeEvent(tournament=tournament) if format_of(to).holds_stages else whole_event(tournament)


def file_stem(tournament_id: str) -> str:
    """The name of a file without its ending, such as "open", or "open-group-a" for a stage."""
    return "-".join(filter(None, event_and_stage(tournament_id)))


def rounds_of_stages(parts: Sequence[RoundPart]) -> tuple[Message, ...]:
    """The stages that the rounds of a file belong to, in order of play: "rounds 1-5: Group A and Group B"."""
    by_round = {
        number: tuple(part.name for part in found)
        for number, found in groupby(parts, key=lambda part: part.number)
    }
    return tuple(
        counted(
            "round %(rounds)s: %(stages)s",
            "rounds %(rounds)s: %(stages)s",
            len(numbers),
            rounds=rounds_text(numbers),
            stages=names,
        )
        for names, found in groupby(by_round, key=by_round.__getitem__)
        for numbers in [list(found)]
    )
