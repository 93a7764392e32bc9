"""The entrants of filled stages who would be others after a change."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from miai.domain.people.player import PlayerId
from miai.domain.tournament import Stage, Tournament
from miai.errors import InputError
from miai.features.consequences.moves import EntrantMoves
from miai.features.stages.qualifying import Decisions, Qualified, qualifiers


def entrant_moves(
    before: Tournament, after: Tournament, name: Callable[[str], str]
) -> Iterator[EntrantMoves]:
    """The stages that are filled, and whose entrants would be others by now.

    A player whom the director put into the stage, or left out of it, is not news again.
    """
    later = {stage.id: stage for stage in after.stages}
    for stage in before.stages:
        now = later.get(stage.id)
        if now is None or not stage.plan.sources or not stage.event.players:
            continue
        inside = {player.id for player in stage.event.players}
        found = _qualified(before, stage)
        old, new = _players(found), _players(_qualified(after, now))
        if found.open and set(old) != inside:
            # It was filled before the places were final: these go on changing.
            continue
        entering = tuple(each for each in _missing(new, old) if each not in inside)
        leaving = tuple(each for each in _missing(old, new) if each in inside)
        if entering or leaving:
            yield EntrantMoves(
                stage=stage.id,
                name=stage.event.name,
                entering=entering,
                entering_names=tuple(map(name, entering)),
                leaving=leaving,
                leaving_names=tuple(map(name, leaving)),
            )


def _qualified(tournament: Tournament, stage: Stage) -> Qualified:
    """The players who qualify; of those who share the last place, the ones in the stage were chosen.

    A cup beside the main event is filled before round 1.
    """
    inside = frozenset(player.id for player in stage.event.players)
    filled = replace(tournament, rounds=()) if stage.joins_main else tournament
    try:
        return qualifiers(filled, stage.plan, Decisions(chosen=inside))
    except InputError:
        return Qualified()


def _players(found: Qualified) -> tuple[PlayerId, ...]:
    return tuple(each.player.id for each in found.entrants)


def _missing(wanted: Iterable[PlayerId], there: Iterable[PlayerId]) -> tuple[PlayerId, ...]:
    known = set(there)
    return tuple(each for each in wanted if each not in known)
