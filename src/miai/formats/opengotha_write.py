"""Writes OpenGotha's XML."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from miai.domain.game import Board
from miai.domain.player import Extras, Player, PlayerId, Registration
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings import Rulebook, Scoring
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.names import plain_key
from miai.formats.opengotha_pairing import pairing_attributes
from miai.formats.opengotha_read import KEPT_SECTIONS, PREFIX
from miai.formats.opengotha_terms import CRITERIA_NAMES, OVERTIME_NAMES, RESULT_NAMES, rank_text
from miai.formats.xml_tree import Element, document, parse
from miai.messages import Message
from miai.standings.scores import start_of

_FLAGS = 20
_CRITERIA = 6


def write(tournament: Tournament) -> bytes:
    """Write a tournament that OpenGotha can open, with everything that Miai keeps for it but does not use."""
    kept = _kept(tournament.extras)
    keys = {player.id: plain_key(player.surname + player.first_name) for player in tournament.players}
    namesakes = [key for key, times in Counter(keys.values()).items() if times > 1]
    if namesakes:
        raise InputError(
            Message(
                "OpenGotha cannot hold two players of the same name: %(names)s",
                names=tuple(sorted(namesakes)),
            )
        )
    root = Element(tag="Tournament", attributes={"dataVersion": "201", **_attributes(kept, "@")})
    players = root.add("Players")
    for player in tournament.players:
        players.add("Player", _player(player, tournament.settings.scoring))
    games, byes = root.add("Games"), root.add("ByePlayers")
    for drawn in tournament.rounds:
        for board in drawn.boards:
            games.add("Game", _game(board, drawn.number, keys))
        for free in drawn.free:
            byes.add("ByePlayer", {"player": keys[free], "roundNumber": str(drawn.number)})
    parameters = root.add("TournamentParameterSet")
    _parameters(parameters, tournament, kept)
    _keep_sections(root, parameters, kept, keys)
    groups = root.add("ClubsGroups")
    for group in tournament.settings.clubs_groups:
        element = groups.add("ClubsGroup", {"name": group.name})
        for club in group.clubs:
            element.add("Club", {"name": club})
    return document(root)


def _kept(extras: Extras) -> dict[str, str]:
    return {name.removeprefix(PREFIX): value for name, value in extras if name.startswith(PREFIX)}


def _player(player: Player, scoring: Scoring) -> dict[str, str]:
    flags = max(_FLAGS, *player.absent_rounds, 0)
    extras = _kept(player.extras)
    held = extras.pop("grade", None) or rank_text(player.declared_grade or player.grade)
    rating = {} if player.rating is None else {"rating": str(int(player.rating))}
    return {
        "name": player.surname,
        "firstName": player.first_name,
        "country": player.country,
        "club": player.club,
        "egfPin": player.egf_pin,
        "ffgLicence": player.ffg_licence,
        "ffgLicenceStatus": player.ffg_status,
        "agaId": player.aga_id,
        "agaExpirationDate": player.aga_expiry,
        "rank": rank_text(player.grade),
        **rating,
        "ratingOrigin": player.rating_origin,
        "grade": held,
        "smmsCorrection": str(_correction(player, scoring)),
        "participating": "".join("1" if player.attends(n) else "0" for n in range(1, flags + 1)),
        "registeringStatus": "PRE" if player.registration is Registration.PRELIMINARY else "FIN",
        **extras,
    }


def _correction(player: Player, scoring: Scoring) -> int:
    """The difference between the player's start and the start that OpenGotha computes from the grade."""
    plain = replace(player, start=None, correction=NOTHING, bar_side=None)
    gotha = replace(scoring, rulebook=Rulebook.GOTHA, bands=())
    return (start_of(player, scoring) - start_of(plain, gotha)) // POINT


def _game(board: Board, number: int, keys: Mapping[PlayerId, str]) -> dict[str, str]:
    return {
        "roundNumber": str(number),
        "tableNumber": str(board.table),
        "whitePlayer": keys[board.white],
        "blackPlayer": keys[board.black],
        "knownColor": str(board.colours_known).lower(),
        "handicap": str(board.handicap),
        "result": RESULT_NAMES[board.result],
    }


