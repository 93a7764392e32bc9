"""What is said of bars without trying them: document 5's table 1, and document 1's table 4.1 of groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from miai.domain.people.grade import Grade, Kind

# The most players above the bar, by rounds.
LIMITS: Mapping[str, Mapping[int, int]] = {
    "BGA": {3: 8, 4: 10, 5: 12, 6: 15, 7: 18, 8: 22, 9: 26, 10: 30},
    "MacMahon": {3: 7, 4: 9, 5: 13, 6: 17, 7: 21, 8: 25, 9: 29, 10: 33},
    "AGA": {3: 8, 4: 12, 5: 18, 6: 24, 7: 32, 8: 50},
    "EGF": {5: 16, 6: 24, 7: 30, 8: 40, 9: 50, 10: 60},
}
# Players from and to, and how many groups are usual for them in five rounds; None is no limit.
GROUPS: tuple[tuple[int, int | None, int, int | None], ...] = (
    (10, 20, 1, 4),
    (15, 30, 3, 6),
    (25, 50, 5, 8),
    (45, 70, 6, 10),
    (65, 90, 9, 12),
    (85, 110, 10, 15),
    (100, 150, 11, 20),
    (140, 200, 12, 25),
    (170, None, 20, None),
)


@dataclass(frozen=True, kw_only=True)
class BarField:
    """The grades of an entry, counted from shodan at 0, a bar for them, and the floor if there is one."""

    grades: tuple[int, ...]
    rounds: int
    bar: int
    floor: int | None = None

    @cached_property
    def groups(self) -> tuple[int, ...]:
        """The grades that somebody has, from the highest down."""
        return tuple(sorted(set(self.grades), reverse=True))

    @property
    def highest(self) -> int:
        """The highest grade."""
        return self.groups[0]

    @property
    def population(self) -> int:
        """How many start at the bar."""
        return self.above(self.bar)

    def at(self, grade: int) -> int:
        """How many have that grade."""
        return self.grades.count(grade)

    def above(self, grade: int) -> int:
        """How many have that grade or a higher one."""
        return sum(each >= grade for each in self.grades)

    def next_below(self, grade: int) -> int | None:
        """The next lower grade that somebody has."""
        return next((each for each in self.groups if each < grade), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableBar:
    """The lowest bar that a table allows; the highest grade where even that has too many players."""

    table: str
    limit: int
    bar: int
    population: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupCount:
    """How many groups start apart, and how many are usual; `floor` would bring them down to that."""

    groups: int
    least: int
    most: int | None
    floor: int | None


def by_tables(grades: Sequence[int], rounds: int) -> tuple[TableBar, ...]:
    """The bar of every table that knows the number of rounds."""
    field = BarField(grades=tuple(grades), rounds=rounds, bar=max(grades))
    found = []
    for table, limits in LIMITS.items():
        if rounds in limits:
            fitting = [grade for grade in field.groups if field.above(grade) <= limits[rounds]]
            bar = fitting[-1] if fitting else field.highest
            found.append(TableBar(table=table, limit=limits[rounds], bar=bar, population=field.above(bar)))
    return tuple(found)


def group_count(field: BarField) -> GroupCount | None:
    """The groups that a bar makes, beside what is usual for so many players in five rounds."""
    players = len(field.grades)
    rows = [row for row in GROUPS if row[0] <= players <= (row[1] or players)]
    if not rows:
        return None
    lowest = field.groups[-1] if field.floor is None else field.floor
    starts = sorted({min(field.bar, max(lowest, grade)) for grade in field.groups}, reverse=True)
    least = min(row[2] for row in rows)
    most = None if rows[-1][3] is None else max(row[3] or 0 for row in rows)
    floor = starts[most - 1] if most is not None and len(starts) > most else None
    return GroupCount(groups=len(starts), least=least, most=most, floor=floor)


def spoken(grade: int) -> str:
    """A grade as players say it: "4 dan"."""
    name = Grade.of_number(grade)
    return f"{name.step} {'dan' if name.kind is Kind.DAN else 'kyu'}"
