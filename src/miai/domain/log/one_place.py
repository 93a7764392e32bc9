"""Nobody sits at a board and has a bye in the same round.

Old logs may say so, and are replayed as they are; nothing that is written now may lead there.
"""

from collections.abc import Callable, Iterator

from miai.domain.people.player import PlayerId
from miai.domain.problems import demand_none
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.errors import Problem
from miai.messages import Message


def demand_one_place(before: Callable[[], Tournament], after: Tournament) -> None:
    """Raise InputError if a player has a board and a bye in a round now and had not before."""
    twice = set(_twice(after))
    if not twice:
        return
    found = sorted(twice - set(_twice(before())))
    demand_none(
        Problem(
            what=Message(
                "%(name)s would have a game and a bye in round %(round)s",
                name=after.names.get(player, player),
                round=number,
            )
        )
        for _, number, player in found
    )


def _twice(event: Tournament) -> Iterator[tuple[str, int, PlayerId]]:
    for stage, rounds in (("", event.rounds), *((each.id, each.event.rounds) for each in event.stages)):
        yield from ((stage, drawn.number, player) for drawn in rounds for player in _with_both(drawn))


def _with_both(drawn: Round) -> set[PlayerId]:
    free = {bye.player for bye in drawn.byes}
    return (
        {seat for board in drawn.boards for seat in (board.white, board.black) if seat in free}
        if free
        else set()
    )
