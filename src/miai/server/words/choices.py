"""What can be chosen in forms, in the reader's language."""

from miai.domain.settings.clock import Overtime
from miai.domain.settings.presets import NAMED_PRESETS
from miai.server.words import gettext as _
from miai.server.words import tell
from miai.server.words.formatting import capitalised


def overtimes() -> list[tuple[str, str]]:
    """What follows the main time, with its usual lengths."""
    return [
        (Overtime.BYO_YOMI.value, _("Byo-yomi, 30 seconds")),
        (Overtime.CANADIAN.value, _("Canadian, 15 in 5 minutes")),
        (Overtime.FISCHER.value, _("10 seconds a move, added")),
        (Overtime.SUDDEN_DEATH.value, _("None")),
    ]


def preset_descriptions() -> list[tuple[str, str]]:
    """What each preset is called, and what it does."""
    return [(tell(each.name), tell(each.says)) for each in NAMED_PRESETS.values()]


def rule_choices(path: str) -> list[tuple[str, str]]:
    """What can be chosen for a rule, by its path."""
    from miai.features.settings.rule_values import choices_of  # noqa: PLC0415 - loads all systems

    return [(key, capitalised(tell(words))) for key, words in choices_of(path)]
