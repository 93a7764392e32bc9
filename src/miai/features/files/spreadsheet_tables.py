"""Players and pairings as tables for spreadsheets, in any language."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum

from miai.answers import Column, Table
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import plain
from miai.domain.rounds.game import Board, Colour
from miai.domain.settings.field_labels import PLAYER_LABELS
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.draw.all_games import all_games, games_of_player
from miai.messages import Message

Say = Callable[[Message], str]

# Miai recognises these columns when it reads such a table.
_ALWAYS = ("surname", "first_name", "grade", "rating", "country", "club")
_WHERE_GIVEN = (
    "declared_grade", "city", "state", "team", "egf_pin", "ffg_licence", "aga_id", "aga_rating", "birth_year",
    "sex", "newcomer", "absent_rounds",
)  # fmt: skip
_NUMBERS = ("rating", "aga_rating")


def players_table(title: str, players: Iterable[Player], say: Say = str) -> Table:
    """One line a player, by name; columns that nobody has anything in are left out."""
    listed = sorted(players, key=lambda player: (player.surname, player.first_name))
    rows = {name: [_text(player, name) for player in listed] for name in (*_ALWAYS, *_WHERE_GIVEN)}
    names = [name for name, texts in rows.items() if name in _ALWAYS or any(texts)]
    return Table(
        title=title,
        columns=tuple(Column(title=say(PLAYER_LABELS[name]), right=name in _NUMBERS) for name in names),
        rows=tuple(zip(*(rows[name] for name in names), strict=True)),
    )


def players_file(tournament: Tournament, say: Say = str) -> Table:
    """The players of a tournament, with the rounds that they miss; a player who left is away in more."""
    rounds = frozenset(range(1, tournament.settings.rounds + 1))
    players = [replace(player, absent_rounds=player.absent_rounds & rounds) for player in tournament.players]
    return players_table(_titled(tournament, say(Message("Players"))), players, say)


def pairings_file(tournament: Tournament, number: int, say: Say = str) -> Table:
    """The games of a round by table, then those who have a bye."""
    if not 1 <= number <= tournament.rounds_played:
        raise InputError(Message("round %(round)s is not drawn", round=number))
    drawn = tournament.round(number)
    boards = sorted(drawn.boards, key=lambda board: board.table)
    free = [tournament.player(player) for player in drawn.free]
    byes = [("", player.name, str(player.grade), say(Message("bye")), "", "", "", "") for player in free]
    title = _titled(tournament, say(Message("Pairings of round %(number)s", number=number)))
    return Table(title=title, columns=_game_columns(say), rows=(*_boards(tournament, boards), *byes))


def games_file(tournament: Tournament, say: Say = str, *, player: PlayerId | None = None) -> Table:
    """All games of an event and its stages in order of play, of a stage its own, or all games of a player."""
    games = all_games(tournament) if player is None else games_of_player(tournament, player)
    listed = [
        (each.stage_name, str(each.round), *_game(each.board, each.white, each.black, each.komi))
        for each in games
    ]
    heads = (Column(title=say(Message("Stage"))), Column(title=say(Message("Round")), right=True))
    first = 0 if tournament.stages or tournament.around else 1
    columns = (*heads, *_game_columns(say))[first:]
    if player is None:
        title = _titled(tournament, say(Message("All games")))
    else:
        title = say(Message("Games of %(name)s", name=tournament.name_of(player)))
    return Table(title=title, columns=columns, rows=tuple(row[first:] for row in listed))


def _game_columns(say: Say) -> tuple[Column, ...]:
    grade = say(Message("Grade"))
    return (
        Column(title=say(Message("Table")), right=True),
        Column(title=say(Message("White"))),
        Column(title=grade),
        Column(title=say(Message("Black"))),
        Column(title=grade),
        Column(title=say(Message("Handicap")), right=True),
        Column(title=say(Message("Komi")), right=True),
        Column(title=say(Message("Result"))),
    )


def _boards(tournament: Tournament, boards: Iterable[Board]) -> Iterator[tuple[str, ...]]:
    for board in boards:
        komi = tournament.settings.komi if board.komi is None else board.komi
        yield _game(board, tournament.player(board.white), tournament.player(board.black), komi)


def _game(board: Board, white: Player, black: Player, komi: float) -> tuple[str, ...]:
    return (
        *(str(board.table), white.name, str(white.grade), black.name, str(black.grade)),
        *(str(board.handicap or ""), f"{komi:g}", _result(board)),
    )


def _result(board: Board) -> str:
    """The points of White and Black; an exclamation mark for a game that was not played.

    A dash stands between them, because spreadsheets take "1-0" for a date and "1:0" for a time.
    """
    if not board.result.known:
        return ""
    points = "–".join(f"{plain(board.result.points(colour)):g}" for colour in (Colour.WHITE, Colour.BLACK))
    return f"{points}!" if board.result.by_default else points


def _text(player: Player, name: str) -> str:
    value = getattr(player, name)
    if value is None:
        return ""
    if isinstance(value, bool):
        return "x" if value else ""
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, frozenset):
        return ", ".join(str(number) for number in sorted(value))
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _titled(tournament: Tournament, what: str) -> str:
    return f"{tournament.name}: {what}" if tournament.name else what
