"""Every measure of one real tournament."""

from dataclasses import dataclass

import numpy as np

from miai.domain.tournament import Tournament
from miai.engine.judging.groups import GradeGroup, groups_of
from miai.engine.judging.measures import measures
from miai.engine.judging.record import Record, record_of
from miai.engine.judging.relative_strength import RelativeStrength, relative_strength
from miai.engine.kernel.arrays import Floats
from miai.engine.kernel.qualities import (
    COUNTS,
    GAMES,
    GROUP_COUNTS,
    RESTED,
    TOTAL_ERROR,
    count_groups,
    count_qualities,
)
from miai.errors import InputError
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class EventQuality:
    """The counts and measures of a tournament, its grade groups, and relative strengths if there are any."""

    record: Record
    counts: Floats
    values: dict[str, float]
    groups: tuple[GradeGroup, ...]
    strength: RelativeStrength | None
    problems: tuple[Message, ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return int(self.counts[GAMES])


def measure_event(tournament: Tournament) -> EventQuality:
    """Measure the rounds drawn so far."""
    record = record_of(tournament)
    counts = np.zeros(COUNTS)
    count_record(record, counts)
    strength, problems = _strength(record)
    if strength and strength.converged:
        counts[TOTAL_ERROR] += strength.total_error
        counts[RESTED] += 1
    return EventQuality(
        record=record,
        counts=counts,
        values=measures(counts),
        groups=_groups(record),
        strength=strength,
        problems=problems,
    )


def count_record(record: Record, counts: Floats) -> None:
    """Add a real tournament to counts as simulated ones are added."""
    count_qualities(record.games, record.entrants, counts)


def _strength(record: Record) -> tuple[RelativeStrength | None, tuple[Message, ...]]:
    try:
        strength = relative_strength(record.opponents, record.points)
    except InputError as error:
        return None, tuple(problem.message for problem in error.problems)
    if strength.converged:
        return strength, ()
    note = counted(
        "relative strengths did not converge in %(num)s iteration",
        "relative strengths did not converge in %(num)s iterations",
        strength.iterations,
    )
    return strength, (note,)


def _groups(record: Record) -> tuple[GradeGroup, ...]:
    lowest = int(record.grades.min())
    table = np.zeros((int(record.grades.max()) - lowest + 1, GROUP_COUNTS))
    count_groups(record.opponents, record.final, record.wins, record.grades, lowest, table)
    return groups_of(table, lowest)
