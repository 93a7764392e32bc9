"""What a rule can be: the choices where there is a list of them."""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import cache, partial

from miai.domain.settings.criterion_names import CRITERIA_PATHS, Criterion
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.field_labels import CHOICE_LABELS
from miai.domain.settings.presets import preset_name
from miai.domain.settings.setting_fields import SETTING_LABELS, SettingField, setting_fields, value_at
from miai.domain.settings.setting_text import NONE, text_of
from miai.domain.settings.system_names import system_name
from miai.domain.time_zones import zone_fault
from miai.engine.pairing.presets import PRESETS, why_no_preset
from miai.engine.pairing.pricing.kaniuk import PSI
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.pairing.rules import PLUGGED_RULES, RULES
from miai.engine.scoring.tiebreaks import TIEBREAKS
from miai.errors import Problem, unknown_word
from miai.messages import Message, literal, mark

Choices = tuple[tuple[str, Message], ...]

_NO_SYSTEM = mark("'%(key)s' is not a system")
_NOT_POSSIBLE = mark("'%(key)s' is not possible")


@cache
def choices_of(path: str) -> Choices:
    """What can be chosen for a rule, each with its words; empty where anything can be typed."""
    if path in _CHOICES:
        return _CHOICES[path]()
    field = setting_fields()[path]
    kind = field.kind
    if field.words:
        return tuple((text_of(kind, value), words) for value, words in field.words.items())
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(
            (text_of(kind, each), CHOICE_LABELS.get(each, literal(str(each.value)))) for each in kind
        )
    return ()


def value_problems(settings: Settings) -> Iterator[Problem]:
    """Rules whose value is none of the choices; the bounds of numbers are in `domain.problems`."""
    for field in setting_fields().values():
        value = value_at(settings, field.path)
        if field.path in _CHOICES:
            yield from _unknown(field, value if isinstance(value, tuple) else (value,))
    fault = zone_fault(settings.time_zone)
    if fault:
        yield Problem(what=fault, where=SETTING_LABELS["time_zone"])
    yield from _kaniuk_problems(settings)


def _unknown(field: SettingField, values: tuple[object, ...]) -> Iterator[Problem]:
    known = tuple(key for key, _ in choices_of(field.path))
    for value in values:
        key = text_of(field.kind, value) if not isinstance(value, str) else value
        # Several rules of plug-ins can be named, and are offered one at a time.
        if key in known or (field.path == "preset" and key in PRESETS):
            continue
        yield Problem(what=_why_unknown(field.path, key, known), where=field.label)


def _why_unknown(path: str, key: str, known: tuple[str, ...]) -> Message:
    if path in CRITERIA_PATHS:
        return CRITERIA_PATHS[path].unknown(key)
    # The page has a list to choose from.
    if path == "system":
        return unknown_word(Message(_NO_SYSTEM, key=key), key, known, listed=False)
    if path == "preset":
        return why_no_preset(key, listed=False)
    return unknown_word(Message(_NOT_POSSIBLE, key=key), key, known)


def _kaniuk_problems(settings: Settings) -> Iterator[Problem]:
    rules = settings.pairing.kaniuk.rules
    known = (*(rule.key for rule in RULES), *PLUGGED_RULES)
    where = SETTING_LABELS["pairing.kaniuk.rules"]
    for each in rules:
        if each.rule not in known:
            what = unknown_word(Message(_NOT_POSSIBLE, key=each.rule), each.rule, known)
            yield Problem(what=what, where=where)
    if len({each.rule for each in rules}) < len(rules):
        yield Problem(what=Message("a rule has two weights"), where=where)


def _criteria(path: str) -> Choices:
    return tuple((key, _in_words(each)) for key, each in CRITERIA_PATHS[path].names.items())


def _in_words(each: Criterion) -> Message:
    if str(each.title).lower() == str(each.name).lower():
        return each.title
    return Message("%(title)s: %(name)s", title=each.title, name=each.name)


def _second_criteria(path: str) -> Choices:
    return ((NONE, Message("none")), *(each for each in _criteria(path) if each[0] in TIEBREAKS))


# Worked out when somebody looks: plug-ins may add to them.
_CHOICES: Mapping[str, Callable[[], Choices]] = {
    "system": lambda: tuple((key, system_name(key)) for key in ALL_SYSTEMS),
    "preset": lambda: tuple((key, preset_name(key)) for key in PRESETS),
    "pairing.kaniuk.psi": lambda: tuple((key, literal(key)) for key in PSI),
    **{
        path: partial(_second_criteria if path.endswith(".by") else _criteria, path)
        for path in CRITERIA_PATHS
    },
}
