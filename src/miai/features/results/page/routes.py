"""Results: click the winner or type the table."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from starlette.responses import Response

from miai.desk.live_state import Saved
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_messages import result_message
from miai.domain.rounds.result_reports import delay_of
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.time_zones import local_text, read_moment, zone_of
from miai.domain.typed_text import points as read_points
from miai.errors import InputError, InternalError
from miai.features.consequences.played import is_past
from miai.features.consequences.view import question
from miai.features.draw.bracket import last_round
from miai.features.draw.view.pairings import name_order
from miai.features.history.show_history import undone_message
from miai.features.history.undo import last_own_result, undo_my_last
from miai.features.publish.publish_round import board_on_screen, screens
from miai.features.results.correct_result import correction
from miai.features.results.enter_result import enter_result
from miai.features.results.jigo import demand_possible, jigo_possible
from miai.features.results.rail import page
from miai.features.results.typed_results import Letters, read_line
from miai.features.results.view import (
    games_of,
    in_columns,
    matches_in,
    recent_results,
    to_settle,
    touched_since,
)
from miai.features.schedule.delay_game import delay_game
from miai.features.schedule.set_clock import moment_of
from miai.features.standings import bonus
from miai.features.standings.bonus import bonuses_with_entries
from miai.features.teams.view.team_matches import resting_teams
from miai.messages import Message, Score
from miai.server.form_fields import AddressNumber, Number, OptionalAddressNumber, OptionalNumber, Text
from miai.server.page_frame import is_finished, still_out
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from miai.features.results.view import ResultRow


@page.get("/t/{id}/results")
def show(
    visit: Here, show: str = "all", at: OptionalAddressNumber = None, since: OptionalAddressNumber = None
) -> Response:
    """The games of a round; `at` is the table that offers every result.

    In the list of games without a result, those whose result came in after the version `since` stay.
    """
    seen = screens(visit.tournament, visit.round)
    drawn = seen.desk
    # Only a game of which somebody has reported something can be one to settle.
    settling = to_settle(visit.state, visit.round) if visit.sparing else None
    games = games_of(visit.state, visit.round, settling)
    recent = touched_since(visit.state, visit.round, since) if since is not None else set()
    shown = _lists(games, recent)
    chosen = shown.get(show, games)
    names = visit.tournament.names
    return visit.render(
        "results/results.html",
        number=visit.round,
        total=len(drawn.boards),
        columns=in_columns(chosen, matches_in(visit.state, visit.round)),
        nothing=not chosen,
        show=show if show in shown else "all",
        at=at,
        out=still_out(drawn),
        settle=len(shown["settle"]),
        recent=recent_results(visit.state, visit.round),
        mine=visit.own_entries(),
        my_last=last_own_result(visit.desk, visit.state, round=visit.round, session=visit.session.id),
        byes=[names[player] for player in drawn.free],
        resting=[team.name for team in resting_teams(visit.tournament, drawn)],
        bonuses=bonuses_with_entries(visit.state, visit.round),
        players=[] if visit.sparing else sorted(visit.tournament.players, key=name_order),
        letters=visit_letters(visit),
        banner=seen.banner,
        jigo=any(jigo_possible(board) for board in drawn.boards),
        changed=seen.public is not None and seen.banner is not None,
        next="" if shown["settle"] else _next_step(visit, drawn),
        typed={} if visit.sparing else _typed(visit, games),
    )


def _lists(games: "tuple[ResultRow, ...]", recent: "Collection[int]") -> "dict[str, tuple[ResultRow, ...]]":
    """The games that the page can show: all, those without a result, and those to settle.

    The games of `recent` tables stay with those without a result.
    """
    return {
        "all": games,
        "out": tuple(game for game in games if not game.done or game.board.table in recent),
        "settle": tuple(game for game in games if game.dispute and not game.dispute.waits),
    }


def _typed(visit: Visit, games: "Iterable[ResultRow]") -> dict[int, dict[str, str]]:
    """What the script needs to know of each board while somebody types."""
    short = visit.tournament.short_names
    return {game.board.table: _typed_board(game, short) for game in games}


def _typed_board(game: "ResultRow", short: dict[PlayerId, str]) -> dict[str, str]:
    return {
        "white": game.white.name,
        "black": game.black.name,
        "whiteShort": short[game.white.id],
        "blackShort": short[game.black.id],
        "id": game.board.white,
        "seen": game.board.result.value,
        "now": game.now,
        "disputed": "yes" if game.dispute and not game.dispute.waits else "",
    }


@page.post("/t/{id}/results/enter")
def enter(
    visit: Here,
    round: Number,
    entry: Text,
    letters: Text = "",
    seen: str = "",
    white: str = "",
) -> Response:
    """Enter a result as it was clicked or typed: "12 w", with the letters that the page showed.

    The address says what the page showed: the result `seen`, and who had White.
    """
    shown = Letters.of(letters, visit.language) if letters else visit_letters(visit)
    table, result = read_line(entry, shown)
    board = board_on_screen(visit.tournament, round, table)
    demand_possible(board, result)
    if is_past(visit.tournament, round) and board.result.known and board.result is not result:
        asked = visit.url("results/correct", round=round, table=table, result=result.value)
        return visit.done(to=asked)
    saved = enter_result(
        visit.desk,
        visit.id,
        round=round,
        table=table,
        result=result,
        by=visit.by,
        seen=Result.parse(seen) if seen else None,
        white=PlayerId(white) if white else None,
    )
    return visit.done(_said(visit, board, result, saved), saved=saved)


@page.get("/t/{id}/results/correct", viewers=False)
def ask_correct(visit: Here, table: AddressNumber, result: str) -> Response:
    """What a correction in an earlier round would change."""
    board, wanted = board_on_screen(visit.tournament, visit.round, table), Result.parse(result)
    white, black = visit.tournament.player(board.white), visit.tournament.player(board.black)
    found = correction(visit.desk, visit.id, round=visit.round, table=table, result=wanted)
    values = {"round": visit.round, "table": table, "result": wanted.value, "seen": board.result.value}
    return visit.render(
        "results/results_correct.html",
        number=visit.round,
        board=board,
        before=tell(result_message(board.result, white.name, black.name)),
        after=tell(result_message(wanted, white.name, black.name)),
        **question(
            found.asked,
            action=visit.url("results/correct"),
            fields=tuple((name, str(value)) for name, value in values.items()),
            back=visit.url("results", round=visit.round),
        ),
    )


@page.post("/t/{id}/results/correct")
def correct(visit: Here, round: Number, table: Number, result: Text, seen: Text = "") -> Response:
    """Correct a result of an earlier round, knowing what it changes; later draws stay."""
    board, wanted = board_on_screen(visit.tournament, round, table), Result.parse(result)
    demand_possible(board, wanted)
    saved = enter_result(
        visit.desk,
        visit.id,
        round=round,
        table=table,
        result=wanted,
        by=visit.by,
        seen=Result.parse(seen) if seen else None,
    )
    return visit.done(_said(visit, board, wanted, saved), to=visit.url("results", round=round), saved=saved)


@page.get("/t/{id}/results/delay", viewers=False)
def ask_delay(visit: Here, table: AddressNumber, kind: str = "") -> Response:
    """Ask until when a game is postponed or adjourned."""
    event = visit.tournament
    board = board_on_screen(event, visit.round, table)
    delayed = delay_of(event.round(visit.round).delayed, board)
    until = moment_of(delayed.until) if delayed and delayed.until else None
    return visit.render(
        "results/results_delay.html",
        number=visit.round,
        board=board,
        white=event.player(board.white),
        black=event.player(board.black),
        delayed=delayed,
        kind=delayed.kind.value if delayed else kind,
        until=local_text(until, zone_of(event)),
    )


@page.post("/t/{id}/results/delay")
def delay(visit: Here, round: Number, table: Number, kind: Text, until: Text = "") -> Response:
    """Postpone or adjourn a game, or say that it is no longer put off."""
    chosen = next((each for each in DelayKind if each.value == kind), None)
    when = read_moment(until, zone_of(visit.tournament)) if until.strip() else None
    if chosen and when and when < datetime.now(UTC):
        raise InputError(Message("this moment has passed: type a later one, or leave it empty"))
    saved = delay_game(visit.desk, visit.id, round=round, table=table, kind=chosen, until=when, by=visit.by)
    said = {
        DelayKind.POSTPONED: _("Table %(table)s is postponed", table=table),
        DelayKind.ADJOURNED: _("Table %(table)s is adjourned", table=table),
        None: _("Table %(table)s is no longer put off", table=table),
    }[chosen]
    to = f"{visit.url('results', round=round)}#t{table}"
    return visit.done(said if saved.entries else _("Nothing changed"), to=to, saved=saved)


@page.post("/t/{id}/results/undo")
def undo_mine(visit: Here, round: Number, shown: OptionalNumber = None) -> Response:
    """Take back the last result that this visitor entered; `shown` is the number of the one on the page."""
    saved = undo_my_last(
        visit.desk, visit.id, round=round, session=visit.session.id, by=visit.by, shown=shown
    )
    undone = saved.entries[-1].event
    if not isinstance(undone, events.Undone):
        raise InternalError(f"entry {saved.entries[-1].number} undoes nothing")
    return visit.done(tell(undone_message(saved.state, undone.entry)), redo=undone.entry)


@page.post("/t/{id}/results/bonus")
def give_bonus(visit: Here, round: Number, player: Text = "", points: Text = "") -> Response:
    """Give a player points that were earned outside the games of a round."""
    earned = read_points(points, Message("Points"))
    saved = bonus.give_bonus(
        visit.desk, visit.id, round=round, player=PlayerId(player), points=earned, by=visit.by
    )
    name = visit.tournament.name_of(PlayerId(player))
    said = _("Bonus for %(name)s: %(points)s", name=name, points=tell(Score(earned)))
    return visit.done(said, saved=saved)


def _said(visit: Visit, board: Board, result: Result, saved: Saved) -> str:
    white, black = visit.tournament.name_of(board.white), visit.tournament.name_of(board.black)
    values = {"table": board.table, "result": tell(result_message(result, white, black))}
    if any(isinstance(entry.event, events.DrawChanged) for entry in saved.entries):
        return _("Table %(table)s: %(result)s. The changed draw has this game again.", **values)
    return _("Table %(table)s: %(result)s", **values)


def visit_letters(visit: Visit) -> "Letters":
    """The letters that this reader types: those chosen, else those of the language."""
    return Letters.of(visit.letters, visit.language)


def _next_step(visit: Visit, drawn: Round) -> str:
    """What comes after the last result of the last round drawn: "draw", "finish", "final" or nothing."""
    event = visit.tournament
    if not visit.is_director or not is_finished(drawn) or visit.round != event.rounds_played:
        return ""
    if visit.round < last_round(event):
        return "draw"
    shown = next((each for each in event.tables_shown if each.after_round == visit.round), None)
    return "final" if shown and shown.final else "finish"
