"""Reads the French federation's result files (".tou")."""

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between, shortened
from miai.domain.people.player import Extras, Player
from miai.domain.points import HALF
from miai.domain.problems import problems
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.clock import Clock, Overtime, adjusted_minutes
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.egd.game_in_table import board_of, contradiction_of, player_id
from miai.formats.ffg.lines import TouFile, TouLine, split_file
from miai.formats.limits import demand_players, demand_results
from miai.formats.reading import Faults, Reading, decimal_in, whole_in
from miai.formats.text import OPENGOTHA_ENCODING, decode
from miai.messages import Message, counted

# The prefix of the extras that Miai keeps for this format but does not use.
PREFIX = "tou:"
# Pairgoth's mark of an event on the internet, after the place.
ONLINE = "(online)"
_SIGNS = {
    ("+", "-"): Result.WHITE_WINS,
    ("-", "+"): Result.BLACK_WINS,
    ("=", "="): Result.JIGO,
    ("-", "-"): Result.BOTH_LOSE,
    ("+", "+"): Result.BOTH_WIN,
    ("?", "?"): Result.UNKNOWN,
}
_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_TIME = re.compile(r"([0-9]{1,4})\s*(\+.*)?")
_ROUNDS = bounds_of(Round, "number")
# The EGF counts 45 moves of byo-yomi.
_SECONDS_PER_MINUTE = 60 / 45


def read(data: bytes) -> Reading:
    """Read a result file; opponents are named by their line, whatever place is printed."""
    faults = Faults()
    found = split_file(decode(data, faults, OPENGOTHA_ENCODING), faults)
    faults.stop_if_any()
    lines = found.lines
    if not lines:
        raise InputError(Message("no player in the file"))
    demand_players(len(lines))
    count = _rounds_of(lines, faults)
    faults.stop_if_any()
    demand_results(count * len(lines))
    drawn = _last_drawn(lines)
    rounds = tuple(_round(number, lines, faults) for number in range(1, drawn + 1))
    faults.stop_if_any()
    halves = any(each.opponent == 0 and each.sign == "=" for line in lines for each in line.results)
    headers = found.headers
    tournament = Tournament(
        name=headers.get("comm") or headers.get("name", ""),
        short_name=headers.get("name", ""),
        place=headers.get("vill", "").removesuffix(ONLINE).rstrip(),
        begin=_day(headers.get("date", ""), faults),
        settings=_settings(headers, count, halves=halves, faults=faults),
        players=tuple(_player(i, line, drawn, away="=" if halves else "-") for i, line in enumerate(lines)),
        rounds=rounds,
        published_places=tuple(line.place for line in lines),
        extras=_extras(found),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    _note_what_is_not_said(lines, faults)
    return Reading(tournament=tournament, format="tou", notes=tuple(faults.notes))


def _rounds_of(lines: Sequence[TouLine], faults: Faults) -> int:
    """The number of rounds, which all lines have to have."""
    count = max(len(line.results) for line in lines)
    if count not in _ROUNDS:
        what = Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high)
        faults.problem(what if count else Message("no results in the table"), lines[0].where)
    for line in lines:
        if len(line.results) != count:
            what = counted(
                "%(num)s result where the other lines have %(usual)s",
                "%(num)s results where the other lines have %(usual)s",
                len(line.results),
                usual=count,
            )
            faults.problem(what, line.where)
        for number, each in enumerate(line.results, start=1):
            if each.opponent > len(lines):
                what = Message(
                    "round %(round)s: there is no player %(number)s", round=number, number=each.opponent
                )
                faults.problem(what, line.where)
    return count


def _last_drawn(lines: Sequence[TouLine]) -> int:
    """The last round in which somebody has a game or a bye; the rounds after it are still to be drawn."""
    return max(
        (
            number
            for line in lines
            for number, each in enumerate(line.results, start=1)
            if each.opponent or each.sign == "+"
        ),
        default=0,
    )


def _player(i: int, line: TouLine, drawn: int, *, away: str) -> Player:
    """Where a missed round is worth half a point, "0-" stands for a player who came and was not paired."""
    missed = (n for n, each in enumerate(line.results, start=1) if each.opponent == 0 and each.sign == away)
    return Player(
        id=player_id(i),
        surname=line.surname,
        first_name=line.first_name,
        grade=line.grade,
        club=line.club,
        ffg_licence=line.licence,
        absent_rounds=frozenset(number for number in missed if number <= drawn),
    )


