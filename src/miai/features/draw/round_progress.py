"""The progress of a round as far as it is known: by the publication, the clock and the results."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum

from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import RoundClock
from miai.domain.tournament import Tournament
from miai.features.draw.changes_by_hand import reported_boards
from miai.messages import Message, counted


class Phase(Enum):
    """What is known of the games of a round that have no result."""

    DRAFT = "nobody has seen the draw"
    WAITING = "the clock has not started"
    UNKNOWN = "published, without a clock or a result"
    UNDER_WAY = "the clock has started, or results are in"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundProgress:
    """How far a round is: games that are over or reported, and minutes since its clock started."""

    phase: Phase
    games: int
    over: int = 0
    minutes: int | None = None

    @property
    def may_have_begun(self) -> bool:
        """True unless it is known that no game has begun."""
        return self.phase in (Phase.UNKNOWN, Phase.UNDER_WAY)

    @property
    def mostly_over(self) -> bool:
        """True if more than half of the games are over."""
        return 2 * self.over > self.games

    @property
    def message(self) -> Message:
        """The known state in one sentence."""
        match self.phase:
            case Phase.DRAFT:
                return Message("Players have not seen the draw yet.")
            case Phase.WAITING:
                return Message("The clock of the round has not started.")
            case Phase.UNKNOWN:
                return Message("It is not known here if the games have begun.")
        if self.over:
            return counted(
                "%(over)s of %(num)s result is in.",
                "%(over)s of %(num)s results are in.",
                self.games,
                over=self.over,
            )
        return counted(
            "The clock of the round has run for %(num)s minute.",
            "The clock of the round has run for %(num)s minutes.",
            self.minutes or 0,
        )


def round_progress(tournament: Tournament, drawn: Round, *, now: datetime | None = None) -> RoundProgress:
    """The progress of a drawn round at a moment."""
    reported = reported_boards(tournament, drawn.number)
    over = sum(board.result.known or board in reported for board in drawn.boards)
    clock = next((clock for clock in tournament.clocks if clock.round == drawn.number), None)
    minutes = _minutes_run(clock, now or datetime.now(UTC))
    return RoundProgress(
        phase=_phase(shown=drawn.shown is not None, over=over, minutes=minutes),
        games=len(drawn.boards),
        over=over,
        minutes=None if minutes is None or minutes < 0 else minutes,
    )


def _phase(*, shown: bool, over: int, minutes: int | None) -> Phase:
    if over:
        return Phase.UNDER_WAY
    if not shown:
        return Phase.DRAFT
    if minutes is None:
        return Phase.UNKNOWN
    return Phase.WAITING if minutes < 0 else Phase.UNDER_WAY


def _minutes_run(clock: RoundClock | None, now: datetime) -> int | None:
    """Whole minutes since the start, below 0 before it; None without a clock."""
    if clock is None or not clock.starts_at:
        return None
    at = datetime.fromisoformat(clock.paused_at) if clock.paused_at else now
    return int((at - datetime.fromisoformat(clock.starts_at)).total_seconds() // 60)
