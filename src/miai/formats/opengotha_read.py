"""Reads OpenGotha's XML."""

from contextlib import suppress
from dataclasses import replace

from miai.domain.bounds import bounds_of
from miai.domain.game import Board
from miai.domain.grade import Grade, Kind
from miai.domain.numbers import shortened
from miai.domain.player import Extras, Player, PlayerId, Registration
from miai.domain.points import Quarters
from miai.domain.problems import problems
from miai.domain.round import Bye, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.limits import demand_players
from miai.formats.names import PlayersByKey, plain_key
from miai.formats.opengotha_attributes import read_attribute, read_whole
from miai.formats.opengotha_pairing import PAIRING_ATTRIBUTES
from miai.formats.opengotha_settings import GENERAL_ATTRIBUTES, HANDICAP_ATTRIBUTES, read_settings
from miai.formats.opengotha_terms import RESULTS, parse_rank
from miai.formats.reading import Faults, Reading, decimal_in, whole_in
from miai.formats.xml_tree import Element, parse, serialise
from miai.messages import Message

PLAYER_ATTRIBUTES = frozenset(
    "name firstName country club egfPin ffgLicence ffgLicenceStatus agaId agaExpirationDate rank rating "
    "ratingOrigin grade smmsCorrection participating registeringStatus".split()
)
# The prefix of the extras that Miai keeps for this format but does not use.
PREFIX = "opengotha:"
# Sections kept unchanged, by their path below the root.
KEPT_SECTIONS = (
    "TournamentParameterSet/DPParameterSet",
    "TournamentParameterSet/PublishParameterSet",
    "TeamTournamentParameterSet",
    "Teams",
)
# OpenGotha's grade for a player without one.
_GRADE_DEFAULT = Grade(Kind.KYU, 30)
_RATING_RANGE = (-900, 2949)
_NEW_SCALE = 201
_ROUNDS, _TABLES = bounds_of(Round, "number"), bounds_of(Board, "table")


