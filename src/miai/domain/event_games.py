"""The one history of games of an event: the rounds of the event itself and of its stages in order of play.

Phases follow each other. Rounds of one phase with the same number are played at the same time, such as those
of groups, or of a cup and the main event beside it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import EventAround, EventPart, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """A round of an event with the part it belongs to."""

    part: EventPart
    round: Round

    @property
    def order(self) -> tuple[int, int]:
        """Its place in the order of play: the phase, and the number in it."""
        return self.part.phase, self.round.number


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedGame:
    """A game of an event with the round and the part it belongs to."""

    part: EventPart
    round: Round
    board: Board


def stage_of(tournament: Tournament) -> StageId:
    """The id of a stage; of an event itself `MAIN`."""
    return tournament.around.stage if tournament.around else MAIN


def phase_of(tournament: Tournament) -> int:
    """The phase in which the rounds of a stage are played; those of an event itself come in phase 0."""
    return tournament.around.phase if tournament.around else 0


def parts_of(tournament: Tournament) -> tuple[EventPart, ...]:
    """All parts of the event that a tournament is, or that it is a stage of; this one as it is here."""
    here = EventPart(
        stage=stage_of(tournament),
        name=tournament.name,
        phase=phase_of(tournament),
        rounds=tournament.rounds,
        settings=tournament.settings,
    )
    if tournament.around is None:
        others = tuple(
            EventPart(
                stage=each.id,
                name=each.own.name,
                phase=each.phase,
                rounds=each.own.rounds,
                settings=each.own.settings,
            )
            for each in tournament.stages
        )
        return (here, *others)
    return tuple(here if each.stage == here.stage else each for each in tournament.around.parts)


def entrants_of(tournament: Tournament) -> tuple[Player, ...]:
    """All players of the event: those of the tournament first, then those who play in other parts alone."""
    if tournament.around is not None:
        others = tournament.around.players
    else:
        others = tuple(player for stage in tournament.stages for player in stage.own.players)
    found = {player.id: player for player in tournament.players}
    for player in others:
        found.setdefault(player.id, player)
    return tuple(found.values())


def rounds_in_order(tournament: Tournament) -> tuple[PlayedRound, ...]:
    """All rounds of the event in order of play."""
    found = [PlayedRound(part=part, round=drawn) for part in parts_of(tournament) for drawn in part.rounds]
    return tuple(sorted(found, key=lambda each: each.order))


def rounds_inside(tournament: Tournament) -> tuple[PlayedRound, ...]:
    """The rounds of an event and all its stages in order of play; of a stage its own, as in its file."""
    own = stage_of(tournament)
    return tuple(
        each for each in rounds_in_order(tournament) if tournament.around is None or each.part.stage == own
    )


def rounds_before(tournament: Tournament, number: int) -> tuple[PlayedRound, ...]:
    """The rounds of the event in order of play that are over before a round of this part."""
    here = phase_of(tournament), number
    return tuple(each for each in rounds_in_order(tournament) if each.order < here)


def rounds_elsewhere(tournament: Tournament, *, before: int | None = None) -> tuple[PlayedRound, ...]:
    """The rounds of other parts of the event in order of play.

    With a number only those that are over by the order of play before that round of this part.
    """
    own = stage_of(tournament)
    here = (phase_of(tournament), before) if before is not None else None
    return tuple(
        each
        for each in rounds_in_order(tournament)
        if each.part.stage != own and (here is None or each.order < here)
    )


def games_in_order(tournament: Tournament) -> Iterator[PlayedGame]:
    """All games of the event in order of play, those of one round by table."""
    for each in rounds_in_order(tournament):
        for board in sorted(each.round.boards, key=lambda board: board.table):
            yield PlayedGame(part=each.part, round=each.round, board=board)


def games_of(tournament: Tournament, player: PlayerId) -> Iterator[PlayedGame]:
    """The games of one player in all parts of the event, in order of play."""
    for each in rounds_in_order(tournament):
        board = each.round.board_of(player)
        if board is not None:
            yield PlayedGame(part=each.part, round=each.round, board=board)


def around_before(tournament: Tournament, number: int) -> EventAround | None:
    """The event around a tournament with nothing but the rounds before one of its own; None without any."""
    found = rounds_elsewhere(tournament, before=number)
    if not found:
        return None
    there: dict[StageId, EventPart] = {}
    for each in found:
        known = there.get(each.part.stage, replace(each.part, rounds=()))
        there[each.part.stage] = replace(known, rounds=(*known.rounds, Round.of(each.round)))
    own, phase = stage_of(tournament), phase_of(tournament)
    parts = (
        there.get(each.stage, replace(each, rounds=()))
        for each in parts_of(tournament)
        if each.stage in there or each.stage == own
    )
    return EventAround(stage=own, phase=phase, name="", parts=tuple(parts), players=entrants_of(tournament))
