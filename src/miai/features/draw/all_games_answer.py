"""What is told of all games of an event, or of one player."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, many
from miai.domain.people.people_answers import SIDES
from miai.domain.people.player import PlayerId
from miai.domain.tournament import Tournament
from miai.features.draw.all_games import EventGame, all_games, games_of_player


@dataclass(frozen=True, slots=True)
class AllGames:
    """The games of an event and its stages, or those of one player in all of them."""

    event: Tournament
    player: PlayerId | None = None

    @property
    def games(self) -> Sequence[EventGame]:
        """The games in order of play."""
        if self.player is None:
            return tuple(all_games(self.event))
        return tuple(games_of_player(self.event, self.player))


_GAME: Shape[EventGame] = Shape(
    "EventGame",
    "A game with its result; a stage of null is the event itself.",
    (
        Field("stage", str | None, lambda game: game.stage or None),
        Field("stage_name", str),
        Field("round", int),
        Field("table", int, lambda game: game.board.table),
        *SIDES.fields,
        Field("handicap", int, lambda game: game.board.handicap),
        Field("komi", float),
        Field("result", str, lambda game: game.board.result),
    ),
)
_ALL_GAMES: Shape[AllGames] = Shape(
    "AllGames",
    "The games of an event and its stages in order of play, those of one stage, or all games of a player.",
    (
        Field("tournament", str, lambda found: found.event.name),
        Field("games", many(_GAME)),
    ),
)
ALL_GAMES = Answer(question="all-games", whole=_ALL_GAMES)
