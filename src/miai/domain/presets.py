"""What presets are called: "miai", or "miai+newcomers" for the same with a rule of a plug-in."""

from miai.domain.field_labels import PRESET_NAMES
from miai.messages import Message, literal

PLUS = "+"

PRESET_DESCRIPTIONS: dict[str, Message] = {
    "balanced": Message(
        "For most events. Equal scores, near grades, clubs, floats and colours are weighed against each "
        "other."
    ),
    "equal-scores": Message("More games on equal scores; the others are a little further apart."),
    "near-grades": Message(
        "Fewer games over more than one point, so that grades are near; fewer games on equal scores."
    ),
    "clubs-apart": Message(
        "Players of one club or country meet as seldom as possible, even if others are then further apart."
    ),
    "miai": Message(
        "The score above all; each further rule decides only where the rules before it leave a choice."
    ),
    "gotha": Message(
        "OpenGotha’s weights and its choice of the bye; a rematch is avoided, but not forbidden."
    ),
    "kaniuk": Message("Kaniuk’s weights, which you can change under Settings, For experts."),
    "aga": Message("The penalties that the protocol of the American Go Association suggests."),
}


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


def preset_description(preset: str) -> Message:
    """What a preset does, in a sentence; rules of plug-ins describe themselves."""
    base = base_preset(preset)
    return PRESET_DESCRIPTIONS.get(base, literal(base))
