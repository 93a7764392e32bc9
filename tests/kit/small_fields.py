"""Small fields for schedules, and how to play their rounds."""

from dataclasses import replace
from typing import Any

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.schedules import Schedule, placing
from miai.engine.pairing.schedules.bracket import Bracket

NAMES = "Ada Bea Cem Dan Eva Fay Gil Hal Ida Jon Kim Leo Mia Noa Oda Pia".split()


def field(players: int, **settings: Any) -> Tournament:
    """Ada is the strongest, Bea comes next, and so on."""
    return Tournament(
        players=tuple(
            Player(id=PlayerId(name), surname=name, grade=Grade.parse("1d"), rating=2200 - 10 * at)
            for at, name in enumerate(NAMES[:players])
        ),
        settings=Settings(**settings),
    )


def play(event: Tournament, draw: Draw, winners: str = "") -> Tournament:
    """The round with the named winners, of two who meet the first; other boards have no result."""
    won = winners.split()
    boards = []
    for each in draw.boards:
        names = (each.white.surname, each.black.surname)
        winner = next((name for name in won if name in names), None)
        result = {None: Result.UNKNOWN, names[0]: Result.WHITE_WINS, names[1]: Result.BLACK_WINS}[winner]
        boards.append(Board(table=each.table, white=each.white.id, black=each.black.id, result=result))
    return replace(
        event, rounds=(*event.rounds, Round(number=draw.round, boards=tuple(boards), byes=draw.byes))
    )


def drawn_and_played(schedule: Schedule, event: Tournament, *winners: str) -> Tournament:
    """Rounds one after the other, each by its winners."""
    for number, names in enumerate(winners, start=len(event.rounds) + 1):
        event = play(event, schedule.draw(event, round=number, seed=0), names)
    return event


def with_result(event: Tournament, number: int, name: str, result: Result) -> Tournament:
    """The same rounds with another result on one player's board."""
    rounds = []
    for drawn in event.rounds:
        mine = drawn.board_of(PlayerId(name)) if drawn.number == number else None
        boards = tuple(replace(board, result=result) if board is mine else board for board in drawn.boards)
        rounds.append(replace(drawn, boards=boards))
    return replace(event, rounds=tuple(rounds))


def pairs(draw: Draw) -> list[str]:
    """Each board's players in alphabetical order."""
    return ["-".join(sorted((board.white.surname, board.black.surname))) for board in draw.boards]


def byes(draw: Draw) -> list[str]:
    return [bye.player for bye in draw.byes]


def places(bracket: Bracket) -> list[str]:
    return [" ".join(sorted(player.surname for player in group)) for group in placing(bracket)]
