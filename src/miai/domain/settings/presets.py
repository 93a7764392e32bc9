"""What presets are called: "miai", or "miai+newcomers" for the same with a rule of a plug-in."""

from dataclasses import dataclass

from miai.messages import Message, literal

PLUS = "+"

# What a document asks for, by its id there (docs/reference/documents.md); the others are Miai's own.
_CLAUSES = {
    "gotha": "V45",
    "kaniuk": "K19",
    "aga": "A59",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A preset: its name, a sentence on what it does, and the clause that asks for it."""

    key: str
    name: Message
    says: Message
    clause: str = ""


NAMED_PRESETS: dict[str, Preset] = {}


def _own(key: str, *, name: Message, says: Message) -> None:
    """Add a preset of Miai's own, whose prices are in `pairing.presets`."""
    NAMED_PRESETS[key] = Preset(key=key, name=name, says=says, clause=_CLAUSES.get(key, ""))


_own(
    "balanced",
    name=Message("Balanced"),
    says=Message(
        "For most events. Equal scores, near grades, clubs, floats and colours are weighed against each "
        "other."
    ),
)
_own(
    "equal-scores",
    name=Message("Equal scores first"),
    says=Message("More games on equal scores; the others are a little further apart."),
)
_own(
    "near-grades",
    name=Message("Near grades first"),
    says=Message(
        "Fewer games over more than one point, so that grades are near; fewer games on equal scores."
    ),
)
_own(
    "clubs-apart",
    name=Message("Clubs apart first"),
    says=Message(
        "Players of one club or country meet as seldom as possible, even if others are then further apart."
    ),
)
_own(
    "miai",
    name=Message("In strict order"),
    says=Message(
        "The score above all; each further rule decides only where the rules before it leave a choice."
    ),
)
_own(
    "gotha",
    name=Message("As OpenGotha"),
    says=Message("OpenGotha’s weights and its choice of the bye; a rematch is avoided, but not forbidden."),
)
_own(
    "kaniuk",
    name=Message("As Kaniuk"),
    says=Message("Kaniuk’s weights, which you can change under Settings, For experts."),
)
_own(
    "aga",
    name=Message("As the AGA"),
    says=Message("The penalties that the protocol of the American Go Association suggests."),
)


def base_preset(preset: str) -> str:
    """The preset without the rules of plug-ins."""
    return preset.partition(PLUS)[0]


def added_rules(preset: str) -> tuple[str, ...]:
    """The rules of plug-ins that a preset is used with."""
    return tuple(preset.split(PLUS)[1:])


def preset_name(preset: str) -> Message:
    """A preset as people call it."""
    base, rules = base_preset(preset), added_rules(preset)
    name = NAMED_PRESETS[base].name if base in NAMED_PRESETS else literal(base)
    return Message("%(preset)s, with %(rules)s", preset=name, rules=rules) if rules else name


def preset_description(preset: str) -> Message:
    """What a preset does, in a sentence; rules of plug-ins describe themselves."""
    base = base_preset(preset)
    return NAMED_PRESETS[base].says if base in NAMED_PRESETS else literal(base)
