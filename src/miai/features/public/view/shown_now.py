"""What players see now: the last published round with its clock, and the last published table."""

from dataclasses import dataclass

from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.tournament import Tournament
from miai.features.publish.publish_round import public_round
from miai.features.schedule.set_clock import ClockReading, ClockState, clock_of, read_clock


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectorState:
    """The last round that players can see, its clock, and the last published table."""

    drawn: Round | None
    clock: RoundClock | None
    reading: ClockReading
    table_after: int | None

    @property
    def started(self) -> bool:
        """Whether the round has started by its clock."""
        return self.reading.phase not in (ClockState.UNSET, ClockState.WAITING)

    @property
    def out(self) -> list[int]:
        """The tables whose games are still being played."""
        boards = self.drawn.boards if self.drawn else ()
        return sorted(board.table for board in boards if not board.result.known)


def projector_state(event: Tournament) -> ProjectorState:
    """What players are shown at this moment."""
    numbers = [shown.number for shown in event.shown]
    drawn = public_round(event, max(numbers)) if numbers else None
    clock = clock_of(event, drawn.number) if drawn else None
    return ProjectorState(
        drawn=drawn,
        clock=clock if clock and clock.starts_at else None,
        reading=read_clock(clock) if clock else ClockReading(state=ClockState.UNSET, phase=ClockState.UNSET),
        table_after=max((table.after_round for table in event.tables_shown), default=None),
    )
