"""Rules that make no difference under the other rules chosen, each with the reason.

The page of the rules and `miai rules` say so beside the rule: nothing that a director sets is ignored in
silence. A rule says by itself which other rules it needs, and which aspect of the draw it is about.
"""

from collections.abc import Iterable, Iterator

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.presets import base_preset, preset_name
from miai.domain.settings.seeding import SeedMethod
from miai.domain.settings.setting import Aspect
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.domain.settings.setting_words import words_of
from miai.domain.settings.system_names import system_name
from miai.engine.pairing.registry import abilities_of
from miai.messages import Message

_WEIGHTS = frozenset((Aspect.GOTHA_WEIGHTS, Aspect.KANIUK_WEIGHTS))
_OF_PRESETS = _WEIGHTS | {Aspect.PRESET, Aspect.WEIGHTS_EDITION}
_SEEDING = frozenset((Aspect.SEEDING, Aspect.SEEDING_METHOD, Aspect.SEEDING_BY_STANDINGS))
_FLOATS = frozenset((Aspect.FLOATS, Aspect.FLOAT_PLACES))
_KIN = frozenset((Aspect.KIN, Aspect.KIN_IN_STATE_OR_CITY, Aspect.EXEMPTIONS, Aspect.LATE_EXEMPTIONS))
_MINOR = frozenset((Aspect.SMALL_HANDICAPS, Aspect.GRADING_INFORMATION))
_METHODS = ("pairing.first_seeding.method", "pairing.later_seeding.method")
_OF_GOTHA = frozenset((SeedMethod.SLIP, SeedMethod.FOLD, SeedMethod.SPLIT_AND_RANDOM))
# What a preset leaves out of account.
_NOT_IN_PRESET: dict[str, frozenset[Aspect]] = {
    **dict.fromkeys(PRESET_WEIGHTS, _WEIGHTS),
    "miai": _WEIGHTS,
    "gotha": frozenset(
        (
            Aspect.KANIUK_WEIGHTS,
            Aspect.WEIGHTS_EDITION,
            Aspect.SEEDING_BY_STANDINGS,
            Aspect.KIN_IN_STATE_OR_CITY,
            Aspect.LATE_EXEMPTIONS,
            Aspect.TIME_ZONES,
            Aspect.CATEGORIES,
            *_MINOR,
        )
    ),
    "kaniuk": frozenset((Aspect.GOTHA_WEIGHTS, Aspect.WEIGHTS_EDITION)),
    "aga": _WEIGHTS | {Aspect.WEIGHTS_EDITION, Aspect.SEEDING_METHOD, Aspect.FLOAT_PLACES},
}
# What a system of its own leaves out of account.
_NOT_IN_SYSTEM: dict[str, frozenset[Aspect]] = {
    "aga": _SEEDING | _FLOATS | {Aspect.CATEGORIES, Aspect.GRADING_INFORMATION},
    "backtracking": frozenset((Aspect.FLOATS,)),
    "guided_random": _FLOATS | _KIN | _MINOR | {Aspect.SEEDING_METHOD, Aspect.TIME_ZONES, Aspect.CATEGORIES},
    "accelrat": _SEEDING | _FLOATS | _MINOR | {Aspect.TIME_ZONES, Aspect.CATEGORIES},
    "entropy": _SEEDING | _FLOATS | _KIN | _MINOR | {Aspect.TIME_ZONES, Aspect.CATEGORIES},
    "random": _SEEDING | _FLOATS | _KIN | _MINOR | {Aspect.TIME_ZONES, Aspect.CATEGORIES},
    "roommates": _SEEDING | _FLOATS | _MINOR | {Aspect.CATEGORIES},
}


def unused_rules(settings: Settings) -> dict[str, Message]:
    """The paths of the rules that make no difference, with the reason."""
    left_out: dict[Aspect, Message] = {}
    for aspects, why in _left_out(settings):
        for aspect in aspects:
            left_out.setdefault(aspect, why)
    unknown = unknown_methods(settings)
    reasons = {
        path: (left_out.get(field.aspect) if field.aspect else None)
        or field.why_unused(settings)
        or unknown.get(path)
        for path, field in setting_fields().items()
    }
    return {path: why for path, why in reasons.items() if why}


def unknown_methods(settings: Settings) -> dict[str, Message]:
    """Ways of seeding that OpenGotha does not know, and that its weights draw as another one."""
    if base_preset(settings.preset) != "gotha" or not abilities_of(settings.system).by_preset:
        return {}
    return {
        path: Message(
            "the pairing rules “%(preset)s” do not know this way of seeding and draw as “%(other)s”",
            preset=preset_name(settings.preset),
            other=words_of(path, SeedMethod.SPLIT_AND_RANDOM),
        )
        for path in _METHODS
        if value_at(settings, path) not in _OF_GOTHA
    }


def _left_out(settings: Settings) -> Iterator[tuple[Iterable[Aspect], Message]]:
    """What the system and the preset leave out of account; the first reason is the one to give."""
    key, abilities = settings.system, abilities_of(settings.system)
    system = system_name(key)
    if not abilities.by_preset:
        why = Message("%(system)s has its own way of pairing and takes no preset", system=system)
        yield _OF_PRESETS, why
    if abilities.plans_rounds:
        why = Message("%(system)s follows a plan for all rounds and does not use this", system=system)
        yield set(Aspect) - _OF_PRESETS, why
    yield _NOT_IN_SYSTEM.get(key, ()), Message("%(system)s does not use this", system=system)
    if abilities.by_preset:
        preset = preset_name(settings.preset)
        why = Message("the pairing rules “%(preset)s” do not use this", preset=preset)
        yield _NOT_IN_PRESET.get(base_preset(settings.preset), ()), why
