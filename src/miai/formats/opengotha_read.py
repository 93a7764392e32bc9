"""Reads OpenGotha's XML."""

from contextlib import suppress
from dataclasses import replace

from miai.domain.game import Board
from miai.domain.grade import Grade, Kind
from miai.domain.player import Extras, Player, PlayerId, Registration
from miai.domain.points import Quarters
from miai.domain.problems import problems
from miai.domain.round import Bye, Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.names import Keys, plain_key
from miai.formats.opengotha_pairing import PAIRING_ATTRIBUTES
from miai.formats.opengotha_settings import (
    GENERAL_ATTRIBUTES,
    HANDICAP_ATTRIBUTES,
    positive,
    read_settings,
)
from miai.formats.opengotha_terms import RESULTS, parse_rank
from miai.formats.reading import Faults, Reading, finite
from miai.formats.xml_tree import Element, parse, serialise

PLAYER_ATTRIBUTES = frozenset(
    "name firstName country club egfPin ffgLicence ffgLicenceStatus agaId agaExpirationDate rank rating "
    "ratingOrigin grade smmsCorrection participating registeringStatus".split()
)
# What Miai keeps for this format and does not use goes by names that start so.
PREFIX = "opengotha:"
# Sections kept word for word, by their path below the root.
KEPT_SECTIONS = (
    "TournamentParameterSet/DPParameterSet",
    "TournamentParameterSet/PublishParameterSet",
    "TeamTournamentParameterSet",
    "Teams",
)
# OpenGotha's answer to an attribute that is missing.
_GRADE_DEFAULT = Grade(Kind.KYU, 30)
_RATING_RANGE = (-900, 2949)
_NEW_SCALE = 201


def read(data: bytes) -> Reading:
    """Read a tournament as OpenGotha saved it; its own rules for the standings come with it."""
    root = parse(data)
    if root.tag != "Tournament" or not any(root.all("Players")):
        raise InputError([Problem(what=f"<{root.tag}> is not an OpenGotha tournament", where=root.where)])
    faults = Faults()
    players = _players(root, faults)
    keys = Keys(players)
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
    version = faults.attempt(int, root.get("dataVersion", "200"), _NEW_SCALE, root.where, "dataVersion")
    # Files since 3.51 may leave the version out; their ratings are on the new scale.
    shift = 0 if version >= _NEW_SCALE or "fullVersionNumber" in root.attributes else 2050
    players: list[Player] = []
    seen: set[str] = set()
    for element in root.child("Players").all("Player"):
        player = _player(element, PlayerId(f"p{len(players) + 1}"), shift, faults)
        key = plain_key(player.surname + player.first_name)
        if not key:
            faults.problem("a player has no name", element.where)
        elif key in seen:
            faults.note(f"{player.name} is listed twice: the first one counts", element.where)
        else:
            players.append(player)
            seen.add(key)
    return tuple(players)


def _player(element: Element, player_id: PlayerId, shift: int, faults: Faults) -> Player:
    where = element.where
    grade, declared, odd_grade = _grades(element, faults)
    flags = element.get("participating")
    rating = element.attributes.get("rating")
    extras = {name: value for name, value in element.attributes.items() if name not in PLAYER_ATTRIBUTES}
    if odd_grade:
        extras["grade"] = odd_grade
    correction = faults.attempt(int, element.get("smmsCorrection") or "0", 0, where, "smmsCorrection")
    status = element.get("registeringStatus", "FIN")
    if status not in ("FIN", "PRE"):
        faults.note(f"registeringStatus '{status}' is read as FIN", where)
    return Player(
        id=player_id,
        surname=element.get("name"),
        first_name=element.get("firstName"),
        grade=grade,
        declared_grade=declared,
        rating=_rating(rating, shift, where, faults) if rating else None,
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
            faults.problem(error.problems[0].what, element.where)
            return _GRADE_DEFAULT, None, odd
        grade = held
    return grade, held if held != grade else None, odd


def _rating(text: str, shift: int, where: str, faults: Faults) -> int:
    low, high = _RATING_RANGE
    return min(high, max(low, int(faults.attempt(finite, text, 0.0, where, "rating")) + shift))


def _rounds(root: Element, keys: Keys, faults: Faults) -> tuple[Round, ...]:
    boards: dict[int, dict[int, Board]] = {}
    byes: dict[int, Bye] = {}
    for element in root.child("Games").all("Game"):
        number = positive(element, "roundNumber", faults)
        board = _board(element, keys, faults)
        if number is None or board is None:
            continue
        tables = boards.setdefault(number, {})
        if board.table == 0:
            board = replace(board, table=max(tables, default=0) + 1)
            faults.note(f"round {number}: a game has no table and gets table {board.table}", element.where)
        if board.table in tables:
            faults.note(
                f"round {number}, table {board.table} is listed twice: the last one counts", element.where
            )
        tables[board.table] = board
    for element in root.child("ByePlayers").all("ByePlayer"):
        number = positive(element, "roundNumber", faults)
        player = _find(element.get("player"), keys, element, faults)
        if number is None or player is None:
            continue
        if number in byes:
            faults.note(f"round {number} has two byes: the last one counts", element.where)
        byes[number] = Bye(player=player)
    for number, bye in byes.items():
        if any(bye.player in (board.white, board.black) for board in boards.get(number, {}).values()):
            faults.note("the bye player has a game too: both count", f"round {number}")
    return tuple(
        Round(
            number=number,
            boards=tuple(boards.get(number, {}).values()),
            byes=(byes[number],) if number in byes else (),
        )
        for number in sorted({*boards, *byes})
    )


def _board(element: Element, keys: Keys, faults: Faults) -> Board | None:
    where = element.where
    table = positive(element, "tableNumber", faults) if element.get("tableNumber") else 0
    white = _find(element.get("whitePlayer"), keys, element, faults)
    black = _find(element.get("blackPlayer"), keys, element, faults)
    result = RESULTS.get(element.get("result") or "RESULT_UNKNOWN")
    if result is None:
        faults.problem(f"result '{element.get('result')}' is not a result", where)
    if table is None or white is None or black is None or result is None:
        return None
    return Board(
        table=table,
        white=white,
        black=black,
        handicap=faults.attempt(int, element.get("handicap") or "0", 0, where, "handicap"),
        result=result,
        colours_known=element.get("knownColor", "true") != "false",
    )


def _find(key: str, keys: Keys, element: Element, faults: Faults) -> PlayerId | None:
    player = keys.find(key)
    place = f"round {element.get('roundNumber')}"
    if element.tag == "Game":
        place += f", table {element.get('tableNumber')}"
    if player is None:
        faults.note(f"{place} names '{key}', who is not among the players: left out", element.where)
    elif not keys.is_exact(key):
        faults.note(f"{place} names '{key}', read as one who is nearly so called", element.where)
    return player


def _with_teams(players: tuple[Player, ...], root: Element, keys: Keys) -> tuple[Player, ...]:
    team_of = {
        keys.find(board.get("player")): team.get("teamName")
        for team in root.child("Teams").all("Team")
        for board in team.all("Board")
    }
    return tuple(replace(player, team=team_of.get(player.id, "")) for player in players)


def _extras(root: Element, keys: Keys) -> Extras:
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
