"""How people are named in every answer.

Somebody whom a line is about is told by `player`, which is the id, and `name`. Somebody in a role is told by
name under that role, with the id beside it: `white` and `white_id`. So are several: `players`, `player_ids`.
"""

from collections.abc import Callable, Iterable
from typing import Any

from miai.answers import Field, Headings, Shape, column
from miai.domain.people.player import Player
from miai.messages import Message

PLAYER: Shape[Player] = Shape(
    "PlayerRef",
    "A player.",
    (
        Field("player", str, lambda player: player.id),
        Field("name", str, columns=column(Message("Name"))),
    ),
)
GRADED: Shape[Player] = Shape(
    "GradedPlayer",
    "A player with the grade.",
    (*PLAYER.fields, Field("grade", str, columns=column(Message("Grade"), "Gr", right=True))),
)
# The name in two parts, for tables.
PERSON: Shape[Player] = Shape(
    "Person",
    "A player.",
    (Field("player", str, lambda player: player.id), Field("surname", str), Field("first_name", str)),
)
# Who plays at a board.
SIDES: Shape[Any] = Shape(
    "Sides",
    "White and Black.",
    (
        Field("white", str, lambda board: board.white.name, column(Message("White"))),
        Field("white_id", str, lambda board: board.white.id),
        Field("black", str, lambda board: board.black.name, column(Message("Black"))),
        Field("black_id", str, lambda board: board.black.id),
    ),
)


def graded_sides(grade: Headings) -> tuple[Field[Any], ...]:
    """White and Black; tables have a column with the grade beside each of them."""
    white, white_id, black, black_id = SIDES.fields
    return (
        *(white, white_id, Field("white_grade", None, lambda board: board.white.grade, grade)),
        *(black, black_id, Field("black_grade", None, lambda board: board.black.grade, grade)),
    )


def role(key: str, get: Callable[[Any], Player | None]) -> tuple[Field[Any], Field[Any]]:
    """Somebody in a role that may be empty: their name, and their id."""
    return (
        Field(key, str | None, lambda value: (player := get(value)) and player.name),
        Field(f"{key}_id", str | None, lambda value: (player := get(value)) and player.id),
    )


def names_of(players: Iterable[Player]) -> list[str]:
    """The names of several players."""
    return [player.name for player in players]


def everybody(key: str, ids: str, get: Callable[[Any], Any]) -> tuple[Field[Any], Field[Any]]:
    """Several players: their names, and their ids."""
    return (
        Field(key, list[str], lambda value: names_of(get(value))),
        Field(ids, list[str], lambda value: [player.id for player in get(value)]),
    )
