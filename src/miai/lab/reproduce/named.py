"""The tournaments that document 5 names, and what it says of them in passing."""

from dataclasses import dataclass

from miai.lab.reproduce.cell import Cell
from miai.lab.reproduce.study import ReproductionStudy

LOWEST, HIGHEST = -8, 4


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
        ("section 12.2", "T_m-gap, population at a bar of 0G", "12", M_GAP.above(0)),
    ]
    return [
        Cell(document=5, table=table, cell=cell, printed=printed, ours=ours)
        for table, cell, printed, ours in rows
    ]
