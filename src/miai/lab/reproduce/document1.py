"""Document 1: chances and entropies of six players, a round robin of ten, ratings of grades, figure 2.2."""

import math

import numpy as np

from miai.domain.grade import Grade
from miai.domain.player import Player, PlayerId
from miai.lab.reproduce.cell import Cell, PublishedClaim
from miai.lab.reproduce.study import ReproductionStudy
from miai.pairing.schedules import RoundRobin
from miai.rating.egf_classic import expected_total_change, spread
from miai.rating.win_models import entropy_term

RATINGS = {"A": 509, "B": 902, "C": 464, "D": 800, "E": 340, "F": 646}
_CHANCES = {
    "A": "- 0.10126 0.56150 0.16567 0.71073 0.31841",
    "B": "0.89874 - 0.91733 0.64980 0.95209 0.79604",
    "C": "0.43850 0.08267 - 0.13633 0.65916 0.26894",
    "D": "0.83433 0.35020 0.86367 - 0.92033 0.70893",
    "E": "0.28927 0.04791 0.34084 0.07967 - 0.16415",
    "F": "0.68159 0.20396 0.73106 0.29107 0.83585 -",
}
_ENTROPIES = {
    "A": "- 0.33455 0.46753 0.42968 0.35012 0.52571",
    "B": "0.13843 - 0.11420 0.40413 0.06744 0.26197",
    "C": "0.52153 0.29732 - 0.39192 0.39635 0.50955",
    "D": "0.21802 0.53011 0.18262 - 0.11023 0.35183",
    "E": "0.51765 0.21001 0.52927 0.29078 - 0.42792",
    "F": "0.37694 0.46781 0.33039 0.51827 0.21622 -",
}
_MISPRINT = "misprinted: by the formula that gives the 28 other cells, B beats F with 0.81454"
_ROUND_ROBIN = {
    1: ("1 2 3 4 5", "6 7 8 9 10"),
    2: ("1 6 2 3 4", "7 8 9 10 5"),
    3: ("1 7 6 2 3", "8 9 10 5 4"),
    4: ("1 8 7 6 2", "9 10 5 4 3"),
}
_GRADES = {"20k": "100", "1k": "2000", "1d": "2100", "3d": "2300", "1p": "2700", "2p": "2730"}
_WIDEST = 600


def chance(own: str, other: str) -> float:
    """Table 2.2 takes the parameter a as a whole number."""
    low, high = sorted((RATINGS[own], RATINGS[other]))
    lower = 1.0 / (1.0 + math.exp((high - low) / round(spread(low))))
    return lower if RATINGS[own] == low else 1.0 - lower


def table_2_2(study: ReproductionStudy) -> list[Cell]:
    """Who beats whom."""
    return [
        _six_players("table 2.2", own, other, printed, chance(own, other))
        for own, other, printed in _printed(_CHANCES)
    ]


def table_2_3(study: ReproductionStudy) -> list[Cell]:
    """What a win would tell, in bits: one side's term of the entropy, from the five digits of table 2.2."""
    return [
        _six_players("table 2.3", own, other, printed, entropy_term(round(chance(own, other), 5)))
        for own, other, printed in _printed(_ENTROPIES)
    ]


def table_3_1(study: ReproductionStudy) -> list[Cell]:
    """Who sits where in the four printed rounds."""
    ten = tuple(
        Player(id=PlayerId(str(number)), surname=str(number), grade=Grade.parse("1d"), rating=2200.0 - number)
        for number in range(1, 11)
    )
    plan = RoundRobin().plan(ten, 0)
    cells = []
    for number, rows in _ROUND_ROBIN.items():
        tables = [[int(player.surname) for player in match.players] for match in plan.of_round(number)]
        for row, (name, printed) in enumerate(zip(("upper", "lower"), rows, strict=True)):
            cells += [
                _exact(
                    "table 3.1", f"round {number}, board {board}, {name} row", seat, tables[board - 1][row]
                )
                for board, seat in enumerate(printed.split(), start=1)
            ]
    return cells


def section_2_2(study: ReproductionStudy) -> list[Cell]:
    """Ratings of grades, and figure 2.2: which opponent moves ratings most."""
    cells = [
        _exact("section 2.2", f"rating of {grade}", printed, Grade.parse(grade).rating)
        for grade, printed in _GRADES.items()
    ]
    reason = "as printed, the curve for 2200 has its peak at a difference of about 140"
    for rating, why in ((700, ""), (2200, reason)):
        peak = abs(peak_difference(rating))
        name = f"difference of ratings that changes them most, GoR {rating}"
        cells += [
            Cell(
                document=1, table="figure 2.2", cell=name, printed=printed, ours=peak, claim=claim, reason=why
            )
            for printed, claim in (("200", PublishedClaim.AT_LEAST), ("300", PublishedClaim.AT_MOST))
        ]
    return cells


def peak_difference(rating: float) -> float:
    """The difference of ratings at which the curve of figure 2.2 is highest."""
    differences = np.arange(-_WIDEST, _WIDEST + 1)
    changes = [expected_total_change(rating, float(difference)) for difference in differences]
    return float(differences[int(np.argmax(changes))])


def _printed(table: dict[str, str]) -> list[tuple[str, str, str]]:
    return [
        (own, other, printed)
        for own, row in table.items()
        for other, printed in zip(table, row.split(), strict=True)
        if own != other
    ]


def _six_players(table: str, own: str, other: str, printed: str, ours: float) -> Cell:
    reason = _MISPRINT if {own, other} == {"B", "F"} else ""
    return Cell(
        document=1, table=table, cell=f"{own} against {other}", printed=printed, ours=ours, reason=reason
    )


def _exact(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(document=1, table=table, cell=cell, printed=printed, ours=ours)
