"""All that a table of standings shows of a player or a team, so that two tables can be compared."""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

# A server starts without the engine, and what a change moves has values from here.
if TYPE_CHECKING:
    from miai.engine.scoring.places import Cell, Standings
    from miai.engine.scoring.teams.table import TeamTable
    from miai.features.stages.overall_standings import WholeStandings

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Move(Generic[T]):
    """A value of a player or a team before and after; None if they have none then."""

    id: str
    name: str
    before: T | None
    after: T | None


class Shows(Enum):
    """A part of a line that can differ between two tables."""

    RESULTS = "results"
    STARTS = "starting scores"
    SCORES = "scores"
    TIEBREAKS = "tie-breaks"
    NAMES = "names"
    GRADES = "grades"
    CLUBS = "clubs"
    COUNTRIES = "countries"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLine:
    """One line of a table: the place, and the values of its parts; `criteria` has each criterion by its key.

    The value of the first criterion is the score.
    """

    id: str
    place: int
    parts: Mapping[Shows, Hashable]
    criteria: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineChanges:
    """The lines that differ between two tables, by name.

    `parts` has the lines of which a part differs. A line is added or removed if the other table lacks it.
    """

    places: tuple[Move[int], ...] = ()
    scores: tuple[Move[float], ...] = ()
    parts: Mapping[Shows, tuple[str, ...]] = field(default_factory=dict)
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


Lines = Mapping[str, ShownLine]


def lines_of_players(table: "Standings") -> Lines:
    """The lines of a table of players."""
    return {
        str(row.player.id): ShownLine(
            id=row.player.id,
            place=row.place,
            parts={
                Shows.RESULTS: tuple(map(_game, row.cells)),
                Shows.STARTS: row.start if table.shows_start else 0,
                Shows.NAMES: row.player.name,
                Shows.GRADES: row.player.grade,
                Shows.CLUBS: row.player.club,
                Shows.COUNTRIES: row.player.country,
            },
            criteria={key: row.values[key] for key in table.criteria},
        )
        for row in table.rows
    }


def lines_of_teams(table: "TeamTable") -> Lines:
    """The lines of a table of teams."""
    return {
        str(row.team.id): ShownLine(
            id=row.team.id,
            place=row.place,
            parts={Shows.RESULTS: row.rounds, Shows.NAMES: row.team.name},
            criteria={key: row.values[key] for key in table.criteria},
        )
        for row in table.rows
    }


def lines_of_whole(table: "WholeStandings") -> Lines:
    """The lines of the places over all stages."""
    return {
        str(row.player.id): ShownLine(
            id=row.player.id,
            place=row.place,
            parts={
                Shows.NAMES: row.player.name,
                Shows.GRADES: row.player.grade,
                Shows.CLUBS: row.player.club,
                Shows.COUNTRIES: row.player.country,
            },
        )
        for row in table.rows
    }


def changed_lines(before: Lines, after: Lines, name: Callable[[str], str]) -> LineChanges:
    """All that two tables show differently, in the order of the first; criteria of only one are left out.

    `name` gives the name of a line by its id.
    """
    both = [(line, after[each]) for each, line in before.items() if each in after]
    return LineChanges(
        places=tuple(moves_between(_values(before, _place), _values(after, _place), name)),
        scores=tuple(moves_between(_values(before, _score), _values(after, _score), name)),
        parts={part: names for part in Shows if (names := tuple(map(name, _differing(both, part))))},
        added=tuple(name(each) for each in after if each not in before),
        removed=tuple(name(each) for each in before if each not in after),
    )


def moves_between(
    before: Mapping[str, T], after: Mapping[str, T], name: Callable[[str], str]
) -> Iterator[Move[T]]:
    """The values that differ, in the order of those before."""
    for each in dict.fromkeys([*before, *after]):
        old, new = before.get(each), after.get(each)
        if old != new:
            yield Move(id=each, name=name(each), before=old, after=new)


def _differing(both: list[tuple[ShownLine, ShownLine]], part: Shows) -> Iterator[str]:
    for old, new in both:
        match part:
            case Shows.SCORES:
                differs = _score(old) != _score(new)
            case Shows.TIEBREAKS:
                differs = _tiebreaks(old, new) != _tiebreaks(new, old)
            case _:
                differs = old.parts.get(part) != new.parts.get(part)
        if differs:
            yield new.id


def _game(cell: "Cell") -> Hashable:
    """A game without the line of the opponent, which changes with the places; other rounds show a score."""
    return (cell.opponent.id, cell.text.lstrip("0123456789")) if cell.opponent else cell.kind


def _place(line: ShownLine) -> int:
    return line.place


def _score(line: ShownLine) -> float:
    return next(iter(line.criteria.values()), 0)


def _tiebreaks(line: ShownLine, other: ShownLine) -> dict[str, float]:
    """The values after the score, of the criteria of both."""
    keys = list(line.criteria)[1:]
    return {key: line.criteria[key] for key in keys if key in list(other.criteria)[1:]}


def _values(lines: Lines, value: Callable[[ShownLine], T]) -> dict[str, T]:
    return {each: value(line) for each, line in lines.items()}
