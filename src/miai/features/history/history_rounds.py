"""A round at one moment of the history: its games, the last word on each of them, and those put off."""

from collections.abc import Iterable

from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board

Seats = tuple[PlayerId, PlayerId]
Report = events.ResultEntered | events.ResultClaimed


class RoundContext:
    """The context of messages about one draw of a round; the next draw after it is deleted has a new one."""

    def __init__(self) -> None:
        self.seats: dict[int, Seats] = {}
        # The last report of each board, and who made it.
        self.reports: dict[int, tuple[Report, str]] = {}
        self._over: dict[frozenset[PlayerId], bool] = {}
        self._delayed: dict[frozenset[PlayerId], Seats] = {}

    def draw(self, boards: Iterable[Board]) -> None:
        """Seat the players of a new draw; what is known of a game stays with the two who still play it."""
        self.seats = {}
        self.change(boards)

    def change(self, boards: Iterable[Board], removed: Iterable[int] = ()) -> None:
        """Seat other players at some tables."""
        for table in removed:
            self.seats.pop(table, None)
        self.seats |= {board.table: (board.white, board.black) for board in boards}
        playing = {frozenset(seats) for seats in self.seats.values()}
        self._delayed = {pair: seats for pair, seats in self._delayed.items() if pair in playing}

    def report(self, event: Report, by: str) -> None:
        """Note a result that somebody entered or reported."""
        self.reports[event.table] = event, by
        if seats := self.seats.get(event.table):
            self._over[frozenset(seats)] = event.result.known

    def delay(self, event: events.GameDelayed) -> None:
        """Note that a game is put off, or no longer."""
        pair = frozenset((event.white, event.black))
        self._delayed.pop(pair, None)
        if event.kind is not None:
            self._delayed[pair] = event.white, event.black

    @property
    def postponed(self) -> tuple[Seats, ...]:
        """The games that are put off and not over."""
        return tuple(seats for pair, seats in self._delayed.items() if not self._over.get(pair))
