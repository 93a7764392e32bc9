"""The rules of a tournament for people: what they are called, what they are, what they could be."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import SettingField, setting_fields, value_at
from miai.domain.settings.setting_text import NO, NONE, YES
from miai.domain.settings.setting_words import words_of
from miai.features.settings.rule_groups import GROUPS, RuleGroup
from miai.features.settings.rule_text import rule_text
from miai.features.settings.rule_values import Choices, choices_of
from miai.features.settings.unused_rules import unused_rules
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleView:
    """One rule: its value as one types it and in words, and why it makes no difference, if it does not."""

    field: SettingField
    value: Any
    text: str
    words: Any
    help: Message | None
    choices: Choices
    unused: Message | None

    @property
    def path(self) -> str:
        """The path of the rule."""
        return self.field.path

    @property
    def possible(self) -> tuple[str, ...]:
        """What one can type, where there is a list of it."""
        if self.field.kind is bool:
            return YES, NO
        return tuple(NONE if key == NONE else rule_text(self.path, key) for key, _ in self.choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleGroupView:
    """A group of rules line by line; `unused` where none of them makes a difference, for one reason."""

    group: RuleGroup
    lines: tuple[tuple[RuleView, ...], ...]
    unused: Message | None

    @property
    def rules(self) -> tuple[RuleView, ...]:
        """All rules of the group."""
        return tuple(rule for line in self.lines for rule in line)


def rules_view(settings: Settings) -> tuple[RuleGroupView, ...]:
    """All rules in their groups."""
    idle = unused_rules(settings)
    return tuple(
        RuleGroupView(
            group=group,
            lines=tuple(tuple(_rule(settings, path, idle) for path in line) for line in group.lines),
            unused=_common([idle.get(path) for path in group.paths]),
        )
        for group in GROUPS
    )


def changed_rules(old: Settings, new: Settings) -> tuple[tuple[str, str, str], ...]:
    """The rules that differ, each with its path and both values as one types them."""
    return tuple(
        (path, rule_text(path, value_at(old, path)), rule_text(path, value_at(new, path)))
        for path in setting_fields()
        if value_at(old, path) != value_at(new, path)
    )


def _rule(settings: Settings, path: str, idle: Mapping[str, Message]) -> RuleView:
    field = setting_fields()[path]
    value = value_at(settings, path)
    return RuleView(
        field=field,
        value=value,
        text=rule_text(path, value),
        words=words_of(path, value),
        help=field.help,
        choices=choices_of(path),
        unused=idle.get(path),
    )


def _common(reasons: list[Message | None]) -> Message | None:
    return reasons[0] if all(reason == reasons[0] for reason in reasons) else None
