"""The filled stages whose players would be others after a change, or would no longer be decided."""

from collections.abc import Callable, Iterator

from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.consequences.moves import EntrantMoves
from miai.features.stages.qualification_check import Difference, qualification_check
from miai.features.stages.qualifying import EdgeTie


def entrant_moves(
    before: Tournament, after: Tournament, name: Callable[[str], str]
) -> Iterator[EntrantMoves]:
    """The filled stages about which the check of who qualifies says more after the change than before.

    A player whom the director put into the stage, left out of it or keeps is not news again.
    """
    later = {stage.id for stage in after.stages}
    for stage in before.stages:
        if stage.id not in later or not stage.plan.sources or not stage.event.players:
            continue
        old, new = qualification_check(before, stage.id), qualification_check(after, stage.id)
        entering, leaving = (
            tuple(player.id for player in new.of_kind(kind) if player not in old.of_kind(kind))
            for kind in (Difference.NOT_IN, Difference.NOT_QUALIFYING)
        )
        known = {_key(tie) for tie in old.ties}
        ties = [tie for tie in new.ties if _key(tie) not in known]
        reopened = not old.open and new.open
        if entering or leaving or ties or reopened:
            yield EntrantMoves(
                stage=stage.id,
                name=stage.event.name,
                entering=entering,
                entering_names=tuple(map(name, entering)),
                leaving=leaving,
                leaving_names=tuple(map(name, leaving)),
                tied=tuple(tuple(player.id for player in tie.players) for tie in ties),
                tied_names=tuple(tuple(name(player.id) for player in tie.players) for tie in ties),
                reopened=reopened,
            )


def _key(tie: EdgeTie) -> tuple[StageId, frozenset[str]]:
    return tie.stage, frozenset(player.id for player in tie.players)
