"""The field of a stage before it is drawn: players who are sure, and the places of those who are not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.points import POINT, Quarters
from miai.domain.stages import StageId
from miai.domain.tournament import Stage, Tournament
from miai.features.stages.places import event_of, why_not_over
from miai.features.stages.qualifying import qualifiers
from miai.features.stages.seeds import crossed

# The ids of places whose players are not known.
_SIGN = "place:"
_ANY = Grade(Kind.DAN, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A seat of a stage: the place of another stage that it is for, and its player once they are sure."""

    stage: StageId
    place: int
    player: Player | None = None


SeatName = Callable[[Seat], str]


def _known_to_all(source: StageId) -> bool:
    del source
    return True


def seats_of(
    tournament: Tournament, stage: Stage, *, sure: Callable[[StageId], bool] = _known_to_all
) -> tuple[Seat, ...]:
    """The seats of a stage by seed.

    A player is sure if the stage that they come from is over, they are in no tie that is open, and `sure`
    does not deny it, such as for people who have not seen the last table.
    """
    places = [
        Seat(stage=source.stage, place=place)
        for source in stage.plan.sources
        for place in range(source.first, source.last + 1)
    ]
    seats = _seeded(places)
    known = _sure(tournament, stage, {seat.stage for seat in seats if sure(seat.stage)})
    return tuple(replace(seat, player=known.get((seat.stage, seat.place))) for seat in seats)


def planned_event(
    tournament: Tournament,
    stage: Stage,
    name: SeatName,
    *,
    sure: Callable[[StageId], bool] = _known_to_all,
) -> Tournament:
    """A stage in which nothing is drawn with its seats as players, for its bracket.

    Players that are not known have the name of their seat.
    """
    if stage.event.players or stage.event.rounds:
        return stage.event
    seats = seats_of(tournament, stage, sure=sure)
    players = tuple(
        replace(
            seat.player or Player(id=PlayerId(f"{_SIGN}{seed}"), surname=name(seat), grade=_ANY),
            registration=Registration.FINAL,
            start=Quarters(POINT * (len(seats) + 1 - seed)),
            absent_rounds=frozenset(),
        )
        for seed, seat in enumerate(seats, start=1)
    )
    return replace(stage.event, players=players)


def is_seat(player: Player) -> bool:
    """True for a player who only stands for a seat."""
    return player.id.startswith(_SIGN)


def _seeded(seats: Sequence[Seat]) -> list[Seat]:
    """The seats as `qualifiers` seeds their players: first places first, and one group far apart."""
    levels: dict[int, list[tuple[StageId, Seat]]] = {}
    for seat in seats:
        levels.setdefault(seat.place, []).append((seat.stage, seat))
    ordered = [levels[place] for place in sorted(levels)]
    if len({seat.stage for seat in seats}) < 2:
        return [seat for level in ordered for _, seat in level]
    return crossed(ordered)


def _sure(tournament: Tournament, stage: Stage, sources: set[StageId]) -> dict[tuple[StageId, int], Player]:
    """The players who are sure to enter from each stage that is over, by the seat that they take."""
    over = {source for source in sources if not any(why_not_over(event_of(tournament, source)))}
    if not over:
        return {}
    found = qualifiers(tournament, stage.plan).entrants
    return {(each.stage, each.line): each.player for each in found if each.stage in over}
