"""For every rule another value than it has, as a director would type it."""

from collections.abc import Callable
from enum import Enum
from typing import Any, get_args, get_origin

from miai.domain.money import Cents, units
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.handicap_rules import HandicapStep
from miai.domain.settings.kaniuk_weights import RuleWeight
from miai.domain.settings.prizes import Prize
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.domain.settings.setting_text import text_of
from miai.domain.table_numbers import TableRange
from miai.features.settings.rule_values import choices_of

_LISTS: dict[Any, str] = {
    str: "nbw, sosw",
    Grade: "1d, 5k",
    ClubsGroup: "North: Lund, Malmö; South: Ulm",
    RuleWeight: "score: 500: 1/3; floats: 2: 0.5; category: 3: 1; geography: 0: 1; colour: 1: 1; "
    "grading: 1: 1; handicap: 1: 1; float_place: 1: 1; seeding: 1: 1; chance: 0: 1",
    StartBand: "2d: 0; 5k: -2",
    TableRange: "3-20, 25, 31-",
    HandicapStep: "1: 0: 0.5; 3: 2: -3.5",
    Prize: "Best kyu player: place: 1: 0: 1k",
}
_OWN = {"teams.criteria": "bdw, sost", "time_zone": "Asia/Tokyo", "ratings_frozen_after": "2026-05-01"}
_CHANGES: dict[Any, Callable[[Any], str]] = {
    int: lambda value: str(value + 1),
    Quarters: lambda value: str(value + 1),
    Cents: lambda value: f"{units(value) + 12.5:.2f}",
    float: lambda value: f"{value / 2 + 0.125:g}",
    str: lambda value: f"{value}EUR",
}


def other_rule(settings: Settings, path: str) -> str:
    """A text for a rule that means something else than its present value."""
    field = setting_fields()[path]
    kind, value = field.kind, value_at(settings, path)
    if path in _OWN:
        return _OWN[path]
    if get_origin(kind) is tuple:
        return _LISTS[get_args(kind)[0]]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(text_of(kind, each) for each in kind if each is not value)
    now = text_of(kind, value)
    if choices_of(path):
        return next(key for key, _ in reversed(choices_of(path)) if key != now)
    if kind is bool:
        return "no" if value else "yes"
    if value is None and Grade not in get_args(kind):
        assert field.bounds
        return str(field.bounds.high)
    if kind in _CHANGES:
        return _CHANGES[kind](value)
    assert Grade in (kind, *get_args(kind)), path
    return "20k" if path == "scoring.floor" else "6d"
