"""Who goes on from a stage by its places as they are, and where its table has the line."""

from dataclasses import dataclass

from miai.domain.people.player import PlayerId
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.features.stages.places import event_of, why_not_over
from miai.features.stages.qualifying import qualifiers


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOn:
    """Who goes on from a stage to any other one.

    The `line` stands below so many places; 0 if nobody goes on. Those who are `tied` share the place at the
    line, and nobody has decided. While the stage is not over, the names are not `sure`.
    """

    players: frozenset[PlayerId] = frozenset()
    tied: frozenset[PlayerId] = frozenset()
    line: int = 0
    sure: bool = False


def going_on(tournament: Tournament, source: StageId) -> GoingOn:
    """Who goes on from a stage, or from the main event; before its first result nobody does."""
    leading = [
        stage.plan
        for stage in tournament.stages
        if any(each.stage == source for each in stage.plan.sources) and not stage.joins_main
    ]
    line = max((each.last for plan in leading for each in plan.sources if each.stage == source), default=0)
    event = event_of(tournament, source)
    played = any(board.result.known for drawn in event.rounds for board in drawn.boards)
    if not leading or not played:
        return GoingOn(line=line)
    found = [qualifiers(tournament, plan) for plan in leading]
    return GoingOn(
        players=frozenset(
            each.player.id for qualified in found for each in qualified.entrants if each.stage == source
        ),
        tied=frozenset(
            player.id
            for qualified in found
            for tie in qualified.ties
            if tie.stage == source
            for player in tie.players
        ),
        line=line,
        sure=not any(why_not_over(event)),
    )
