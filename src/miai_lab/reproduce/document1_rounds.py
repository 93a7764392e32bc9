"""Document 1, chapters 3 and 4: the round robin, the cup, starts and groups, and pairing inside a group."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import POINT
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.seeding import SeedMethod
from miai.domain.tournament import Tournament
from miai.engine.bar.classical import GROUPS
from miai.engine.pairing.rules.seeding import Seeding
from miai.engine.pairing.schedules import Knockout, RoundRobin
from miai.engine.pairing.view import build_view
from miai.engine.scoring.scores import start_of
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.study import ReproductionStudy

_ROUND_ROBIN = {
    1: "1-6 2-7 3-8 4-9 5-10",
    2: "1-7 6-8 2-9 3-10 4-5",
    3: "1-8 7-9 6-10 2-5 3-4",
    4: "1-9 8-10 7-5 6-4 2-3",
}
# Who meets in each round, and who goes on: the names of the next column.
_CUP = {1: ("1-2 3-4 5-6 7-8", "2 3 6 7"), 2: ("2-3 6-7", "3 7"), 3: ("3-7", "7")}
# The seeds of players 1 to 8 with which the first round is that of the table.
_CUP_SEEDS = (1, 8, 4, 5, 2, 7, 3, 6)
_GROUPS = {
    "10-20": "1-4",
    "15-30": "3-6",
    "25-50": "5-8",
    "45-70": "6-10",
    "65-90": "9-12",
    "85-110": "10-15",
    "100-150": "11-20",
    "140-200": "12-25",
    "170-": "20-",
}
_STARTS = {"20k": "0", "19k": "1", "1k": "19", "1d": "20", "2d": "21"}
# With these the text says how the others go on.
_FIRST_STARTS = ("20k", "19k")
_SEEDING = {
    ("folding", SeedMethod.FOLD, 8): "1-8 2-7",
    ("double folding", SeedMethod.DOUBLE_FOLD, 16): "1-8 2-7 16-9 15-10",
    ("translation", SeedMethod.SLIP, 8): "1-5 2-6",
}


def table_3_1(study: ReproductionStudy) -> list[Cell]:
    """Who meets on which board; where everybody sits in round 1 is how the table begins."""
    plan = RoundRobin().plan(_numbered(10), 0)
    cells = []
    for number, printed in _ROUND_ROBIN.items():
        given = CellClass.DEFINITION if number == 1 else CellClass.COMPUTED
        for board, (games, match) in enumerate(
            zip(printed.split(), plan.of_round(number), strict=True), start=1
        ):
            ours = "-".join(player.surname for player in match.players)
            cells.append(_words("table 3.1", f"round {number}, board {board}", games, ours, given))
    return cells


def table_3_2(study: ReproductionStudy) -> list[Cell]:
    """A cup of eight, played on by those who won."""
    event = Tournament(players=_numbered(8, _CUP_SEEDS), settings=Settings(rounds=3, system="knockout"))
    cells = []
    for number, (printed, winners) in _CUP.items():
        draw = Knockout(third_place=False).draw(event, round=number, seed=0)
        met = sorted(sorted((int(board.white.surname), int(board.black.surname))) for board in draw.boards)
        given = CellClass.DEFINITION if number == 1 else CellClass.COMPUTED
        for board, (games, (one, two)) in enumerate(zip(printed.split(), met, strict=True), start=1):
            cells.append(_words("table 3.2", f"round {number}, board {board}", games, f"{one}-{two}", given))
        boards = tuple(
            Board(
                table=board.table,
                white=board.white.id,
                black=board.black.id,
                result=Result.WHITE_WINS if board.white.surname in winners.split() else Result.BLACK_WINS,
            )
            for board in draw.boards
        )
        event = replace(event, rounds=(*event.rounds, Round(number=number, boards=boards)))
    return cells


def section_4_1_1(study: ReproductionStudy) -> list[Cell]:
    """Starting points of the European congress: the weakest have none, and every grade has one more."""
    weakest = Grade.parse("20k")
    scoring = Scoring(floor=weakest, zero=weakest, bar=Grade.parse("9d"))
    cells = []
    for grade, printed in _STARTS.items():
        player = Player(id=PlayerId(grade), surname=grade, grade=Grade.parse(grade))
        given = CellClass.DEFINITION if grade in _FIRST_STARTS else CellClass.COMPUTED
        ours = start_of(player, scoring) / POINT
        name = f"starting points of {grade}"
        cells.append(
            Cell(
                document=1,
                table="section 4.1.1",
                cell=name,
                printed=printed,
                ours=ours,
                digit=0.0,
                given=given,
            )
        )
    return cells


def table_4_1(study: ReproductionStudy) -> list[Cell]:
    """Usual numbers of groups: a table in Miai too."""
    ours = {_range(low, high): _range(least, most) for low, high, least, most in GROUPS}
    return [
        _words(
            "table 4.1", f"groups of {players} players", groups, ours.get(players, ""), CellClass.DEFINITION
        )
        for players, groups in _GROUPS.items()
    ]


def section_4_2_3(study: ReproductionStudy) -> list[Cell]:
    """Who meets whom inside a group, by the method's own ideal."""
    cells = []
    for (name, method, size), printed in _SEEDING.items():
        view = build_view(Tournament(players=_numbered(size), settings=Settings()), 1, seed=0)
        away = Seeding(method=method).deviation(view)
        place = {player.surname: at for at, player in enumerate(view.players)}
        for games in printed.split():
            first = games.split("-")[0]
            ideal = [other for other in place if other != first and not away[place[first], place[other]]]
            ours = "-".join((first, *ideal))
            cells.append(_words("section 4.2.3", f"{name} of {size}, opponent of {first}", games, ours))
    return cells


def _numbered(count: int, seeds: Sequence[int] = ()) -> tuple[Player, ...]:
    """Players called by their numbers, rated in that order or by their seeds."""
    return tuple(
        Player(id=PlayerId(str(number)), surname=str(number), grade=Grade.parse("1d"), rating=2200.0 - seed)
        for number, seed in enumerate(seeds or range(1, count + 1), start=1)
    )


def _range(low: int, high: int | None) -> str:
    return f"{low}-{'' if high is None else high}"


def _words(table: str, cell: str, printed: str, ours: str, given: CellClass = CellClass.COMPUTED) -> Cell:
    return Cell(document=1, table=table, cell=cell, printed=printed, ours=ours, given=given)
