"""A console for tests: a desk on a store in memory, with one tournament in players' words."""

from dataclasses import dataclass, field
from typing import Any

from kit.builders import crosstable
from kit.memory_store import MemoryStore
from miai.desk.live_state import Desk, State
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import check_in
from miai.features.players.register_player import NEW, register_player
from miai.features.results.enter_result import enter_result
from miai.features.tournament.create_tournament import create_tournament


@dataclass
class Console:
    """One tournament at one desk; players are known by their surnames."""

    store: MemoryStore = field(default_factory=MemoryStore)
    id: str = ""

    def __post_init__(self) -> None:
        self.desk = Desk(self.store)

    @property
    def state(self) -> State:
        return self.desk.state(self.id)

    @property
    def event(self) -> Tournament:
        return self.state.tournament

    @property
    def at(self) -> tuple[Desk, str]:
        """What every use case wants first."""
        return self.desk, self.id

    def enter(self, name: str, grade: str = "1d", **about: Any) -> PlayerId:
        """Enter a player who is here."""
        player = Player(id=NEW, surname=name, grade=Grade.parse(grade), **about)
        register_player(*self.at, player, by="Anneke")
        return self.who(name)

    def who(self, name: str) -> PlayerId:
        return next(player.id for player in self.event.players if player.surname == name)

    def leave(self, name: str) -> None:
        check_in(*self.at, self.who(name), here=False, by="Anneke")

    def draw(self, number: int) -> Round:
        draw_round(*self.at, round=number, by="Anneke")
        return self.event.round(number)

    def board(self, number: int, name: str) -> Board:
        board = self.event.round(number).board_of(self.who(name))
        assert board is not None
        return board

    def result(self, number: int, table: int, result: Result, *, by: str = "Anneke") -> None:
        enter_result(*self.at, round=number, table=table, result=result, by=by)

    def play(self, number: int) -> None:
        """White wins every game of a round that is not over."""
        for board in self.event.round(number).boards:
            if not board.result.known:
                self.result(number, board.table, Result.WHITE_WINS)


def console(players: str = "", **settings: Any) -> Console:
    """A tournament with players such as "Ada 3d, Bo 1k"."""
    opened = Console()
    opened.id = create_tournament(opened.desk, name="Spring Cup", by="Anneke", **settings).id
    for each in players.split(", ") if players else ():
        name, _, grade = each.partition(" ")
        opened.enter(name, grade or "1d")
    return opened


def console_of(text: str, **settings: Any) -> Console:
    """A tournament from a cross table, whose player ids are their names."""
    opened = Console()
    opened.id = opened.store.create(History.of_tournament(crosstable(text, **settings)))
    return opened
