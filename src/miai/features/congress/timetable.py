"""The timetable of a congress: all rounds of all events with their times, rooms and tables."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import Enum
from itertools import islice

from miai.desk.live_state import Desk
from miai.domain.people.names import plain_name
from miai.domain.rounds.round import Round
from miai.domain.settings.clock import Clock
from miai.domain.table_numbers import TableRange, Tables
from miai.domain.tournament import Tournament
from miai.features.congress.congress_state import EventPart, WholeCongress, recall, whole_congress
from miai.features.publish.publish_round import Shown, publication
from miai.features.schedule.plan_schedule import schedule
from miai.features.stages.main_rounds import has_main_rounds
from miai.messages import Message


class RoundState(Enum):
    """How far a round has come."""

    NOT_DRAWN = "not drawn"
    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimetableRound:
    """A round of an event; without a start it has no time yet.

    `tables` are those of its games, or before the draw those of the event. `minutes` is each player's main
    time, `clock` the thinking time of the event.
    """

    part: EventPart
    number: int
    starts: datetime | None
    ends: datetime | None
    deadline: str
    minutes: float
    clock: Clock
    state: RoundState
    tables: tuple[TableRange, ...]
    boards: int
    warning: Message | None = None

    @property
    def day(self) -> str:
        """The day on which it starts in this machine's time, as ISO 8601; empty without a start."""
        return self.starts.astimezone().date().isoformat() if self.starts else ""

    @property
    def tables_text(self) -> str:
        """The tables as people read them: "1–40, 51–60"."""
        return ", ".join(str(each).replace("-", "–") for each in self.tables)

    def overlaps(self, other: "TimetableRound") -> bool:
        """Whether two rounds are played at the same time."""
        if not (self.starts and self.ends and other.starts and other.ends):
            return False
        return self.starts < other.ends and other.starts < self.ends


@dataclass(frozen=True, slots=True, kw_only=True)
class TableClash:
    """Two rounds of different events at the same time that need the same tables of a room."""

    first: TimetableRound
    second: TimetableRound
    tables: tuple[TableRange, ...]

    @property
    def what(self) -> Message:
        """The clash in one sentence."""
        return Message(
            "%(event)s, round %(round)s, and %(other)s, round %(number)s, use the same tables at the same"
            " time: %(tables)s",
            event=self.first.part.name,
            round=self.first.number,
            other=self.second.part.name,
            number=self.second.number,
            tables=tuple(str(each) for each in self.tables),
        )


def timetable(desk: Desk, congress_id: str, *, now: datetime | None = None) -> tuple[TimetableRound, ...]:
    """All rounds of all events in the order of their starts; those without a time come last."""
    whole = whole_congress(desk, congress_id)
    return timetable_of(desk, whole, now=now)


def timetable_of(
    desk: Desk, whole: WholeCongress, *, now: datetime | None = None
) -> tuple[TimetableRound, ...]:
    """The timetable of a congress at one moment."""
    rounds = recall(desk, whole, "timetable", lambda: tuple(_in_order(_rounds(whole))))
    at = now or datetime.now(UTC)
    return tuple(
        replace(each, state=RoundState.RUNNING)
        if each.state in (RoundState.DRAWN, RoundState.PUBLISHED) and each.starts and each.starts <= at
        else each
        for each in rounds
    )


def table_clashes(desk: Desk, congress_id: str) -> tuple[TableClash, ...]:
    """Rounds of different events that use the same tables of one room at the same time."""
    whole = whole_congress(desk, congress_id)
    return recall(desk, whole, "table clashes", lambda: tuple(_table_clashes(timetable_of(desk, whole))))


def overlapping(rounds: Sequence[TimetableRound]) -> Iterator[tuple[TimetableRound, TimetableRound]]:
    """Pairs of rounds of different events or stages at the same time; the rounds are in order of start."""
    open_rounds: list[TimetableRound] = []
    for each in rounds:
        if each.starts is None:
            continue
        starts = each.starts
        open_rounds = [other for other in open_rounds if other.ends and other.ends > starts]
        yield from (
            (other, each) for other in open_rounds if other.part.id != each.part.id and other.overlaps(each)
        )
        open_rounds.append(each)


def ranges_of(numbers: Sequence[int]) -> tuple[TableRange, ...]:
    """Numbers of tables as ranges."""
    found: list[TableRange] = []
    for number in sorted(set(numbers)):
        if found and found[-1].last == number - 1:
            found[-1] = TableRange(found[-1].first, number)
        else:
            found.append(TableRange(number, number))
    return tuple(found)


def _in_order(rounds: Iterator[TimetableRound]) -> list[TimetableRound]:
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(rounds, key=lambda each: each.starts or never)


def _rounds(whole: WholeCongress) -> Iterator[TimetableRound]:
    for part in whole.parts:
        event = part.tournament
        if not has_main_rounds(event):
            continue
        for each in schedule(event):
            drawn = event.round(each.number)
            yield TimetableRound(
                part=part,
                number=each.number,
                starts=each.starts,
                ends=each.expected_end,
                deadline=each.clock.deadline,
                minutes=each.minutes,
                clock=event.settings.clock,
                state=_state(event, drawn),
                tables=_tables(event, drawn),
                boards=len(drawn.boards),
                warning=each.warning,
            )


def _state(event: Tournament, drawn: Round) -> RoundState:
    if all(each.number != drawn.number for each in event.rounds):
        return RoundState.NOT_DRAWN
    if drawn.boards and all(board.result.known for board in drawn.boards):
        return RoundState.OVER
    shown = publication(event, drawn.number).shown is not Shown.NOTHING
    return RoundState.PUBLISHED if shown else RoundState.DRAWN


def _tables(event: Tournament, drawn: Round) -> tuple[TableRange, ...]:
    if drawn.boards:
        return ranges_of([board.table for board in drawn.boards])
    return _stated(event.settings.tables)


def _stated(tables: Tables) -> tuple[TableRange, ...]:
    """The tables that an event states, without those left out; none where it states none."""
    if not tables.ranges:
        return ()
    ends = all(each.last is not None for each in tables.ranges)
    return ranges_of(tuple(tables.numbers())) if ends else tables.ranges


def _table_clashes(rounds: Sequence[TimetableRound]) -> Iterator[TableClash]:
    needed: dict[tuple[str, int], frozenset[int]] = {}
    for first, second in overlapping(rounds):
        if not _same_room(first.part, second.part):
            continue
        shared = _needed(first, needed) & _needed(second, needed)
        if shared:
            yield TableClash(first=first, second=second, tables=ranges_of(tuple(shared)))


def _same_room(one: EventPart, other: EventPart) -> bool:
    """Whether two events may be in one room: an event without a room may be in any."""
    rooms = {plain_name(part.room) for part in (one, other)}
    return len(rooms) == 1 or "" in rooms


def _needed(each: TimetableRound, known: dict[tuple[str, int], frozenset[int]]) -> frozenset[int]:
    """The tables of a round: those of the draw, or as many as the players who mean to play will need."""
    key = each.part.id, each.number
    if key not in known:
        event = each.part.tournament
        drawn = event.round(each.number)
        tables = event.settings.tables
        known[key] = frozenset(
            (board.table for board in drawn.boards)
            if drawn.boards
            else islice(tables.numbers(), _boards_expected(event, each.number))
        )
    return known[key]


def _boards_expected(event: Tournament, number: int) -> int:
    if event.settings.by_teams:
        playing = sum(number not in team.absent_rounds for team in event.teams)
        return playing // 2 * event.settings.teams.size
    return sum(player.attends(number) for player in event.players) // 2
