"""What a file cannot hold of the stages of an event."""

from collections.abc import Iterator

from miai.domain.tournament import Tournament
from miai.messages import Message, counted


def stage_losses(mine: Tournament, theirs: Tournament) -> Iterator[Message]:
    """The stages that are not in a file, with all that happened in them."""
    held = {stage.id: stage for stage in theirs.stages}
    for stage in mine.stages:
        if stage.id not in held:
            yield counted(
                "the stage %(name)s with %(num)s player",
                "the stage %(name)s with %(num)s players",
                len(stage.event.players),
                name=stage.event.name,
            )
