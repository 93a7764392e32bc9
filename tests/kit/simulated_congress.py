"""A congress of two weeks, played from check-in to final standings through the functions that pages use."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from miai.desk.live_state import Desk
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.table_numbers import TableRange, Tables
from miai.domain.tournament import Tournament
from miai.features.congress.check_in import check_in
from miai.features.congress.clashes import Clash, before_draw, clashes, mark_absent
from miai.features.congress.congress_state import WholeCongress, whole_congress
from miai.features.congress.enter_events import enter, enter_several, enter_side, enter_team, leave
from miai.features.congress.set_up import create_congress, create_event, set_tables
from miai.features.congress.timetable import TimetableRound, timetable
from miai.features.draw.draw_round import draw_round
from miai.features.players.register_player import NEW, register_players
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.plan_schedule import RoundTime, set_schedule

FIRST = datetime(2026, 7, 25, tzinfo=UTC)
BY = "Anneke"
# A game of two people that a person plays: event, round, opponent.
ClashKey = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedEvent:
    """An event: the hours of its rounds from the first midnight on, its tables, and who is asked to enter."""

    name: str
    hours: tuple[float, ...]
    tables: tuple[int, int]
    minutes: int
    share: float = 0.0
    settings: dict[str, Any] = field(default_factory=dict)


def _days(days: Sequence[int], *hours: float) -> tuple[float, ...]:
    return tuple(24 * day + hour for day in days for hour in hours)


def planned_events(*, whole: bool) -> tuple[PlannedEvent, ...]:
    """The events; the rapid one begins while some games of the main event go on, the children at its hour."""
    main_days = (0, 1, 2, 3, 4, 7, 8, 9, 10, 11) if whole else (0, 1, 2)
    few = slice(None) if whole else slice(2)
    return (
        PlannedEvent(name="Main", hours=_days(main_days, 10), tables=(1, 450), minutes=90, share=0.7),
        PlannedEvent(
            name="Weekend", hours=_days((5, 6), 10, 14)[few], tables=(1, 300), minutes=60, share=0.4,
        ),
        PlannedEvent(
            name="Rapid", hours=_days((2, 3), 13.5, 15, 16.5)[few], tables=(451, 650), minutes=25, share=0.3,
        ),
        PlannedEvent(
            name="13x13", hours=_days((4,), 20, 21, 22)[few], tables=(1, 200), minutes=15, share=0.2,
            settings={"board_size": 13},
        ),
        PlannedEvent(
            name="9x9", hours=_days((8,), 20, 21, 22)[few], tables=(1, 200), minutes=10, share=0.2,
            settings={"board_size": 9, "system": "swiss"},
        ),
        PlannedEvent(
            name="Pair Go", hours=_days((9, 10), 16, 18)[few], tables=(1, 100), minutes=30,
            settings={"people": 2},
        ),
        PlannedEvent(
            name="Teams", hours=_days((5, 6), 20)[few], tables=(301, 400), minutes=30,
            settings={"team_size": 3, "system": "swiss"},
        ),
        PlannedEvent(
            name="Children", hours=_days((1, 2), 10.5, 12)[few], tables=(651, 700), minutes=20, share=0.05,
            settings={"system": "swiss"},
        ),
    )  # fmt: skip


@dataclass
class SimulatedCongress:
    """A congress that is played with the chance of one seed."""

    desk: Desk
    people: int
    whole: bool
    seed: int = 7
    id: str = ""
    events: dict[str, str] = field(default_factory=dict)
    shown: set[tuple[PlayerId, ClashKey]] = field(default_factory=set)
    late: list[PlayerId] = field(default_factory=list)
    gone: list[PlayerId] = field(default_factory=list)
    number: int = 0

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)

    @property
    def at(self) -> tuple[Desk, str]:
        return self.desk, self.id

    @property
    def now(self) -> WholeCongress:
        return whole_congress(*self.at)

    def event(self, name: str) -> Tournament:
        return self.desk.state(self.events[name]).tournament

    def set_up(self) -> None:
        """Open the events, register people and enter them."""
        self.id = create_congress(
            self.desk,
            name="Summer Congress",
            place="Arden",
            country="NL",
            begin="2026-07-25",
            end="2026-08-07",
            by=BY,
        ).id
        for plan in planned_events(whole=self.whole):
            self._open(plan)
        people = self.register(self.people)
        enter_several(*self.at, {person: self._wanted() for person in people}, by=BY)
        self._enter_sides_and_teams(people)

    def register(self, count: int) -> list[PlayerId]:
        """Put people on the list who are not here yet."""
        new = [self._person() for _ in range(count)]
        saved = register_players(*self.at, new, by=BY)
        return [player.id for player in saved.state.tournament.players[-count:]]

    def play(self) -> None:
        """Play all rounds in the order of the timetable; people come late and leave."""
        steps: list[tuple[datetime, int, int, TimetableRound]] = []
        for number, part in enumerate(timetable(*self.at)):
            assert part.starts is not None
            assert part.ends is not None
            # Results come in when a round ends, before what starts at that moment is drawn.
            steps += [(part.starts, 1, number, part), (part.ends, 0, number, part)]
        for _, begins, _, part in sorted(steps, key=lambda step: step[:3]):
            if begins:
                self._people_come_and_go(part)
                self._draw(part)
            else:
                self._results(part)
        for event_id in self.events.values():
            rounds = self.desk.state(event_id).tournament.rounds_played
            publish_standings(self.desk, event_id, after=rounds, by=BY, final=True)

    def _open(self, plan: PlannedEvent) -> None:
        clock = Clock(basic_minutes=plan.minutes, overtime=Overtime.BYO_YOMI, byo_yomi_seconds=20)
        event = create_event(
            *self.at, name=plan.name, by=BY, room="Hall", rounds=len(plan.hours), clock=clock, **plan.settings
        ).event
        self.events[plan.name] = event
        set_tables(*self.at, event, Tables(ranges=(TableRange(*plan.tables),)), by=BY)
        times = {
            number: RoundTime(starts=FIRST + timedelta(hours=hour), minutes=plan.minutes)
            for number, hour in enumerate(plan.hours, start=1)
        }
        set_schedule(self.desk, event, times=times, by=BY)

    def _person(self) -> Player:
        self.number += 1
        strength = max(-29, min(6, round(self.chance.gauss(-5, 6))))
        grade = Grade.of_number(strength)
        return Player(
            id=NEW,
            surname=f"Name{self.number}",
            first_name=self.chance.choice(("Ada", "Bo", "Cy", "Di")),
            grade=grade,
            rating=grade.rating,
            country=self.chance.choice(("NL", "DE", "FR", "CZ", "FI", "RO")),
            club=f"Club {self.chance.randrange(40)}",
            egf_pin=f"{10_000_000 + self.number}",
            registration=Registration.PRELIMINARY,
        )

    def _wanted(self) -> list[str]:
        """One to four events of those that a person enters alone."""
        plans = [plan for plan in planned_events(whole=self.whole) if plan.share]
        chosen = [self.events[plan.name] for plan in plans if self.chance.random() < plan.share]
        return chosen[:4] or [self.events["Main"]]

    def _enter_sides_and_teams(self, people: list[PlayerId]) -> None:
        entered = self.now.entries
        free = [person for person in people if len(entered.get(person, ())) < 4]
        self.chance.shuffle(free)
        couples, players = free[: len(free) // 6 * 2][:100], free[-(len(free) // 8 * 4) :][:120]
        for one, other in zip(couples[::2], couples[1::2], strict=True):
            enter_side(*self.at, self.events["Pair Go"], [one, other], by=BY)
        players = [person for person in players if person not in couples]
        for number in range(len(players) // 4):
            # Three boards and a substitute.
            team = players[4 * number : 4 * number + 4]
            enter_team(*self.at, self.events["Teams"], name=f"Team {number + 1}", people=team, by=BY)

    def check_in_first(self) -> None:
        """Most people are here on the first day; some of the others come later."""
        people = list(self.now.people)
        here = [person for person in people if self.chance.random() < 0.96]
        for start in range(0, len(here), 50):
            check_in(*self.at, here[start : start + 50], by=BY)

    def _people_come_and_go(self, part: TimetableRound) -> None:
        whole = self.now
        missing = [
            person.id
            for person in whole.people.values()
            if person.registration is Registration.PRELIMINARY and person.id not in self.gone
        ]
        if missing:
            check_in(*self.at, missing[:2], by=BY)
        if part.part.id == self.events["Main"] and part.number > 1:
            (new,) = self.register(1)
            entered = enter(*self.at, new, [part.part.id], by=BY)
            check_in(*self.at, [new], by=BY)
            assert entered.late
            self.late.append(new)
            person = self.chance.choice([each for each in whole.entries if each not in self.gone])
            alone = [
                entry.event
                for entry in whole.entries[person]
                if entry.event not in (self.events["Pair Go"], self.events["Teams"])
            ]
            if alone and len(alone) == len(whole.entries[person]):
                leave(*self.at, person, alone, by=BY)
                check_in(*self.at, [person], by=BY, here=False)
                self.gone.append(person)

    def _draw(self, part: TimetableRound) -> None:
        """Draw and publish a round; most of those who play elsewhere at that hour are absent here."""
        self.shown |= set(shown_keys(clashes(*self.at)))
        busy = before_draw(self.desk, part.part.id, part.number)
        # Every fourth person is paired twice all the same.
        away = [each.player.id for each in busy if int(each.person.id[1:]) % 4]
        mark_absent(self.desk, part.part.id, part.number, away, by=BY)
        draw_round(self.desk, part.part.id, round=part.number, by=BY)
        publish_round(self.desk, part.part.id, round=part.number, by=BY)
        # Late entries and corrections can make clashes after a draw, which are shown from then on.
        self.shown |= set(shown_keys(clashes(*self.at)))

    def _results(self, part: TimetableRound) -> None:
        event = self.desk.state(part.part.id).tournament
        strength = {player.id: player.grade.number for player in event.players}
        for board in event.round(part.number).boards:
            edge = strength[board.white] - strength[board.black] - board.handicap
            won = self.chance.random() < 1 / (1 + 2.0**-edge)
            result = Result.WHITE_WINS if won else Result.BLACK_WINS
            enter_result(self.desk, part.part.id, round=part.number, table=board.table, result=result, by=BY)


def shown_keys(found: Sequence[Clash]) -> Iterator[tuple[PlayerId, ClashKey]]:
    """Clashes as who and which two rounds."""
    for clash in found:
        rounds = frozenset((each.round.part.id, each.round.number) for each in (clash.first, clash.second))
        yield clash.person.id, rounds


def played_by(congress: WholeCongress) -> dict[PlayerId, list[tuple[str, int, PlayerId]]]:
    """The games of everybody, counted from the rounds of the events: event, round and opponent."""
    found: dict[PlayerId, list[tuple[str, int, PlayerId]]] = {}
    for person in congress.tournament.congress.entries:
        for entry in person.entries:
            event = congress.events[entry.event].tournament
            for drawn in event.rounds:
                for board in drawn.boards:
                    pair = {board.white, board.black}
                    if entry.player in pair:
                        (other,) = pair - {entry.player}
                        found.setdefault(person.person, []).append((entry.event, drawn.number, other))
    return found


def starts_and_ends(congress: WholeCongress) -> dict[tuple[str, int], tuple[datetime, datetime]]:
    """When each round is played: two main times and 45 moves of byo-yomi each."""
    found = {}
    for event_id, state in congress.events.items():
        clock = state.tournament.settings.clock
        lasts = 2 * clock.basic_minutes + 2 * 45 * clock.byo_yomi_seconds / 60
        for each in state.tournament.clocks:
            starts = datetime.fromisoformat(each.starts_at)
            found[event_id, each.round] = (starts, starts + timedelta(minutes=lasts))
    return found


def simulated(desk: Desk, people: int, *, whole: bool) -> SimulatedCongress:
    """A congress that has been played."""
    congress = SimulatedCongress(desk=desk, people=people, whole=whole)
    congress.set_up()
    congress.check_in_first()
    congress.play()
    return congress
