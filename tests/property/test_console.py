"""Whatever is done at the desk, in whatever order, the state is that of the stored history."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from conftest import SOAK
from kit.console import Console, console
from miai.desk.live_state import State
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.player import PlayerId
from miai.domain.problems import problems
from miai.domain.rounds.game import Result
from miai.errors import InputError, NoPairingError
from miai.features.draw import change_draw, wishes
from miai.features.draw.draw_round import draw_round, repair_rest, take_back_round
from miai.features.draw.late_arrival import late_arrival_offers, take_late_arrival
from miai.features.history.show_history import history_view
from miai.features.history.undo import redo, undo
from miai.features.overview.show_overview import overview
from miai.features.phones.claim_result import claim_result
from miai.features.players.change_player import (
    change_player,
    check_in,
    remove_player,
    set_attendance,
    withdraw,
)
from miai.features.publish.publish_round import publish_round, publish_standings
from miai.features.results.enter_result import enter_result
from miai.features.schedule.set_clock import set_clock

ROUNDS = 3
GRADES = ("3d", "2d", "2d", "1d", "1k", "5k", "9k")
tables = st.integers(1, 4)
picks = st.integers(0, 8)
results = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO, Result.UNKNOWN])
claimed = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS])
STROKES = (change_draw.unpair, change_draw.lock, change_draw.swap_colours)


class ConsoleMachine(RuleBasedStateMachine):
    """Directors, result desks and players at work; what makes no sense is refused and changes nothing."""

    console: Console

    @initialize(entrants=st.integers(4, 7))
    def open(self, entrants: int) -> None:
        players = [f"{name} {grade}" for name, grade in zip("ABCDEFG", GRADES, strict=True)]
        self.console = console(", ".join(players[:entrants]), rounds=ROUNDS)
        self.console.draw(1)
        publish_round(*self.console.at, round=1, by="director")

    @property
    def state(self) -> State:
        return self.console.desk.state(self.console.id)

    @property
    def last(self) -> int:
        """The round that everybody is busy with."""
        return max((drawn.number for drawn in self.console.event.rounds), default=1)

    def player(self, pick: int) -> PlayerId:
        players = self.console.event.players
        return players[pick % len(players)].id

    def attempt(self, use_case: Callable[..., object], *wanted: object, **how: object) -> None:
        version = self.state.version
        try:
            use_case(*self.console.at, *wanted, **how)
        except (InputError, NoPairingError):
            assert self.console.store.head(self.state.id).version == version

    @rule(grade=st.sampled_from(GRADES))
    def somebody_enters(self, grade: str) -> None:
        if len(self.console.event.players) < 9:
            self.console.enter(f"N{self.state.version}", grade)

    @rule(pick=picks, plays=st.booleans())
    def attend_or_not(self, pick: int, plays: bool) -> None:  # noqa: FBT001 - drawn by name
        self.attempt(set_attendance, self.player(pick), round=self.last, plays=plays, by="door")

    @rule(pick=picks, here=st.booleans(), club=st.sampled_from(["", "Lyon"]))
    def come(self, pick: int, here: bool, club: str) -> None:  # noqa: FBT001
        self.attempt(check_in, self.player(pick), here=here, by="door")
        self.attempt(change_player, self.player(pick), lambda old: replace(old, club=club), by="door")

    @rule(pick=picks)
    def leave(self, pick: int) -> None:
        player = self.player(pick)
        self.attempt(withdraw, player, from_round=ROUNDS, by="director")
        if len(self.console.event.players) > 4:
            self.attempt(remove_player, player, by="director")

    @rule(seed=st.integers(0, 2), following=st.booleans())
    def draw(self, seed: int, following: bool) -> None:  # noqa: FBT001
        self.attempt(draw_round, round=min(ROUNDS, self.last + following), seed=seed, by="director")

    @rule()
    def repair(self) -> None:
        self.attempt(repair_rest, round=self.last, by="director")

    @rule(number=st.integers(1, ROUNDS))
    def take_back(self, number: int) -> None:
        self.attempt(take_back_round, round=number, by="director")

    @rule(one=picks, other=picks)
    def swap_or_pair(self, one: int, other: int) -> None:
        for stroke in (change_draw.swap, change_draw.pair_up):
            self.attempt(stroke, round=self.last, a=self.player(one), b=self.player(other), by="director")

    @rule(table=tables, stroke=st.sampled_from(STROKES))
    def stroke(self, table: int, stroke: Callable[..., object]) -> None:
        self.attempt(stroke, round=self.last, table=table, by="director")

    @rule(table=tables, new=st.integers(1, 6))
    def move(self, table: int, new: int) -> None:
        self.attempt(change_draw.set_table, round=self.last, table=table, new_table=new, by="director")

    @rule(pick=picks)
    def bye(self, pick: int) -> None:
        self.attempt(change_draw.set_bye, round=self.last, player=self.player(pick), by="director")

    @rule(one=picks, other=picks, table=tables)
    def wish(self, one: int, other: int, table: int) -> None:
        a, b = self.player(one), self.player(other)
        self.attempt(wishes.never_pair, a=a, b=b, never=table > 1, by="director")
        self.attempt(wishes.fix_table, player=a, table=table, by="director")

    @rule(pick=picks, which=st.integers(0, 2))
    def arrive_late(self, pick: int, which: int) -> None:
        player = self.player(pick)
        with suppress(InputError):
            offers = late_arrival_offers(*self.console.at, player, round=self.last)
            choice = offers[which % len(offers)].choice
            take_late_arrival(*self.console.at, player, round=self.last, choice=choice, by="director")

    @rule(final=st.booleans())
    def publish(self, final: bool) -> None:  # noqa: FBT001
        self.attempt(publish_round, round=self.last, by="director")
        self.attempt(publish_standings, after=self.last, final=final, by="director")

    @rule(table=tables, result=results, earlier=st.booleans())
    def enter(self, table: int, result: Result, earlier: bool) -> None:  # noqa: FBT001
        number = max(1, self.last - earlier)
        self.attempt(enter_result, round=number, table=table, result=result, by="desk")

    @rule(pick=picks, result=claimed)
    def claim(self, pick: int, result: Result) -> None:
        self.attempt(claim_result, round=self.last, player=self.player(pick), result=result, by="phone")

    @rule(table=tables, whites=claimed, blacks=claimed)
    def both_claim(self, table: int, whites: Result, blacks: Result) -> None:
        for board in self.console.event.round(self.last).boards:
            if board.table == table:
                for player, said in ((board.white, whites), (board.black, blacks)):
                    self.attempt(claim_result, round=self.last, player=player, result=said, by="phone")

    @rule(minutes=st.integers(30, 90))
    def clock(self, minutes: int) -> None:
        self.attempt(set_clock, round=self.last, minutes=minutes, by="director")

    @rule(back=st.integers(0, 12), again=st.booleans())
    def undo_or_redo(self, back: int, again: bool) -> None:  # noqa: FBT001
        self.attempt(redo if again else undo, max(1, self.state.version - back), by="director")

    @invariant()
    def the_state_is_that_of_the_stored_history(self) -> None:
        stored = self.console.store.history(self.state.id)
        assert self.state.history == stored
        assert self.state.tournament == stored.tournament()
        assert problems(self.state.tournament) == []

    @invariant()
    def nothing_is_lost_in_a_document_or_without_the_history(self) -> None:
        assert read_history(write_history(self.state.history)) == self.state.history
        assert History.of_tournament(self.state.tournament).tournament() == self.state.tournament

    @invariant()
    def everything_can_be_told(self) -> None:
        assert len(history_view(self.state, limit=1000)) == self.state.version
        assert overview(self.console.event).done >= 0


ConsoleMachine.TestCase.settings = settings(
    max_examples=300 if SOAK else 20, stateful_step_count=60 if SOAK else 40
)
TestConsole = ConsoleMachine.TestCase
