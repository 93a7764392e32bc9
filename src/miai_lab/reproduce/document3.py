"""Document 3: tables I and II, the hyperbola of figure 2, and the examples of rated games."""

import numpy as np

from miai.domain.people.grade import Grade
from miai.engine.rating.egf_classic import con, expected_score, spread
from miai.engine.rating.elo import Handicaps
from miai.engine.rating.protocol import RatedGame
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.study import ReproductionStudy

_COMPUTED = CellClass.COMPUTED
_C = "116 110 105 100 95 90 85 80 75 70 65 60 55 51 47 43 39 35 31 27 24 21 18 15 13 11 10"
_A = "200 195 190 185 180 175 170 165 160 155 150 145 140 135 130 125 120 115 110 105 100 95 90 85 80 75 70"
_P = (
    "37.8 37.5 37.1 36.8 36.5 36.1 35.7 35.3 34.9 34.4 33.9 33.4 32.9 32.3 31.7 31.0 30.3 29.5 28.7 27.8 26.9"
    " 25.9 24.8 23.6 22.3 20.9 19.3"
)
_WON = "1526 949 541 379 278 174 150 122 109"
_GAMES = "3684 2366 1343 890 690 443 383 288 255"
_SHARES = "41.4 40.1 40.3 42.6 40.3 39.3 39.2 42.4 42.7"


def table_i(study: ReproductionStudy) -> list[Cell]:
    """C and a, which stand in Miai as they are printed, and the chance against one grade more."""
    cells = []
    for hundred, (c, a, p) in enumerate(zip(_C.split(), _A.split(), _P.split(), strict=True), start=1):
        rating = 100.0 * hundred
        cells += [
            _cell("table I", f"C at {100 * hundred}", c, con(rating), CellClass.REPEATED),
            _cell("table I", f"a at {100 * hundred}", a, spread(rating), CellClass.DEFINITION),
            _cell("table I", f"P1 at {100 * hundred}", f"{p} %", expected_score(rating, rating + 100)),
        ]
    return cells


def table_ii(study: ReproductionStudy) -> list[Cell]:
    """Handicap games won by Black, by stones: printed numbers divided."""
    columns = zip(_WON.split(), _GAMES.split(), _SHARES.split(), strict=True)
    return [
        _cell("table II", f"P of {stones} stones", f"{share} %", int(won) / int(games), CellClass.DEFINITION)
        for stones, (won, games, share) in enumerate(columns, start=1)
    ]


def hyperbola(study: ReproductionStudy) -> list[Cell]:
    """Section IV: A and B of λ = A / (B - R/100), from Miai's own a = 1/λ, which is a line in R."""
    ratings = np.arange(100.0, 2701.0, 100.0)
    slope, start = np.polyfit(ratings / 100, [spread(rating) for rating in ratings], 1)
    return [
        _cell("section IV", "A of the EGF's parametrization", "0.2", -1 / float(slope)),
        _cell("section IV", "B of the EGF's parametrization", "41.0", float(start / -slope)),
    ]


def examples(study: ReproductionStudy) -> list[Cell]:
    """The examples of the text."""
    even = expected_score(2400, 2400)
    upset = expected_score(320, 400)
    game = RatedGame(white=0, black=1, white_score=0.0, handicap=5)
    raised = 1850 + Handicaps().advantage(game)
    stones = expected_score(raised, 2400)
    # At 2100, where a is 100.
    one_grade = expected_score(2100, 2200)
    known, told = CellClass.DEFINITION, CellClass.REPEATED
    rows: tuple[tuple[str, str, float, CellClass], ...] = (
        ("λ 1/100, chance against one grade more", "27 %", one_grade, told),
        ("rating of 1d", "2100", Grade.parse("1d").rating, told),
        ("rating of 20k", "100", Grade.parse("20k").rating, told),
        ("rating of 1p", "2700", Grade.parse("1p").rating, told),
        ("rating of 3p", "2760", Grade.parse("3p").rating, known),
        ("example 3, P", "0.5", even, _COMPUTED),
        ("example 3, winner", "2407.5", 2400 + con(2400) * (1 - even), _COMPUTED),
        ("example 3, loser", "2392.5", 2400 - con(2400) * even, _COMPUTED),
        ("example 4, a", "189", spread(320), _COMPUTED),
        ("example 4, C of the winner", "104", con(320), _COMPUTED),
        ("example 4, P of the winner", "0.396", upset, _COMPUTED),
        ("example 4, P of the loser", "0.604", 1 - upset, told),
        ("example 4, winner", "383", 320 + con(320) * (1 - upset), _COMPUTED),
        ("example 4, loser", "340", 400 - con(400) * (1 - upset), _COMPUTED),
        ("example 5, difference", "-100", raised - 2400, _COMPUTED),
        ("example 5, a", "90", spread(raised), _COMPUTED),
        ("example 5, C of the winner", "33", con(1850), _COMPUTED),
        ("example 5, P of the winner", "0.248", stones, told),
        ("example 5, P of the loser", "0.752", 1 - stones, told),
        ("example 5, winner", "1875", 1850 + con(1850) * (1 - stones), _COMPUTED),
        ("example 5, loser", "2389", 2400 - con(2400) * (1 - stones), _COMPUTED),
    )
    return [_cell("examples", name, printed, ours, given) for name, printed, ours, given in rows]


def _cell(table: str, cell: str, printed: str, ours: float, given: CellClass = _COMPUTED) -> Cell:
    return Cell(document=3, table=table, cell=cell, printed=printed, ours=ours, given=given)
