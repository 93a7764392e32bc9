"""All games of an event with its stages, or of one player, with their players and the part they belong to."""

from collections.abc import Iterator, Mapping
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
    people = _people(tournament)
    for each in rounds_inside(tournament):
        for board in sorted(each.round.boards, key=lambda board: board.table):
            yield _game(each, board, people)


def games_of_player(tournament: Tournament, player: PlayerId) -> Iterator[EventGame]:
    """The games of one player in all parts of the event in order of play, also if a stage asks."""
    _demand_event(tournament)
    return (each.game for each in rounds_of_player(tournament, player) if each.game)


def rounds_of_player(tournament: Tournament, player: PlayerId) -> Iterator[PersonRound]:
    """The rounds of the event in which a player has a game or the bye, in order of play."""
    people = _people(tournament)
    for each in rounds_in_order(tournament):
        board = each.round.board_of(player)
        if board is None and player not in each.round.free:
            continue
        yield PersonRound(
            stage=each.part.stage,
            stage_name=each.part.name,
            round=each.round.number,
            game=_game(each, board, people) if board else None,
            colour=board.colour_of(player) if board and board.colours_known else None,
            opponent=people[board.opponent_of(player)] if board else None,
        )


def _demand_event(tournament: Tournament) -> None:
    if tournament.is_congress:
        raise InputError(Message("a congress has no games: ask for the games of one of its events"))


def _people(tournament: Tournament) -> dict[PlayerId, Player]:
    return {player.id: player for player in entrants_of(tournament)}


def _game(played: PlayedRound, board: Board, people: Mapping[PlayerId, Player]) -> EventGame:
    return EventGame(
        stage=played.part.stage,
        stage_name=played.part.name,
        round=played.round.number,
        board=board,
        white=people[board.white],
        black=people[board.black],
        settings=played.part.settings,
    )
