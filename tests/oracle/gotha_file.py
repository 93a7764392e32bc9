"""What OpenGotha and Pairgoth demand of an OpenGotha file, written down from what the programs do.

Found by running OpenGotha 3.51 and 3.52 and by reading Pairgoth 0.25. Nothing here knows how Miai writes.
"""

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from datetime import date

CRITERIA = frozenset(
    "NULL CAT Rank Rating NBW MMS STS CPS SOSW SOSW-1 SOSW-2 SOSM SOSM-1 SOSM-2 SOSTS SODOSW SODOSM SOSOSW "
    "SOSOSM CUSSW CUSSM EXT EXR SDC DC BZS SOSB SOSB-1 SOSB-2 SOSOSB".split()
)
TEAM_CRITERIA = frozenset(("NULL", "TEAMP", "SOST", "BDW", "MNR", *(f"BDW{n}U" for n in range(1, 10))))
RESULTS = frozenset(
    f"RESULT_{name}{ending}"
    for name in ("WHITEWINS", "BLACKWINS", "EQUAL", "BOTHLOSE", "BOTHWIN")
    for ending in ("", "_BYDEF")
) | {"RESULT_UNKNOWN"}
SETS = ("GeneralParameterSet", "HandicapParameterSet", "PlacementParameterSet", "PairingParameterSet")
MOST_ROUNDS, MOST_PLAYERS, MOST_TABLES, MOST_CATEGORIES, MOST_CLUB = 20, 2000, 1000, 9, 4
MOST_BOARDS = 10
PLAYER_WHOLE, GAME_WHOLE = ("rating", "smmsCorrection"), ("roundNumber", "tableNumber", "handicap")
PLAYER_NEEDED = (*PLAYER_WHOLE, "name", "firstName", "participating", "ffgLicence", "egfPin", "rank")
GENERAL_WHOLE = (
    "numberOfRounds", "numberOfCategories", "basicTime", "size", "genNBW2ValueAbsent", "genNBW2ValueBye",
    "genMMS2ValueAbsent", "genMMS2ValueBye",
)  # fmt: skip
PAIRING_WHOLE = (
    "paiBaAvoidDuplGame", "paiBaRandom", "paiBaBalanceWB", "paiMaAvoidMixingCategories",
    "paiMaMinimizeScoreDifference", "paiMaDUDDWeight", "paiMaMaximizeSeeding", "paiMaLastRoundForSeedSystem1",
    "paiSeAvoidSameGeo", "paiSeMinimizeHandicap", "paiSeDefSecCrit",
    "paiSePreferMMSDiffRatherThanSameCountry",
    "paiSePreferMMSDiffRatherThanSameClubsGroup", "paiSePreferMMSDiffRatherThanSameClub",
)  # fmt: skip
_TRUTH, _SEEDS, _ADDITIONAL, _END = "true|false", "SPLITAND(FOLD|RANDOM|SLIP)", "Rating|NULL", "TOP|MID|BOT"
_RANK, _DECIMAL = r"([1-9]|[12][0-9]|30)K|[1-9][DP]", r"-?[0-9]+(\.[0-9]+)?"
PAIRING_FORMS = {
    "paiBaDeterministic": _TRUTH,
    "paiMaCompensateDUDD": _TRUTH,
    "paiSeBarThresholdActive": _TRUTH,
    "paiSeNbWinsThresholdActive": _TRUTH,
    "paiStandardNX1Factor": _DECIMAL,
    "paiMaSeedSystem1": _SEEDS,
    "paiMaSeedSystem2": _SEEDS,
    "paiMaAdditionalPlacementCritSystem1": _ADDITIONAL,
    "paiMaAdditionalPlacementCritSystem2": _ADDITIONAL,
    "paiMaDUDDUpperMode": _END,
    "paiMaDUDDLowerMode": _END,
    "paiSeRankThreshold": _RANK,
}
GENERAL_FORMS = {
    "komi": _DECIMAL,
    "genMMBar": _RANK,
    "genMMFloor": _RANK,
    "complementaryTimeSystem": "SUDDENDEATH|STDBYOYOMI|CANBYOYOMI|FISCHER",
}
HANDICAP_FORMS = {
    "hdBasedOnMMS": _TRUTH,
    "hdCeiling": "[0-9]+",
    "hdCorrection": "-?[0-9]+",
    "hdNoHdRankThreshold": _RANK,
}


