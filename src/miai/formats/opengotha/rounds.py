"""Reads the games and byes of OpenGotha's XML as leniently as OpenGotha, and notes what is unusual."""

from dataclasses import dataclass, field, replace

from miai.domain.bounds import bounds_of
from miai.domain.numbers import ANY_NUMBER, shortened
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.formats.names import PlayersByKey
from miai.formats.opengotha.attributes import read_whole
from miai.formats.opengotha.terms import LAST_TABLE, RESULTS
from miai.formats.reading import Faults
from miai.formats.xml_tree import Element
from miai.messages import Message

_ROUNDS, _TABLES = bounds_of(Round, "number"), bounds_of(Board, "table")


def read_rounds(root: Element, keys: PlayersByKey, faults: Faults) -> tuple[Round, ...]:
    """The rounds; games and byes are found wherever they stand in the file."""
    reader = _RoundsReader(keys=keys, faults=faults)
    for element in root.below("Game"):
        reader.add_game(element)
    for element in root.below("ByePlayer"):
        # Pairgoth nests its byes in an element of the same name.
        if element.attributes or not element.children:
            reader.add_bye(element)
    return reader.rounds()


@dataclass(slots=True, kw_only=True)
class _RoundsReader:
    keys: PlayersByKey
    faults: Faults
    boards: dict[int, dict[int, Board]] = field(default_factory=dict)
    byes: dict[int, Bye] = field(default_factory=dict)
    without_table: list[tuple[int, Board, Message]] = field(default_factory=list)
    noted: set[str] = field(default_factory=set)

    def add_game(self, element: Element) -> None:
        number = read_whole(element, "roundNumber", _ROUNDS, None, self.faults)
        board = self._board(element)
        if number is None or board is None:
            return
        tables = self.boards.setdefault(number, {})
        if board.white == board.black:
            note = Message(
                "round %(round)s, table %(table)s: %(player)s is paired with themselves: left out",
                round=number,
                table=board.table,
                player=self.keys.name(board.white),
            )
            self.faults.note(note, element.where)
            return
        if board.table == 0:
            self.without_table.append((number, board, element.where))
            return
        if board.table in tables:
            note = Message(
                "round %(round)s, table %(table)s is listed twice: the last one counts",
                round=number,
                table=board.table,
            )
            self.faults.note(note, element.where)
        tables[board.table] = board

    def add_bye(self, element: Element) -> None:
        number = read_whole(element, "roundNumber", _ROUNDS, None, self.faults)
        player = self._find(element.get("player"), element)
        if number is None or player is None:
            return
        if number in self.byes and self.byes[number].player != player:
            note = Message(
                "round %(round)s has two byes: that of %(player)s counts, that of %(other)s does not",
                round=number,
                player=self.keys.name(player),
                other=self.keys.name(self.byes[number].player),
            )
            self.faults.note(note, element.where)
        self.byes[number] = Bye(player=player)

    def rounds(self) -> tuple[Round, ...]:
        """The rounds that have a game or a bye; nobody has two games in one."""
        self._give_tables()
        found = []
        for number in sorted({*self.boards, *self.byes}):
            boards = self._once_each(number)
            self._note_high_tables(number, boards)
            bye = self.byes.get(number)
            if bye and any(bye.player in (board.white, board.black) for board in boards):
                note = Message(
                    "%(player)s has a bye and a game: both count", player=self.keys.name(bye.player)
                )
                self.faults.note(note, Message("round %(round)s", round=number))
            if boards or bye:
                found.append(Round(number=number, boards=tuple(boards), byes=(bye,) if bye else ()))
        return tuple(found)

    def _give_tables(self) -> None:
        """Give a game without a table the next one, after all games that have one are known."""
        for number, board, where in self.without_table:
            tables = self.boards[number]
            last = max(tables, default=0)
            table = last + 1 if last + 1 in _TABLES else min(set(range(1, len(tables) + 2)) - set(tables))
            tables[table] = replace(board, table=table)
            note = Message(
                "round %(round)s: a game has no table and gets table %(table)s", round=number, table=table
            )
            self.faults.note(note, where)

    def _once_each(self, number: int) -> list[Board]:
        """The games of a round without those of players who have one already."""
        seated: set[PlayerId] = set()
        kept = []
        for board in self.boards.get(number, {}).values():
            twice = next((each for each in (board.white, board.black) if each in seated), None)
            if twice is None:
                kept.append(board)
                seated |= {board.white, board.black}
                continue
            opponent = board.black if twice == board.white else board.white
            note = Message(
                "%(player)s is paired twice: the game against %(opponent)s at table %(table)s is left out",
                player=self.keys.name(twice),
                opponent=self.keys.name(opponent),
                table=board.table,
            )
            self.faults.note(note, Message("round %(round)s", round=number))
        return kept

    def _note_high_tables(self, number: int, boards: list[Board]) -> None:
        high = max((board.table for board in boards), default=0)
        if high > LAST_TABLE:
            note = Message(
                "there are tables up to %(table)s; OpenGotha numbers them up to %(last)s",
                table=high,
                last=LAST_TABLE,
            )
            self.faults.note(note, Message("round %(round)s", round=number))

    def _board(self, element: Element) -> Board | None:
        table = self._table(element)
        white = self._find(element.get("whitePlayer"), element)
        black = self._find(element.get("blackPlayer"), element)
        result = self._result(element)
        handicap = read_whole(element, "handicap", bounds_of(Board, "handicap"), 0, self.faults, missing="0")
        if table is None or white is None or black is None:
            return None
        return Board(
            table=table,
            white=white,
            black=black,
            handicap=handicap,
            result=result,
            colours_known=element.get("knownColor", "true") != "false",
        )

    def _table(self, element: Element) -> int | None:
        """The table; 0 for a game without one."""
        table = read_whole(element, "tableNumber", ANY_NUMBER, None, self.faults, missing="0")
        return table if table is None or table in _TABLES else 0

    def _result(self, element: Element) -> Result:
        text = element.get("result") or "RESULT_UNKNOWN"
        if text not in RESULTS:
            note = Message(
                "round %(round)s, table %(table)s: result '%(text)s' is not a result and counts as none",
                round=shortened(element.get("roundNumber")),
                table=shortened(element.get("tableNumber")),
                text=shortened(text),
            )
            self.faults.note(note, element.where)
        return RESULTS.get(text, Result.UNKNOWN)

    def _find(self, key: str, element: Element) -> PlayerId | None:
        """The player with a key; a similar key is noted once, an unknown one for each game."""
        player = self.keys.find(key)
        if player is None:
            self.faults.note(_unknown_player(key, element), element.where)
        elif not self.keys.is_exact(key) and key not in self.noted:
            self.noted.add(key)
            self.faults.note(_similar_player(key, self.keys.name(player), element), element.where)
        return player


def _unknown_player(key: str, element: Element) -> Message:
    key = shortened(key)
    number, table = shortened(element.get("roundNumber")), shortened(element.get("tableNumber"))
    if element.tag == "Game":
        return Message(
            "round %(round)s, table %(table)s names '%(key)s', who is not among the players: left out",
            round=number,
            table=table,
            key=key,
        )
    return Message(
        "round %(round)s names '%(key)s', who is not among the players: left out", round=number, key=key
    )


def _similar_player(key: str, player: str, element: Element) -> Message:
    key = shortened(key)
    number, table = shortened(element.get("roundNumber")), shortened(element.get("tableNumber"))
    if element.tag == "Game":
        return Message(
            "round %(round)s, table %(table)s names '%(key)s', read as %(player)s, whose name is similar",
            round=number,
            table=table,
            key=key,
            player=player,
        )
    return Message(
        "round %(round)s names '%(key)s', read as %(player)s, whose name is similar",
        round=number,
        key=key,
        player=player,
    )
