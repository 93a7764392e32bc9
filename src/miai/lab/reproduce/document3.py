"""Document 3: tables I and II, and the examples of rated games."""

import math

from miai.domain.grade import Grade
from miai.lab.reproduce.cell import Cell
from miai.lab.reproduce.study import ReproductionStudy
from miai.rating.egf_classic import con, expected_score, spread
from miai.rating.elo import Handicaps
from miai.rating.protocol import RatedGame

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
    """C, a and the chance against one grade more, by rating."""
    cells = []
    for hundred, (c, a, p) in enumerate(zip(_C.split(), _A.split(), _P.split(), strict=True), start=1):
        rating = 100.0 * hundred
        cells += [
            _cell("table I", f"C at {100 * hundred}", c, con(rating)),
            _cell("table I", f"a at {100 * hundred}", a, spread(rating)),
            _cell("table I", f"P1 at {100 * hundred}", f"{p} %", expected_score(rating, rating + 100)),
        ]
    return cells


def table_ii(study: ReproductionStudy) -> list[Cell]:
    """Handicap games won by Black, by stones."""
    columns = zip(_WON.split(), _GAMES.split(), _SHARES.split(), strict=True)
    return [
        _cell("table II", f"P of {stones} stones", f"{share} %", int(won) / int(games))
        for stones, (won, games, share) in enumerate(columns, start=1)
    ]


def examples(study: ReproductionStudy) -> list[Cell]:
    """The examples of the text."""
    even = expected_score(2400, 2400)
    upset = expected_score(320, 400)
    game = RatedGame(white=0, black=1, white_score=0.0, handicap=5)
    raised = 1850 + Handicaps().advantage(game)
    stones = expected_score(raised, 2400)
    rows = {
        "lambda 1/100, chance against one grade more": ("27 %", 1.0 / (1.0 + math.exp(100 / 100))),
        "rating of 1d": ("2100", Grade.parse("1d").rating),
        "rating of 20k": ("100", Grade.parse("20k").rating),
        "rating of 1p": ("2700", Grade.parse("1p").rating),
        "rating of 3p": ("2760", Grade.parse("3p").rating),
        "example 3, P": ("0.5", even),
        "example 3, winner": ("2407.5", 2400 + con(2400) * (1 - even)),
        "example 3, loser": ("2392.5", 2400 - con(2400) * even),
        "example 4, a": ("189", spread(320)),
        "example 4, C of the winner": ("104", con(320)),
        "example 4, P of the winner": ("0.396", upset),
        "example 4, P of the loser": ("0.604", 1 - upset),
        "example 4, winner": ("383", 320 + con(320) * (1 - upset)),
        "example 4, loser": ("340", 400 - con(400) * (1 - upset)),
        "example 5, difference": ("-100", raised - 2400),
        "example 5, a": ("90", spread(raised)),
        "example 5, C of the winner": ("33", con(1850)),
        "example 5, P of the winner": ("0.248", stones),
        "example 5, P of the loser": ("0.752", 1 - stones),
        "example 5, winner": ("1875", 1850 + con(1850) * (1 - stones)),
        "example 5, loser": ("2389", 2400 - con(2400) * (1 - stones)),
    }
    return [_cell("examples", name, printed, ours) for name, (printed, ours) in rows.items()]


def _cell(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(document=3, table=table, cell=cell, printed=printed, ours=ours)
