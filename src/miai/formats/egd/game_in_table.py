"""A game in a result table, as the lines of both players tell it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.formats.egd.lines import PrintedResult
from miai.messages import Message

Signs = Mapping[tuple[str, str], Result]
"""The result by the signs of White and Black."""


class PlayerLine(Protocol):
    """A player's line in a table."""

    @property
    def number(self) -> int:
        """The number of the line in the file."""

    @property
    def name(self) -> str:
        """The player's name."""


def player_id(row: int) -> PlayerId:
    """The id of the player of a line, which is counted from 0."""
    return PlayerId(f"p{row + 1}")


def contradiction_of(
    i: int,
    j: int,
    mine: PrintedResult,
    theirs: PrintedResult,
    *,
    number: int,
    lines: Sequence[PlayerLine],
    signs: Signs,
) -> Message | None:
    """What two lines say differently about the same game, if anything."""
    facts: dict[str, Any] = {"round": number, "player": lines[i].name}
    if i == j:
        return Message("round %(round)s: %(player)s plays against themselves", **facts)
    facts |= {"opponent": lines[j].name, "line": lines[j].number}
    if theirs.opponent != i + 1:
        return Message(
            "round %(round)s: %(player)s played %(opponent)s (line %(line)s), whose own line says otherwise",
            **facts,
        )
    if (mine.sign, theirs.sign) not in signs:
        return Message(
            "round %(round)s: '%(mine)s' for %(player)s contradicts '%(theirs)s' for %(opponent)s "
            "(line %(line)s)",
            mine=mine.sign,
            theirs=theirs.sign,
            **facts,
        )
    if mine.colour and mine.colour == theirs.colour:
        return Message(
            "round %(round)s: %(player)s and %(opponent)s (line %(line)s) have the same colour", **facts
        )
    if mine.stones is not None and theirs.stones is not None and mine.stones != theirs.stones:
        return Message(
            "round %(round)s: %(player)s and %(opponent)s (line %(line)s) have different handicaps", **facts
        )
    return None


def board_of(
    table: int, i: int, j: int, mine: PrintedResult, theirs: PrintedResult, *, signs: Signs
) -> Board:
    """The game of the players of two lines, which are counted from 0."""
    swapped = mine.colour == "b" or (not mine.colour and theirs.colour == "w")
    white, black = (j, i) if swapped else (i, j)
    both = (theirs.sign, mine.sign) if swapped else (mine.sign, theirs.sign)
    result = signs[both]
    stones = mine.stones if mine.stones is not None else theirs.stones
    return Board(
        table=table,
        white=player_id(white),
        black=player_id(black),
        handicap=stones or 0,
        result=result.defaulted if mine.by_default or theirs.by_default else result,
        colours_known=bool(mine.colour or theirs.colour),
    )
