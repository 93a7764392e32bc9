"""Document 1, figures 4.3 to 4.5, 5.1 and 6.1: standings on screens, and CUSS."""

from collections.abc import Mapping

from miai.domain.points import HALF, POINT
from miai.domain.settings.scoring_rules import Scoring, Unplayed
from miai.engine.scoring.scores import scores
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.crosstables import Crosstable, crosstable
from miai_lab.reproduce.study import ReproductionStudy

_FIGURE_4_3 = """
1 3d 12: 4+ 7+ 6+ | 3 31 97
2 2d 12: 12+ 6+ 3+ | 3 30 99
3 5d 11: 9+ 5+ 2- | 2 33 92
4 1d 11: 1- 9+ 8+ | 2 32 93
5 1d 11: 8+ 3- 10+ | 2 31 94
6 3d 10: 7+ 2- 1- | 1 34 92
7 1d 10: 6- 1- 12+ | 1 31 97
8 2d 10: 5- 12+ 4- | 1 31 95
9 1d 10: 3- 4- 13+ | 1 31 93
10 1k 10: 11+ 13+ 5- | 2 30 86
11 1k 10: 10- 17+ 14+ | 2 27 85
12 2d 9: 2- 8- 7- | 0 32 92
13 1k 9: 17+ 10- 9- | 1 28 89
14 2k 9: 15+ 18+ 11- | 2 27 76
15 2k 9: 14- 19+ 17+ | 2 25 77
16 3k 9: 23+ 22+ 18+ | 3 22 72
"""
_FIGURE_5_1 = """
1 3d ?: 8+ 2+ 3+ 4+ | 4 36
2 3d 10: 4+ 1- 6+ 3+ | 3 38
3 3d 9: 5+ 10+ 1- 2- | 2 38
4 3d 9: 2- 14+ 9+ 1- | 2 36
5 3d 9: 3- 9- 8+ 10+ | 2 33
6 2d 9: 16+ 8+ 2- 9+ | 3 33
7 2d 9: 10- 17+ 15+ 11+ | 3 30
8 5d 8: 1- 6- 5- 18+ | 1 36
9 2d 8: 15+ 5+ 4- 6- | 2 34
10 1d 8: 7+ 3- 22+ 5- | 2 33
11 1k 8: 32+ 12+ 13+ 7- | 3 30
12 1k 8: 18+ 11- 19+ 14+ | 3 29
13 1k 8: 22+ 23+ 11- 24+ | 3 26
14 3d 7: - 4- 16+ 12- | 1 30
15 3d 7: 9- 16+ 7- - | 1 30
16 2d 7: 6- 15- 14- 22+ | 1 29
17 1k 7: 21+ 7- 18- 29+ | 2 29
18 1k 7: 12- 32+ 17+ 8- | 2 28
19 1k 7: 23- 20+ 12- 26+ | 2 27
20 2k 7: 28+ 19- 33+ 23+ | 3 24
21 1k 7: 17- 24+ - 25+ | 2 24
22 1k 6: 13- 27+ 10- 16- | 1 29
23 1k 6: 19+ 13- 25- 20- | 1 28
24 2k 6: 33+ 21- 39+ 13- | 2 24
25 3k 6: 27- 34+ 23+ 21- | 2 24
26 4k 6: 30+ 40+ 27+ 19- | 3 23
27 2k 6: 25+ 22- 26- 38+ | 2 22
28 2k 6: 20- 33- 38+ 32+ | 2 21
29 5k 6: 39+ 38+ 32+ 17- | 3 20
"""
_FIGURE_6_1 = """
1 2d 6: 5+ 3+ 2+ | 3 14 43
2 2d 5: 7+ 4+ 1- | 2 15 40
3 1d 5: 6+ 1- 5+ | 2 14 42
4 2d 5: 8+ 2- 6+ | 2 13 41
5 1d 4: 1- 11+ 3- | 1 14 39
6 2d 4: 3- 9+ 4- | 1 14 38
7 1k 4: 2- 8+ 9- | 1 13 38
8 1k 4: 4- 7- 11+ | 1 12 37
9 4k 4: 12+ 6- 7+ | 2 11 37
10 5k 4: 16+ 12+ 13+ | 3 8 26
11 2k 3: 14+ 5- 8- | 1 11 34
12 4k 3: 9- 10- 17+ | 1 10 25
13 6k 3: 15+ 14+ 10- | 2 9 24
14 3k 3: 11- 13- 15+ | 1 8 28
15 5k 2: 13- 16+ 14- | 1 8 24
16 6k 2: 10- 15- 19+ | 1 7 21
17 9k 2: 19+ 18+ 12- | 2 6 19
18 10k 2: 20+ 17- 22+ | 2 4 12
19 7k 1: 17- 20+ 16- | 1 5 17
20 13k 1: 18- 19- free | 1 4 9
21 6k 1: - - - | 0 0 0
22 10k 0: - - 18- | 0 2 4
"""
# Three wins in the first or the last rounds of five.
_CUSS = {"3 wins, then 2 losses": ("2+ 3+ 4+ 5- 6-", "12"), "2 losses, then 3 wins": ("2- 3- 4+ 5+ 6+", "6")}
_CRITERIA = ("nbw", "sosm", "sososm")
_ORDER = ("mms", "sosm", "sososm")
_TITLES = {"nbw": "Pt", "sosm": "SOS", "sososm": "SOSOS"}


