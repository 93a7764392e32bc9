"""Version 2 of the log, which did not know some rules of the documents.

These are the rules that an event of version 2 was played by where the log says nothing. They are data of the
past and never change, whatever becomes of the classes.
"""

from collections.abc import Mapping
from typing import Any

from miai.domain.upgrading import with_fields

Json = Any

_DETAILS: Mapping[str, Json] = {"country": ""}
_PLAYER: Mapping[str, Json] = {"state": "", "city": ""}
_WISHES: Mapping[str, Json] = {"volunteers": []}
_SCORING: Mapping[str, Json] = {"bands": []}
_SETTINGS: Mapping[str, Json] = {
    "ruleset": "japanese",
    "internet": False,
    "classic_rating": {"epsilon": 0.0, "points_per_stone": 100.0, "stones_off": 0.5},
}
_PAIRING: Mapping[str, Json] = {
    "same_state": 0,
    "same_city": 0,
    "relief_for_large_clubs": False,
    "family_apart": True,
    "colours": "balance",
    "bracket_by_lot": False,
    "redraw_losers": False,
    "kaniuk": {
        "psi": "sech",
        "rules": [
            {"rule": "category", "weight": 10_000.0, "scale": 1.0},
            {"rule": "score", "weight": 1_000.0, "scale": 3 / 4},
            {"rule": "geography", "weight": 100.0, "scale": 1 / 3},
            {"rule": "floats", "weight": 60.0, "scale": 1 / 3},
            {"rule": "colour", "weight": 30.0, "scale": 1 / 3},
            {"rule": "grading", "weight": 10.0, "scale": 1 / 3},
            {"rule": "handicap", "weight": 10.0, "scale": 1 / 3},
            {"rule": "float_place", "weight": 1.0, "scale": 1 / 10},
            {"rule": "seeding", "weight": 10.0, "scale": 1 / 20},
            {"rule": "chance", "weight": 0.01, "scale": 1 / 16},
        ],
    },
}
# "random" was what is now called "split and random".
_METHODS: Mapping[Json, str] = {"random": "split and random"}


def as_version_3(entry: Mapping[str, Json]) -> dict[str, Json]:
    """An entry of version 2 with the rules that it did not know."""
    match entry.get("event"):
        case "TournamentCreated":
            return with_fields(entry, _DETAILS, settings=_settings)
        case "DetailsChanged":
            return with_fields(entry, _DETAILS)
        case "SettingsChanged":
            return with_fields(entry, {}, settings=_settings)
        case "PlayerRegistered" | "PlayerChanged":
            return with_fields(entry, {}, player=lambda player: with_fields(player, _PLAYER))
        case "WishesChanged":
            return with_fields(entry, {}, wishes=lambda wishes: with_fields(wishes, _WISHES))
    return dict(entry)


def _settings(raw: Mapping[str, Json]) -> dict[str, Json]:
    return with_fields(
        raw, _SETTINGS, scoring=lambda scoring: with_fields(scoring, _SCORING), pairing=_pairing
    )


def _pairing(raw: Mapping[str, Json]) -> dict[str, Json]:
    return with_fields(raw, _PAIRING, first_seeding=_seeding, later_seeding=_seeding)


def _seeding(raw: Mapping[str, Json]) -> dict[str, Json]:
    """Without criteria of its own the seeding followed the standings."""
    method = raw.get("method")
    named = {"method": _METHODS.get(method, method)} if isinstance(method, str) else {}
    return {**raw, **named, "by_standings": not raw.get("criteria")}