def _round(number: int, lines: Sequence[TouLine], faults: Faults) -> Round:
    boards: list[Board] = []
    byes: list[Bye] = []
    for i, line in enumerate(lines):
        mine = line.results[number - 1]
        if mine.opponent == 0:
            if mine.sign == "+":
                byes.append(Bye(player=player_id(i)))
            continue
        j = mine.opponent - 1
        theirs = lines[j].results[number - 1]
        contradiction = contradiction_of(i, j, mine, theirs, number=number, lines=lines, signs=_SIGNS)
        if contradiction:
            if i <= j or theirs.opponent != i + 1:
                faults.problem(contradiction, line.where)
        elif i < j:
            boards.append(board_of(len(boards) + 1, i, j, mine, theirs, signs=_SIGNS))
    return Round(number=number, boards=tuple(boards), byes=tuple(byes))


def _settings(headers: dict[str, str], rounds: int, *, halves: bool, faults: Faults) -> Settings:
    settings = Settings(
        rounds=rounds,
        clock=_clock(headers, faults),
        internet=headers.get("vill", "").endswith(ONLINE),
        scoring=Scoring(absent_points=HALF) if halves else Scoring(),
    )
    if headers.get("komi"):
        komi = headers["komi"].replace(",", ".")
        read_komi = faults.attempt(
            decimal_in(bounds_of(Settings, "komi")), komi, settings.komi, lambda: _unreadable("komi", komi)
        )
        settings = replace(settings, komi=read_komi)
    if headers.get("size"):
        settings = replace(
            settings, board_size=_whole("size", headers, bounds_of(Settings, "board_size"), faults)
        )
    return settings


def _whole(name: str, headers: dict[str, str], within: Between, faults: Faults) -> int:
    text = headers[name]
    return faults.attempt(whole_in(within), text, int(within.low), lambda: _unreadable(name, text))


def _unreadable(header: str, text: str) -> Problem:
    what = Message("'%(text)s' cannot be read", text=shortened(text))
    return Problem(what=what, where=Message("header %(name)s", name=header))


def _clock(headers: dict[str, str], faults: Faults) -> Clock:
    """The basic time, and a byo-yomi that gives the adjusted time: the file has no word for any overtime."""
    given = headers.get("time", "")
    if not given:
        return Clock()
    found = _TIME.fullmatch(given)
    if found is None:
        faults.add(_unreadable("time", given))
        return Clock()
    minutes = int(found[1])
    clock = Clock(basic_minutes=minutes, byo_yomi_periods=0)
    adjusted = _whole("ta", headers, bounds_of(Clock, "basic_minutes"), faults) if headers.get("ta") else None
    if (adjusted is None and not found[2]) or (adjusted is not None and adjusted <= minutes):
        return replace(clock, overtime=Overtime.SUDDEN_DEATH)
    if adjusted is not None and int(adjusted_minutes(clock)) != adjusted:
        clock = replace(clock, byo_yomi_seconds=math.ceil((adjusted - minutes) * _SECONDS_PER_MINUTE))
    faults.note(
        Message(
            "the file does not say which overtime there was: a byo-yomi of %(seconds)s seconds is assumed",
            seconds=clock.byo_yomi_seconds,
        )
    )
    return clock


def _day(text: str, faults: Faults) -> str:
    """The date in ISO form; a text that is no date stays as it is."""
    if not text:
        return ""
    found = _DATE.fullmatch(text)
    try:
        if found:
            return date(int(found[3]), int(found[2]), int(found[1])).isoformat()
    except ValueError:
        pass
    faults.note(Message("'%(text)s' is not a date such as 19/08/2026", text=shortened(text)))
    return text


def _note_what_is_not_said(lines: Sequence[TouLine], faults: Faults) -> None:
    faults.note(
        Message(
            "the file does not say by which rules its table was made: a McMahon tournament is assumed, "
            "and the printed places are kept until something is changed"
        )
    )
    cut = tuple(line.name for line in lines if line.name_is_full)
    if cut:
        faults.note(Message("these names may be cut, because they fill their column: %(names)s", names=cut))


def _extras(found: TouFile) -> Extras:
    return ((f"{PREFIX}comments", "\n".join(found.comments)),) if found.comments else ()