def _parameters(parameters: Element, tournament: Tournament, kept: Mapping[str, str]) -> None:
    settings = tournament.settings
    general = parameters.add(
        "GeneralParameterSet", {**_attributes(kept, "GeneralParameterSet@"), **_general(tournament)}
    )
    if settings.category_limits:
        categories = general.add("Categories")
        for number, limit in enumerate(settings.category_limits, start=1):
            categories.add("Category", {"lowerLimit": rank_text(limit), "number": str(number)})
    handicap = settings.handicapping
    parameters.add(
        "HandicapParameterSet",
        {
            "hdBasedOnMMS": str(handicap.by_score).lower(),
            "hdCeiling": str(handicap.ceiling),
            "hdCorrection": str(handicap.correction),
            "hdNoHdRankThreshold": rank_text(handicap.none_from),
            **_attributes(kept, "HandicapParameterSet@"),
        },
    )
    criteria = parameters.add("PlacementParameterSet").add("PlacementCriteria")
    names = [CRITERIA_NAMES[key] for key in settings.criteria if key in CRITERIA_NAMES][:_CRITERIA]
    for number, name in enumerate(names + ["NULL"] * (_CRITERIA - len(names)), start=1):
        criteria.add("PlacementCriterion", {"name": name, "number": str(number)})
    parameters.add(
        "PairingParameterSet",
        {**pairing_attributes(settings.pairing), **_attributes(kept, "PairingParameterSet@")},
    )


def _general(tournament: Tournament) -> dict[str, str]:
    settings = tournament.settings
    scoring, clock = settings.scoring, settings.clock
    return {
        "name": tournament.name,
        "shortName": tournament.short_name,
        "location": tournament.place,
        "director": tournament.director,
        "beginDate": tournament.begin,
        "endDate": tournament.end,
        "numberOfRounds": str(settings.rounds),
        "numberOfCategories": str(len(settings.category_limits) + 1),
        "bInternet": str(settings.internet).lower(),
        "komi": f"{settings.komi:g}",
        "size": str(settings.board_size),
        "basicTime": str(clock.basic_minutes),
        "complementaryTimeSystem": OVERTIME_NAMES[clock.overtime],
        "stdByoYomiTime": str(clock.byo_yomi_seconds),
        "canByoYomiTime": str(clock.canadian_seconds),
        "nbMovesCanTime": str(clock.canadian_moves),
        "fischerTime": str(clock.fischer_seconds),
        "genMMBar": rank_text(scoring.bar),
        "genMMFloor": rank_text(scoring.floor),
        "genMMZero": rank_text(scoring.zero),
        "genNBW2ValueBye": _doubled(scoring.bye_wins),
        "genMMS2ValueBye": _doubled(scoring.bye_points),
        "genNBW2ValueAbsent": _doubled(scoring.absent_wins),
        "genMMS2ValueAbsent": _doubled(scoring.absent_points),
        "genRoundDownNBWMMS": str(scoring.round_down).lower(),
        "genCountNotPlayedGamesAsHalfPoint": str(scoring.unplayed_is_half_for_opponents).lower(),
    }


def _doubled(points: Quarters) -> str:
    return str(points // 2)


def _attributes(kept: Mapping[str, str], prefix: str) -> dict[str, str]:
    return {name.removeprefix(prefix): value for name, value in kept.items() if name.startswith(prefix)}


def _keep_sections(
    root: Element, parameters: Element, kept: Mapping[str, str], keys: Mapping[PlayerId, str]
) -> None:
    for path in KEPT_SECTIONS:
        if path not in kept:
            continue
        section = parse(kept[path].encode())
        for board in (board for team in section.all("Team") for board in team.all("Board")):
            player = PlayerId(board.get("player"))
            board.attributes["player"] = keys.get(player, player)
        (parameters if path.startswith("TournamentParameterSet/") else root).children.append(section)
