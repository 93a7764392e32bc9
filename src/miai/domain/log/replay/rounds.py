"""What events change about rounds: their draws, boards, results, and what players see of them."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby

from miai.domain.log import events
from miai.domain.log.replay.apply_events import TOGETHER, change
from miai.domain.people.player import PlayerId
from miai.domain.problems import demand_none, round_problems
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import (
    after_claim,
    as_shown,
    redrawn,
    without_claims_on,
    without_contests_on,
    without_delays_of,
)
from miai.domain.rounds.round import Round
from miai.domain.rounds.round_in_progress import Claim, Contest, DelayedGame
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message


@change.register
def _(event: events.RoundDrawn, tournament: Tournament) -> Tournament:
    old = next((drawn for drawn in tournament.rounds if drawn.number == event.round.number), None)
    if old is None:
        return _with_round(tournament, Round.of(event.round))
    if not event.again:
        raise InputError(Message("round %(round)s is drawn already", round=event.round.number))
    return _with_round(tournament, redrawn(old, event.round))


@change.register
def _(event: events.RoundDeleted, tournament: Tournament) -> Tournament:
    tournament.drawn_round(event.round)
    return replace(
        tournament,
        rounds=tuple(each for each in tournament.rounds if each.number != event.round),
        # Not in the round, because the standings before round 1 can be published too.
        tables_shown=tuple(each for each in tournament.tables_shown if each.after_round != event.round),
    )


@change.register
def _(event: events.DrawChanged, tournament: Tournament) -> Tournament:
    old = tournament.drawn_round(event.round)
    for table in event.removed:
        tournament.board_at(event.round, table)
    gone = {*event.removed, *(board.table for board in event.boards)}
    boards = (*(board for board in old.boards if board.table not in gone), *event.boards)
    byes = old.byes if event.byes is None else event.byes
    ordered = tuple(sorted(boards, key=lambda board: board.table))
    return _with_round(tournament, redrawn(old, replace(old, boards=ordered, byes=byes)))


@change.register
def _(event: events.BoardChanged, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    tournament.board_at(event.round, event.board.table)
    boards = tuple(event.board if old.table == event.board.table else old for old in drawn.boards)
    return _with_round(tournament, replace(drawn, boards=boards))


@change.register
def _(event: events.ByesChanged, tournament: Tournament) -> Tournament:
    return _with_round(tournament, replace(tournament.drawn_round(event.round), byes=event.byes))


@change.register
def _(event: events.RoundPublished, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    return _put_round(tournament, replace(drawn, shown=as_shown(drawn)))


@change.register
def _(event: events.ResultEntered, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    board = tournament.board_at(event.round, event.table)
    _demand_seats(event, board)
    settled = replace(
        drawn,
        claims=without_claims_on(drawn.claims, board),
        contests=without_contests_on(drawn.contests, board),
    )
    return _put_result(tournament, settled, board, event.result)


def _results_entered(tournament: Tournament, run: Iterable[events.ResultEntered]) -> Tournament:
    for number, of_round in groupby(run, key=lambda event: event.round):
        drawn = tournament.drawn_round(number)
        boards = {board.table: board for board in drawn.boards}
        claims, contests = drawn.claims, drawn.contests
        for event in of_round:
            board = boards.get(event.table) or tournament.board_at(number, event.table)
            _demand_seats(event, board)
            claims = without_claims_on(claims, board) if claims else claims
            contests = without_contests_on(contests, board) if contests else contests
            boards[event.table] = replace(board, result=event.result)
        settled = replace(drawn, boards=tuple(boards.values()), claims=claims, contests=contests)
        tournament = _put_round(replace(tournament, published_places=()), settled)
    return tournament


@change.register
def _(event: events.ResultClaimed, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    board = tournament.board_at(event.round, event.table)
    if event.claimed_by not in (board.white, board.black):
        raise InputError(
            Message(
                "'%(id)s' does not play at table %(table)s of round %(round)s",
                id=event.claimed_by,
                table=event.table,
                round=event.round,
            )
        )
    mine = Claim(player=event.claimed_by, result=event.result, phone=event.phone)
    result, claims = after_claim(board, drawn.claims, mine)
    return _put_result(tournament, replace(drawn, claims=claims), board, result)


@change.register
def _(event: events.ResultContested, tournament: Tournament) -> Tournament:
    board = tournament.board_at(event.round, event.table)
    if (event.white, event.black) != (board.white, board.black):
        raise _others_sit_there(event.round, event.table)
    drawn = tournament.drawn_round(event.round)
    contest = Contest(white=event.white, black=event.black, result=event.result)
    return _put_round(tournament, replace(drawn, contests=(*drawn.contests, contest)))


@change.register
def _(event: events.GameDelayed, tournament: Tournament) -> Tournament:
    board = tournament.board_at(event.round, event.table)
    if (event.white, event.black) != (board.white, board.black):
        raise _others_sit_there(event.round, event.table)
    drawn = tournament.drawn_round(event.round)
    delayed = without_delays_of(drawn.delayed, board)
    if event.kind is not None:
        put_off = DelayedGame(white=board.white, black=board.black, kind=event.kind, until=event.until)
        delayed = (*delayed, put_off)
    return _put_round(tournament, replace(drawn, delayed=delayed))


@change.register
def _(event: events.BonusGiven, tournament: Tournament) -> Tournament:
    drawn = tournament.drawn_round(event.round)
    return _with_round(tournament, replace(drawn, bonuses=(*drawn.bonuses, event.bonus)))


def _demand_seats(event: events.ResultEntered, board: Board) -> None:
    if event.white not in (None, board.white) or event.black not in (None, board.black):
        raise _others_sit_there(event.round, event.table)


def _others_sit_there(number: int, table: int) -> InputError:
    return InputError(
        Message(
            "round %(round)s, table %(table)s: other players sit there now",
            round=number,
            table=table,
        )
    )


def _put_result(tournament: Tournament, drawn: Round, board: Board, result: Result) -> Tournament:
    changed = replace(board, result=result)
    boards = tuple(changed if each is board else each for each in drawn.boards)
    return _put_round(tournament, replace(drawn, boards=boards))


def _with_round(tournament: Tournament, changed: Round) -> Tournament:
    names: dict[PlayerId, str] = tournament.names
    demand_none(round_problems(changed, names, tournament.teams))
    return _put_round(tournament, changed)


def _put_round(tournament: Tournament, changed: Round) -> Tournament:
    others = [drawn for drawn in tournament.rounds if drawn.number != changed.number]
    return replace(tournament, rounds=tuple(sorted([*others, changed], key=lambda drawn: drawn.number)))


TOGETHER[events.ResultEntered] = _results_entered
