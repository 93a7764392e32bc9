"""Reads Pairgoth's tournaments (".tour")."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from miai.domain.bounds import bounds_of
from miai.domain.log.document import load_json, utf8_text
from miai.domain.numbers import Between, shortened
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Extras, Player, PlayerId, Registration
from miai.domain.points import Quarters
from miai.domain.problems import problems
from miai.domain.rounds.game import Board, Colour, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.side_rules import SideRules
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.limits import demand_json_parts, demand_players
from miai.formats.pairgoth.json_fields import JsonObject
from miai.formats.pairgoth.settings import PAIRING_FIELDS, TIME_FIELDS, read_settings
from miai.formats.pairgoth.sides import PEOPLE_OF_TYPE, TYPE_OF_PEOPLE, read_sides
from miai.formats.pairgoth.terms import PREFIX, RESULTS, UNUSED_DEFAULTS
from miai.formats.reading import Faults, Reading
from miai.formats.seating import NO_TABLE, seated
from miai.messages import Message, counted

TOURNAMENT_FIELDS = frozenset(
    "type name shortName startDate endDate director country location online komi rules gobanSize timeSystem "
    "rounds pairing tablesExclusion frozen players teams individualGames games".split()
)
PLAYER_FIELDS = frozenset(
    "id name firstname rating rank country club final skip mmsCorrection pro egf ffg aga".split()
)
_MARK = re.compile(r'"(?:shortName|startDate|timeSystem|gobanSize|mmFloor|firstname)"\s*:')
_FEWEST_MARKS = 2
_IDS = Between(0, 10**9)
_PRO = Between(1, 9)
_GRADES = Between(-99, 99)
_ROUNDS, _TABLES, _STONES = (
    bounds_of(Round, "number"),
    bounds_of(Board, "table"),
    bounds_of(Board, "handicap"),
)


def sniff(text: str) -> bool:
    """Whether a text is such a file: an object with several of the fields that Pairgoth always writes."""
    return text.lstrip().startswith("{") and len(set(_MARK.findall(text))) >= _FEWEST_MARKS


def read(data: bytes) -> Reading:
    """Read a tournament that Pairgoth saved or exported."""
    demand_json_parts(data)
    faults = Faults()
    raw = load_json(utf8_text(data))
    if not isinstance(raw, dict) or "players" not in raw:
        raise InputError(Message("this JSON is not a tournament of Pairgoth"))
    root = JsonObject(raw=raw, path="", faults=faults)
    kind = root.text("type", "INDIVIDUAL").upper()
    if kind not in PEOPLE_OF_TYPE:
        what = Message(
            "this is a tournament of teams (%(type)s): Miai reads those of single players, Pair Go and rengo",
            type=shortened(kind),
        )
        raise InputError(what)
    sides = SideRules(people=PEOPLE_OF_TYPE[kind])
    demand_players(len(root.items("players")))
    players = _players(root)
    if sides.people > 1:
        players = read_sides(root, players, sides)
    rounds = _rounds(root, players)
    tournament = Tournament(
        name=root.text("name"),
        short_name=root.text("shortName"),
        place=root.text("location"),
        country=root.text("country").upper(),
        director=root.text("director"),
        begin=root.text("startDate"),
        end=root.text("endDate"),
        settings=replace(read_settings(root), sides=sides),
        players=tuple(players.values()),
        rounds=rounds,
        extras=_extras(root, kind),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    _note_what_differs(root, tournament)
    return Reading(tournament=tournament, format="pairgoth", notes=tuple(faults.notes))


def _players(root: JsonObject) -> dict[int, Player]:
    players: dict[int, Player] = {}
    for fields in root.objects("players"):
        number = fields.whole("id", _IDS, 0)
        if not number:
            root.faults.problem(Message("a player has no id"), fields.path)
        elif number in players:
            root.faults.problem(Message("two players have the id '%(id)s'", id=number), fields.path)
        else:
            players[number] = _player(fields, PlayerId(f"p{number}"))
    return players


def _player(fields: JsonObject, player_id: PlayerId) -> Player:
    rating_bounds = bounds_of(Player, "rating")
    rating = fields.decimal("rating", rating_bounds, 0.0) if fields.raw.get("rating") is not None else None
    grade = Grade.of_number(
        fields.whole("rank", _GRADES, Grade.of_rating(rating).number if rating is not None else -30)
    )
    professional = fields.whole("pro", _PRO, 0) if fields.raw.get("pro") else 0
    held = Grade(Kind.PRO, professional) if professional else None
    surname, first_name = _words(fields.text("name")), _words(fields.text("firstname"))
    if not (surname or first_name):
        fields.faults.problem(Message("a player has no name"), fields.path)
    return Player(
        id=player_id,
        surname=surname,
        first_name=first_name,
        grade=held if held and held.number == grade.number else grade,
        declared_grade=held if held and held.number != grade.number else None,
        rating=rating,
        country=fields.text("country").upper(),
        club=fields.text("club"),
        egf_pin=fields.text("egf"),
        ffg_licence=fields.text("ffg"),
        aga_id=fields.text("aga"),
        registration=Registration.FINAL if fields.flag("final", default=True) else Registration.PRELIMINARY,
        absent_rounds=frozenset(_skipped(fields)),
        correction=Quarters(4 * fields.whole("mmsCorrection", bounds_of(Player, "correction"), 0)),
        extras=tuple(sorted((f"{PREFIX}{key}", text) for key, text in fields.others(PLAYER_FIELDS))),
    )


def _words(text: str) -> str:
    """Old files have "_" between the parts of a name."""
    return " ".join(text.replace("_", " ").split())


def _skipped(fields: JsonObject) -> Iterator[int]:
    for number in fields.items("skip"):
        if isinstance(number, int) and not isinstance(number, bool) and number in _ROUNDS:
            yield number
        else:
            what = Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high)
            fields.faults.problem(what, f"{fields.path}.skip")


def _rounds(root: JsonObject, players: dict[int, Player]) -> tuple[Round, ...]:
    rounds = []
    for number, games in enumerate(root.items("games"), start=1):
        if number not in _ROUNDS or not isinstance(games, list):
            what = Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high)
            root.faults.problem(what, f"games[{number - 1}]")
            break
        drawn = _round(root, number, games, players)
        if drawn.boards or drawn.byes:
            rounds.append(drawn)
    return tuple(rounds)


def _round(root: JsonObject, number: int, games: list[object], players: dict[int, Player]) -> Round:
    boards: list[Board] = []
    byes: list[Bye] = []
    for fields in root.objects_in(games, f"games[{number - 1}]"):
        seats = [fields.whole(key, _IDS, 0) for key in ("w", "b")]
        unknown = [seat for seat in seats if seat and seat not in players]
        result = RESULTS.get(fields.text("r", "?"))
        if unknown or not any(seats):
            what = Message("there is no player %(number)s", number=(*unknown, 0)[0])
            root.faults.problem(what, fields.path)
        elif result is None:
            what = Message("result '%(text)s' is not a result", text=shortened(fields.text("r")))
            root.faults.problem(what, fields.path)
        elif all(seats):
            white, black = (players[seat] for seat in seats)
            boards.append(_board(fields, white, black, result))
        else:
            colour = Colour.WHITE if seats[0] else Colour.BLACK
            player = players[seats[0] or seats[1]]
            byes.append(Bye(player=player.id))
            if result.winner is not colour:
                note = Message("round %(round)s: the bye of %(player)s counts as a bye, not as '%(text)s'",
                               round=number, player=player.name, text=fields.text("r"))  # fmt: skip
                root.faults.note(note, fields.path)
    return Round(number=number, boards=seated(boards, number, root.faults), byes=tuple(byes))


def _board(fields: JsonObject, white: Player, black: Player, result: Result) -> Board:
    return Board(
        table=fields.whole("t", Between(NO_TABLE, _TABLES.high), NO_TABLE),
        white=white.id,
        black=black.id,
        handicap=fields.whole("h", _STONES, 0),
        result=result,
    )


def _extras(root: JsonObject, kind: str) -> Extras:
    """Everything that Miai does not use, under the name of its place in the file."""
    kept = list(root.others(TOURNAMENT_FIELDS))
    if kind != TYPE_OF_PEOPLE[PEOPLE_OF_TYPE[kind]]:
        kept.append(("type", json.dumps(kind)))
    kept += [(f"timeSystem.{key}", text) for key, text in root.child("timeSystem").others(TIME_FIELDS)]
    pairing = root.child("pairing")
    for part, known in PAIRING_FIELDS.items():
        fields = pairing.child(part) if part else pairing
        kept += [(f"{fields.path}.{key}", text) for key, text in fields.others(known.split())]
    usual = {key: json.dumps(value) for key, value in UNUSED_DEFAULTS.items()}
    return tuple(sorted((f"{PREFIX}{key}", text) for key, text in kept if usual.get(key) != text))


def _note_what_differs(root: JsonObject, tournament: Tournament) -> None:
    faults = root.faults
    if root.raw.get("frozen"):
        faults.note(Message("the file holds a final table, which Pairgoth shows; Miai computes its own"))
    other = sum(
        p.rating is not None and Grade.of_rating(p.rating).number != p.grade.number
        for p in tournament.players
    )
    if other:
        faults.note(
            counted(
                "%(num)s player has a rating of another grade: Pairgoth pairs by rating, Miai by grade",
                "%(num)s players have ratings of other grades: Pairgoth pairs by rating, Miai by grade",
                other,
            )
        )
    fixed = sum(
        isinstance(game, dict) and bool(game.get("ft"))
        for games in root.items("games")
        if isinstance(games, list)
        for game in games
    )
    if fixed:
        faults.note(
            counted(
                "%(num)s game was tied to its table, which Miai does not keep",
                "%(num)s games were tied to their tables, which Miai does not keep",
                fixed,
            )
        )
