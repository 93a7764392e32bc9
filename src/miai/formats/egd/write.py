"""Writes the European Go Database's result tables (".h9"), in the form that its upload accepts."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.participants import with_participants_only, with_those_who_played
from miai.domain.people.player import Player
from miai.domain.people.transliteration import ascii_text
from miai.domain.rounds.game import Result
from miai.domain.rounds.round import Attendance
from miai.domain.settings.clock import Clock, adjusted_minutes
from miai.domain.settings.egf_class import NOT_RATED, class_of, declared_class
from miai.domain.tournament import Tournament
from miai.engine.scoring import Standings, standings
from miai.engine.scoring.places import result_text
from miai.engine.scoring.scores import PlayerRound, Scores, scores
from miai.engine.scoring.withdrawals import as_played
from miai.errors import InputError
from miai.messages import Message

_SCORE_COLUMNS = 4
_NAME_LENGTH = 30
_CLUB_LENGTH = 4
_NO_NAME, _NO_COUNTRY, _NO_CLUB = "-", "XX", "xxxx"
_MOST_REDUCTION = 8
_EVEN_GAMES = 9
PIN = re.compile(r"[0-9]{8}")
COUNTRY = re.compile(r"[A-Za-z]{2}")
# The database knows the United Kingdom by another code than ISO 3166.
_COUNTRY_CODES = {"GB": "UK"}
# Games on the internet are played in Europe, where the event has no country of its own.
_ONLINE_COUNTRY, _ONLINE_PLACE = "EU", "Internet"
# Criteria whose values mean nothing in a result table.
_NOT_PRINTED = ("cat", "dc", "sdc", "f2f", "draw", "cps")


def write(tournament: Tournament) -> bytes:
    """Write the table after the last round played, in ASCII; a table that was read keeps its printed places.

    Who has neither a game nor a bye is left out, and so is a PIN that cannot be right.
    """
    tournament = with_those_who_played(with_participants_only(tournament))
    if not tournament.players or not tournament.rounds_played:
        raise InputError(Message("a result table needs players and at least one round that was played"))
    after = max(tournament.rounds_played, tournament.settings.rounds if tournament.published_places else 0)
    keys = _columns(tournament)
    table = standings(tournament, after=after, criteria=[*tournament.settings.criteria, *keys])
    values = {row.player.id: row.values for row in table.rows}
    players = _in_order(tournament, table, after)
    places = tournament.published_places or tuple(str(n) for n in range(1, len(players) + 1))
    numbers = _numbers(places)
    index = {player.id: i for i, player in enumerate(tournament.players)}
    line_of = {index[player.id]: number for player, number in zip(players, numbers, strict=True)}
    rounds = scores(as_played(tournament), after=after)
    pins = Counter(player.egf_pin for player in players)
    filled = ["0"] * (_SCORE_COLUMNS - len(keys))
    lines = []
    for player, place in zip(players, places, strict=True):
        results = [_result(each, rounds, line_of) for each in rounds.rounds[index[player.id]]]
        shown = [f"{values[player.id][key]:g}" for key in keys]
        lines.append([place, *_who(player), *shown, *filled, *results, _pin(player, pins)])
    heading = _heading(keys, after)
    text = [*_headers(tournament), *_aligned([heading + [""] * (len(lines[0]) - len(heading)), *lines])]
    return ("\n".join(text) + "\n").encode("ascii")


def _heading(keys: Sequence[str], after: int) -> list[str]:
    """The names of the columns, as far as they have one."""
    scores_shown = [key.upper() for key in keys] + ["-"] * (_SCORE_COLUMNS - len(keys))
    rounds = [f"R{number}" for number in range(1, after + 1)]
    return ["; Pl", "Name", "", "Gr", "Co", "Club", *scores_shown, *rounds]


def _in_order(tournament: Tournament, table: Standings, after: int) -> tuple[Player, ...]:
    """The players of the lines: as they were read with printed places, else as in the table."""
    if tournament.published_places:
        return tournament.players
    # A final table keeps its order among those who tie in all its criteria.
    rows = standings(tournament, after=after).rows if tournament.final else table.rows
    return tuple(row.player for row in rows)


def _pin(player: Player, pins: Mapping[str, int]) -> str:
    """The PIN at the end of a line; a wrong one is worse than none, as one that two players have."""
    usable = PIN.fullmatch(player.egf_pin) and pins[player.egf_pin] == 1
    return f"|{player.egf_pin}" if usable else ""


def begins_with_country(place: str) -> bool:
    """Whether a place is written with its country: "FI, Tampere"."""
    country, comma, _ = place.partition(",")
    return bool(comma) and bool(country.strip())


def _result(each: PlayerRound, rounds: Scores, line_of: dict[int, int]) -> str:
    """A result as the database accepts it: undecided is unplayed, a win for both is a bye for each."""
    if each.opponent >= 0:
        each = replace(each, attendance=Attendance.PLAYS)  # a game counts more than a bye in the same round
    if each.played and each.result is Result.UNKNOWN:
        return "0-"
    if each.played and each.result.played is Result.BOTH_WIN:
        return "0+"
    return result_text(each, rounds, line_of)


def _columns(tournament: Tournament) -> list[str]:
    score = "nbw" if tournament.settings.by_wins else "mms"
    wanted = [score, *tournament.settings.criteria]
    return [key for key in dict.fromkeys(wanted) if key not in _NOT_PRINTED][:_SCORE_COLUMNS]


def _numbers(places: tuple[str, ...]) -> list[int]:
    """How results name an opponent: by place, or by row where places are shared or blank."""
    distinct = len(set(places)) == len(places) and all(places)
    return [int(place) for place in places] if distinct else list(range(1, len(places) + 1))


def _who(player: Player) -> list[str]:
    return [
        *_names(player),
        str(player.grade),
        country_code(player.country) or _NO_COUNTRY,
        _plain(player.club).replace(" ", "")[:_CLUB_LENGTH] or _NO_CLUB,
    ]


def _names(player: Player) -> tuple[str, str]:
    """Surname and first name, a word each, cut where they are longer than the database holds."""
    surname = _one_word(put_right(player.surname))[: _NAME_LENGTH - 2]
    first_name = _one_word(put_right_first_name(player.first_name))
    return surname, first_name[: _NAME_LENGTH - 1 - len(surname)]


def country_code(text: str) -> str:
    """A country as the database writes it; nothing where the text is no code of two letters."""
    code = text.strip().upper()
    return _COUNTRY_CODES.get(code, code) if COUNTRY.fullmatch(code) else ""


def _one_word(text: str) -> str:
    return "_".join(_plain(text).split()) or _NO_NAME


def _plain(text: str) -> str:
    """ASCII without the signs that end a line or begin a PIN."""
    return " ".join(ascii_text(text).replace("|", " ").replace(";", " ").split())


def _headers(tournament: Tournament) -> list[str]:
    settings = tournament.settings
    kept = dict(tournament.extras)
    headers = {
        "TC": kept.get("h9:TC"),
        "CL": _class(tournament),
        "EV": tournament.name,
        "PC": _place(tournament),
        "DT": _dates(tournament),
        "HA": _handicaps(tournament),
        "KM": f"{settings.komi:g}",
        "TM": _time(tournament),
        "CM": kept.get("h9:CM", None if tournament.published_places else ""),
    }
    others = {key.removeprefix("h9:"): text for key, text in kept.items() if key.startswith("h9:")}
    comments = others.pop("comments", "").splitlines()
    headers |= {key: text for key, text in others.items() if key not in headers}
    lines = [f"; {key}[{_one_line(text)}]" for key, text in headers.items() if text is not None]
    return lines + [f"; {ascii_text(comment)}" for comment in comments]


def _handicaps(tournament: Tournament) -> str | None:
    """How far handicaps were reduced, if any was played; even games only, if the rules allow no others.

    A table that was read keeps the rule that it states.
    """
    rules = tournament.settings.handicapping
    played = any(board.handicap for drawn in tournament.rounds for board in drawn.boards)
    if rules.ceiling == 0 and not played:
        return f"h{_EVEN_GAMES}"
    if not played and not tournament.published_places:
        return None
    return f"h{min(max(0, rules.correction), _MOST_REDUCTION)}"


def _class(tournament: Tournament) -> str | None:
    """The class by which the event is rated; "X" for one that is not."""
    declared = dict(tournament.extras).get("h9:CL")
    if declared is None and _time(tournament) is None:
        return None
    if declared is not None and declared_class(tournament) is None:
        return declared
    return class_of(tournament) or NOT_RATED


def _time(tournament: Tournament) -> str | None:
    """The adjusted minutes; a table that was read keeps what it says, until the director sets the clock."""
    kept, clock = dict(tournament.extras), tournament.settings.clock
    if clock == Clock() and ("h9:TM" in kept or tournament.published_places):
        return kept.get("h9:TM")
    return f"{adjusted_minutes(clock):g}"


def _dates(tournament: Tournament) -> str | None:
    """The first and the last day, which are the same where only one is known."""
    begin, end = tournament.begin, tournament.end
    if not tournament.published_places:
        begin, end = begin or end, end or begin
    return f"{begin},{end}" if begin or end else None


def _place(tournament: Tournament) -> str:
    """Country and place; without a country the place may begin with one itself."""
    country, place = tournament.country, tournament.place
    if tournament.settings.internet and not country and not begins_with_country(place):
        return f"{_ONLINE_COUNTRY}, {place or _ONLINE_PLACE}"
    return f"{country_code(country)}, {place}" if country_code(country) else place


def _one_line(text: str) -> str:
    return " ".join(ascii_text(text).replace("]", ")").split())


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return [
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
