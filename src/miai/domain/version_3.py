"""Version 3 of the log, which did not know ranges of tables, periods of byo-yomi and byes chosen by hand.

These are the rules that an event of version 3 was played by where the log says nothing. They are data of the
past and never change, whatever becomes of the classes.
"""

from collections.abc import Mapping
from typing import Any

from miai.domain.upgrading import with_fields

Json = Any

_BYE: Mapping[str, Json] = {"locked": False}
_CLOCK: Mapping[str, Json] = {"byo_yomi_periods": 0}
_TABLES: Mapping[str, Json] = {"ranges": [], "left_out": []}


def as_version_4(entry: Mapping[str, Json]) -> dict[str, Json]:
    """An entry of version 3 with the rules that it did not know."""
    match entry.get("event"):
        case "TournamentCreated" | "SettingsChanged":
            return with_fields(entry, {}, settings=_settings)
        case "RoundDrawn":
            return with_fields(entry, {}, round=_with_byes)
        case "ByesChanged" | "DrawChanged":
            return _with_byes(entry)
    return dict(entry)


def _settings(raw: Mapping[str, Json]) -> dict[str, Json]:
    return with_fields(raw, {"tables": _TABLES}, clock=lambda clock: with_fields(clock, _CLOCK))


def _with_byes(raw: Mapping[str, Json]) -> dict[str, Json]:
    """The object with every bye in its list of byes, if it has one."""
    byes = raw.get("byes")
    if not isinstance(byes, list):
        return dict(raw)
    return {**raw, "byes": [with_fields(bye, _BYE) if isinstance(bye, dict) else bye for bye in byes]}
