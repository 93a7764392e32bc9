"""All tournament systems, and what each can do."""

from typing import Any, cast

from miai.domain.settings import DEFAULT_PRESET
from miai.errors import InputError, unknown_word
from miai.messages import Message, literal
from miai.pairing.schedules import SCHEDULES
from miai.pairing.schedules.protocol import Schedule
from miai.pairing.system import Abilities, PairingSystem
from miai.pairing.systems import BY_PRESET, SYSTEMS
from miai.plugins import Registry, demand_parts, plugged_class


def _of_plugin(key: str, value: Any) -> type[PairingSystem]:
    demand_parts(value, ("key", "name", "how", "abilities", "analyse"))
    system = cast("type[PairingSystem]", value)
    if not isinstance(value, type) or system.key != key:
        raise InputError(Message("it is not a class whose key is '%(key)s'", key=key))
    if system.abilities.plans_rounds or system.abilities.by_preset:
        raise InputError(Message("a plug-in cannot plan all rounds or take presets"))
    return plugged_class("systems", key, system, ("analyse",))


_OWN: dict[str, type[PairingSystem]] = {**SYSTEMS, **SCHEDULES}
ALL_SYSTEMS: Registry[type[PairingSystem]] = Registry("systems", _OWN, _of_plugin)


def demand_system(key: str) -> None:
    """Refuse a system that there is not."""
    if key not in ALL_SYSTEMS:
        raise InputError(unknown_word(Message("'%(key)s' is not a system", key=key), key, ALL_SYSTEMS))


def system_of(key: str, *, preset: str = DEFAULT_PRESET) -> PairingSystem:
    """A system with its usual settings; the preset is for those that take one."""
    demand_system(key)
    return BY_PRESET[key](preset=preset) if key in BY_PRESET else ALL_SYSTEMS[key]()


def schedule_of(key: str) -> Schedule:
    """A system that plans all rounds."""
    if key not in SCHEDULES:
        what = Message("the system '%(system)s' has no bracket", system=key)
        raise InputError(unknown_word(what, key, SCHEDULES))
    return SCHEDULES[key]()


def abilities_of(key: str) -> Abilities:
    """What a system can do; one that is not known can do nothing."""
    return ALL_SYSTEMS[key].abilities if key in ALL_SYSTEMS else Abilities()


def name_of(key: str) -> Message:
    """A system as people call it."""
    return ALL_SYSTEMS[key].name if key in ALL_SYSTEMS else literal(key)


def weighing_systems() -> tuple[str, ...]:
    """The systems that weigh pairs."""
    return tuple(key for key, system in ALL_SYSTEMS.items() if system.abilities.weighs_pairs)
