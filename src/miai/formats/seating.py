"""Gives each board of a round that was read a table of its own."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.rounds.game import Board
from miai.formats.reading import Faults
from miai.messages import Message

NO_TABLE = 0
"""The table of a board that a file gives none."""


def seated(boards: Sequence[Board], number: int, faults: Faults) -> tuple[Board, ...]:
    """The boards of a round; one whose table is missing or taken gets the next free one, with a note."""
    taken: set[int] = set()
    found = []
    last = max((board.table for board in boards), default=NO_TABLE)
    for board in boards:
        table = board.table
        if table == NO_TABLE or table in taken:
            last += 1
            table = last
            note = Message(
                "round %(round)s: a game has no table of its own and gets table %(table)s",
                round=number,
                table=table,
            )
            faults.note(note)
        taken.add(table)
        found.append(replace(board, table=table))
    return tuple(found)
