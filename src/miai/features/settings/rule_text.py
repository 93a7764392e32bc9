"""Rules as a person types them on a command line: criteria by their names, everything else by its type."""

from typing import Any

from miai.domain.settings.criterion_names import CRITERIA_PATHS
from miai.domain.settings.setting_fields import setting_fields
from miai.domain.settings.setting_text import read_text, text_of


def rule_text(path: str, value: Any) -> str:
    """The value of a rule as one types it."""
    if path in CRITERIA_PATHS and value:
        keys = value if isinstance(value, tuple) else (value,)
        return ", ".join(str(CRITERIA_PATHS[path].title(key)) for key in keys)
    return text_of(setting_fields()[path].kind, value)


def read_rule(path: str, text: str) -> Any:
    """The value that a text stands for; an `InputError` says why it stands for none."""
    field = setting_fields()[path]
    value = read_text(field.kind, text, field.bounds)
    if path not in CRITERIA_PATHS or not value:
        return value
    known = CRITERIA_PATHS[path]
    return tuple(map(known.key, value)) if isinstance(value, tuple) else known.key(value)
