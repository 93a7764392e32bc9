"""Players who share a place of a stage: a play-off puts them in order, or a lot that nobody chooses."""

import hashlib
from collections.abc import Collection, Iterator, Sequence

from miai.domain.people.player import Player, PlayerId
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.features.stages.places import PlaceGroups, event_of, places_of, why_not_over


def play_offs_of(tournament: Tournament, source: StageId) -> Iterator[Stage]:
    """The play-offs about places of a stage, or of the event itself, in the order of their opening."""
    return (stage for stage in tournament.stages if stage.plan.play_off_of == source)


def open_play_off_of(tournament: Tournament, source: StageId, tied: Sequence[Player]) -> Stage | None:
    """The play-off of players who tie that is not over yet."""
    wanted = {player.id for player in tied}
    for stage in play_offs_of(tournament, source):
        if wanted <= {player.id for player in stage.event.players} and not is_over(stage):
            return stage
    return None


def decided_places(
    tournament: Tournament, source: StageId, *, without: Collection[PlayerId] = ()
) -> PlaceGroups:
    """The players of a stage by place as all play-offs about it have decided, some players left out.

    The players of a play-off keep the places that they have together; the best of them gets the first one.
    """
    groups = [
        [player for player in group if player.id not in without]
        for group in places_of(event_of(tournament, source))
    ]
    for stage in play_offs_of(tournament, source):
        if is_over(stage):
            groups = _in_order_of(stage, groups)
    return tuple(tuple(group) for group in groups if group)


def lot_of(tournament: Tournament, stage: StageId, source: StageId, tied: Sequence[Player]) -> list[Player]:
    """Players who tie in the order of the lot.

    It follows from the lot of the event and the games before: nobody knows it before the last result is in,
    nor choose it, and everybody can draw it again.
    """
    lines = [tournament.lot, stage, source, *sorted(player.id for player in tied)]
    for drawn in sorted(event_of(tournament, source).rounds, key=lambda each: each.number):
        for board in sorted(drawn.boards, key=lambda each: each.table):
            game = (drawn.number, board.table, board.white, board.black, board.result.value)
            lines.append(" ".join(map(str, game)))
    seed = "\n".join(lines)

    def lot(player: Player) -> bytes:
        return hashlib.sha256(f"{seed}\0{player.id}".encode()).digest()

    return sorted(tied, key=lot)


def _in_order_of(stage: Stage, groups: list[list[Player]]) -> list[list[Player]]:
    """The groups after a play-off: its players change places, and groups of them alone are split."""
    place = {player.id: number for number, tied in enumerate(places_of(stage.event)) for player in tied}
    here = [player for group in groups for player in group if player.id in place]
    coming = iter(sorted(here, key=lambda player: place[player.id]))
    changed: list[list[Player]] = []
    for group in groups:
        inside = [next(coming) if player.id in place else player for player in group]
        if all(player.id in place for player in inside):
            for number in sorted({place[player.id] for player in inside}):
                changed.append([player for player in inside if place[player.id] == number])
        else:
            changed.append(inside)
    return changed


def is_over(stage: Stage) -> bool:
    """True if all games of a play-off have a result."""
    return not any(why_not_over(stage.event))
