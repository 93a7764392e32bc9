"""All games of an event with its stages, or of one player, with their players and the part they belong to."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from miai.domain.event_games import PlayedRound, entrants_of, rounds_in_order, rounds_inside
from miai.domain.people.player import Player, PlayerId
from miai.domain.rounds.game import Board, Colour
from miai.domain.settings.event_settings import Settings
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class EventGame:
    """A game with its round, its players, and the stage; "" is the event itself."""

    stage: StageId
    stage_name: str
    round: int
    board: Board
    white: Player
    black: Player
    settings: Settings

    @property
    def komi(self) -> float:
        """The komi of the game, by default the usual one of its stage."""
        return self.settings.komi if self.board.komi is None else self.board.komi


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRound:
    """A round in which a player has a game or the bye; without a game it is the bye."""

    stage: StageId
    stage_name: str
    round: int
    game: EventGame | None = None
    colour: Colour | None = None
    opponent: Player | None = None

    @property
    def won(self) -> bool | None:
        """True if the player won; None if there is no winner."""
        winner = self.game.board.result.winner if self.game else None
        return None if winner is None else winner is self.colour


def all_games(tournament: Tournament) -> Iterator[EventGame]:
    """The games of an event and its stages in order of play, or those of one stage; each once."""
    _demand_event(tournament)
    yield from _games(_people(tournament), rounds_inside(tournament))


def games_of_player(tournament: Tournament, player: PlayerId) -> Iterator[EventGame]:
    """The games of one player in all parts of the event in order of play, also if a stage asks."""
    _demand_event(tournament)
    for each in _games(_people(tournament), rounds_in_order(tournament)):
        if player in (each.white.id, each.black.id):
            yield each


def rounds_of_player(tournament: Tournament, player: PlayerId) -> Iterator[PersonRound]:
    """The rounds of the event in which a player has a game or the bye, in order of play."""
    people = _people(tournament)
    for each in rounds_in_order(tournament):
        for game in _games(people, [each]):
            if player in (game.white.id, game.black.id):
                known = game.board.colours_known
                yield PersonRound(
                    stage=game.stage,
                    stage_name=game.stage_name,
                    round=game.round,
                    game=game,
                    colour=game.board.colour_of(player) if known else None,
                    opponent=game.black if game.white.id == player else game.white,
                )
        if player in each.round.free:
            yield PersonRound(stage=each.part.stage, stage_name=each.part.name, round=each.round.number)


def _demand_event(tournament: Tournament) -> None:
    if tournament.is_congress:
        raise InputError(Message("a congress has no games: ask for the games of one of its events"))


def _people(tournament: Tournament) -> dict[PlayerId, Player]:
    return {player.id: player for player in entrants_of(tournament)}


def _games(people: Mapping[PlayerId, Player], rounds: Iterable[PlayedRound]) -> Iterator[EventGame]:
    for each in rounds:
        for board in sorted(each.round.boards, key=lambda board: board.table):
            yield EventGame(
                stage=each.part.stage,
                stage_name=each.part.name,
                round=each.round.number,
                board=board,
                white=people[board.white],
                black=people[board.black],
                settings=each.part.settings,
            )
