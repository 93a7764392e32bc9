"""The entrants of filled stages who would be others after a change."""

from collections.abc import Callable, Iterable, Iterator

from miai.domain.people.player import PlayerId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.consequences.moves import EntrantMoves
from miai.features.stages.qualifying import Decisions, qualifiers


def entrant_moves(
    before: Tournament, after: Tournament, name: Callable[[str], str]
) -> Iterator[EntrantMoves]:
    """The stages that are filled, and whose entrants would be others by now."""
    later = {stage.id: stage for stage in after.stages}
    for stage in before.stages:
        now = later.get(stage.id)
        if now is None or not stage.plan.sources or not stage.event.players:
            continue
        old, new = _entrants(before, stage), _entrants(after, now)
        if set(old) != {player.id for player in stage.event.players}:
            # The director chose others, or places decide by now in another way than when it was filled.
            continue
        entering, leaving = _missing(new, old), _missing(old, new)
        if entering or leaving:
            yield EntrantMoves(
                stage=stage.id,
                name=stage.event.name,
                entering=entering,
                entering_names=tuple(map(name, entering)),
                leaving=leaving,
                leaving_names=tuple(map(name, leaving)),
            )


def _entrants(tournament: Tournament, stage: Stage) -> tuple[PlayerId, ...]:
    try:
        # Of players who share the last place, those in the stage are the ones whom the director chose.
        inside = frozenset(player.id for player in stage.event.players)
        found = qualifiers(tournament, stage.plan, Decisions(chosen=inside))
    except InputError:
        return ()
    return tuple(each.player.id for each in found.entrants)


def _missing(wanted: Iterable[PlayerId], there: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
    known = set(there)
    return tuple(each for each in wanted if each not in known)
