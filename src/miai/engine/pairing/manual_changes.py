"""Changes of a drawn round by hand: each gives a new round, or an error that says why it cannot be done."""

from dataclasses import replace

from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Bye, Round
from miai.domain.table_numbers import ALL_TABLES, Tables
from miai.errors import InputError
from miai.messages import Message


def swap_players(drawn: Round, a: PlayerId, b: PlayerId) -> Round:
    """Let two players change places, at boards or with the bye; each takes over the other's terms."""
    for player in (a, b):
        if drawn.board_of(player) is None and drawn.bye_of(player) is None:
            raise InputError(
                Message(
                    "'%(player)s' is not in the draw of round %(round)s", player=player, round=drawn.number
                )
            )
    other = {a: b, b: a}
    for board in drawn.boards:
        if board.locked and {board.white, board.black} & set(other):
            raise InputError(Message("table %(table)s is locked", table=board.table))
    boards = tuple(
        replace(board, white=other.get(board.white, board.white), black=other.get(board.black, board.black))
        for board in drawn.boards
    )
    byes = tuple(replace(bye, player=other.get(bye.player, bye.player)) for bye in drawn.byes)
    return replace(drawn, boards=boards, byes=byes)


def swap_colours(drawn: Round, table: int) -> Round:
    """Turn a board round; its colours are known from then on."""
    board = _board(drawn, table)
    return _with_board(drawn, replace(board, white=board.black, black=board.white, colours_known=True))


def set_terms(drawn: Round, table: int, *, handicap: int | None = None, komi: float | None = None) -> Round:
    """Change the handicap or komi of one board; with stones it is known who has White."""
    board = _board(drawn, table)
    if handicap is not None:
        if not 0 <= handicap <= 9:
            raise InputError(Message("a handicap of %(stones)s stones is not possible", stones=handicap))
        board = replace(board, handicap=handicap, colours_known=board.colours_known or handicap > 0)
    return _with_board(drawn, board if komi is None else replace(board, komi=komi))


def set_table(drawn: Round, table: int, new_table: int) -> Round:
    """Move a board to another table; a board that sits there takes its place."""
    moving = _board(drawn, table)
    if new_table < 1:
        raise InputError(Message("there is no table %(table)s", table=new_table))
    moved = {moving.table: new_table, new_table: table}
    boards = (replace(board, table=moved.get(board.table, board.table)) for board in drawn.boards)
    return replace(drawn, boards=tuple(sorted(boards, key=lambda board: board.table)))


def lock(drawn: Round, table: int, *, locked: bool = True) -> Round:
    """Keep a board as it is when the rest is paired again."""
    return _with_board(drawn, replace(_board(drawn, table), locked=locked))


def unpair(drawn: Round, table: int) -> Round:
    """Take a board away; its players are there and unpaired."""
    board = _board(drawn, table)
    if board.locked:
        raise InputError(Message("table %(table)s is locked", table=table))
    return replace(drawn, boards=tuple(each for each in drawn.boards if each is not board))


def pair_up(
    drawn: Round, white: PlayerId, black: PlayerId, *, table: int | None = None, tables: Tables = ALL_TABLES
) -> Round:
    """Put two players who are free at a table, by default the first empty one of the event."""
    for player in (white, black):
        if drawn.board_of(player):
            raise InputError(
                Message(
                    "'%(player)s' is paired already in round %(round)s", player=player, round=drawn.number
                )
            )
    used = {board.table for board in drawn.boards}
    if table is None:
        table = next(tables.free(used))
    elif table in used:
        raise InputError(
            Message("table %(table)s is taken in round %(round)s", table=table, round=drawn.number)
        )
    board = Board(table=table, white=white, black=black)
    boards = tuple(sorted((*drawn.boards, board), key=lambda each: each.table))
    byes: tuple[Bye, ...] = tuple(bye for bye in drawn.byes if bye.player not in (white, black))
    return replace(drawn, boards=boards, byes=byes)


def _board(drawn: Round, table: int) -> Board:
    board = drawn.board_at(table)
    if board is None:
        raise InputError(Message("round %(round)s has no table %(table)s", round=drawn.number, table=table))
    return board


def _with_board(drawn: Round, changed: Board) -> Round:
    boards = tuple(changed if board.table == changed.table else board for board in drawn.boards)
    return replace(drawn, boards=boards)
