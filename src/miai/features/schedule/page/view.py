"""The schedule page: one row a round, and what the form for all rounds offers."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

from miai.domain.settings.clock import Clock, adjusted_minutes
from miai.domain.time_zones import at_clock, local_text, zone_of
from miai.domain.tournament import Tournament
from miai.features.schedule.page.form import duration_text
from miai.features.schedule.plan_schedule import ScheduledRound, schedule
from miai.features.schedule.view.thinking_time import short_thinking_time
from miai.server.words.choices import rule_choices

# Most tournaments begin at ten; the results of a round and the draw of the next take a while.
_MORNING = 10
_DRAW_MINUTES = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleRow:
    """A round on the page; `typed` is its start as the browser writes it, like the `deadline`."""

    round: ScheduledRound
    typed: str
    minutes: str
    thinking: str
    deadline: str

    @property
    def state(self) -> str:
        """What its clock does: "unset", "waiting", "running", "paused" or "overtime"."""
        return self.round.reading.state.value


@dataclass(frozen=True, slots=True, kw_only=True)
class SchedulePage:
    """All rows, and the values of the form for all rounds from `from_round` on."""

    rows: tuple[ScheduleRow, ...]
    from_round: int
    starts: str
    between: str
    clock: Clock
    overtimes: tuple[tuple[str, str], ...]

    @property
    def numbers(self) -> list[tuple[int, int]]:
        """The rounds to choose from."""
        return [(row.round.number, row.round.number) for row in self.rows]

    @property
    def next_to_start(self) -> int:
        """The first round whose start is still to come, else the one that the other form starts with."""
        return next((row.round.number for row in self.rows if row.state == "waiting"), self.from_round)

    @property
    def is_set(self) -> bool:
        """Whether any round has a time."""
        return any(row.typed for row in self.rows)


def schedule_page(event: Tournament, *, current: int) -> SchedulePage:
    """The page of a tournament whose first unfinished round is `current`."""
    rounds, clock, zone = schedule(event), event.settings.clock, zone_of(event)
    return SchedulePage(
        rows=tuple(
            ScheduleRow(
                round=each,
                typed=local_text(each.starts, zone),
                deadline=local_text(each.deadline, zone),
                minutes=f"{each.minutes:g}",
                thinking=short_thinking_time(clock, minutes=each.minutes),
            )
            for each in rounds
        ),
        from_round=current,
        starts=local_text(_proposed_start(event, rounds, current), zone),
        between=duration_text(_proposed_gap(rounds, clock)),
        clock=clock,
        overtimes=tuple(rule_choices("clock.overtime")),
    )


def _proposed_start(event: Tournament, rounds: tuple[ScheduledRound, ...], current: int) -> datetime | None:
    """The start of the round where it has one, else the morning of the first day."""
    known = next((each.starts for each in rounds if each.number == current), None)
    if known:
        return known
    try:
        return at_clock(datetime.fromisoformat(event.begin).replace(hour=_MORNING), zone_of(event))
    except (ValueError, OverflowError):
        return None


def _proposed_gap(rounds: tuple[ScheduledRound, ...], clock: Clock) -> int:
    """Minutes from one round to the next: as it is set already, else long enough for game and draw."""
    starts = [each.starts for each in rounds if each.starts]
    gaps = [b - a for a, b in pairwise(starts) if timedelta() < b - a < timedelta(hours=12)]
    if gaps:
        return round(min(gaps).total_seconds() / 60)
    return -(-round(2 * adjusted_minutes(clock) + _DRAW_MINUTES) // 15) * 15
