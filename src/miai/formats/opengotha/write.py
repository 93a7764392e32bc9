"""Writes OpenGotha's XML."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from miai.domain.people.player import Extras, Player, PlayerId, Registration
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.rounds.game import Board
from miai.domain.settings.scoring_rules import Rulebook, Scoring
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import start_of
from miai.formats.countries import two_letters
from miai.formats.missed_rounds import missed_rounds
from miai.formats.opengotha.attributes import decimal_text
from miai.formats.opengotha.fitting import (
    FittedPlayer,
    demand_that_it_fits,
    fitted_date,
    fitted_players,
    fitted_rounds,
    fitted_tables,
)
from miai.formats.opengotha.pairing import pairing_attributes
from miai.formats.opengotha.read import KEPT_SECTIONS, TEAM_SECTIONS
from miai.formats.opengotha.teams import add_teams
from miai.formats.opengotha.terms import (
    BY_GRADE,
    CLUB_LENGTH,
    CRITERIA,
    CRITERIA_EXTRA,
    CRITERIA_NAMES,
    KEY_EXTRA,
    LEAST_RATING,
    MOST_CATEGORIES,
    MOST_CRITERIA,
    MOST_RATING,
    MOST_ROUNDS,
    OVERTIME_NAMES,
    PREFIX,
    RESULT_NAMES,
    rank_text,
)
from miai.formats.xml_tree import Element, document, parse


def write(tournament: Tournament) -> bytes:
    """Write a tournament that OpenGotha can open, with everything that Miai keeps for it but does not use."""
    kept = _kept(tournament.extras)
    demand_that_it_fits(tournament)
    fitted = fitted_players(tournament.players)
    keys = {player: each.key for player, each in fitted.items()}
    rounds = fitted_rounds(tournament)
    root = Element(tag="Tournament", attributes={"dataVersion": "201", **_attributes(kept, "@")})
    players = root.add("Players")
    for player in tournament.players:
        away = player.absent_rounds | missed_rounds(player, tournament)
        players.add("Player", _player(player, fitted[player.id], away, tournament.settings.scoring))
    games, byes = root.add("Games"), root.add("ByePlayers")
    for drawn in rounds:
        tables = fitted_tables(drawn)
        for board in drawn.boards:
            games.add("Game", _game(board, drawn.number, tables[board.table], keys))
        # Of several byes in a round OpenGotha keeps the last.
        for free in drawn.free[-1:]:
            byes.add("ByePlayer", {"player": keys[free], "roundNumber": str(drawn.number)})
    parameters = root.add("TournamentParameterSet")
    _parameters(parameters, tournament, kept)
    if tournament.teams:
        kept = {name: value for name, value in kept.items() if name not in TEAM_SECTIONS}
        add_teams(root, tournament, keys)
    _keep_sections(root, parameters, kept, keys)
    groups = root.add("ClubsGroups")
    for group in tournament.settings.clubs_groups:
        element = groups.add("ClubsGroup", {"name": group.name})
        for club in group.clubs:
            element.add("Club", {"name": _club(club)})
    return document(root)


def _kept(extras: Extras) -> dict[str, str]:
    return {name.removeprefix(PREFIX): value for name, value in extras if name.startswith(PREFIX)}


def _player(player: Player, fitted: FittedPlayer, away: Set[int], scoring: Scoring) -> dict[str, str]:
    extras = _kept(player.extras)
    extras.pop(KEY_EXTRA.removeprefix(PREFIX), None)
    held = extras.pop("grade", None) or rank_text(player.declared_grade or player.grade)
    rating = player.grade.rating if player.rating is None else round(player.rating)
    return {
        "name": fitted.surname,
        "firstName": fitted.first_name,
        "country": two_letters(player.country),
        "club": _club(player.club),
        "egfPin": player.egf_pin,
        "ffgLicence": player.ffg_licence,
        "ffgLicenceStatus": player.ffg_status,
        "agaId": player.aga_id,
        "agaExpirationDate": player.aga_expiry,
        "rank": rank_text(player.grade),
        "rating": str(min(MOST_RATING, max(LEAST_RATING, rating))),
        "ratingOrigin": BY_GRADE if player.rating is None else player.rating_origin,
        "grade": held,
        "smmsCorrection": str(_correction(player, scoring)),
        "participating": "".join("0" if n in away else "1" for n in range(1, MOST_ROUNDS + 1)),
        "registeringStatus": "PRE" if player.registration is Registration.PRELIMINARY else "FIN",
        **extras,
    }


def _club(name: str) -> str:
    return name[:CLUB_LENGTH].strip()


def _correction(player: Player, scoring: Scoring) -> int:
    """The difference between the player's start and the start that OpenGotha computes from the grade."""
    plain = replace(player, start=None, correction=NOTHING, bar_side=None)
    gotha = replace(scoring, rulebook=Rulebook.GOTHA, bands=())
    return (start_of(player, scoring) - start_of(plain, gotha)) // POINT


def _game(board: Board, number: int, table: int, keys: Mapping[PlayerId, str]) -> dict[str, str]:
    return {
        "roundNumber": str(number),
        "tableNumber": str(table),
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
    limits = settings.category_limits[: MOST_CATEGORIES - 1]
    if limits:
        categories = general.add("Categories")
        for number, limit in enumerate(limits, start=1):
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
    names = _criteria(settings.criteria, kept.get(CRITERIA_EXTRA.removeprefix(PREFIX), "").split())
    for number, name in enumerate(names + ["NULL"] * (MOST_CRITERIA - len(names)), start=1):
        criteria.add("PlacementCriterion", {"name": name, "number": str(number)})
    parameters.add(
        "PairingParameterSet",
        {**pairing_attributes(settings.pairing), **_attributes(kept, "PairingParameterSet@")},
    )


def _criteria(keys: Sequence[str], listed: Sequence[str]) -> list[str]:
    """The names of the criteria; those of the file that was read, as long as the director changed none."""
    read = tuple(dict.fromkeys(CRITERIA[name.upper()] for name in listed if name.upper() in CRITERIA))
    names = listed if listed and read == tuple(keys) else [CRITERIA_NAMES.get(key, "") for key in keys]
    return [name for name in names if name][:MOST_CRITERIA]


def _general(tournament: Tournament) -> dict[str, str]:
    settings = tournament.settings
    scoring, clock = settings.scoring, settings.clock
    return {
        "name": tournament.name,
        "shortName": tournament.short_name,
        "location": tournament.place,
        "director": tournament.director,
        "beginDate": fitted_date(tournament.begin),
        "endDate": fitted_date(tournament.end),
        "numberOfRounds": str(min(settings.rounds, MOST_ROUNDS)),
        "numberOfCategories": str(min(len(settings.category_limits) + 1, MOST_CATEGORIES)),
        "bInternet": str(settings.internet).lower(),
        "komi": decimal_text(settings.komi),
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
