"""The form of a tournament's rules: every rule as a text in a field, and what was typed into them."""

import json
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, get_args, get_origin

from starlette.datastructures import FormData

from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.kaniuk_weights import RuleWeight
from miai.domain.settings.setting_fields import setting_fields, value_at
from miai.domain.settings.setting_text import NO, NONE, read_text, text_of
from miai.errors import InputError, Problem
from miai.features.settings.rule_groups import GROUPS
from miai.features.settings.rule_values import choices_of

# Digits of a larger number are shown in threes.
_GROUPED = 100_000
# The columns of the table of Kaniuk's weights: rule, W, lambda.
COLUMNS = 3


class Control(Enum):
    """How a rule is changed on the page."""

    TICK = "tick"
    SELECT = "select"
    SEVERAL = "several"
    WEIGHTS = "weights"
    LINES = "lines"
    NUMBER = "number"
    TEXT = "text"


def page_paths() -> tuple[str, ...]:
    """The rules that are changed on this page; the others have a page of their own."""
    return tuple(path for group in GROUPS if not group.page for path in group.paths)


def control_of(path: str) -> Control:
    """How a rule is changed, by the type of its values."""
    kind = setting_fields()[path].kind
    if get_origin(kind) is tuple:
        lists = {RuleWeight: Control.WEIGHTS, ClubsGroup: Control.LINES}
        return lists.get(get_args(kind)[0], Control.SEVERAL if choices_of(path) else Control.TEXT)
    if choices_of(path):
        return Control.SELECT
    return {bool: Control.TICK, int: Control.NUMBER}.get(kind, Control.TEXT)


def texts_of(settings: Settings) -> dict[str, str]:
    """What stands in the fields of the form when it is opened."""
    return {path: _text(path, value_at(settings, path)) for path in page_paths()}


def typed_texts(sent: FormData) -> dict[str, str]:
    """What was sent, in the form of `texts_of`; fields that were not sent are not there."""
    return {path: _joined(path, _strings(sent, path)) for path in page_paths() if path in sent}


def seen_texts(sent: FormData) -> dict[str, str]:
    """What stood in the fields when the form was opened; nothing where the form does not say."""
    try:
        seen = json.loads(str(sent.get("seen") or "{}"))
    except ValueError:
        return {}
    return {str(path): str(text) for path, text in seen.items()} if isinstance(seen, dict) else {}


def read_texts(typed: Mapping[str, str]) -> tuple[dict[str, Any], list[Problem]]:
    """The values of the rules that were typed, and what is wrong with the others, each named by its label."""
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for path, text in typed.items():
        field = setting_fields()[path]
        try:
            values[path] = read_text(field.kind, text, field.bounds)
        except InputError as error:
            problems += [Problem(what=each.message, where=field.label) for each in error.problems]
    return values, problems


def cells_of(text: str) -> list[list[str]]:
    """The rows of the table of weights."""
    rows = [[cell.strip() for cell in row.split(":")] for row in text.split(";") if row.strip()]
    return [(row + [""] * COLUMNS)[:COLUMNS] for row in rows]


def items_of(text: str) -> list[str]:
    """The values of a list, in their order."""
    return [] if text == NONE else [item.strip() for item in text.split(",")]


def _text(path: str, value: Any) -> str:
    text = text_of(setting_fields()[path].kind, value)
    match control_of(path):
        case Control.NUMBER if abs(value) >= _GROUPED:
            return f"{value:_}".replace("_", " ")
        case Control.LINES if not text.startswith("["):
            return "\n".join("" if text == NONE else part.strip() for part in text.split(";"))
        case Control.TEXT if text == NONE:
            return ""
    return text


def _joined(path: str, sent: list[str]) -> str:
    match control_of(path):
        case Control.SEVERAL:
            return ", ".join(dict.fromkeys(filter(None, sent))) or NONE
        case Control.WEIGHTS:
            rows = (sent[at : at + COLUMNS] for at in range(0, len(sent), COLUMNS))
            return "; ".join(": ".join(row) for row in rows) or NONE
        case Control.LINES:
            return "\n".join(_filled_lines(sent[-1].splitlines()))
        case Control.TICK:
            # A tick sends its value after the hidden "no".
            return sent[-1] or NO
    return sent[-1].strip()


def _filled_lines(lines: Iterable[str]) -> Iterable[str]:
    return (line.strip() for line in lines if line.strip())


def _strings(sent: FormData, path: str) -> list[str]:
    return [each for each in sent.getlist(path) if isinstance(each, str)]
