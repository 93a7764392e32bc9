"""Document 1, chapter 2: stones, ratings of grades, con, figure 2.2, chances and entropies of six players."""

import math
from dataclasses import replace

import numpy as np

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.tournament import Tournament
from miai.engine.pairing.handicapping import handicap_matrix
from miai.engine.pairing.view import build_view
from miai.engine.rating.egf_classic import con, expected_total_change, spread
from miai.engine.rating.win_models import entropy_term
from miai_lab.reproduce.cell import Cell, CellClass, PublishedClaim
from miai_lab.reproduce.study import ReproductionStudy

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
# As in table 2.1, from 100 up by hundreds.
_CON = "116 110 105 100 95 90 85 80 75 70 65 60 55 51 47 43 39 35 31 27 24 21 18 15 13 11 10"
_GRADES = {"20k": "100", "1k": "2000", "1d": "2100", "3d": "2300", "1p": "2700", "2p": "2730"}
_STONES = {("5k", "9k"): "4", ("2d", "2k"): "3"}
_WIDEST = 600
_FIRST_RATING, _LAST_RATING = 100, 2700


def chance(own: str, other: str, taken_from: str = "") -> float:
    """Table 2.2 takes the parameter a as a whole number: that of the lower rated, unless told whose."""
    low, high = sorted((RATINGS[own], RATINGS[other]))
    a = round(spread(RATINGS[taken_from] if taken_from else low))
    lower = 1.0 / (1.0 + math.exp((high - low) / a))
    return lower if RATINGS[own] == low else 1.0 - lower


def section_2_1(study: ReproductionStudy) -> list[Cell]:
    """Stones by the difference of grades."""
    cells = []
    terms = Handicapping(by_score=False, correction=0, none_from=Grade.parse("9d"))
    for grades, printed in _STONES.items():
        players = tuple(
            Player(id=PlayerId(grade), surname=grade, grade=Grade.parse(grade)) for grade in grades
        )
        event = Tournament(players=players, settings=Settings(handicapping=terms))
        ours = int(handicap_matrix(build_view(event, 1, seed=0))[0, 1])
        cells.append(_exact("section 2.1", f"stones from {grades[0]} to {grades[1]}", printed, ours))
    return cells


def table_2_1(study: ReproductionStudy) -> list[Cell]:
    """The largest change of a rating in one game: a table in Miai too."""
    return [
        _exact("table 2.1", f"con at {100 * hundred}", printed, con(100.0 * hundred), CellClass.DEFINITION)
        for hundred, printed in enumerate(_CON.split(), start=1)
    ]


def table_2_2(study: ReproductionStudy) -> list[Cell]:
    """Who beats whom, with a as a whole number, which the text does not say; one of a pair tells both."""
    return [_chance_cell(own, other, printed) for own, other, printed in _printed(_CHANCES)]


def table_2_3(study: ReproductionStudy) -> list[Cell]:
    """What a win would tell, in bits: one side's term of the entropy, from the chances in table 2.2."""
    chances = {(own, other): float(printed) for own, other, printed in _printed(_CHANCES)}
    return [
        _exact("table 2.3", f"{own} against {other}", printed, entropy_term(chances[own, other]))
        for own, other, printed in _printed(_ENTROPIES)
    ]


def section_2_2(study: ReproductionStudy) -> list[Cell]:
    """Ratings of grades, and figure 2.2: which opponent moves ratings most."""
    cells = [
        _exact("section 2.2", f"rating of {grade}", printed, Grade.parse(grade).rating, CellClass.DEFINITION)
        for grade, printed in _GRADES.items()
    ]
    ratings = range(_FIRST_RATING, _LAST_RATING + 1, 100)
    wide = [rating for rating in ratings if 200 <= abs(peak_difference(rating)) <= 300]
    reason = (
        f"by the printed formula it lies between 200 and 300 for ratings from {wide[0]} to {wide[-1]} only"
    )
    for rating in (700, 2200):
        peak = abs(peak_difference(rating))
        name = f"difference of ratings that changes them most, GoR {rating}"
        cells += [
            Cell(
                document=1,
                table="figure 2.2",
                cell=f"{name}, {claim.value}",
                printed=printed,
                ours=peak,
                claim=claim,
                digit=0.0,
                reason=reason,
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


def _chance_cell(own: str, other: str, printed: str) -> Cell:
    told = RATINGS[own] > RATINGS[other]
    given = CellClass.REPEATED if told else CellClass.READING
    cell = _exact("table 2.2", f"{own} against {other}", printed, chance(own, other), given)
    return cell if cell.ok else replace(cell, reason=_slip(cell, own, other))


def _slip(cell: Cell, own: str, other: str) -> str:
    """Whose a would give what is printed."""
    right = round(spread(min(RATINGS[own], RATINGS[other])))
    for name, rating in RATINGS.items():
        ours = chance(own, other, name)
        if replace(cell, ours=ours).ok:
            wrong = round(spread(rating))
            return f"printed with the a of {name}, {wrong} instead of {right}, which gives {ours:.5f}"
    return ""


def _exact(table: str, cell: str, printed: str, ours: float, given: CellClass = CellClass.COMPUTED) -> Cell:
    return Cell(document=1, table=table, cell=cell, printed=printed, ours=ours, given=given)
