"""Whether an event with stages has rounds of its own."""

from miai.domain.stages import MAIN
from miai.domain.tournament import Tournament


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
