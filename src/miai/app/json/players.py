"""The JSON of `miai players` and `miai pairings`."""

from typing_extensions import TypedDict

from miai.app.json.values import text_or_null
from miai.app.players.paste_players import PastedPlayers
from miai.domain.tournament import Tournament


class ColumnJson(TypedDict):
    """What a column of a table was taken for, and why."""

    column: str
    by: str
    heading: str


class PlayerJson(TypedDict):
    """A player."""

    player: str
    surname: str
    first_name: str
    grade: str
    declared_grade: str | None
    rating: float | None
    country: str
    club: str
    egf_pin: str
    ffg_licence: str
    aga_id: str
    absent_rounds: list[int]


class UnreadLineJson(TypedDict):
    """A line of a table that is no player."""

    line: int
    text: str
    problem: str


class PlayersJson(TypedDict):
    """The players; of a table also what its columns were taken for, and the lines that were not read."""

    tournament: str
    columns: list[ColumnJson]
    players: list[PlayerJson]
    problems: list[UnreadLineJson]


class GameJson(TypedDict):
    """A game with its result."""

    table: int
    white: str
    white_id: str
    black: str
    black_id: str
    handicap: int
    komi: float
    result: str


class PairingsJson(TypedDict):
    """The games of a round, and who has a bye."""

    tournament: str
    round: int
    boards: list[GameJson]
    byes: list[str]
    bye_ids: list[str]


def players_json(event: Tournament, paste: PastedPlayers | None) -> PlayersJson:
    """The players; of a table also what its columns were taken for, and the lines that were not read."""
    return {
        "tournament": event.name,
        "columns": [
            {"column": guess.column.key, "by": guess.by.value, "heading": guess.heading}
            for guess in (paste.guesses if paste else ())
        ],
        "players": [
            {
                "player": player.id,
                "surname": player.surname,
                "first_name": player.first_name,
                "grade": str(player.grade),
                "declared_grade": text_or_null(player.declared_grade),
                "rating": player.rating,
                "country": player.country,
                "club": player.club,
                "egf_pin": player.egf_pin,
                "ffg_licence": player.ffg_licence,
                "aga_id": player.aga_id,
                "absent_rounds": sorted(player.absent_rounds),
            }
            for player in event.players
        ],
        "problems": [
            {"line": row.line, "text": row.text, "problem": str(row.problem)}
            for row in (paste.rows if paste else ())
            if row.problem
        ],
    }


def pairings_json(event: Tournament, number: int) -> PairingsJson:
    """The games of a round, and who has a bye."""
    drawn = event.round(number)
    return {
        "tournament": event.name,
        "round": number,
        "boards": [
            {
                "table": board.table,
                "white": event.player(board.white).name,
                "white_id": board.white,
                "black": event.player(board.black).name,
                "black_id": board.black,
                "handicap": board.handicap,
                "komi": event.settings.komi if board.komi is None else board.komi,
                "result": board.result.value,
            }
            for board in drawn.boards
        ],
        "byes": [event.player(player).name for player in drawn.free],
        "bye_ids": list(drawn.free),
    }
