"""What presets are called: "miai", or "miai+newcomers" for the same with a rule of a plug-in."""

from miai.domain.field_labels import PRESET_NAMES
from miai.messages import Message, literal

PLUS = "+"


def base_preset(preset: str) -> str:
    """The preset without the rules of plug-ins."""
    return preset.partition(PLUS)[0]


def added_rules(preset: str) -> tuple[str, ...]:
    """The rules of plug-ins that a preset is used with."""
    return tuple(preset.split(PLUS)[1:])


def preset_name(preset: str) -> Message:
    """A preset as people call it."""
    base, rules = base_preset(preset), added_rules(preset)
    name = PRESET_NAMES.get(base, literal(base))
    return Message("%(preset)s, with %(rules)s", preset=name, rules=rules) if rules else name
