"""Notes on a table of players that was read."""

from typing import TYPE_CHECKING

from miai.errors import Problem
from miai.messages import Message

if TYPE_CHECKING:
    from miai.features.players.paste_players import PastedPlayers


def paste_notes(paste: "PastedPlayers") -> list[Problem | Message]:
    """What the columns were taken for, then what is wrong with lines."""
    guesses = [
        Message(
            "column %(number)s (%(heading)s): %(column)s",
            number=number,
            heading=guess.heading or "no heading",
            column=guess.column.title,
        )
        for number, guess in enumerate(paste.guesses, start=1)
    ]
    lines = [
        Problem(what=what, where=Message("line %(line)s", line=row.line))
        for row in paste.rows
        for what in (*((row.problem,) if row.problem else row.warnings), *row.questions)
    ]
    return [*guesses, *paste.repeated, *lines]
