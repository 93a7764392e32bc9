"""What is told of the rules of an event."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from miai.answers import Answer, Field, Shape, many
from miai.desk.changed_file import WrittenFile
from miai.domain.log.codec import encode
from miai.domain.tournament import Tournament
from miai.features.settings.rule_warnings import rule_warnings
from miai.features.settings.rules_view import RuleGroupView, RuleView
from miai.messages import english


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The rules of an event, the paths that were changed with their values before and after, and the file."""

    event: Tournament
    groups: Sequence[RuleGroupView]
    changed: Sequence[tuple[str, str, str]] = ()
    written: WrittenFile | None = None


@dataclass(frozen=True, slots=True)
class _Rule:
    rule: RuleView
    group: RuleGroupView
    value: Any


def _rules(rules: Rules) -> list[_Rule]:
    settings = encode(rules.event.settings)
    return [_Rule(rule, group, _at(settings, rule.path)) for group in rules.groups for rule in group.rules]


def _at(values: Any, path: str) -> Any:
    for name in path.split("."):
        values = values[name]
    return values


_RULE: Shape[_Rule] = Shape(
    "Rule",
    "A rule by its path; `value` is as in a Miai document.",
    (
        Field("path", str, lambda each: each.rule.path),
        Field("group", str, lambda each: each.group.group.title),
        Field("label", str, lambda each: each.rule.field.label),
        Field("value", Any),
        Field("text", str, lambda each: each.rule.text),
        Field("words", str, lambda each: english(each.rule.words)),
        Field("choices", list[str], lambda each: each.rule.possible),
        Field("unused", str | None, lambda each: each.rule.unused),
        Field("help", str | None, lambda each: each.rule.help or each.group.group.intro),
    ),
)
CHANGED_RULE: Shape[tuple[str, str, str]] = Shape(
    "ChangedRule",
    "A rule that was changed.",
    (
        Field("path", str, lambda change: change[0]),
        Field("before", str, lambda change: change[1]),
        Field("after", str, lambda change: change[2]),
    ),
)
_RULES: Shape[Rules] = Shape(
    "Rules",
    "Every rule, and what was changed.",
    (
        Field("tournament", str, lambda rules: rules.event.name),
        Field("rules", many(_RULE), _rules),
        Field("warnings", list[str], lambda rules: rule_warnings(rules.event.settings)),
        Field("changed", many(CHANGED_RULE)),
        Field("lost", list[str] | None, lambda rules: rules.written and rules.written.lost),
    ),
)
RULES = Answer(question="rules", whole=_RULES)
