"""Results that were refused because another one stood there, with who said what, until they are settled."""

from dataclasses import dataclass

from miai.desk.live_state import State
from miai.domain.log import events
from miai.domain.log.history import Entry
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import mirrored
from miai.domain.tournament import Tournament
from miai.features.publish.publish_round import screens

Pair = frozenset[PlayerId]


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedResult:
    """A result that was refused, who wanted to enter it, and when."""

    result: Result
    by: str
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenContest:
    """A game with a result that stands and others that were refused; results read as at the board."""

    board: Board
    entered_by: str
    refused: tuple[RefusedResult, ...]


def open_contests(state: State, number: int) -> dict[int, OpenContest]:
    """The contested games of a round by the tables of the results page."""
    contests = state.tournament.round(number).contests
    waiting = {frozenset((each.white, each.black)) for each in contests}
    if not waiting:
        return {}
    stood: dict[Pair, Entry] = {}
    refused: dict[Pair, list[Entry]] = {pair: [] for pair in waiting}
    for entry in state.history.entries_of_draw(number):
        event = entry.event
        pair = _pair(state.tournament, event, number)
        if pair not in waiting:
            continue
        if isinstance(event, events.ResultContested):
            refused[pair].append(entry)
        else:
            stood[pair] = entry
            if isinstance(event, events.ResultEntered):
                refused[pair].clear()
    shown = screens(state.tournament, number).desk.boards
    boards = {frozenset((board.white, board.black)): board for board in shown}
    return {
        boards[pair].table: OpenContest(
            board=boards[pair],
            entered_by=stood[pair].by if pair in stood else "",
            refused=tuple(_refused(entry, boards[pair]) for entry in refused[pair]),
        )
        for pair in waiting
        if pair in boards
    }


def last_entry(state: State, number: int, board: Board) -> Entry | None:
    """The entry that gave a game its result, if the log has one that still counts."""
    wanted = frozenset((board.white, board.black))
    for entry in reversed(state.history.entries_of_draw(number)):
        if isinstance(entry.event, events.ResultContested):
            continue
        if _pair(state.tournament, entry.event, number) == wanted:
            return entry
    return None


def is_contested(state: State, refused: events.ResultContested, *, by: str) -> bool:
    """Whether this person has said the same since the last result of the game was entered."""
    wanted = frozenset((refused.white, refused.black))
    for entry in reversed(state.history.entries_of_draw(refused.round)):
        if entry.event == refused and entry.by == by:
            return True
        if isinstance(entry.event, events.ResultEntered) and wanted == _pair(
            state.tournament, entry.event, refused.round
        ):
            return False
    return False


def _pair(tournament: Tournament, event: events.Event, number: int) -> Pair | None:
    """The two whose result an event is about; None for other events and rounds."""
    match event:
        case events.ResultContested(round=r, white=white, black=black) if r == number:
            return frozenset((white, black))
        case events.ResultEntered(round=r, white=white, black=black, table=table) if r == number:
            if white is not None and black is not None:
                return frozenset((white, black))
            return _seats(tournament.round(number).board_at(table))
        case events.ResultClaimed(round=r, claimed_by=player) if r == number:
            return _seats(tournament.round(number).board_of(player))
    return None


def _seats(board: Board | None) -> Pair | None:
    return frozenset((board.white, board.black)) if board else None


def _refused(entry: Entry, board: Board) -> RefusedResult:
    event = entry.event
    result = event.result if isinstance(event, events.ResultContested) else Result.UNKNOWN
    turned = isinstance(event, events.ResultContested) and event.white != board.white
    return RefusedResult(result=mirrored(result) if turned else result, by=entry.by, at=entry.at)
