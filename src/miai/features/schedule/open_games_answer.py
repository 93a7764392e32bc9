"""What is told of games that are not over."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from miai.answers import Answer, Field, Shape, column, many
from miai.desk.changed_file import WrittenFile
from miai.domain.people.people_answers import SIDES
from miai.domain.people.player import Player
from miai.domain.stages import StageId
from miai.domain.time_zones import zone_of
from miai.domain.tournament import Tournament
from miai.features.draw.open_games import Outstanding, outstanding
from miai.features.schedule.deadlines import LateGame, deadline_of, late_games, result_after_deadline
from miai.features.schedule.set_clock import moment_of


@dataclass(frozen=True, slots=True)
class OpenGames:
    """The games of an event that are not over, and the file that was written."""

    event: Tournament
    written: WrittenFile | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _OpenGame:
    event: Tournament
    game: Outstanding
    stage: StageId | None
    deadline: datetime | None
    late: bool

    @property
    def white(self) -> Player:
        return self.game.white

    @property
    def black(self) -> Player:
        return self.game.black


def _games(event: Tournament) -> Iterator[_OpenGame]:
    """The games without a result, also those of stages."""
    for stage, part in ((None, event), *((stage.id, stage.event) for stage in event.stages)):
        late = {each.game for each in late_games(part)}
        for game in outstanding(part, before=part.rounds_played + 1):
            yield _OpenGame(
                event=part, game=game, stage=stage, deadline=deadline_of(part, game.round), late=game in late
            )


def moment_in(event: Tournament, text: str) -> str:
    """A moment in the time zone of an event; no text where there is none."""
    if not text:
        return ""
    shown = moment_of(text).astimezone(zone_of(event)).strftime("%Y-%m-%d %H:%M")
    return f"{shown} {event.settings.time_zone}".strip()


def _put_off(each: _OpenGame) -> str:
    delay = each.game.delay
    return f"{delay.kind.value} {moment_in(each.event, delay.until)}".strip() if delay else ""


def _due(each: _OpenGame) -> str:
    if not each.deadline:
        return ""
    return moment_in(each.event, each.deadline.isoformat()) + (" (past)" if each.late else "")


_GAME: Shape[_OpenGame] = Shape(
    "OpenGame",
    "A game without a result; moments are in UTC, and a stage of null is the event itself.",
    (
        Field("stage", str | None),
        Field(
            "stage_name",
            None,
            lambda each: each.event.name,
            column("Stage", when=lambda games: bool(games.event.stages)),
        ),
        Field("round", int, lambda each: each.game.round, column("Round", right=True)),
        Field("table", int, lambda each: each.game.board.table, column("Table", right=True)),
        *SIDES.fields,
        Field("put_off", None, _put_off, column("Put off")),
        Field("due", None, _due, column("Deadline")),
        Field("delay", str | None, lambda each: each.game.delay and each.game.delay.kind),
        Field("until", str | None, lambda each: (each.game.delay and each.game.delay.until) or None),
        Field("deadline", str | None, lambda each: each.deadline and each.deadline.isoformat()),
        Field("late", bool),
    ),
)
_GAMES: Shape[OpenGames] = Shape(
    "OpenGames",
    "The games that are not over.",
    (
        Field("tournament", str, lambda games: games.event.name),
        Field("in_next_draw", str, lambda games: games.event.settings.unfinished.in_next_draw),
        Field("after_deadline", str, lambda games: games.event.settings.unfinished.after_deadline),
        Field("games", many(_GAME), lambda games: _games(games.event)),
        Field("lost", list[str] | None, lambda games: games.written and games.written.lost),
    ),
)
OPEN_GAMES = Answer(
    question="games", whole=_GAMES, lines="games", title=lambda _: ("Games that are not over",)
)

_LATE_GAME: Shape[LateGame] = Shape(
    "LateGame",
    "A game that is past its deadline.",
    (
        Field("key", str),
        Field("round", int, lambda late: late.game.round),
        Field("table", int, lambda late: late.game.board.table),
        *SIDES.of(lambda late: late.game),
        Field("deadline", str, lambda late: late.deadline.isoformat()),
    ),
)
LATE_GAMES: Shape[Tournament] = Shape(
    "LateGames",
    "The games that are past their deadline, and the result that the rules give them.",
    (
        Field("result", str | None, result_after_deadline),
        Field("games", many(_LATE_GAME), late_games),
    ),
)
