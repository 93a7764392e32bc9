"""Version 5 of the log, which knew no teams, sides of several people, komi handicaps, fees, stages, congress.

These are the rules that an event of version 5 was played by where the log says nothing. They are data of the
past and never change, whatever becomes of the classes.
"""

from collections.abc import Mapping
from typing import Any

from miai.domain.upgrading import with_fields

Json = Any

_PLAYER: Mapping[str, Json] = {
    "members": [],
    "birth_year": None,
    "sex": None,
    "newcomer": False,
    "fee": None,
    "paid": 0,
}
_PRIZE: Mapping[str, Json] = {
    "club": "",
    "sex": None,
    "born_since": None,
    "born_until": None,
    "rating_from": None,
    "rating_to": None,
    "newcomer": False,
    "amount": 0,
}
_ROUND: Mapping[str, Json] = {"matches": [], "resting": []}
_CLOCK: Mapping[str, Json] = {"deadline": ""}
_PAIRING: Mapping[str, Json] = {"far_time_zones": 0, "hours_in_reach": 6}
_HANDICAPPING: Mapping[str, Json] = {"komi_per_grade": 0.0, "table": []}
_SETTINGS: Mapping[str, Json] = {
    "sides": {"people": 1, "rounding": "nearest"},
    "teams": {
        "size": 0,
        "paired": True,
        "order": "captain",
        "criteria": ["teamp", "bdw", "bdw3u", "bdw2u", "bdw1u", "mnr"],
        "handicaps": False,
        "half_of_all_boards": False,
        "empty_seat_loses": True,
        "bye_points": 2,
        "bye_boards": 0.5,
        "limits": {
            "most_grades": None,
            "most_rating": None,
            "least_juniors": 0,
            "junior_since": None,
            "one_country": False,
        },
    },
    "unfinished": {"in_next_draw": "half", "after_deadline": "stays open"},
    "time_zone": "",
    "ratings_frozen_after": None,
    "fees": {"currency": "", "usual": 0, "for_juniors": 0, "junior_since": None},
}


def as_version_6(entry: Mapping[str, Json]) -> dict[str, Json]:
    """An entry of version 5 with the rules that it did not know."""
    match entry.get("event"):
        case "TournamentCreated":
            return with_fields(entry, {"is_congress": False}, settings=_settings)
        case "SettingsChanged":
            return with_fields(entry, {}, settings=_settings)
        case "ClockSet":
            return with_fields(entry, {}, clock=lambda clock: with_fields(clock, _CLOCK))
        case "ScheduleSet" if isinstance(entry.get("clocks"), list):
            clocks = [
                with_fields(each, _CLOCK) if isinstance(each, dict) else each for each in entry["clocks"]
            ]
            return {**entry, "clocks": clocks}
        case "PlayerRegistered" | "PlayerChanged":
            return with_fields(entry, {}, player=_player)
        case "PlayersChanged" if isinstance(entry.get("players"), list):
            return {**entry, "players": [_player(each) for each in entry["players"]]}
        case "RoundDrawn":
            return with_fields(entry, {}, round=lambda drawn: with_fields(drawn, _ROUND))
        case "RoundPublished":
            return with_fields(entry, {"proof": ""})
    return dict(entry)


def _player(raw: Json) -> Json:
    return with_fields(raw, _PLAYER) if isinstance(raw, dict) else raw


def _settings(raw: Mapping[str, Json]) -> dict[str, Json]:
    whole = with_fields(
        raw,
        _SETTINGS,
        handicapping=lambda rules: with_fields(rules, _HANDICAPPING),
        pairing=lambda rules: with_fields(rules, _PAIRING),
    )
    if isinstance(raw.get("prizes"), list):
        whole["prizes"] = [
            with_fields(each, _PRIZE) if isinstance(each, dict) else each for each in raw["prizes"]
        ]
    return whole
