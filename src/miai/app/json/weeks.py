"""The JSON of `miai games`."""

from collections.abc import Iterator

from miai.app.draw.open_games import outstanding
from miai.app.event.changed_file import WrittenFile
from miai.app.json.values import JsonObject
from miai.app.results.deadlines import deadline_of, late_games
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament


def games_json(tournament: Tournament, written: WrittenFile | None) -> JsonObject:
    """The games without a result, also those of stages, with their delay and deadline; moments are in UTC."""
    return {
        "tournament": tournament.name,
        "in_next_draw": tournament.settings.unfinished.in_next_draw.value,
        "after_deadline": tournament.settings.unfinished.after_deadline.value,
        "games": [
            *_games(tournament, None),
            *(game for stage in tournament.stages for game in _games(stage.event, stage.id)),
        ],
        "lost": None if written is None else [str(lost) for lost in written.lost],
    }


def _games(tournament: Tournament, stage: StageId | None) -> Iterator[JsonObject]:
    late = {each.game for each in late_games(tournament)}
    for game in outstanding(tournament, before=tournament.rounds_played + 1):
        by = deadline_of(tournament, game.round)
        yield {
            "stage": stage,
            "round": game.round,
            "table": game.board.table,
            "white": game.white.name,
            "black": game.black.name,
            "delay": game.delay.kind.value if game.delay else None,
            "until": (game.delay.until or None) if game.delay else None,
            "deadline": by.isoformat() if by else None,
            "late": game in late,
        }
