"""The JSON of `miai players` and `miai pairings`."""

from miai.app.json.values import JsonObject, text_or_null
from miai.app.players.paste_players import PastedPlayers
from miai.domain.tournament import Tournament


def players_json(event: Tournament, paste: PastedPlayers | None) -> JsonObject:
    """The players; of a table also what its columns were taken for, and the lines that were not read."""
    return {
        "tournament": event.name,
        "columns": [
            {"column": guess.column.key, "by": guess.by.value, "heading": guess.heading}
            for guess in (paste.guesses if paste else ())
        ],
        "players": [
            {
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


def pairings_json(event: Tournament, number: int) -> JsonObject:
    """The games of a round, and who has a bye."""
    drawn = event.round(number)
    return {
        "tournament": event.name,
        "round": number,
        "boards": [
            {
                "table": board.table,
                "white": event.player(board.white).name,
                "black": event.player(board.black).name,
                "handicap": board.handicap,
                "komi": event.settings.komi if board.komi is None else board.komi,
                "result": board.result.value,
            }
            for board in drawn.boards
        ],
        "byes": [event.player(player).name for player in drawn.free],
    }
