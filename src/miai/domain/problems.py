"""Check a tournament and list every fault, not just the first."""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from miai.domain.game import Board
from miai.domain.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.round import Round
from miai.domain.settings import Settings, StartBand
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

T = TypeVar("T", bound=Hashable)
# A number beyond these is a mistake, or an attack.
MOST_ROUNDS, MOST_STONES, MOST_POINTS = 999, 99, 10_000


def problems(tournament: Tournament) -> list[Problem]:
    """List what contradicts itself in players and rounds."""
    names = tournament.names
    found = [
        Problem(what=Message("two players have the id '%(id)s'", id=repeated))
        for repeated in _repeated(player.id for player in tournament.players)
    ]
    found += [
        Problem(what=Message("round %(round)s appears twice", round=number))
        for number in _repeated(drawn.number for drawn in tournament.rounds)
    ]
    found += _settings_problems(tournament.settings)
    for player in tournament.players:
        found += _player_problems(player)
    for drawn in tournament.rounds:
        found += round_problems(drawn, names)
    return found


def _settings_problems(settings: Settings) -> Iterator[Problem]:
    where = Message("settings")
    if not 0 <= settings.rounds <= MOST_ROUNDS:
        yield Problem(what=Message("%(number)s rounds are not possible", number=settings.rounds), where=where)
    ceiling = settings.handicapping.ceiling
    if not 0 <= ceiling <= MOST_STONES:
        yield Problem(what=Message("a handicap of up to %(stones)s stones", stones=ceiling), where=where)
    scoring = settings.scoring
    values = (scoring.bye_points, scoring.bye_wins, scoring.absent_points, scoring.absent_wins)
    if any(abs(value) > MOST_POINTS * POINT for value in values):
        yield Problem(what=Message("a bye or an absence is worth too many points"), where=where)
    for what in _band_faults(scoring.bands):
        yield Problem(what=what, where=Message("bands"))


def _band_faults(bands: Sequence[StartBand]) -> Iterator[Message]:
    """Bands go down in grade and in score, and nobody is put into two of them."""
    for number, (upper, lower) in enumerate(pairwise(bands), start=1):
        below = number + 1
        if lower.weakest.number >= upper.weakest.number:
            yield Message("band %(lower)s does not reach below band %(upper)s", lower=below, upper=number)
        if lower.score >= upper.score:
            yield Message("band %(lower)s does not start below band %(upper)s", lower=below, upper=number)
    if any(abs(band.score) > MOST_POINTS * POINT for band in bands):
        yield Message("a band starts with more than %(points)s points", points=MOST_POINTS)
    for player in _repeated(player for band in bands for player in band.members):
        yield Message("player '%(id)s' is put into two bands", id=player)


def _player_problems(player: Player) -> Iterator[Problem]:
    for what in _player_faults(player):
        yield Problem(what=what, where=player.name)


def _player_faults(player: Player) -> Iterator[Message]:
    if abs(player.start or 0) > MOST_POINTS * POINT:
        yield Message("a starting score of more than %(points)s points", points=MOST_POINTS)
    if abs(player.correction) > MOST_POINTS * POINT:
        yield Message("a correction of more than %(points)s points", points=MOST_POINTS)
    if any(not 1 <= number <= MOST_ROUNDS for number in player.absent_rounds):
        yield Message("an absence in a round beyond %(last)s", last=MOST_ROUNDS)
    if player.category is not None and not 0 <= player.category <= MOST_STONES:
        yield Message("category %(category)s is not possible", category=player.category)
    if not math.isfinite(player.rating or 0):
        yield Message("a rating that is not a number")
    if not math.isfinite(player.sigma or 0):
        yield Message("a sigma that is not a number")


def round_problems(drawn: Round, names: dict[PlayerId, str]) -> list[Problem]:
    """List what contradicts itself within one round."""
    found = []
    where = Message("round %(round)s", round=drawn.number)
    if not 1 <= drawn.number <= MOST_ROUNDS:
        found.append(
            Problem(what=Message("rounds are numbered from 1 to %(last)s", last=MOST_ROUNDS), where=where)
        )
    for board in drawn.boards:
        for what in _board_faults(board, names):
            at_table = Message("round %(round)s, table %(table)s", round=drawn.number, table=board.table)
            found.append(Problem(what=what, where=at_table))
    found += [Problem(what=what, where=where) for what in _round_faults(drawn, names)]
    return found


def _round_faults(drawn: Round, names: dict[PlayerId, str]) -> Iterator[Message]:
    for table in _repeated(board.table for board in drawn.boards):
        yield Message("table %(table)s is used twice", table=table)
    for seat in _repeated(seat for board in drawn.boards for seat in {board.white, board.black}):
        yield Message("%(name)s is paired twice", name=names.get(seat, seat))
    for bye in drawn.byes:
        if bye.player not in names:
            yield Message("a bye for an unknown player '%(id)s'", id=bye.player)
    for bonus in drawn.bonuses:
        if bonus.player not in names:
            yield Message("a bonus for an unknown player '%(id)s'", id=bonus.player)
    for player in _repeated(bye.player for bye in drawn.byes):
        yield Message("%(name)s has two byes", name=names.get(player, player))


def demand_none(found: Iterable[Problem]) -> None:
    """Raise all the problems at once, if there are any."""
    listed = tuple(found)
    if listed:
        raise InputError(listed)


def _board_faults(board: Board, names: dict[PlayerId, str]) -> Iterator[Message]:
    for player in (board.white, board.black):
        if player not in names:
            yield Message("unknown player '%(id)s'", id=player)
    if board.white == board.black:
        yield Message("%(name)s plays against themselves", name=names.get(board.white, board.white))
    if board.table < 1:
        yield Message("there is no table %(table)s", table=board.table)
    if not -9 <= board.handicap <= MOST_STONES:
        yield Message("a handicap of %(stones)s stones", stones=board.handicap)


def _repeated(things: Iterable[T]) -> list[T]:
    return [thing for thing, times in Counter(things).items() if times > 1]
