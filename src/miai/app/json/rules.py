"""The JSON of `miai rules`."""

from collections.abc import Sequence
from typing import Any

from typing_extensions import TypedDict

from miai.app.event.changed_file import WrittenFile
from miai.app.event.rule_warnings import rule_warnings
from miai.app.event.rules_view import RuleGroupView, RuleView
from miai.app.json.values import text_or_null
from miai.domain.codec import encode
from miai.domain.tournament import Tournament
from miai.messages import english


class RuleJson(TypedDict):
    """A rule by its path; `value` is as in a Miai document."""

    path: str
    group: str
    label: str
    value: Any
    text: str
    words: str
    choices: list[str]
    unused: str | None
    help: str | None


class ChangedRuleJson(TypedDict):
    """A rule that was changed."""

    path: str
    before: str
    after: str


class RulesJson(TypedDict):
    """Every rule, and what was changed."""

    tournament: str
    rules: list[RuleJson]
    warnings: list[str]
    changed: list[ChangedRuleJson]
    lost: list[str] | None


def rules_json(
    event: Tournament,
    groups: Sequence[RuleGroupView],
    *,
    changed: Sequence[tuple[str, str, str]],
    written: WrittenFile | None,
) -> RulesJson:
    """Every rule, what was changed, and what the file written cannot hold."""
    values = encode(event.settings)
    return {
        "tournament": event.name,
        "rules": [_rule(rule, group, values) for group in groups for rule in group.rules],
        "warnings": [str(warning) for warning in rule_warnings(event.settings)],
        "changed": [{"path": path, "before": before, "after": after} for path, before, after in changed],
        "lost": None if written is None else [str(lost) for lost in written.lost],
    }


def _rule(rule: RuleView, group: RuleGroupView, values: Any) -> RuleJson:
    for name in rule.path.split("."):
        values = values[name]
    return {
        "path": rule.path,
        "group": str(group.group.title),
        "label": str(rule.field.label),
        "value": values,
        "text": rule.text,
        "words": english(rule.words),
        "choices": list(rule.possible),
        "unused": text_or_null(rule.unused),
        "help": text_or_null(rule.help or group.group.intro),
    }
