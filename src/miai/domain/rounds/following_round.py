"""The round that is drawn next, also if everybody plays in a cup beside the event before it."""

from miai.domain.tournament import Stage, Tournament


def following_round(tournament: Tournament) -> int:
    """The number of the round that can be drawn next, whether there is one or not."""
    number = max((drawn.number for drawn in tournament.rounds if drawn.boards or drawn.byes), default=0) + 1
    while is_passed_over(tournament, number):
        number += 1
    return number


def is_passed_over(tournament: Tournament, number: int) -> bool:
    """True if a round is not drawn because everybody plays in a cup beside it, whose round is drawn."""
    drawn = tournament.round(number)
    if drawn.boards or drawn.byes or not everybody_beside(tournament, number):
        return False
    return any(cup.event.round(number).boards for cup in cups_beside(tournament))


def everybody_beside(tournament: Tournament, number: int) -> bool:
    """True if nobody is left for a round because all who play are in a cup beside the event."""
    inside = {player.id for cup in cups_beside(tournament) for player in cup.event.players}
    return bool(inside) and not any(player.attends(number) for player in tournament.players)


def cups_beside(tournament: Tournament) -> tuple[Stage, ...]:
    """The stages that are played at the same time as the event, which their losers join."""
    return tuple(stage for stage in tournament.stages if stage.joins_main)
