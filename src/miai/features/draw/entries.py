"""The entries of a history that are about the draw of one round."""

from collections.abc import Sequence
from dataclasses import replace

from miai.domain.log import events
from miai.domain.log.history import Entry, History
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import HandChange, Round


def draw_entries(history: History, number: int) -> tuple[Entry, ...]:
    """The drafts of a round and their changes by hand, as far as they are not undone."""
    return tuple(entry for entry in history.effective_entries if _round_of(entry.event) == number)


def draw_change(
    old: Round, new: Round, how: HandChange, players: Sequence[PlayerId] = ()
) -> events.DrawChanged:
    """What is different between two draws of a round."""
    before = {board.table: board for board in old.boards}
    after = {board.table: board for board in new.boards}
    return events.DrawChanged(
        round=old.number,
        how=how,
        players=tuple(players),
        boards=tuple(
            replace(board, result=Result.UNKNOWN)
            for table, board in after.items()
            if before.get(table) != board
        ),
        removed=tuple(table for table in before if table not in after),
        byes=new.byes if new.byes != old.byes else None,
    )


def _round_of(event: events.Event) -> int | None:
    if isinstance(event, events.RoundDrawn):
        return event.round.number
    return event.round if isinstance(event, events.DrawChanged) else None