def faults(data: bytes) -> list[str]:
    """Everything in a file that one of the programs would not open, or would change without a word."""
    root = ET.fromstring(data)  # noqa: S314 - the file is our own
    return [*_document(root), *_parameters(root), *_players(root), *_games(root), *_teams(root)]


def _document(root: ET.Element) -> Iterator[str]:
    if root.tag != "Tournament" or root.get("dataVersion") != "201":
        yield "the root is not a Tournament of dataVersion 201"
    for tag in SETS:
        if len(root.findall(f"TournamentParameterSet/{tag}")) != 1:
            yield f"there is not one {tag}"
    # Found by name wherever they are.
    for tag, home in (("Player", "Players"), ("Game", "Games"), ("ByePlayer", "ByePlayers")):
        if len(list(root.iter(tag))) != len(root.findall(f"{home}/{tag}")):
            yield f"{tag} is used outside {home}"


def _parameters(root: ET.Element) -> Iterator[str]:
    general = _only(root, "GeneralParameterSet")
    yield from _whole(general, GENERAL_WHOLE)
    yield from _formed(general, GENERAL_FORMS)
    for name in ("beginDate", "endDate"):
        if not _is_date(general.get(name, "")):
            yield f"{name} is not a date since 1901"
    if int(general.get("numberOfRounds", "0")) > MOST_ROUNDS:
        yield "too many rounds are planned"
    categories = int(general.get("numberOfCategories", "0"))
    if (
        not 1 <= categories <= MOST_CATEGORIES
        or len(general.findall("Categories/Category")) != categories - 1
    ):
        yield "the categories and their limits do not fit"
    yield from _formed(_only(root, "HandicapParameterSet"), HANDICAP_FORMS)
    criteria = _only(root, "PlacementParameterSet").findall("PlacementCriteria/PlacementCriterion")
    if [each.get("number") for each in criteria] != ["1", "2", "3", "4", "5", "6"]:
        yield "there are not six criteria"
    for each in criteria:
        if each.get("name") not in CRITERIA:
            yield f"{each.get('name')} is not a criterion"
    yield from _whole(_only(root, "PairingParameterSet"), PAIRING_WHOLE)
    yield from _formed(_only(root, "PairingParameterSet"), PAIRING_FORMS)


def _players(root: ET.Element) -> Iterator[str]:
    players = list(root.iter("Player"))
    if len(players) > MOST_PLAYERS:
        yield "there are too many players"
    for player in players:
        name = f"{player.get('name')} {player.get('firstName')}"
        for each in PLAYER_NEEDED:
            if player.get(each) is None:
                yield f"{name} has no {each}"
        yield from _whole(player, PLAYER_WHOLE)
        if not player.get("name") or not player.get("firstName"):
            yield f"{name} has an empty name"
        if len(player.get("country", "")) not in (0, 2):
            yield f"{name} has a country that is not of two letters"
        if len(player.get("club", "")) > MOST_CLUB:
            yield f"{name} has a club that is too long"
        if not re.fullmatch(_RANK, player.get("rank", "")):
            yield f"{name} has no rank"
        if not -900 <= float(player.get("rating", "9999")) <= 2949:
            yield f"{name} has a rating that is changed"
        if not re.fullmatch("[01]{20}", player.get("participating", "")):
            yield f"{name} has not 20 flags"
        if player.get("registeringStatus") not in ("FIN", "PRE"):
            yield f"{name} is neither registered nor not"


