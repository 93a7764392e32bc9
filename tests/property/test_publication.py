"""Whatever happens to a published round, all screens show the same games, or a banner says why not."""

from collections.abc import Callable
from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from conftest import SOAK
from kit.console import Console, console
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Pairings, Round
from miai.errors import InputError, NoPairingError
from miai.features.draw import change_draw
from miai.features.draw.draw_round import draw_round, repair_rest, take_back_round
from miai.features.history.undo import always_undoable, overtaken, redo, undo
from miai.features.phones.claim_result import claim_result
from miai.features.public.view.shown_now import projector_state
from miai.features.publish.publish_round import publish_round, screens
from miai.features.results.enter_result import enter_result

PLAYERS = "Ada 3d, Bo 2d, Cy 1d, Di 1d, Ed 1k, Flo 3k, Gus 5k"
picks = st.integers(0, 50)
results = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS, Result.UNKNOWN])
claims = st.sampled_from([Result.WHITE_WINS, Result.BLACK_WINS])


def games(drawn: Pairings) -> set[tuple[int, PlayerId, PlayerId, int, float | None]]:
    return {(b.table, b.white, b.black, b.handicap, b.komi) for b in drawn.boards}


def winners(drawn: Round) -> dict[frozenset[PlayerId], PlayerId]:
    """Who won, by the two who played."""
    return {
        frozenset((b.white, b.black)): b.white if b.result is Result.WHITE_WINS else b.black
        for b in drawn.boards
        if b.result.known
    }


class PublicationMachine(RuleBasedStateMachine):
    """A director who draws and changes, a desk that enters results and players who report them."""

    console: Console

    @initialize(number=st.integers(4, 7), publishes=st.booleans())
    def open(self, number: int, publishes: bool) -> None:  # noqa: FBT001 - drawn by name
        self.console = console(", ".join(PLAYERS.split(", ")[:number]), rounds=2)
        self.console.draw(1)
        if publishes:
            publish_round(*self.console.at, round=1, by="director")

    @property
    def last(self) -> int:
        return max((drawn.number for drawn in self.console.event.rounds), default=1)

    def board(self, drawn: Round, pick: int) -> Board | None:
        return drawn.boards[pick % len(drawn.boards)] if drawn.boards else None

    def attempt(self, use_case: Callable[..., object], *wanted: object, **how: object) -> bool:
        try:
            use_case(*self.console.at, *wanted, **how)
        except (InputError, NoPairingError):
            return False
        return True

    @rule(seed=st.integers(1, 5))
    def draw(self, seed: int) -> None:
        self.attempt(draw_round, round=self.last, seed=seed, by="director")

    @rule()
    def draw_next(self) -> None:
        if all(board.result.known for board in self.console.event.round(self.last).boards):
            self.attempt(draw_round, round=self.last + 1, by="director")

    @rule()
    def publish(self) -> None:
        self.attempt(publish_round, round=self.last, by="director")

    @rule()
    def repair(self) -> None:
        self.attempt(repair_rest, round=self.last, by="director")

    @rule()
    def take_back(self) -> None:
        if self.last > 1:
            self.attempt(take_back_round, round=self.last, by="director")

    @rule(one=picks, other=picks)
    def swap(self, one: int, other: int) -> None:
        players = self.console.event.players
        a, b = players[one % len(players)].id, players[other % len(players)].id
        self.attempt(change_draw.swap, round=self.last, a=a, b=b, by="director")

    @rule(pick=picks, table=st.integers(1, 5))
    def change_board(self, pick: int, table: int) -> None:
        board = self.board(self.console.event.round(self.last), pick)
        if board and pick % 2:
            self.attempt(change_draw.swap_colours, round=self.last, table=board.table, by="director")
        elif board:
            self.attempt(
                change_draw.set_table, round=self.last, table=board.table, new_table=table, by="director"
            )

    @rule(pick=picks)
    def unpair(self, pick: int) -> None:
        board = self.board(self.console.event.round(self.last), pick)
        if board:
            self.attempt(change_draw.unpair, round=self.last, table=board.table, by="director")

    @rule(pick=st.integers(0, 12))
    def undo(self, pick: int) -> None:
        """What History offers without a look at the entry is never refused."""
        history = self.console.state.history
        number = max(1, self.console.state.version - pick)
        left = history.undone | overtaken(history)
        surely = number not in left and always_undoable(history.entries[number - 1].event)
        assert self.attempt(undo, number, by="director") or not surely

    @rule(pick=st.integers(0, 12))
    def redo(self, pick: int) -> None:
        undone = sorted(self.console.state.history.undone)
        if undone:
            self.attempt(redo, undone[pick % len(undone)], by="director")

    @rule(pick=picks, result=results)
    def enter(self, pick: int, result: Result) -> None:
        """A result of a game on the results page is there afterwards, and in the draw."""
        board = self.board(screens(self.console.event, self.last).desk, pick)
        if board is None:
            return
        done = self.attempt(
            enter_result, round=self.last, table=board.table, white=board.white, result=result, by="desk"
        )
        shown = screens(self.console.event, self.last)
        after = shown.desk.board_at(board.table)
        assert after is not None
        assert (after.white, after.black) == (board.white, board.black)
        assert after.result is (result if done else board.result)
        if result.known and done:
            pair = frozenset((board.white, board.black))
            assert winners(shown.draw)[pair] == winners(shown.desk)[pair]

    @rule(pick=picks, result=claims)
    def claim(self, pick: int, result: Result) -> None:
        """A player reports the game that their phone shows, never another one."""
        public = screens(self.console.event, self.last).public
        board = self.board(public, pick) if public else None
        if board and self.attempt(
            claim_result, round=self.last, player=board.white, result=result, by="phone"
        ):
            after = screens(self.console.event, self.last).draw.board_of(board.white)
            assert after is not None
            assert after.opponent_of(board.white) == board.black

    @invariant()
    def everybody_sees_the_same_or_a_banner(self) -> None:
        with suppress(AttributeError):
            event = self.console.event
            for drawn in event.rounds:
                shown = screens(event, drawn.number)
                published = next((each for each in event.shown if each.number == drawn.number), None)
                assert games(shown.desk) == games(published or drawn)
                assert (shown.public is None) == (published is None)
                if shown.public:
                    assert shown.public == shown.desk
                same = published is not None and games(published) == games(drawn)
                same = same and published is not None and set(published.free) == set(drawn.free)
                assert same == (shown.banner is None)
                # A result stands on all screens with the same winner, or its game is on none of them.
                known = winners(drawn)
                assert winners(shown.desk).items() <= known.items()
                if shown.banner is None:
                    assert winners(shown.desk) == known
            numbers = [each.number for each in event.shown]
            expected = screens(event, max(numbers)).public if numbers else None
            assert projector_state(event).drawn == expected


TestPublication = PublicationMachine.TestCase
TestPublication.settings = settings(
    max_examples=300 if SOAK else 15, stateful_step_count=40 if SOAK else 20, deadline=None
)
