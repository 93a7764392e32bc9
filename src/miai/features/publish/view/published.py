"""What players may see: the pairings and tables that were published."""

from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log.events import Event, StandingsPublished
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.tournament import Tournament
from miai.features.draw.proof import publication_of
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


def shown_rounds(event: Tournament) -> list[Round]:
    """Every round that players can see, the first one first."""
    found = [public_round(event, number) for number in sorted(shown.number for shown in event.shown)]
    return [drawn for drawn in found if drawn is not None]


def pairings_shown_at(state: State, number: int) -> str:
    """When the pairings of a round were last published."""
    entry = publication_of(state, number)
    return entry.at if entry else ""


def table_shown_at(state: State, after: int) -> str:
    """When the standings after a round were last published."""
    return _last(
        state, StandingsPublished(after_round=after), StandingsPublished(after_round=after, final=True)
    )


def _last(state: State, *wanted: Event) -> str:
    entries = reversed(state.history.effective_entries)
    return next((each.at for each in entries if each.event in wanted), "")
