"""Document 2: the sample calculation of bands, and the free round of Bob the Beginner."""

from miai.bar.bands import DEFAULT_FACTOR, scores, separation
from miai.domain.game import Board, Result
from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.domain.points import POINT, Quarters, quarters
from miai.domain.round import Bye, ByeKind, Round
from miai.domain.settings import Settings, Unplayed
from miai.domain.tournament import Tournament
from miai.lab.reproduce.cell import Cell
from miai.lab.reproduce.study import ReproductionStudy
from miai.standings.opponents import opponent_scores, points_family, sodos
from miai.standings.scores import scores as scored

_ROUNDS = 6
_SIZES = (19, 17, 10, 11, 24)
_BANDS = ("open section", "second", "third", "fourth", "fifth")
_UNCAPPED = {1: "2.125", 2: "1.25", 3: "1.375", 4: "3"}
_SEPARATIONS = {1: "2", 2: "1", 3: "1", 4: "2"}
_STARTS = {"0 at top": "0 -2 -3 -4 -6", "0 at bottom": "6 4 3 2 0"}

# Bob's opponents by round, and whether he won; round 2 is free.
_BOB = {1: ("Barry", True), 3: ("Carmilla", True), 4: ("Sally", False), 5: ("Marvin", True)}


def bands(study: ReproductionStudy) -> list[Cell]:
    """Separations and starting scores of five bands in six rounds."""
    cells = []
    for band, printed in _UNCAPPED.items():
        ours = DEFAULT_FACTOR * _SIZES[band] / _ROUNDS
        cells.append(_cell("bands", f"{_BANDS[band]}, D·P/R", printed, ours))
        apart = separation(_SIZES[band], _ROUNDS)
        cells.append(_cell("bands", f"{_BANDS[band]}, separation", _SEPARATIONS[band], apart))
    for title, row in _STARTS.items():
        starts = scores(_SIZES, _ROUNDS, lowest=0 if title == "0 at bottom" else None)
        cells += [
            _cell("bands", f"{name}, initial score with {title}", printed, start)
            for name, printed, start in zip(_BANDS, row.split(), starts, strict=True)
        ]
    return cells


def bob(study: ReproductionStudy) -> list[Cell]:
    """What a forced bye and a voluntary one are worth to Bob and to Sally."""
    cells = []
    printed = {
        ByeKind.FORCED: ("-4", "-5.5", "-5.5", "-4"),
        ByeKind.VOLUNTARY: ("-5", "-5.5", "0", "-4.5"),
    }
    for kind, (score, in_soms, in_sodoms, for_sally) in printed.items():
        table = scored(_tournament(kind), after=5, unplayed=Unplayed.AGA)
        family = points_family(table)
        met = opponent_scores(table, family)
        beaten = sum(met[0][number - 1] for number, (_, won) in _BOB.items() if won)
        name = f"{kind.value} bye"
        cells += [
            _cell("Bob", f"{name}, final score", score, table.points[0] / POINT),
            _cell("Bob", f"{name}, phantom in SOMS", in_soms, met[0][1] / POINT),
            _cell("Bob", f"{name}, phantom in SODOMS", in_sodoms, (sodos(table, family)[0] - beaten) / POINT),
            _cell("Bob", f"{name}, Bob in Sally's SOMS", for_sally, met[3][3] / POINT),
        ]
    return cells


def _tournament(kind: ByeKind) -> Tournament:
    names = ("Bob", *(name for name, _ in _BOB.values()))
    players = tuple(
        Player(id=PlayerId(name), surname=name, grade=Grade.parse("20k"), start=_start(name))
        for name in names
    )
    rounds = []
    for number in range(1, 6):
        if number not in _BOB:
            rounds.append(Round(number=number, byes=(Bye(player=PlayerId("Bob"), kind=kind),)))
            continue
        opponent, won = _BOB[number]
        result = Result.WHITE_WINS if won else Result.BLACK_WINS
        board = Board(table=1, white=PlayerId("Bob"), black=PlayerId(opponent), result=result)
        rounds.append(Round(number=number, boards=(board,)))
    return Tournament(players=players, rounds=tuple(rounds), settings=Settings(rounds=5))


def _start(name: str) -> Quarters:
    return quarters(-8 if name == "Bob" else -7)


def _cell(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(document=2, table=table, cell=cell, printed=printed, ours=ours)
