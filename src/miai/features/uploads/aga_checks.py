"""What the American Go Association would refuse."""

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import ListSource
from miai.domain.rounds.game import Board
from miai.domain.settings.clock import Clock, Overtime
from miai.domain.tournament import Tournament
from miai.features.lists.find_people import day_of
from miai.features.lists.memberships import notices_of
from miai.features.uploads.upload_problem import (
    UploadProblem,
    event_problems,
    name_notes,
    name_problems,
    of_event,
    of_game,
    of_player,
    parse_day,
)
from miai.formats.aga.lines import MOST_KOMI, MOST_STONES
from miai.formats.aga.write import players_with_temporary_ids, whole_komi
from miai.messages import Message, counted

# A place in the United States ends with its state: "Duluth, MN".
_WITH_STATE = re.compile(r".+,\s*\S.*")
_AMERICAN = ("US", "USA")
_LATEST = timedelta(days=30)
# The least thinking time of rated games.
_LEAST_MAIN, _LEAST_WITH_OVERTIME, _LEAST_FISCHER = 45, 30, 3
_LEAST_BYO_YOMI, _LEAST_CANADIAN, _LEAST_INCREMENT = 20, 300 / 20, 15


def aga_problems(tournament: Tournament, *, temporary_ids: bool) -> Iterator[UploadProblem]:
    """What is missing or wrong for the association; `tournament` has only those who played.

    With `temporary_ids` the director has agreed to temporary ids for those who have none.
    """
    yield from event_problems(tournament)
    yield from _place_problems(tournament)
    if _is_too_fast(tournament.settings.clock):
        yield of_event(
            Message(
                "the thinking time is too short: the AGA rates games of 45 minutes, of 30 minutes with "
                "20 seconds of byo-yomi or 20 moves in 5 minutes, or of 3 minutes with 15 seconds a move"
            ),
            "clock.basic_minutes",
        )
    if not temporary_ids:
        for player in players_with_temporary_ids(tournament):
            yield of_player(_id_message(player.aga_id), player, "aga_id")
    on = day_of(tournament)
    for player in tournament.players:
        yield from name_problems(player)
        for notice in notices_of(player, (), on, federation=ListSource.AGA):
            yield of_player(notice.message, player, "aga_expiry")
    for drawn in tournament.rounds:
        for board in sorted(drawn.boards, key=lambda board: board.table):
            for what in _terms_problems(board, tournament.settings.komi):
                yield of_game(what, drawn.number, board)


def aga_notes(tournament: Tournament, *, on: date) -> Iterator[Message]:
    """What the association accepts, but does not rate, or may refuse."""
    yield from name_notes(tournament)
    undecided = sum(
        board.result.known and board.result.winner is None
        for drawn in tournament.rounds
        for board in drawn.boards
    )
    if undecided:
        yield counted(
            "%(num)s game without one winner is written as a pairing and is not rated",
            "%(num)s games without one winner are written as pairings and are not rated",
            undecided,
        )
    last = parse_day(tournament.end) or parse_day(tournament.begin)
    if last and on - last > _LATEST:
        yield Message(
            "the event ended on %(day)s: the AGA may refuse results older than %(days)s days",
            day=last,
            days=_LATEST.days,
        )


def temporary_ids_message(players: Sequence[Player]) -> Message:
    """Say who gets a temporary id."""
    return counted(
        "%(num)s player gets a temporary AGA id: %(names)s",
        "%(num)s players get temporary AGA ids: %(names)s",
        len(players),
        names=tuple(player.name for player in players),
    )


def _place_problems(tournament: Tournament) -> Iterator[UploadProblem]:
    place = tournament.place.strip()
    if tournament.settings.internet:
        return
    if not place:
        yield of_event(Message("the place of the event is missing"), "place")
    elif tournament.country.strip().upper() in _AMERICAN and not _WITH_STATE.fullmatch(place):
        yield of_event(
            Message("the state is missing after the place '%(place)s', as in 'Duluth, MN'", place=place),
            "place",
        )


def _is_too_fast(clock: Clock) -> bool:
    main = clock.basic_minutes
    if main >= _LEAST_MAIN:
        return False
    match clock.overtime:
        case Overtime.BYO_YOMI:
            return main < _LEAST_WITH_OVERTIME or clock.byo_yomi_seconds < _LEAST_BYO_YOMI
        case Overtime.CANADIAN:
            a_move = clock.canadian_seconds / max(1, clock.canadian_moves)
            return main < _LEAST_WITH_OVERTIME or a_move < _LEAST_CANADIAN
        case Overtime.FISCHER:
            return main < _LEAST_FISCHER or clock.fischer_seconds < _LEAST_INCREMENT
        case Overtime.SUDDEN_DEATH:
            return True


def _id_message(given: str) -> Message:
    if not given:
        return Message("no AGA id: a temporary one would be written")
    if given.isascii() and given.isdecimal():
        return Message(
            "the AGA id %(id)s belongs to another player: a temporary one would be written", id=given
        )
    return Message("the AGA id '%(id)s' is not a number: a temporary one would be written", id=given)


def _terms_problems(board: Board, usual_komi: float) -> Iterator[Message]:
    if board.handicap > MOST_STONES:
        yield Message(
            "%(stones)s stones are more than %(most)s: this game is not rated",
            stones=board.handicap,
            most=MOST_STONES,
        )
    if board.handicap < 0:
        yield Message("a handicap for White cannot be written: this game is left out")
    komi = whole_komi(board, usual_komi)
    if komi > MOST_KOMI:
        yield Message(
            "a komi of %(komi)s is more than %(most)s: this game is not rated", komi=komi, most=MOST_KOMI
        )