def _games(root: ET.Element) -> Iterator[str]:
    own = [_key(player) for player in root.iter("Player")]
    if len(set(own)) != len(own):
        yield "two players share a key"
    seats: Counter[tuple[str | None, str]] = Counter()
    identities: Counter[int] = Counter()
    for game in root.iter("Game"):
        yield from _whole(game, GAME_WHOLE)
        number, table = int(game.get("roundNumber", "0")), int(game.get("tableNumber", "0"))
        identities[number * 1000 + table] += 1
        if not 1 <= number <= MOST_ROUNDS or not 1 <= table <= MOST_TABLES:
            yield f"round {number}, table {table} is beyond the limits"
        if game.get("result") not in RESULTS:
            yield f"{game.get('result')} is not a result"
        for colour in ("whitePlayer", "blackPlayer"):
            key = game.get(colour, "")
            seats[game.get("roundNumber"), key] += 1
            if not _is_found(key, own):
                yield f"{key} of round {number} is nobody"
    byes = Counter(bye.get("roundNumber") for bye in root.iter("ByePlayer"))
    yield from (f"{bye.get('player')} has a bye and is nobody" for bye in root.iter("ByePlayer")
                if not _is_found(bye.get("player", ""), own))  # fmt: skip
    yield from (f"round {number} has {times} byes" for number, times in byes.items() if times > 1)
    yield from (f"{key} has {times} games in a round" for (_, key), times in seats.items() if times > 1)
    yield from (f"game {key} is there {times} times" for key, times in identities.items() if times > 1)


def _teams(root: ET.Element) -> Iterator[str]:
    own = [_key(player) for player in root.iter("Player")]
    teams = root.findall("Teams/Team")
    for name in ("teamName", "teamNumber"):
        if len({team.get(name) for team in teams}) != len(teams):
            yield f"two teams share a {name}"
    for team in teams:
        seats = Counter((line.get("roundNumber"), line.get("boardNumber")) for line in team.iter("Board"))
        yield from (f"{team.get('teamName')} has seat {seat} twice" for seat, n in seats.items() if n > 1)
        for line in team.iter("Board"):
            number, board = int(line.get("roundNumber", "0")), int(line.get("boardNumber", "0"))
            if not 1 <= number <= MOST_ROUNDS or not 1 <= board <= MOST_BOARDS:
                yield f"round {number}, board {board} of a team is beyond the limits"
            if not _is_found(line.get("player", ""), own):
                yield f"{line.get('player')} sits for a team and is nobody"
    rules = root.find("TeamTournamentParameterSet")
    if rules is None:
        return
    [general] = rules.findall("TeamGeneralParameterSet")
    if not 2 <= int(general.get("teamSize", "0")) <= MOST_BOARDS:
        yield "the size of teams is beyond the limits"
    criteria = rules.findall("TeamPlacementParameterSet/PlacementCriteria/PlacementCriterion")
    if [each.get("number") for each in criteria] != ["1", "2", "3", "4", "5", "6"]:
        yield "there are not six criteria for teams"
    yield from (
        f"{each.get('name')} is not a criterion for teams"
        for each in criteria
        if each.get("name") not in TEAM_CRITERIA
    )


def _only(root: ET.Element, tag: str) -> ET.Element:
    found = root.find(f"TournamentParameterSet/{tag}")
    return ET.Element(tag) if found is None else found


def _whole(element: ET.Element, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if not re.fullmatch("-?[0-9]+", element.get(name, "")):
            yield f"{name} of {element.tag} is not a whole number: {element.get(name)}"


def _formed(element: ET.Element, forms: dict[str, str]) -> Iterator[str]:
    for name, form in forms.items():
        if not re.fullmatch(form, element.get(name, "")):
            yield f"{name} of {element.tag} cannot be {element.get(name)}"


def _is_date(text: str) -> bool:
    try:
        return len(text) == 10 and date.fromisoformat(text).year >= 1901
    except ValueError:
        return False


def _key(player: ET.Element) -> str:
    return (player.get("name", "") + player.get("firstName", "")).replace(" ", "").upper()


def _is_found(key: str, own: list[str]) -> bool:
    """Compared exactly, then once more without accents."""
    return key in own or [_plain(each) for each in own].count(_plain(key)) == 1


def _plain(key: str) -> str:
    apart = unicodedata.normalize("NFD", key)
    return "".join(sign for sign in apart if not unicodedata.combining(sign))
