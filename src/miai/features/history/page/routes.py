"""History: everything that happened, with undo for each entry and a look back at any moment."""

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import Response

from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_messages import result_message
from miai.engine.scoring import standings
from miai.errors import Problem
from miai.features.history.history_topics import Topic
from miai.features.history.page.view import history_row
from miai.features.history.rail import page
from miai.features.history.show_history import entry_view, history_view, tournament_after
from miai.features.history.undo import overtaken, why_not
from miai.features.publish.publish_round import board_on_screen
from miai.features.results.correct_result import correction
from miai.features.results.enter_result import enter_result
from miai.features.results.jigo import demand_possible, jigo_possible
from miai.features.verify.view.witnesses_now import witnesses_of
from miai.server.form_fields import AddressNumber, Number, OptionalAddressNumber, Text
from miai.server.request_context import Here, Visit
from miai.server.words import gettext as _
from miai.server.words import tell

if TYPE_CHECKING:
    from miai.features.history.page.view import HistoryRow


_PAGE = 100
_LEADERS = 12
_OTHER = {Result.WHITE_WINS: Result.BLACK_WINS, Result.BLACK_WINS: Result.WHITE_WINS}


@page.get("/t/{id}/history")
def show(
    visit: Here,
    topic: str = "",
    before: OptionalAddressNumber = None,
    entry: OptionalAddressNumber = None,
    at: OptionalAddressNumber = None,
    make: str = "",
) -> Response:
    """The latest entries first; `entry` shows what can be done about one, `at` how things stood after it."""
    state = visit.state
    topics = {each.value: each for each in Topic}
    then = at if at is not None and 0 < at < state.version else None
    entries = history_view(
        state,
        topic=topics.get(topic),
        among=_mine(visit) if topic == "mine" else None,
        before=then + 1 if then and not before else before,
        limit=_PAGE,
    )
    replaced = overtaken(state.history)
    oldest = entries[-1].number if entries else 1
    return visit.render(
        "history/history.html",
        rows=[history_row(state, each, replaced) for each in entries],
        mine=visit.own_entries(since=oldest - 1),
        chips=_chips(visit, topic),
        first=state.history.entries[0],
        then=then,
        moment=entry_view(state, then) if then else None,
        standing=_standing(visit, then) if then else None,
        leaders=_LEADERS,
        witnesses=witnesses_of(visit),
        earlier=oldest if len(entries) == _PAGE and oldest > 1 else None,
        **_chosen(visit, entry, make),
    )


@page.get("/t/{id}/history/then")
def show_then(visit: Here, at: AddressNumber) -> Response:
    """The whole wall list as it was after an entry."""
    moment = entry_view(visit.state, at)
    if moment is None:
        raise HTTPException(404, _("the history has no entry %(number)s", number=at))
    return visit.render("history/history_then.html", moment=moment, **_standing(visit, at))


@page.post("/t/{id}/history/correct")
def correct(
    visit: Here,
    number: Number,
    table: Number,
    result: Text,
    seen: Text = "",
) -> Response:
    """Enter another result for a game of an earlier round."""
    wanted = Result.parse(result)
    demand_possible(board_on_screen(visit.tournament, number, table), wanted)
    saved = enter_result(
        visit.desk,
        visit.id,
        round=number,
        table=table,
        result=wanted,
        by=visit.by,
        seen=Result.parse(seen) if seen else None,
    )
    said = _("Round %(number)s, table %(table)s corrected", number=number, table=table)
    return visit.done(said, to=visit.url("history"), saved=saved)


def _mine(visit: Visit) -> frozenset[int]:
    """The entries of this browser, and those under the visitor's name, if they gave one."""
    named = {entry.number for entry in visit.state.history.entries if entry.by == visit.session.name != ""}
    return visit.own_entries() | named


def _chosen(visit: Visit, entry: int | None, make: str) -> dict[str, Any]:
    """The entry that was asked about, and what its correction would change."""
    asked = entry_view(visit.state, entry) if entry else None
    chosen = history_row(visit.state, asked) if asked else None
    correction = chosen.correct if chosen else None
    return {
        "chosen": chosen,
        "why_not": _why_not(visit, chosen),
        "correction": _correction(visit, *correction, make) if correction else None,
    }


def _why_not(visit: Visit, chosen: "HistoryRow | None") -> tuple[Problem, ...]:
    """Why the chosen entry can be neither undone nor redone."""
    if chosen is None or not (chosen.entry.undone or chosen.entry.undoable):
        return ()
    return why_not(visit.state, chosen.entry.number)


def _chips(visit: Visit, topic: str) -> list[tuple[str, None, str, bool]]:
    choices = [
        ("", _("All")),
        ("results", _("Results")),
        ("draws", _("Draws")),
        ("players", _("Players")),
        ("published", _("Published")),
        ("settings", _("Rules")),
        ("mine", _("Mine")),
    ]
    return [
        (text, None, visit.here(topic=key or None, before=None, entry=None, make=None), key == topic)
        for key, text in choices
    ]


def _standing(visit: Visit, at: int) -> dict[str, Any]:
    """The tournament and its table right after an entry."""
    event = tournament_after(visit.state, at)
    waiting = sum(not board.result.known for drawn in event.rounds for board in drawn.boards)
    return {"event": event, "table": standings(event), "waiting": waiting}


def _correction(visit: Visit, number: int, table: int, make: str) -> dict[str, Any]:
    """What another result of an earlier board would change."""
    event = visit.tournament
    board = board_on_screen(event, number, table)
    names = event.name_of(board.white), event.name_of(board.black)
    short = event.short_names
    choices = [Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO, Result.BOTH_LOSE, Result.UNKNOWN]
    wanted = _wanted(board, make)
    return {
        "round": number,
        "table": table,
        "now": tell(result_message(board.result, *names)),
        "seen": board.result.value,
        "wanted": wanted.value,
        "becomes": tell(result_message(wanted, *names)),
        "choices": [
            (
                {
                    Result.WHITE_WINS: _("%(name)s won", name=short[board.white]),
                    Result.BLACK_WINS: _("%(name)s won", name=short[board.black]),
                    Result.JIGO: _("Jigo"),
                    Result.BOTH_LOSE: _("Both lost"),
                    Result.UNKNOWN: _("Not known"),
                }[each],
                None,
                visit.here(make=each.value),
                each is wanted,
            )
            for each in choices
            if each is not board.result and (each is not Result.JIGO or jigo_possible(board))
        ],
        "changes": correction(visit.desk, visit.id, round=number, table=table, result=wanted),
    }


def _wanted(board: Board, make: str) -> Result:
    known = {each.value: each for each in Result}
    return known.get(make) or _OTHER.get(board.result.played, Result.WHITE_WINS)
