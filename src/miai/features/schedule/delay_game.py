"""Postpone or adjourn a game; a result that is entered ends it."""

from datetime import datetime

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply
from miai.domain.rounds.result_reports import delay_of
from miai.domain.rounds.round_in_progress import DelayKind
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.publish.publish_round import board_on_screen, game_in_draw
from miai.features.schedule.set_clock import text_of_moment
from miai.messages import Message


def delay_game(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    table: int,
    kind: DelayKind | None,
    by: str,
    until: datetime | None = None,
) -> Saved:
    """Say that a game goes on after its round, if known when; without a kind it is no longer put off.

    Tables are those of the results page.
    """

    def decide(state: State) -> list[events.Event]:
        change = _delayed(state.tournament, round, table, kind, until)
        return [change] if change else []

    return desk.change(tournament_id, decide, by=by)


def with_delay(
    tournament: Tournament, *, round: int, table: int, kind: DelayKind | None, until: datetime | None = None
) -> tuple[Tournament, list[events.GameDelayed]]:
    """The tournament with a game put off, and the change that it is; none where nothing changes."""
    change = _delayed(tournament, round, table, kind, until)
    return (apply(tournament, change), [change]) if change else (tournament, [])


def _delayed(
    tournament: Tournament, number: int, table: int, kind: DelayKind | None, until: datetime | None
) -> events.GameDelayed | None:
    board = game_in_draw(tournament, number, board_on_screen(tournament, number, table))
    if board is None:
        raise InputError(
            Message("the changed draw of round %(round)s has this game no more", round=number, table=table)
        )
    if board.result.known:
        raise InputError(
            Message(
                "round %(round)s, table %(table)s has a result: take it back first", round=number, table=table
            )
        )
    when = text_of_moment(until) if until and kind else ""
    old = delay_of(tournament.round(number).delayed, board)
    if (old.kind, old.until) == (kind, when) if old else kind is None:
        return None
    return events.GameDelayed(
        round=number, table=board.table, white=board.white, black=board.black, kind=kind, until=when
    )
