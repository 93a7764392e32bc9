"""Whether an event with stages has rounds of its own."""

from miai.domain.stages import MAIN
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


def has_main_rounds(tournament: Tournament) -> bool:
    """Whether rounds are played in the event itself: without stages, beside a cup, or as a qualification."""
    return (
        not tournament.stages
        or bool(tournament.rounds)
        or any(
            stage.joins_main or any(source.stage == MAIN for source in stage.plan.sources)
            for stage in tournament.stages
        )
    )


def demand_main_rounds(tournament: Tournament) -> None:
    """Raise InputError if all rounds are played in stages, of which one has to be chosen."""
    if not has_main_rounds(tournament):
        raise InputError(played_in_stages(tournament))


def played_in_stages(tournament: Tournament) -> Message:
    """The message that an event has no rounds of its own, with the names of its stages."""
    return Message(
        "this event is played in its stages: choose one of them (%(stages)s)",
        stages=", ".join(stage.id for stage in tournament.stages),
    )
