"""A hall with two desks and a second laptop, in memory: carries out requests and checks what came of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kit.memory_store import MemoryStore
from kit.parted_laptops import PartedLaptop
from miai.desk.live_state import Desk, State, stage_address
from miai.domain.log.history import Entry
from miai.domain.people.grade import Grade
from miai.domain.people.player import Member, Player, PlayerId
from miai.domain.people.team import TeamId
from miai.domain.rounds.game import Board
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError, NoPairingError
from miai.features.players.enter_sides import enter_sides
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament
from miai.store.protocol import Addition
from seams import checks, stage_checks
from seams.telling import Telling

BY = "director"
ORIGINS = ("kxfd", "bcdg", "zbqm")
GRADES = ("3d", "2d", "1d", "1d", "1k", "3k", "6k", "9k")
ROUNDS = 3
MOST_PLAYERS = 8


class Broken(Exception):  # noqa: N818 - nothing is wrong with what was asked
    """The power failed between two logs."""


@dataclass
class CountingStore(MemoryStore):
    """A store that knows how often something was written; one that `breaks` fails at the last of several."""

    appends: int = 0
    breaks: bool = False

    def append_all(self, additions: Sequence[Addition]) -> tuple[tuple[Entry, ...], ...]:
        entries = super().append_all(additions)
        self.appends += any(entries)
        return entries

    def _append(self, addition: Addition, done: list[Addition]) -> tuple[Entry, ...]:
        if self.breaks and any(each.events for each in done) and addition.events:
            raise Broken
        return super()._append(addition, done)


@dataclass
class Hall:
    """One event at two desks; `pick` is any number, which stands for one of those that there are."""

    system: str
    teams: bool = False
    people: int = 1
    store: CountingStore = field(default_factory=CountingStore)
    turn: int = 0
    accepted: int = 0
    refused: int = 0
    other: PartedLaptop | None = None
    telling: Telling = field(default_factory=Telling)
    # False once a check has failed: what is shown of a broken event says nothing more.
    sound: bool = True

    def __post_init__(self) -> None:
        self.desks = [Desk(self.store, origin=origin) for origin in ORIGINS[:2]]
        created = create_tournament(
            self.desks[0],
            name="Open",
            by=BY,
            system=self.system,
            rounds=ROUNDS,
            team_size=2 if self.teams else 0,
            people=self.people,
        )
        self.id = created.id
        self.address: str = self.id
        self.checked = self.desks[0].state(self.id)

    # What there is -------------------------------------------------------------------------------

    @property
    def desk(self) -> Desk:
        """One desk after the other: each sees what the other has written."""
        return self.desks[self.turn % 2]

    @property
    def state(self) -> State:
        return self.desk.state(self.address)

    @property
    def event(self) -> Tournament:
        """The event, or the stage that is meant just now."""
        return self.state.tournament

    @property
    def whole(self) -> Tournament:
        return self.desk.state(self.id).tournament

    def go_to(self, pick: int) -> None:
        """Mean the event itself or one of its stages from now on."""
        places = [self.id, *(stage_address(self.id, stage.id) for stage in self.whole.stages)]
        self.address = places[pick % len(places)]

    @property
    def last(self) -> int:
        """The last round that is drawn, or 1."""
        return max((drawn.number for drawn in self.event.rounds), default=1)

    def player(self, pick: int) -> PlayerId:
        players = self.event.players or self.whole.players
        return players[pick % len(players)].id if players else PlayerId("p99")

    def team(self, pick: int) -> TeamId:
        teams = self.event.teams
        return teams[pick % len(teams)].id if teams else TeamId("t99")

    def stage(self, pick: int) -> StageId:
        stages = self.whole.stages
        return stages[pick % len(stages)].id if stages else StageId("final")

    def round(self, pick: int) -> int:
        """Mostly the last round, sometimes an earlier one."""
        return max(1, self.last - (pick % 3 == 2))

    def board(self, number: int, pick: int) -> Board | None:
        boards = self.event.round(number).boards
        return boards[pick % len(boards)] if boards else None

    def table(self, number: int, pick: int) -> int:
        board = self.board(number, pick)
        return board.table if board else 1

    # What is done --------------------------------------------------------------------------------

    def enter(self, count: int) -> None:
        """Enter players, or sides of new people, with grades from 3 dan down."""
        if self.people > 1:
            self.attempt(enter_sides, [self.new_side(number) for number in range(count)], whole=True)
            return
        at = len(self.whole.players)
        version = self.desk.state(self.id).version
        people = [
            Player(
                id=NEW,
                surname=f"N{version}{'abcdefgh'[number]}",
                grade=Grade.parse(GRADES[(at + number) % len(GRADES)]),
            )
            for number in range(count)
        ]
        self.attempt(register_players, people, whole=True)

    def new_side(self, number: int = 0) -> list[Member]:
        """People who were never entered before, as many as play as one side."""
        version = self.desk.state(self.id).version
        at = len(self.whole.players) + number
        return [
            Member(
                surname=f"N{version}{'abcdefgh'[number]}",
                first_name="XYZ"[seat],
                grade=Grade.parse(GRADES[(at + seat) % len(GRADES)]),
            )
            for seat in range(self.event.settings.sides.people)
        ]

    def attempt(
        self, use_case: Callable[..., object], *about: object, whole: bool = False, **how: object
    ) -> bool:
        """Carry out a request at the next desk and check it; whether it was accepted."""
        self.turn += 1
        before, self.store.appends = dict(self.store.histories), 0
        waiting = dict(self.store.sign_ups.kept)
        address = self.id if whole else self.address
        try:
            use_case(self.desk, address, *about, **{"by": BY, **how})
        except (InputError, NoPairingError):
            assert self.store.appends == 0, f"{use_case.__name__} was refused, but something was written"
            assert self.store.histories == before
            assert self.store.sign_ups.kept == waiting
            self.refused += 1
            return False
        assert self.store.appends <= 1, f"{use_case.__name__} wrote {self.store.appends} times"
        self.accepted += 1
        self.check()
        return True

    def ask(self, question: Callable[..., object], *about: object, **how: object) -> object:
        """What something tells; asking writes nothing, and None is what was refused."""
        before = dict(self.store.histories)
        try:
            return question(self.desk, self.address, *about, **how)
        except (InputError, NoPairingError):
            return None
        finally:
            assert self.store.histories == before, f"{question.__name__} wrote something"

    def check(self) -> None:
        """Check all that has to be so after a request, if anything was written."""
        before, after = self.checked, self.desk.state(self.id)
        if after.version == before.version:
            return
        self.checked, self.sound = after, False
        assert after == self.desks[(self.turn + 1) % 2].state(self.id), "both desks see the same"
        if self.address != self.id and self.address.partition("~")[2] not in {
            stage.id for stage in after.tournament.stages
        }:
            self.address = self.id
        new = after.history.since(before.version)
        checks.after_request(before.tournament, after, new)
        stage_checks.after_request(before.tournament, after.tournament, new)
        self.telling.after_request(self.desk, self.id, new)
        self.sound = True

    # The second laptop ---------------------------------------------------------------------------

    def part(self) -> None:
        """From now on there is a second laptop with a copy of the log, which goes on by itself."""
        self.other = PartedLaptop(self.store, origin=ORIGINS[2])

    def enter_there(
        self, use_case: Callable[..., object], *about: object, stage: StageId | None = None, **how: object
    ) -> None:
        """Carry out a request at the second laptop, in the event or in a stage."""
        if self.other is None:
            return
        address = stage_address(self.id, stage) if stage else self.id
        try:
            use_case(self.other.desk, address, *about, **{"by": "other", **how})
        except (InputError, NoPairingError):
            return

    def join(self) -> None:
        """Enter here what only the second laptop has."""
        if self.other is None:
            return
        self.turn += 1
        theirs = self.other.desk.state(self.id)
        ours = self.desk.state(self.id)
        self.other.carry_over(self.desk, self.id)
        self.check()
        checks.after_joining(ours, theirs, self.desk.state(self.id))
        self.other = None
