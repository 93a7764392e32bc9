"""What a federation would refuse, and the field of the console that mends it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from miai.domain.people.player import Player, PlayerId
from miai.domain.people.sides import NOT_RATED, has_sides
from miai.domain.rounds.game import Board
from miai.domain.settings.event_details import LAST_BEFORE_FIRST
from miai.domain.stages import MAIN, StageId
from miai.domain.tournament import Tournament
from miai.errors import Problem
from miai.messages import Message, counted


@dataclass(frozen=True, slots=True, kw_only=True)
class MendedAt:
    """A field of a page: of the settings, of a player, or the results of a round and a table.

    The page may be that of a stage of the event.
    """

    page: str
    stage: StageId = MAIN
    field: str = ""
    player: PlayerId | None = None
    round: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadProblem:
    """Something that a federation would refuse: what, where, and the field that mends it."""

    problem: Problem
    mended_at: MendedAt


BOARD_SIZE = 19


def of_event(what: Message, field: str) -> UploadProblem:
    """A problem of the event: a detail or a rule, by the name of its field on the settings page."""
    return UploadProblem(problem=Problem(what=what), mended_at=MendedAt(page="settings", field=field))


def of_player(what: Message, player: Player, field: str) -> UploadProblem:
    """A problem of a player, by the name of the field."""
    mended_at = MendedAt(page="player", field=field, player=player.id)
    return UploadProblem(problem=Problem(what=what, where=player.name), mended_at=mended_at)


def of_game(what: Message, number: int, board: Board) -> UploadProblem:
    """A problem of a game."""
    where = Message("round %(round)s, table %(table)s", round=number, table=board.table)
    return UploadProblem(
        problem=Problem(what=what, where=where),
        mended_at=MendedAt(page="results", round=number, table=board.table),
    )


def board_problem(board_size: int) -> Message:
    """The message that games on a board of this size are not rated."""
    return Message(
        "only games on a board of %(usual)s lines are rated, not of %(size)s",
        usual=BOARD_SIZE,
        size=board_size,
    )


def event_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    """What every federation asks of an event: a name, its days, the usual board, and games with results."""
    if not tournament.name.strip():
        yield of_event(Message("the name of the event is missing"), "name")
    yield from _day_problems(tournament)
    if has_sides(tournament):
        yield of_event(NOT_RATED, "sides.people")
    if tournament.settings.board_size != BOARD_SIZE:
        yield of_event(board_problem(tournament.settings.board_size), "board_size")
    yield from _game_problems(tournament)


def name_problems(player: Player) -> Iterator[UploadProblem]:
    """A player needs a surname; one without a first name is accepted."""
    if not player.surname.strip():
        yield of_player(Message("the surname is missing"), player, "surname")


def name_notes(tournament: Tournament) -> Iterator[Message]:
    """Say who has no first name: it is rarely so, and hardly anybody is found without it."""
    names = tuple(player.surname for player in tournament.players if not player.first_name.strip())
    if names:
        yield counted(
            "%(num)s player has no first name: %(names)s",
            "%(num)s players have no first name: %(names)s",
            len(names),
            names=names,
        )


def parse_day(text: str) -> date | None:
    """A day in ISO form; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def _day_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    begin, end = parse_day(tournament.begin), parse_day(tournament.end)
    if not tournament.begin:
        yield of_event(Message("the first day of the event is missing"), "begin")
    elif begin is None:
        yield of_event(Message("the first day '%(text)s' is not a date", text=tournament.begin), "begin")
    if tournament.end and end is None:
        yield of_event(Message("the last day '%(text)s' is not a date", text=tournament.end), "end")
    elif begin and end and end < begin:
        yield of_event(LAST_BEFORE_FIRST, "end")


def _game_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    if not tournament.rounds_played:
        yield UploadProblem(
            problem=Problem(what=Message("no round has been played")),
            mended_at=MendedAt(page="results", round=1),
        )
    for drawn in tournament.rounds:
        for board in sorted(drawn.boards, key=lambda board: board.table):
            if not board.result.known:
                yield of_game(Message("the result is missing"), drawn.number, board)