def read(data: bytes) -> Reading:
    """Read a tournament that OpenGotha saved; its standings follow OpenGotha's rules."""
    root = parse(data)
    if root.tag != "Tournament" or not any(root.all("Players")):
        what = Message("<%(tag)s> is not an OpenGotha tournament", tag=shortened(root.tag))
        raise InputError([Problem(what=what, where=root.where)])
    faults = Faults()
    players = _players(root, faults)
    demand_players(len(players))
    keys = PlayersByKey(players)
    rounds = _rounds(root, keys, faults)
    general = root.child("TournamentParameterSet").child("GeneralParameterSet")
    tournament = Tournament(
        name=general.get("name"),
        short_name=general.get("shortName"),
        place=general.get("location"),
        director=general.get("director"),
        begin=general.get("beginDate"),
        end=general.get("endDate"),
        settings=read_settings(root, faults),
        players=_with_teams(players, root, keys),
        rounds=rounds,
        extras=_extras(root, keys),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    return Reading(tournament=tournament, format="opengotha", notes=tuple(faults.notes))


def _players(root: Element, faults: Faults) -> tuple[Player, ...]:
    version = read_attribute(root, "dataVersion", whole_in(), _NEW_SCALE, faults, missing="200")
    # Files since 3.51 may leave the version out; their ratings are on the new scale.
    shift = 0 if version >= _NEW_SCALE or "fullVersionNumber" in root.attributes else 2050
    players: list[Player] = []
    seen: set[str] = set()
    for element in root.child("Players").all("Player"):
        player = _player(element, PlayerId(f"p{len(players) + 1}"), shift, faults)
        key = plain_key(player.surname + player.first_name)
        if not key:
            faults.problem(Message("a player has no name"), element.where)
        elif key in seen:
            faults.note(
                Message("%(player)s is listed twice: the first one counts", player=player.name), element.where
            )
        else:
            players.append(player)
            seen.add(key)
    return tuple(players)


def _player(element: Element, player_id: PlayerId, shift: int, faults: Faults) -> Player:
    grade, declared, odd_grade = _grades(element, faults)
    flags = element.get("participating")[: int(_ROUNDS.high)]
    extras = {name: value for name, value in element.attributes.items() if name not in PLAYER_ATTRIBUTES}
    if odd_grade:
        extras["grade"] = odd_grade
    correction = read_whole(
        element, "smmsCorrection", bounds_of(Player, "correction"), 0, faults, missing="0"
    )
    status = element.get("registeringStatus", "FIN")
    if status not in ("FIN", "PRE"):
        note = Message(
            "registeringStatus '%(text)s' is read as %(default)s", text=shortened(status), default="FIN"
        )
        faults.note(note, element.where)
    return Player(
        id=player_id,
        surname=element.get("name"),
        first_name=element.get("firstName"),
        grade=grade,
        declared_grade=declared,
        rating=_rating(element, shift, faults) if element.get("rating") else None,
        rating_origin=element.get("ratingOrigin"),
        country=element.get("country"),
        club=element.get("club"),
        egf_pin=element.get("egfPin"),
        ffg_licence=element.get("ffgLicence"),
        ffg_status=element.get("ffgLicenceStatus"),
        aga_id=element.get("agaId"),
        aga_expiry=element.get("agaExpirationDate"),
        registration=Registration.PRELIMINARY if status == "PRE" else Registration.FINAL,
        absent_rounds=frozenset(i for i, flag in enumerate(flags, start=1) if flag == "0"),
        correction=Quarters(4 * correction),
        extras=tuple(sorted((f"{PREFIX}{name}", value) for name, value in extras.items())),
    )


def _grades(element: Element, faults: Faults) -> tuple[Grade, Grade | None, str]:
    """The grade played at, the grade held where it differs, and the latter's text where it is unreadable."""
    rank, text = element.attributes.get("rank"), element.get("grade").strip()
    held: Grade | None = None
    with suppress(InputError):
        held = parse_rank(text)
    odd = text if text and held is None else ""
    if rank is None:
        return _GRADE_DEFAULT, held if held != _GRADE_DEFAULT else None, odd
    try:
        grade = parse_rank(rank)
    except InputError as error:
        if held is None:
            faults.add(Problem(what=error.problems[0].what, where=element.where))
            return _GRADE_DEFAULT, None, odd
        grade = held
    return grade, held if held != grade else None, odd


def _rating(element: Element, shift: int, faults: Faults) -> int:
    low, high = _RATING_RANGE
    return min(high, max(low, int(read_attribute(element, "rating", decimal_in(), 0.0, faults)) + shift))


def _rounds(root: Element, keys: PlayersByKey, faults: Faults) -> tuple[Round, ...]:
    boards: dict[int, dict[int, Board]] = {}
    byes: dict[int, Bye] = {}
    last: dict[int, int] = {}
    for element in root.child("Games").all("Game"):
        number = read_whole(element, "roundNumber", _ROUNDS, None, faults)
        board = _board(element, keys, faults)
        if number is None or board is None:
            continue
        tables = boards.setdefault(number, {})
        if board.table == 0:
            board = replace(board, table=last.get(number, 0) + 1)
            note = Message(
                "round %(round)s: a game has no table and gets table %(table)s",
                round=number,
                table=board.table,
            )
            faults.note(note, element.where)
        if board.table in tables:
            note = Message(
                "round %(round)s, table %(table)s is listed twice: the last one counts",
                round=number,
                table=board.table,
            )
            faults.note(note, element.where)
        tables[board.table] = board
        last[number] = max(board.table, last.get(number, 0))
    for element in root.child("ByePlayers").all("ByePlayer"):
        number = read_whole(element, "roundNumber", _ROUNDS, None, faults)
        player = _find(element.get("player"), keys, element, faults)
        if number is None or player is None:
            continue
        if number in byes:
            faults.note(
                Message("round %(round)s has two byes: the last one counts", round=number), element.where
            )
        byes[number] = Bye(player=player)
    for number, bye in byes.items():
        if any(bye.player in (board.white, board.black) for board in boards.get(number, {}).values()):
            faults.note(
                Message("the bye player has a game too: both count"), Message("round %(round)s", round=number)
            )
    return tuple(
        Round(
            number=number,
            boards=tuple(boards.get(number, {}).values()),
            byes=(byes[number],) if number in byes else (),
        )
        for number in sorted({*boards, *byes})
    )


def _board(element: Element, keys: PlayersByKey, faults: Faults) -> Board | None:
    table = read_whole(element, "tableNumber", _TABLES, None, faults) if element.get("tableNumber") else 0
    white = _find(element.get("whitePlayer"), keys, element, faults)
    black = _find(element.get("blackPlayer"), keys, element, faults)
    result = RESULTS.get(element.get("result") or "RESULT_UNKNOWN")
    if result is None:
        what = Message("result '%(text)s' is not a result", text=shortened(element.get("result")))
        faults.problem(what, element.where)
    if table is None or white is None or black is None or result is None:
        return None
    return Board(
        table=table,
        white=white,
        black=black,
        handicap=read_whole(element, "handicap", bounds_of(Board, "handicap"), 0, faults, missing="0"),
        result=result,
        colours_known=element.get("knownColor", "true") != "false",
    )


def _find(key: str, keys: PlayersByKey, element: Element, faults: Faults) -> PlayerId | None:
    player = keys.find(key)
    if player is None:
        faults.note(_unknown_player(key, element), element.where)
    elif not keys.is_exact(key):
        faults.note(_similar_player(key, keys.name(player), element), element.where)
    return player


def _unknown_player(key: str, element: Element) -> Message:
    key = shortened(key)
    number, table = shortened(element.get("roundNumber")), shortened(element.get("tableNumber"))
    if element.tag == "Game":
        return Message(
            "round %(round)s, table %(table)s names '%(key)s', who is not among the players: left out",
            round=number,
            table=table,
            key=key,
        )
    return Message(
        "round %(round)s names '%(key)s', who is not among the players: left out", round=number, key=key
    )


def _similar_player(key: str, player: str, element: Element) -> Message:
    key = shortened(key)
    number, table = shortened(element.get("roundNumber")), shortened(element.get("tableNumber"))
    if element.tag == "Game":
        return Message(
            "round %(round)s, table %(table)s names '%(key)s', read as %(player)s, whose name is similar",
            round=number,
            table=table,
            key=key,
            player=player,
        )
    return Message(
        "round %(round)s names '%(key)s', read as %(player)s, whose name is similar",
        round=number,
        key=key,
        player=player,
    )


def _with_teams(players: tuple[Player, ...], root: Element, keys: PlayersByKey) -> tuple[Player, ...]:
    team_of = {
        keys.find(board.get("player")): team.get("teamName")
        for team in root.child("Teams").all("Team")
        for board in team.all("Board")
    }
    return tuple(replace(player, team=team_of.get(player.id, "")) for player in players)


def _extras(root: Element, keys: PlayersByKey) -> Extras:
    """Everything that Miai does not use, under the name of its place in the file."""
    parameters = root.child("TournamentParameterSet")
    extras = {f"@{name}": value for name, value in root.attributes.items() if name != "dataVersion"}
    for tag, known in (
        ("GeneralParameterSet", GENERAL_ATTRIBUTES),
        ("HandicapParameterSet", HANDICAP_ATTRIBUTES),
        ("PairingParameterSet", PAIRING_ATTRIBUTES),
    ):
        for name, value in parameters.child(tag).attributes.items():
            if name not in known:
                extras[f"{tag}@{name}"] = value
    for board in (board for team in root.child("Teams").all("Team") for board in team.all("Board")):
        board.attributes["player"] = keys.find(board.get("player")) or board.get("player")
    for path in KEPT_SECTIONS:
        section = root
        for tag in path.split("/"):
            section = section.child(tag)
        if section.attributes or section.children:
            extras[path] = serialise(section)
    return tuple(sorted((f"{PREFIX}{name}", value) for name, value in extras.items()))
