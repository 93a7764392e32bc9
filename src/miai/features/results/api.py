"""Results: entering, correcting and delaying them, bonus points, and games past their deadline."""

from contextlib import nullcontext
from datetime import UTC, datetime
from enum import Enum
from typing import Annotated

from fastapi import Query
from pydantic import Field
from starlette.responses import Response

from miai.desk.asking import without_asking
from miai.domain.people.player import PlayerId
from miai.domain.points import quarters
from miai.domain.rounds.game import Result
from miai.domain.rounds.round_in_progress import DelayKind
from miai.errors import InputError
from miai.features.draw.all_games_answer import ALL_GAMES, AllGames
from miai.features.draw.view.written_round import WRITTEN_ROUND, written_round
from miai.features.history.undo import undo_my_last
from miai.features.programs.tokens import Scope
from miai.features.publish.publish_round import board_on_screen
from miai.features.results.answer import CONSEQUENCES
from miai.features.results.correct_result import correction
from miai.features.results.enter_result import enter_result as enter
from miai.features.results.jigo import demand_possible
from miai.features.schedule.deadlines import settle_late_games as settle
from miai.features.schedule.delay_game import delay_game as put_off
from miai.features.schedule.open_games_answer import LATE_GAMES, OPEN_GAMES, OpenGames
from miai.features.standings.bonus import give_bonus as give
from miai.messages import Message
from miai.server.api.operations import Body, Here, Operations, RoundPath, TablePath
from miai.server.api.private import session_of

operations = Operations("results", "Results of games, and bonus points.")

_RESULT = "/tournaments/{id}/rounds/{round}/results/{table}"


class EnterResult(Body):
    """A result. `seen` is the result that was known before: if another one was entered meanwhile, this one is
    refused and kept to settle. `white` is who has White at the table. `correct` enters another
    result of a game in an earlier round whatever it moves; `?confirm=` allows exactly what was shown.
    """

    result: Result
    seen: Result | None = None
    white: str | None = None
    correct: bool = False


class Delay(Enum):
    """How a game is put off, or that it is not."""

    POSTPONED = "postponed"
    ADJOURNED = "adjourned"
    NONE = "none"


class DelayGame(Body):
    """How a game is put off and, if known, until when."""

    kind: Delay
    until: datetime | None = None


class GiveBonus(Body):
    """Points earned outside the games of a round, in quarters of a point."""

    player: str
    points: Annotated[float, Field(ge=-999, le=999, multiple_of=0.25)]


class SettleLate(Body):
    """The keys of games that are past their deadline."""

    games: list[str]


@operations.get("/tournaments/{id}/games", OPEN_GAMES)
def list_open_games(call: Here) -> Response:
    """List the games without a result, with their delays and deadlines."""
    return call.answer(OPEN_GAMES.json(OpenGames(call.tournament)))


@operations.get("/tournaments/{id}/all-games", ALL_GAMES)
def list_all_games(call: Here) -> Response:
    """List all games of an event and its stages in order of play, or of one stage."""
    return call.answer(ALL_GAMES.json(AllGames(call.tournament)))


@operations.put(_RESULT, WRITTEN_ROUND, scope=Scope.RESULTS)
def enter_result(call: Here, round: RoundPath, table: TablePath, entered: EnterResult) -> Response:
    """Enter or correct the result of a game."""
    board, result = board_on_screen(call.tournament, round, table), entered.result
    demand_possible(board, result)
    with without_asking() if entered.correct else nullcontext():
        saved = enter(
            call.desk,
            call.state.id,
            round=round,
            table=table,
            result=result,
            by=call.by,
            seen=entered.seen,
            white=PlayerId(entered.white) if entered.white else None,
        )
    return written_round(call, saved, round)


@operations.get(f"{_RESULT}/consequences", CONSEQUENCES, scope=Scope.RESULTS)
def list_consequences(
    call: Here,
    round: RoundPath,
    table: TablePath,
    result: Annotated[Result, Query()],
) -> Response:
    """List the players whose score or place another result would change."""
    found = correction(call.desk, call.state.id, round=round, table=table, result=result)
    return call.answer(CONSEQUENCES.json(found))


@operations.put("/tournaments/{id}/rounds/{round}/delays/{table}", WRITTEN_ROUND, scope=Scope.RESULTS)
def delay_game(call: Here, round: RoundPath, table: TablePath, delay: DelayGame) -> Response:
    """Postpone or adjourn a game, or say that it is no longer put off."""
    until = delay.until
    if until is not None and until.tzinfo is None:
        until = until.replace(tzinfo=UTC)
    kind = None if delay.kind is Delay.NONE else DelayKind(delay.kind.value)
    if kind and until and until < datetime.now(UTC):
        raise InputError(Message("this moment has passed: type a later one, or leave it empty"))
    saved = put_off(call.desk, call.state.id, round=round, table=table, kind=kind, until=until, by=call.by)
    return written_round(call, saved, round)


@operations.post("/tournaments/{id}/rounds/{round}/undo-result", WRITTEN_ROUND, scope=Scope.RESULTS)
def undo_my_result(call: Here, round: RoundPath) -> Response:
    """Take back the last result of a round that this token entered."""
    saved = undo_my_last(call.desk, call.state.id, round=round, session=session_of(call.token), by=call.by)
    return written_round(call, saved, round)


@operations.post("/tournaments/{id}/rounds/{round}/bonus", WRITTEN_ROUND, scope=Scope.RESULTS)
def give_bonus(call: Here, round: RoundPath, bonus: GiveBonus) -> Response:
    """Give a player points that were earned outside the games of a round."""
    points = quarters(bonus.points)
    saved = give(
        call.desk, call.state.id, round=round, player=PlayerId(bonus.player), points=points, by=call.by
    )
    return written_round(call, saved, round)


@operations.get("/tournaments/{id}/late-games", LATE_GAMES)
def list_late_games(call: Here) -> Response:
    """List the games that are past their deadline, and the result that the rules give them."""
    return call.answer(LATE_GAMES.json(call.tournament))


@operations.post("/tournaments/{id}/late-games/settle")
def settle_late_games(call: Here, chosen: SettleLate) -> Response:
    """Give games that are past their deadline the result of the rules."""
    return call.written(settle(call.desk, call.state.id, keys=set(chosen.games), by=call.by))
