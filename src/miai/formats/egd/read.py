"""Reads the European Go Database's result tables (".h9")."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from miai.domain.bounds import bounds_of
from miai.domain.numbers import shortened
from miai.domain.people.player import Extras, Player
from miai.domain.problems import problems
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.egd.game_in_table import board_of, contradiction_of, player_id
from miai.formats.egd.lines import RESULT, PrintedResult, TableLine, align, parse_result, split_line
from miai.formats.egd.rules import recognise_rules
from miai.formats.ffg import lines as tou_lines
from miai.formats.limits import demand_players, demand_results
from miai.formats.reading import Faults, Reading, decimal_in
from miai.formats.text import decode
from miai.messages import Message

HEADER = re.compile(r";\s*([A-Z]{2})\[(.*)\]\s*")
_PLACE = re.compile(r"([A-Za-z]{2}|)\s*,\s*(.*)")
_EVEN_GAMES = 9
_SIGNS = {("+", "-"): Result.WHITE_WINS, ("-", "+"): Result.BLACK_WINS, ("=", "="): Result.JIGO}
_SIGNS |= {("-", "-"): Result.BOTH_LOSE, ("?", "?"): Result.UNKNOWN}
# The sign of two players who both have "+", where that is accepted.
_BOTH_WON = "++"
_SIGNS |= {(_BOTH_WON, _BOTH_WON): Result.BOTH_WIN}


def sniff(text: str) -> bool:
    """Whether a text has the header or the lines of a result table."""
    if tou_lines.sniff(text):
        return False
    if any(HEADER.fullmatch(line.strip()) for line in text.splitlines()):
        return True
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith(";")]
    return bool(rows) and any(
        sum(bool(RESULT.fullmatch(token)) for token in row) >= 1 and len(row) >= 4 for row in rows
    )


def read(data: bytes) -> Reading:
    """Read a result table, and recognise the rules that its printed scores follow where possible."""
    return _read(data, lenient=False)


def read_leniently(data: bytes) -> Reading:
    """The same for a table in which both players of a game won or had one colour, with a note on each."""
    return _read(data, lenient=True)


def _read(data: bytes, *, lenient: bool) -> Reading:
    faults = Faults()
    headers, comments, lines = _parts(decode(data, faults), faults)
    faults.stop_if_any()
    if not lines:
        raise InputError(Message("no player in the table"))
    demand_players(len(lines))
    count = align(lines, faults)
    faults.stop_if_any()
    demand_results(count * len(lines))
    results = _results(lines, faults)
    faults.stop_if_any()
    halves = any(each.opponent == 0 and each.sign == "=" for one in results for each in one)
    rounds = tuple(_round(number, lines, results, faults, lenient=lenient) for number in range(1, count + 1))
    faults.stop_if_any()
    country, place = _split_place(headers.get("PC", ""))
    tournament = Tournament(
        name=headers.get("EV", ""),
        place=place,
        country=country,
        begin=headers.get("DT", "").partition(",")[0].strip(),
        end=headers.get("DT", "").partition(",")[2].strip(),
        settings=_settings(headers, count, faults),
        players=tuple(
            _player(i, line, results[i], away="=" if halves else "-?") for i, line in enumerate(lines)
        ),
        rounds=rounds,
        published_places=tuple(line.place for line in lines),
        extras=_extras(headers, comments),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    ruled = recognise_rules(tournament, [line.scores for line in lines], halves=halves, faults=faults)
    return Reading(tournament=ruled, format="h9", notes=tuple(faults.notes))


def _parts(text: str, faults: Faults) -> tuple[dict[str, str], list[str], list[TableLine]]:
    headers: dict[str, str] = {}
    comments: list[str] = []
    lines: list[TableLine] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        if raw.lstrip().startswith(";"):
            header = HEADER.fullmatch(raw.strip())
            if header:
                headers[header[1]] = header[2]
            elif raw.strip("; \t"):
                comments.append(raw.strip()[1:].strip())
        elif raw.strip(" \t\x1a"):
            if not lines and comments and "name" in comments[-1].lower():
                comments.pop()  # the writer makes its own heading of the table
            line = split_line(raw, number, faults)
            if line:
                lines.append(line)
    return headers, comments, lines


def _results(lines: Sequence[TableLine], faults: Faults) -> list[list[PrintedResult]]:
    """The results of each line, with opponents as row numbers from 1."""
    printed = [int(line.place) if line.place else 0 for line in lines]
    rows = range(1, len(lines) + 1)
    # Where places are shared or blank, results name opponents by row.
    numbers = dict(zip(printed if len(set(printed) - {0}) == len(lines) else rows, rows, strict=True))
    results = []
    for line in lines:
        one = []
        for number, token in enumerate(line.results, start=1):
            result = parse_result(token)
            if result is None:
                what = Message(
                    "round %(round)s: result '%(text)s' cannot be read", round=number, text=shortened(token)
                )
                faults.problem(what, line.where)
            elif result.opponent and result.opponent not in numbers:
                what = Message(
                    "round %(round)s: there is no player %(number)s", round=number, number=result.opponent
                )
                faults.problem(what, line.where)
            else:
                one.append(replace(result, opponent=numbers.get(result.opponent, 0)))
        results.append(one)
    return results


def _player(i: int, line: TableLine, results: Sequence[PrintedResult], *, away: str) -> Player:
    """Where a missed round is worth half a point, "0-" stands for a player who came and was not paired."""
    absent = {
        number for number, each in enumerate(results, start=1) if each.opponent == 0 and each.sign in away
    }
    return Player(
        id=player_id(i),
        surname=line.surname,
        first_name=line.first_name,
        grade=line.grade,
        country=line.country,
        club=line.club,
        egf_pin=line.pin,
        absent_rounds=frozenset(absent),
    )


def _round(
    number: int,
    lines: Sequence[TableLine],
    results: Sequence[Sequence[PrintedResult]],
    faults: Faults,
    *,
    lenient: bool,
) -> Round:
    boards: list[Board] = []
    byes: list[Bye] = []
    for i, line in enumerate(lines):
        mine = results[i][number - 1]
        if mine.opponent == 0:
            if mine.sign == "+":
                byes.append(Bye(player=player_id(i)))
            continue
        j = mine.opponent - 1
        theirs = results[j][number - 1]
        if lenient and i != j and theirs.opponent == i + 1:
            for note in _settled(i, j, mine, theirs, number=number, lines=lines) if i < j else ():
                faults.note(note, line.where)
            if mine.colour == theirs.colour:
                mine, theirs = replace(mine, colour=""), replace(theirs, colour="")
            if mine.sign == theirs.sign == "+":
                mine, theirs = replace(mine, sign=_BOTH_WON), replace(theirs, sign=_BOTH_WON)
        contradiction = contradiction_of(i, j, mine, theirs, number=number, lines=lines, signs=_SIGNS)
        if contradiction:
            if i <= j or theirs.opponent != i + 1:
                faults.problem(contradiction, line.where)
        elif i < j:
            boards.append(board_of(len(boards) + 1, i, j, mine, theirs, signs=_SIGNS))
    return Round(number=number, boards=tuple(boards), byes=tuple(byes))


def _settled(
    i: int, j: int, mine: PrintedResult, theirs: PrintedResult, *, number: int, lines: Sequence[TableLine]
) -> Iterator[Message]:
    """How two lines are read that contradict each other."""
    facts: dict[str, Any] = {"round": number, "player": lines[i].name, "opponent": lines[j].name}
    facts["line"] = lines[j].number
    if mine.sign == theirs.sign == "+":
        yield Message(
            "round %(round)s: %(player)s and %(opponent)s (line %(line)s) both won: read as a win for both",
            **facts,
        )
    if mine.colour and mine.colour == theirs.colour:
        yield Message(
            "round %(round)s: %(player)s and %(opponent)s (line %(line)s) have the same colour: read without "
            "colours",
            **facts,
        )


def _settings(headers: dict[str, str], rounds: int, faults: Faults) -> Settings:
    # Class D is for games on the internet.
    settings = Settings(rounds=rounds, internet=headers.get("CL", "").strip().upper() == "D")
    komi = headers.get("KM", "").replace(",", ".")
    if komi:
        settings = replace(
            settings,
            komi=faults.attempt(
                decimal_in(bounds_of(Settings, "komi")),
                komi,
                6.5,
                lambda: Problem(
                    what=Message("komi '%(text)s' cannot be read", text=shortened(komi)),
                    where=Message("header %(name)s", name="KM"),
                ),
            ),
        )
    reduction = re.fullmatch(r"[hH]([0-9])", headers.get("HA", "").strip())
    if reduction:
        stones = int(reduction[1])
        given = (
            Handicapping(correction=0, ceiling=0)
            if stones == _EVEN_GAMES
            else Handicapping(correction=stones)
        )
        settings = replace(settings, handicapping=given)
    return settings


def _split_place(text: str) -> tuple[str, str]:
    """The country and the place of "FI, Tampere" or ",Tampere"; without a comma there is no country."""
    found = _PLACE.fullmatch(text.strip())
    return (found[1].upper(), found[2].strip()) if found else ("", text)


def _extras(headers: dict[str, str], comments: Sequence[str]) -> Extras:
    extras = [
        (f"h9:{key}", text) for key, text in headers.items() if key not in ("EV", "PC", "DT", "KM", "HA")
    ]
    if comments:
        extras.append(("h9:comments", "\n".join(comments)))
    return tuple(sorted(extras))
