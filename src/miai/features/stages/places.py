"""The places of a stage, and whether they can still change."""

from collections.abc import Iterator
from itertools import groupby

from miai.domain.people.participants import participants
from miai.domain.people.player import Player
from miai.domain.people.strength import rating_of
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.placing import placing
from miai.engine.scoring.places import standings
from miai.errors import Problem
from miai.features.draw.bracket import bracket_of, last_round
from miai.features.stages.rules import is_elimination
from miai.messages import Message, counted

PlaceGroups = tuple[tuple[Player, ...], ...]


def event_of(tournament: Tournament, stage: StageId) -> Tournament:
    """The stage with that id; without one the main event."""
    return tournament.stage(stage).event if stage else tournament


def places_of(event: Tournament) -> PlaceGroups:
    """The players by place, those who share one together.

    Where losers go out the bracket decides. Before the first round places are by rating.
    """
    if not event.rounds:
        ordered = sorted(participants(event), key=lambda player: (-rating_of(player), player.name))
        return tuple(tuple(group) for _, group in groupby(ordered, key=rating_of))
    if is_elimination(event.settings.system):
        return tuple(tuple(group) for group in placing(bracket_of(event)))
    rows = standings(event).rows
    return tuple(tuple(row.player for row in group) for _, group in groupby(rows, key=lambda row: row.place))


def why_not_over(event: Tournament) -> Iterator[Problem]:
    """What is missing until the places of a stage are final."""
    if not event.rounds:
        yield Problem(what=Message("no round has been drawn"), where=event.name)
        return
    missing = sum(not board.result.known for drawn in event.rounds for board in drawn.boards)
    if missing:
        what = counted("%(num)s result is missing", "%(num)s results are missing", missing)
        yield Problem(what=what, where=event.name)
    left = last_round(event) - max(drawn.number for drawn in event.rounds)
    if left > 0:
        what = counted("%(num)s round is still to be played", "%(num)s rounds are still to be played", left)
        yield Problem(what=what, where=event.name)
