"""Writes the European Go Database's result tables (".h9")."""

from dataclasses import replace

from miai.domain.clock import adjusted_minutes
from miai.domain.egf_class import NOT_RATED, class_of, declared_class
from miai.domain.game import Result
from miai.domain.participants import with_participants_only
from miai.domain.player import Player
from miai.domain.round import Attendance
from miai.domain.settings import Clock
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message
from miai.standings import standings
from miai.standings.places import result_text
from miai.standings.scores import PlayerRound, Scores, scores

_SCORE_COLUMNS = 4
# Criteria whose values mean nothing in a result table.
_NOT_PRINTED = ("cat", "dc", "sdc", "f2f", "draw", "cps")


def write(tournament: Tournament) -> bytes:
    """Write the table after the last round played; a table that was read keeps its printed places."""
    tournament = with_participants_only(tournament)
    if not tournament.players or not tournament.rounds_played:
        raise InputError(Message("a result table needs players and at least one round that was played"))
    after = max(tournament.rounds_played, tournament.settings.rounds if tournament.published_places else 0)
    keys = _columns(tournament)
    table = standings(tournament, after=after, criteria=[*tournament.settings.criteria, *keys])
    values = {row.player.id: row.values for row in table.rows}
    players = tournament.players if tournament.published_places else tuple(r.player for r in table.rows)
    places = tournament.published_places or tuple(str(n) for n in range(1, len(players) + 1))
    numbers = _numbers(places)
    index = {player.id: i for i, player in enumerate(tournament.players)}
    line_of = {index[player.id]: number for player, number in zip(players, numbers, strict=True)}
    rounds = scores(tournament, after=after)
    rows = []
    for player, place in zip(players, places, strict=True):
        results = [_result(each, rounds, line_of) for each in rounds.rounds[index[player.id]]]
        shown = [f"{values[player.id][key]:g}" for key in keys]
        rows.append([place, *_who(player), *shown, *results, f"|{player.egf_pin}" if player.egf_pin else ""])
    heading = ["; Pl", "Name", "", "Gr", "Co", "Club", *(key.upper() for key in keys)]
    heading += [f"R{number}" for number in range(1, after + 1)]
    text = [*_headers(tournament), *_aligned([heading + [""] * (len(rows[0]) - len(heading)), *rows])]
    return ("\n".join(text) + "\n").encode()


def missing(tournament: Tournament) -> list[Message]:
    """What the European Go Database asks of an event and the tournament does not say."""
    needed = {
        Message("the place of the event is missing: Settings > Details"): tournament.place,
        Message("the country of the event is missing: Settings > Details"): tournament.country
        or _begins_with_country(tournament.place),
        Message("the first day of the event is missing: Settings > Details"): tournament.begin,
    }
    return [message for message, value in needed.items() if not value]


def _begins_with_country(place: str) -> bool:
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
        _one_word(player.surname),
        _one_word(player.first_name),
        str(player.grade),
        _one_word(player.country) or "--",
        _one_word(player.club) or "--",
    ]


def _one_word(text: str) -> str:
    return "_".join(text.replace("|", " ").split())


def _headers(tournament: Tournament) -> list[str]:
    settings = tournament.settings
    kept = dict(tournament.extras)
    hand = settings.handicapping
    headers = {
        "TC": kept.get("h9:TC"),
        "CL": _class(tournament),
        "EV": tournament.name,
        "PC": _place(tournament),
        "DT": f"{tournament.begin},{tournament.end}" if tournament.begin or tournament.end else None,
        "HA": "h9" if hand.ceiling == 0 else f"h{hand.correction}",
        "KM": f"{settings.komi:g}",
        "TM": _time(tournament),
    }
    others = {key.removeprefix("h9:"): text for key, text in kept.items() if key.startswith("h9:")}
    comments = others.pop("comments", "").splitlines()
    headers |= {key: text for key, text in others.items() if key not in headers}
    lines = [f"; {key}[{_one_line(text)}]" for key, text in headers.items() if text is not None]
    return lines + [f"; {comment}" for comment in comments]


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


def _place(tournament: Tournament) -> str:
    """Country and place; without a country the place may begin with one itself."""
    return f"{tournament.country}, {tournament.place}" if tournament.country else tournament.place


def _one_line(text: str) -> str:
    return " ".join(text.replace("]", ")").split())


def _aligned(rows: list[list[str]]) -> list[str]:
    widths = [max(len(row[c]) for row in rows) for c in range(len(rows[0]))]
    return [
        " ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
