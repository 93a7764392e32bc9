"""The values of settings as messages show them."""

from datetime import date
from enum import Enum
from typing import Any

from miai.domain.money import Cents, money_text
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters
from miai.domain.settings.criterion_names import CRITERIA_PATHS
from miai.domain.settings.event_settings import ClubsGroup
from miai.domain.settings.field_labels import CHOICE_LABELS
from miai.domain.settings.kaniuk_weights import RuleWeight
from miai.domain.settings.presets import preset_name
from miai.domain.settings.prizes import Prize
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.settings.setting_fields import setting_fields
from miai.domain.settings.system_names import SYSTEMS
from miai.domain.table_numbers import TableRange
from miai.messages import Message, Score


def words_of(path: str, value: Any) -> Any:
    """The value of a setting, as a value of a message."""
    if path == "preset":
        return preset_name(value)
    if path == "system" and value in SYSTEMS:
        return SYSTEMS[value].name
    field = setting_fields()[path]
    if value in field.words:
        return field.words[value]
    if path in CRITERIA_PATHS and value:
        known = CRITERIA_PATHS[path]
        return known.titles(value) if isinstance(value, tuple) else known.title(value)
    if field.kind is Cents:
        return money_text(value)
    return Score(value) if field.kind is Quarters else shown(value)


def shown(value: Any) -> Any:
    """A value of any kind but points, as a value of a message."""
    match value:
        case None | () | "":
            return Message("none")
        case bool():
            return Message("yes") if value else Message("no")
        case tuple():
            return tuple(shown(item) for item in value)
        case Enum():
            return CHOICE_LABELS.get(value, value.value)
        case ClubsGroup(name=name) | Prize(title=name):
            return name
        case RuleWeight(rule=rule, weight=weight, scale=scale):
            return Message("%(rule)s W %(weight)s λ %(scale)s", rule=rule, weight=weight, scale=scale)
        case StartBand(weakest=weakest, score=score):
            return Message("%(grade)s at %(score)s", grade=str(weakest), score=Score(score))
        case Grade() | TableRange() | date():
            return str(value)
    return value
