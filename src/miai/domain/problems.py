"""Every fault of a tournament, not just the first."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from typing import TypeVar

from miai.domain.game import Board
from miai.domain.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.round import Round
from miai.domain.settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem

T = TypeVar("T", bound=Hashable)
# Beyond these a number is a mistake, or malice.
MOST_ROUNDS, MOST_STONES, MOST_POINTS = 999, 99, 10_000


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
    found += _settings_problems(tournament.settings)
    for player in tournament.players:
        found += _player_problems(player)
    for drawn in tournament.rounds:
        found += round_problems(drawn, names)
    return found


def _settings_problems(settings: Settings) -> Iterator[Problem]:
    if not 0 <= settings.rounds <= MOST_ROUNDS:
        yield Problem(what=f"{settings.rounds} rounds are not possible", where="settings")
    if not 0 <= settings.handicapping.ceiling <= MOST_STONES:
        yield Problem(what=f"a handicap of up to {settings.handicapping.ceiling} stones", where="settings")
    scoring = settings.scoring
    values = (scoring.bye_points, scoring.bye_wins, scoring.absent_points, scoring.absent_wins)
    if any(abs(value) > MOST_POINTS * POINT for value in values):
        yield Problem(what="a bye or an absence is worth too many points", where="settings")


def _player_problems(player: Player) -> Iterator[Problem]:
    for name, points in (("starting score", player.start or 0), ("correction", player.correction)):
        if abs(points) > MOST_POINTS * POINT:
            yield Problem(what=f"a {name} of more than {MOST_POINTS} points", where=player.name)
    if any(not 1 <= number <= MOST_ROUNDS for number in player.absent_rounds):
        yield Problem(what=f"an absence in a round beyond {MOST_ROUNDS}", where=player.name)
    if player.category is not None and not 0 <= player.category <= MOST_STONES:
        yield Problem(what=f"category {player.category} is not possible", where=player.name)
    for name, number in (("rating", player.rating), ("sigma", player.sigma)):
        if number is not None and not math.isfinite(number):
            yield Problem(what=f"a {name} that is no number", where=player.name)


def round_problems(drawn: Round, names: dict[PlayerId, str]) -> list[Problem]:
    """List what contradicts itself within one round."""
    where = f"round {drawn.number}"
    found = []
    if not 1 <= drawn.number <= MOST_ROUNDS:
        found.append(Problem(what=f"rounds are numbered from 1 to {MOST_ROUNDS}", where=where))
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
    if board.table < 1:
        yield Problem(what=f"there is no table {board.table}", where=where)
    if not -9 <= board.handicap <= MOST_STONES:
        yield Problem(what=f"a handicap of {board.handicap} stones", where=where)


def _repeated(things: Iterable[T]) -> list[T]:
    return [thing for thing, times in Counter(things).items() if times > 1]
