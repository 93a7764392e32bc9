"""What is told of players."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.domain.people.people_answers import PERSON
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.features.players.left_games import LeftGame
from miai.features.players.paste_players import PastedPlayers, PastedRow
from miai.formats.tables.player_columns import ColumnGuess


@dataclass(frozen=True, slots=True)
class Players:
    """The players of an event, and the table that they were read from."""

    event: Tournament
    paste: PastedPlayers | None = None

    @property
    def guesses(self) -> Sequence[ColumnGuess]:
        """What the columns of the table were taken for."""
        return self.paste.guesses if self.paste else ()

    @property
    def unread(self) -> list[PastedRow]:
        """The lines of the table that are no players."""
        return [row for row in self.paste.rows if row.problem] if self.paste else []


_COLUMN: Shape[ColumnGuess] = Shape(
    "TableColumn",
    "What a column of a table was taken for, and why.",
    (Field("column", str, lambda guess: guess.column.key), Field("by", str), Field("heading", str)),
)
_PLAYER: Shape[Player] = Shape(
    "PlayerLine",
    "A player.",
    (
        *PERSON.fields,
        Field("grade", str),
        Field("declared_grade", str | None),
        Field("rating", float | None),
        Field("country", str),
        Field("club", str),
        Field("egf_pin", str),
        Field("ffg_licence", str),
        Field("aga_id", str),
        Field("absent_rounds", list[int], lambda player: sorted(player.absent_rounds)),
    ),
)
LEFT_GAME: Shape[LeftGame] = Shape(
    "LeftGame",
    "A game without a result whose player no longer plays in its round; players see it if it is published.",
    (Field("round", int), Field("table", int), Field("name", str), Field("published", bool)),
)
_UNREAD: Shape[PastedRow] = Shape(
    "UnreadLine",
    "A line of a table that is no player.",
    (Field("line", int), Field("text", str), Field("problem", str)),
)
_PLAYERS: Shape[Players] = Shape(
    "Players",
    "The players; of a table also what its columns were taken for, and the lines that were not read.",
    (
        Field("tournament", str, lambda players: players.event.name),
        Field("columns", many(_COLUMN), lambda players: players.guesses),
        Field("players", many(_PLAYER), lambda players: players.event.players),
        Field("problems", many(_UNREAD), lambda players: players.unread),
    ),
)
PLAYERS = Answer(question="players", whole=_PLAYERS)
