"""The JSON of `miai games`."""

from collections.abc import Iterator

from typing_extensions import TypedDict

from miai.app.draw.open_games import outstanding
from miai.app.event.changed_file import WrittenFile
from miai.app.results.deadlines import deadline_of, late_games
from miai.domain.stages import StageId
from miai.domain.tournament import Tournament


class OpenGameJson(TypedDict):
    """A game without a result; moments are in UTC, and a stage of null is the event itself."""

    stage: str | None
    round: int
    table: int
    white: str
    white_id: str
    black: str
    black_id: str
    delay: str | None
    until: str | None
    deadline: str | None
    late: bool


class OpenGamesJson(TypedDict):
    """The games that are not over."""

    tournament: str
    in_next_draw: str
    after_deadline: str
    games: list[OpenGameJson]
    lost: list[str] | None


def games_json(tournament: Tournament, written: WrittenFile | None) -> OpenGamesJson:
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


def _games(tournament: Tournament, stage: StageId | None) -> Iterator[OpenGameJson]:
    late = {each.game for each in late_games(tournament)}
    for game in outstanding(tournament, before=tournament.rounds_played + 1):
        by = deadline_of(tournament, game.round)
        yield {
            "stage": stage,
            "round": game.round,
            "table": game.board.table,
            "white": game.white.name,
            "white_id": game.white.id,
            "black": game.black.name,
            "black_id": game.black.id,
            "delay": game.delay.kind.value if game.delay else None,
            "until": (game.delay.until or None) if game.delay else None,
            "deadline": by.isoformat() if by else None,
            "late": game in late,
        }
