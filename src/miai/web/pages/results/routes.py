"""Results: click the winner or type the table."""

from typing import Annotated

from fastapi import Form
from starlette.responses import Response

from miai.domain import events
from miai.domain.game import Board, Result
from miai.domain.player import PlayerId
from miai.errors import InputError
from miai.web.server.frame import still_out
from miai.web.server.page import Page
from miai.web.server.request_context import Here, Visit
from miai.web.server.roles import Role
from miai.web.words import gettext as _
from miai.web.words import mark
from miai.web.words.happenings import result_sentence

page = Page("results", title=mark("Results"), icon="tick", letter="r", main=True, need=Role.DESK)
Number = Annotated[int, Form()]
Text = Annotated[str, Form()]


@page.get("/t/{id}/results")
def show(visit: Here, show: str = "all", at: int | None = None, since: int | None = None) -> Response:
    """The games of a round; `at` is the table that offers every result.

    Those still out stay in sight when their results come in: `since` is the version they were out at.
    """
    from miai.app.results.claim_result import open_claims
    from miai.web.pages.results.typed import LETTERS
    from miai.web.pages.results.view import games_of, just_in, touched_since

    drawn = visit.tournament.round(visit.round)
    claimed = {each.board.table for each in open_claims(visit.tournament) if each.round == visit.round}
    # Only a game about which somebody has spoken can be one to settle.
    games = games_of(visit.state, visit.round, claimed if visit.sparing else None)
    recent = touched_since(visit.state, visit.round, since) if since is not None else set()
    shown = {
        "all": games,
        "out": tuple(game for game in games if not game.done or game.board.table in recent),
        "settle": tuple(game for game in games if game.dispute),
    }
    chosen = shown.get(show, games)
    half = (len(chosen) + 1) // 2
    names = {player.id: player.name for player in visit.tournament.players}
    return visit.render(
        "pages/results.html",
        number=visit.round,
        total=len(drawn.boards),
        columns=(chosen[:half], chosen[half:]),
        show=show if show in shown else "all",
        at=at,
        out=still_out(drawn),
        settle=len(shown["settle"]),
        news=just_in(visit.state, visit.round),
        byes=[names[bye.player] for bye in drawn.byes],
        letters=LETTERS,
        typed={} if visit.sparing else {game.board.table: _typed(game.board, names) for game in games},
    )


def _typed(board: Board, names: dict[PlayerId, str]) -> dict[str, str]:
    """What the script needs of a board while somebody types."""
    return {
        "white": names[board.white],
        "black": names[board.black],
        "id": board.white,
        "seen": board.result.value,
        "now": result_sentence(board.result, names[board.white], names[board.black])
        if board.result.known
        else "",
    }


@page.post("/t/{id}/results/enter")
def enter(visit: Here, round: Number, entry: Text, seen: str = "", white: str = "") -> Response:  # noqa: A002 - the players' word
    """Enter a result as it was clicked or typed: "12 w".

    The address says what the page showed: the result `seen`, and who had White.
    """
    from miai.app.results.enter_result import enter_result
    from miai.web.pages.results.typed import read_line

    table, result = read_line(entry)
    board = _board(visit, round, table)
    if white and white != board.white:
        raise InputError(_("Table %(table)s has changed meanwhile. Look at it, then try again.", table=table))
    if round < visit.tournament.rounds_played and board.result.known and board.result is not result:
        asked = visit.url("results/correct", round=round, table=table, result=result.value)
        return visit.done(to=asked)
    saved = enter_result(
        visit.desk,
        visit.id,
        round=round,
        table=table,
        result=result,
        by=visit.by,
        seen=_result(seen) if seen else None,
    )
    return visit.done(_said(visit, board, result), saved=saved)


@page.get("/t/{id}/results/correct")
def ask_correct(visit: Here, table: int, result: str) -> Response:
    """What a correction in an earlier round would change."""
    from miai.app.results.correct_result import consequences

    board, wanted = _board(visit, visit.round, table), _result(result)
    white, black = visit.tournament.player(board.white), visit.tournament.player(board.black)
    found = consequences(visit.desk, visit.id, round=visit.round, table=table, result=wanted)
    return visit.render(
        "pages/results_correct.html",
        number=visit.round,
        board=board,
        wanted=wanted,
        before=result_sentence(board.result, white.name, black.name),
        after=result_sentence(wanted, white.name, black.name),
        found=found,
        moved=[each for each in found.places if each not in found.scores],
    )


@page.post("/t/{id}/results/correct")
def correct(visit: Here, round: Number, table: Number, result: Text, seen: Text = "") -> Response:  # noqa: A002
    """Correct a result of an earlier round, knowing what it changes; later draws stay."""
    from miai.app.results.enter_result import enter_result

    board, wanted = _board(visit, round, table), _result(result)
    saved = enter_result(
        visit.desk,
        visit.id,
        round=round,
        table=table,
        result=wanted,
        by=visit.by,
        seen=_result(seen) if seen else None,
    )
    return visit.done(_said(visit, board, wanted), to=visit.url("results", round=round), saved=saved)


@page.post("/t/{id}/results/undo")
def undo_mine(visit: Here, round: Number) -> Response:  # noqa: A002
    """Take back the last result that this visitor entered."""
    from miai.app.event.undo import undo_my_last

    saved = undo_my_last(visit.desk, visit.id, round=round, by=visit.by)
    undone = saved.entries[-1].event
    number = undone.entry if isinstance(undone, events.Undone) else None
    return visit.done(_("Your last entry is taken back"), redo=number)


def _board(visit: Visit, number: int, table: int) -> Board:
    for board in visit.tournament.round(number).boards:
        if board.table == table:
            return board
    raise InputError(_("Round %(round)s has no table %(table)s.", round=number, table=table))


def _result(text: str) -> Result:
    try:
        return Result(text)
    except ValueError:
        raise InputError(_("“%(text)s” is not a result", text=text)) from None


def _said(visit: Visit, board: Board, result: Result) -> str:
    white, black = visit.tournament.player(board.white).name, visit.tournament.player(board.black).name
    return _("Table %(table)s: %(result)s", table=board.table, result=result_sentence(result, white, black))
