"""The tournaments that document 5 names, and what it says of them in passing."""

from dataclasses import dataclass

from miai.engine.bar.classical import LIMITS
from miai.engine.rating.win_models import KaniukErf
from miai_lab.reproduce.cell import Cell, CellClass
from miai_lab.reproduce.study import ReproductionStudy

LOWEST, HIGHEST = -8, 4
_TABLE_1 = {
    3: "8 7 8 -",
    4: "10 9 12 -",
    5: "12 13 18 16",
    6: "15 17 24 24",
    7: "18 21 32 30",
    8: "22 25 50 40",
    9: "26 29 - 50",
    10: "30 33 - 60",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """An entry by grades from shodan at 0, and the rounds it plays."""

    name: str
    grades: tuple[int, ...]
    rounds: int

    @property
    def groups(self) -> tuple[int, ...]:
        """The grades that somebody has, from the lowest up."""
        return tuple(sorted(set(self.grades)))

    def above(self, bar: int) -> int:
        """How many start at a bar."""
        return sum(grade >= bar for grade in self.grades)


def named(name: str, rounds: int, entry: str) -> Named:
    """A tournament by how many have each grade from 8k up to 5d."""
    counts = [int(count) for count in entry.split()]
    grades = tuple(grade for grade, count in enumerate(counts, start=LOWEST) for _ in range(count))
    return Named(name=name, rounds=rounds, grades=grades)


IDEAL = named("T_ideal", 6, "4 4 4 4 4 4 4 4 4 4 4 4 4")
R_GAP = named("T_r-gap", 3, "1 3 2 1 0 4 0 2 3 3 1 6 2")
S_GAPS = named("T_s-gaps", 8, "1 4 0 4 1 2 0 3 4 2 0 10 1")
M_GAP = named("T_m-gap", 5, "6 0 5 4 0 5 4 6 4 0 3 4 1")
MCMAHON = named("T_mcmahon", 7, "7 3 4 5 5 4 2 3 3 9 1 3 1")


def entries(study: ReproductionStudy) -> list[Cell]:
    """What can be counted in the printed entries."""
    rows = [
        ("table 3", "players of T_r-gap", "28", len(R_GAP.grades)),
        ("table 4", "players of T_s-gaps", "32", len(S_GAPS.grades)),
        ("table 6", "players of T_m-gap", "42", len(M_GAP.grades)),
        ("table 9", "players of T_mcmahon", "50", len(MCMAHON.grades)),
        ("section 5", "games of T_ideal", "156", len(IDEAL.grades) * IDEAL.rounds // 2),
        ("section 6", "games of the 4G of T_ideal", "24", IDEAL.grades.count(4) * IDEAL.rounds),
        ("section 11.6", "T_m-gap, population at a bar of -5G", "31", M_GAP.above(-5)),
        ("section 12", "T_m-gap, population at a bar of 0G", "12", M_GAP.above(0)),
    ]
    return [_given(table, cell, printed, ours) for table, cell, printed, ours in rows]


def table_1(study: ReproductionStudy) -> list[Cell]:
    """The most players above the bar: a table in Miai too."""
    return [
        _given("table 1", f"{name}, {rounds} rounds", printed, LIMITS[name].get(rounds, 0))
        for rounds, row in _TABLE_1.items()
        for name, printed in zip(("BGA", "MacMahon", "AGA", "EGF"), row.split(), strict=True)
        if printed != "-"
    ]


def table_10(study: ReproductionStudy) -> list[Cell]:
    """The coefficients of the win model."""
    model = KaniukErf()
    rows = (
        ("u0", "0.0351224", model.linear[0]),
        ("v0", "0.00445376", model.cubic[0]),
        ("u1", "0.156777", model.linear[1]),
        ("u3", "0.0164481", model.linear[3]),
        ("K", "0.18818", model.growth),
    )
    return [_given("table 10", name, printed, ours) for name, printed, ours in rows]


def _given(table: str, cell: str, printed: str, ours: float) -> Cell:
    return Cell(
        document=5,
        table=table,
        cell=cell,
        printed=printed,
        ours=ours,
        digit=0.0,
        given=CellClass.DEFINITION,
    )
