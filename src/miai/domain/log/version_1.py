"""Version 1 of the log, which left out whatever had its default.

These are the defaults of that version, as it wrote them. They are data of the past and never change, whatever
becomes of the classes: a log of version 1 was played by these rules.
"""

from collections.abc import Mapping
from typing import Any

Json = Any

# For each class the fields that could be left out. An empty object means all the defaults of its class.
DEFAULTS: Mapping[str, Mapping[str, Json]] = {
    "TournamentCreated": {
        "name": "",
        "short_name": "",
        "place": "",
        "director": "",
        "begin": "",
        "end": "",
        "settings": {},
        "extras": [],
    },
    "DetailsChanged": {"short_name": "", "place": "", "director": "", "begin": "", "end": ""},
    "RoundDrawn": {"system": "", "preset": "", "seed": None, "again": False, "kept": []},
    "DrawChanged": {"players": [], "boards": [], "removed": [], "byes": None},
    "StandingsPublished": {"final": False},
    "ResultEntered": {"white": None, "black": None},
    "Settings": {
        "system": "mcmahon",
        "preset": "miai",
        "rounds": 5,
        "criteria": ["mms", "sosm", "sososm"],
        "scoring": {},
        "handicapping": {},
        "pairing": {},
        "clock": {},
        "komi": 6.5,
        "board_size": 19,
        "category_limits": [],
        "clubs_groups": [],
        "draw_seed": 0,
        "prizes": [],
        "one_prize_each": True,
    },
    "Scoring": {
        "bar": "4d",
        "floor": "30k",
        "zero": "30k",
        "bye_wins": 1,
        "bye_points": 1,
        "absent_wins": 0,
        "absent_points": 0,
        "round_down": True,
        "absence_for_place": True,
        "unplayed_is_half_for_opponents": False,
        "unplayed": "start",
        "rulebook": "miai",
    },
    "Handicapping": {
        "by_score": True,
        "correction": 1,
        "ceiling": 9,
        "none_from": "1d",
        "none_above_bar": False,
    },
    "PairingRules": {
        "first_seeding": {},
        "later_seeding": {"method": "fold", "by": None},
        "first_seeding_rounds": 2,
        "float_down_from": "middle",
        "float_up_from": "middle",
        "compensate_floats": True,
        "same_country": 1,
        "same_clubs_group": 2,
        "same_club": 3,
        "exempt_at_bar": True,
        "exempt_half_won": False,
        "exempt_from": "1d",
        "exempt_last_half": False,
        "keep_categories_apart": True,
        "small_handicaps": False,
        "grading_information": False,
        "weights": {},
    },
    "SeedingChoice": {"method": "slip", "by": "rating", "criteria": []},
    "Weights": {
        "duplicate": 500_000_000_000_000,
        "random": 0,
        "colour": 1_000_000,
        "category": 20_000_000_000_000,
        "score": 100_000_000_000,
        "floats": 100_000_000,
        "seeding": 5_000_000,
        "geography": 100_000_000_000,
        "handicap": 0,
        "concavity": 0.5,
    },
    "Clock": {
        "basic_minutes": 60,
        "overtime": "byo-yomi",
        "byo_yomi_seconds": 30,
        "canadian_seconds": 300,
        "canadian_moves": 15,
        "fischer_seconds": 10,
    },
    "ClubsGroup": {"clubs": []},
    "Prize": {
        "kind": "place",
        "place": 1,
        "wins": 0,
        "strongest": None,
        "weakest": None,
        "category": None,
        "country": "",
    },
    "Player": {
        "first_name": "",
        "declared_grade": None,
        "highest_grade": None,
        "rating": None,
        "sigma": None,
        "rating_date": None,
        "rating_origin": "",
        "aga_rating": None,
        "country": "",
        "club": "",
        "family": "",
        "time_zone": "",
        "egf_pin": "",
        "ffg_licence": "",
        "ffg_status": "",
        "aga_id": "",
        "aga_expiry": "",
        "registration": "final",
        "absent_rounds": [],
        "start": None,
        "correction": 0,
        "bar_side": None,
        "category": None,
        "team": "",
        "extras": [],
    },
    "Round": {"boards": [], "byes": [], "bonuses": []},
    "Board": {"handicap": 0, "komi": None, "result": "unknown", "colours_known": True, "locked": False},
    "Bye": {"kind": "forced"},
    "Wishes": {"apart": [], "games": [], "tables": [], "off_tables": []},
    "RoundClock": {"starts_at": "", "minutes": 0, "paused_at": ""},
}

# Which fields hold objects with defaults of their own, or lists of them.
INNER: Mapping[str, Mapping[str, str]] = {
    "TournamentCreated": {"settings": "Settings"},
    "SettingsChanged": {"settings": "Settings"},
    "PlayerRegistered": {"player": "Player"},
    "PlayerChanged": {"player": "Player"},
    "RoundDrawn": {"round": "Round"},
    "BoardChanged": {"board": "Board"},
    "ByesChanged": {"byes": "Bye"},
    "DrawChanged": {"boards": "Board", "byes": "Bye"},
    "WishesChanged": {"wishes": "Wishes"},
    "ClockSet": {"clock": "RoundClock"},
    "Settings": {
        "scoring": "Scoring",
        "handicapping": "Handicapping",
        "pairing": "PairingRules",
        "clock": "Clock",
        "clubs_groups": "ClubsGroup",
        "prizes": "Prize",
    },
    "PairingRules": {
        "first_seeding": "SeedingChoice",
        "later_seeding": "SeedingChoice",
        "weights": "Weights",
    },
    "Round": {"boards": "Board", "byes": "Bye"},
}


def with_its_defaults(entry: Mapping[str, Json]) -> dict[str, Json]:
    """An entry of version 1 with everything that it left out."""
    return {"by": "", "at": "", **_filled(entry, str(entry.get("event")))}


def _filled(raw: Mapping[str, Json], kind: str) -> dict[str, Json]:
    whole = {**DEFAULTS.get(kind, {}), **raw}
    for name, inner in INNER.get(kind, {}).items():
        if name in whole:
            whole[name] = _filled_inside(whole[name], inner)
    return whole


def _filled_inside(value: Json, kind: str) -> Json:
    """An object or each of a list; what is neither is left for the reader to refuse."""
    match value:
        case dict():
            return _filled(value, kind)
        case list():
            return [_filled_inside(each, kind) for each in value]
    return value