def figure_4_3(study: ReproductionStudy) -> list[Cell]:
    """The table of figures 4.3 to 4.5, three times the same; its lower rows are cut off.

    Scores of players who are not seen follow from the SOS of somebody who met them, so that those SOS are no
    test; the sums over opponents of players whose own games are cut off cannot be known.
    """
    table = crosstable(
        _FIGURE_4_3.strip().splitlines(),
        bands={"1d": 9, "1k": 8, "2k": 7, "3k": 6},
        unseen={17: 8, 18: 8, 19: 8, 22: 7, 23: 7},
        scoring=Scoring(unplayed=Unplayed.ZERO),
    )
    settled = {11, 14, 15, 16}
    return [
        *_cells(table, "figure 4.3", settled=settled, unknown={"sososm": {14, 15, 16}}),
        *_places(table, "figure 4.3", settled=settled),
    ]


def figure_5_1(study: ReproductionStudy) -> list[Cell]:
    """MacMahon after four rounds: an unplayed round counts the own start for SOS."""
    table = crosstable(
        _FIGURE_5_1.strip().splitlines(),
        bands={"3d": 7, "1d": 6, "1k": 5, "3k": 4, "5k": 3},
        unseen={30: 6, 32: 5, 33: 5, 34: 5, 38: 4, 39: 4, 40: 4},
        by_hand={14: 6, 15: 6},
        scoring=Scoring(unplayed=Unplayed.START),
    )
    settled = {11, 20, 24, 25, 26, 27}
    cells = _cells(table, "figure 5.1", settled=settled)
    # From row 20 on somebody with the same MMS, or the SOS of an opponent, is cut off.
    cells += _places(table, "figure 5.1", settled=settled, unknown=set(range(20, 30)))
    by_grade = crosstable(
        _FIGURE_5_1.strip().splitlines(),
        bands=table.bands,
        unseen=table.unseen,
        scoring=Scoring(unplayed=Unplayed.START),
    )
    scored, lower = by_grade.values("mms"), table.values("mms")
    fitting, fewer = _as_printed(table), _as_printed(by_grade)
    for number in (14, 15):
        reason = (
            f"with the start of a 2d, ours is {lower[number]:.0f}, and {fitting} of {len(table.rows)} SOS are"
            f" as printed; with that of a 3d, the printed grade, only {fewer} are"
        )
        cells.append(_cell("figure 5.1", f"{number}, MMS", "7", scored[number], reason=reason))
    return cells


def figure_6_1(study: ReproductionStudy) -> list[Cell]:
    """EPM: half a point for an absence, rounded down, for opponents only; a free round counts the own MMS."""
    table = crosstable(
        _FIGURE_6_1.strip().splitlines(),
        bands={"1k": 3, "4k": 2, "6k": 1, "30k": 0},
        scoring=Scoring(absent_points=HALF, absence_for_place=False, unplayed=Unplayed.EPM),
    )
    return [*_cells(table, "figure 6.1"), *_places(table, "figure 6.1")]


def cuss(study: ReproductionStudy) -> list[Cell]:
    """Section 4.2.2: winning early counts more."""
    cells = []
    for name, (games, printed) in _CUSS.items():
        rows = (f"1 1d 0: {games} | 3",)
        unseen = dict.fromkeys(range(2, 7), 0)
        event = crosstable(rows, bands={"30k": 0}, unseen=unseen, scoring=Scoring()).tournament()
        ours = TIEBREAKS["cussm"].compute(scores(event, after=5))[0] / POINT
        cells.append(_cell("section 4.2.2", f"CUSS, {name}", printed, ours))
    return cells


def _as_printed(table: Crosstable) -> int:
    """How many SOS are as printed."""
    found = table.values("sosm")
    return sum(found[row.number] == float(row.columns[1]) for row in table.rows)


def _cells(
    table: Crosstable,
    figure: str,
    *,
    settled: set[int] | None = None,
    unknown: Mapping[str, set[int]] | None = None,
) -> list[Cell]:
    """Every column; where a row settled something, its cell is a reading."""
    cells = []
    started = table.first_of_band()
    scored = table.values("mms")
    for row in table.rows:
        if row.mms != "?" and row.number not in table.by_hand:
            given = CellClass.READING if row.number in started else CellClass.COMPUTED
            cells.append(_cell(figure, f"{row.number}, MMS", row.mms, scored[row.number], given=given))
    for column, key in enumerate(_CRITERIA[: len(table.rows[0].columns)]):
        found = table.values(key)
        for row in table.rows:
            if row.number in (unknown or {}).get(key, set()):
                continue
            chosen = key == "sosm" and row.number in (settled or set())
            cells.append(
                _cell(
                    figure,
                    f"{row.number}, {_TITLES[key]}",
                    row.columns[column],
                    found[row.number],
                    given=CellClass.READING if chosen else CellClass.COMPUTED,
                )
            )
    return cells


def _places(
    table: Crosstable, figure: str, *, settled: set[int] | None = None, unknown: set[int] | None = None
) -> list[Cell]:
    """The first column: by MMS, then by SOS and SOSOS, which are in this order in section 4.2.2."""
    found = table.places(_ORDER)
    return [
        _cell(
            figure,
            f"{row.number}, place",
            str(row.number),
            found[row.number],
            given=CellClass.READING if row.number in (settled or set()) else CellClass.COMPUTED,
        )
        for row in table.rows
        if row.number not in (unknown or set())
    ]


def _cell(
    table: str,
    cell: str,
    printed: str,
    ours: float,
    *,
    given: CellClass = CellClass.COMPUTED,
    reason: str = "",
) -> Cell:
    """Points are printed in full: nothing is rounded."""
    return Cell(
        document=1, table=table, cell=cell, printed=printed, ours=ours, digit=0.0, given=given, reason=reason
    )
