"""Every fault of a tournament, not just the first."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from miai.domain.game import Board
from miai.domain.player import PlayerId
from miai.domain.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem

T = TypeVar("T", bound=Hashable)


def problems(tournament: Tournament) -> list[Problem]:
    """List what contradicts itself in players and rounds."""
    names = {player.id: player.name for player in tournament.players}
    found = [
        Problem(what=f"two players have the id '{repeated}'")
        for repeated in _repeated(player.id for player in tournament.players)
    ]
    found += [
        Problem(what=f"round {number} appears twice")
        for number in _repeated(drawn.number for drawn in tournament.rounds)
    ]
    for drawn in tournament.rounds:
        found += round_problems(drawn, names)
    return found


def round_problems(drawn: Round, names: dict[PlayerId, str]) -> list[Problem]:
    """List what contradicts itself within one round."""
    where = f"round {drawn.number}"
    found = [] if drawn.number >= 1 else [Problem(what="rounds are numbered from 1", where=where)]
    for board in drawn.boards:
        found += _board_problems(board, names, f"{where}, table {board.table}")
    found += [
        Problem(what=f"table {table} is used twice", where=where)
        for table in _repeated(board.table for board in drawn.boards)
    ]
    seats = [seat for board in drawn.boards for seat in {board.white, board.black}]
    found += [
        Problem(what=f"{names.get(player, player)} is paired twice", where=where)
        for player in _repeated(seats)
    ]
    outside = [("a bye for", bye.player) for bye in drawn.byes]
    outside += [("a bonus for", bonus.player) for bonus in drawn.bonuses]
    found += [
        Problem(what=f"{what} an unknown player '{player}'", where=where)
        for what, player in outside
        if player not in names
    ]
    found += [
        Problem(what=f"{names.get(player, player)} has two byes", where=where)
        for player in _repeated(bye.player for bye in drawn.byes)
    ]
    return found


def demand_none(found: Iterable[Problem]) -> None:
    """Raise all the problems at once, if there are any."""
    listed = tuple(found)
    if listed:
        raise InputError(listed)


def _board_problems(board: Board, names: dict[PlayerId, str], where: str) -> Iterator[Problem]:
    for player in (board.white, board.black):
        if player not in names:
            yield Problem(what=f"unknown player '{player}'", where=where)
    if board.white == board.black:
        yield Problem(what=f"{names.get(board.white, board.white)} plays against themselves", where=where)
    if not -9 <= board.handicap <= 99:
        yield Problem(what=f"a handicap of {board.handicap} stones", where=where)


def _repeated(things: Iterable[T]) -> list[T]:
    return [thing for thing, times in Counter(things).items() if times > 1]
