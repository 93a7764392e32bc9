"""The rules on the settings page: folds with lines of fields, in the reader's language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.setting_fields import SETTING_LABELS, value_at
from miai.domain.settings.setting_words import words_of
from miai.domain.settings.system_names import system_name
from miai.domain.starting_bands import with_bands_of_entries
from miai.domain.tournament import Tournament
from miai.engine.pairing.rules import RULES
from miai.errors import Problem
from miai.features.settings.change_settings import rules_with
from miai.features.settings.page.form import Control, cells_of, control_of, items_of, texts_of
from miai.features.settings.rules_view import RuleGroupView, RuleView, changed_rules, rules_view
from miai.messages import Message
from miai.server.words import gettext as _
from miai.server.words import tell, tell_sentence
from miai.server.words.choices import preset_descriptions, rule_choices
from miai.server.words.formatting import capitalised

# Room for a few criteria more than are chosen.
_SLOTS = {"criteria": 5}
_FEWEST_SLOTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleControl:
    """One rule on the page; `help` says what it does, and that it is not used, if it is not.

    `described` says what each choice does, where the names of the choices do not.
    """

    path: str
    label: str
    control: str
    text: str
    help: str
    error: str
    choices: tuple[tuple[str, str], ...]
    described: tuple[tuple[str, str], ...] = ()
    slots: tuple[str, ...] = ()
    rows: tuple[tuple[str, str, str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFold:
    """A group of rules; open where something in it has to be looked at.

    `says` and the help of its rules are about the values in the form, saved or not.
    """

    key: str
    title: str
    says: str
    intro: str
    applies: str
    lines: tuple[tuple[RuleControl, ...], ...]
    open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemOffer:
    """The rules that a new system brings: each that would change, with its value now and then."""

    system: str
    changes: tuple[tuple[str, str, str], ...]


def system_offer(tournament: Tournament, values: Mapping[str, Any]) -> SystemOffer:
    """The rules that the system among some new values brings, beside those values."""
    without, brought = (
        with_bands_of_entries(
            replace(tournament, settings=rules_with(tournament, values, system_rules=system_rules))
        ).settings
        for system_rules in (False, True)
    )
    return SystemOffer(
        system=tell(system_name(without.system)),
        changes=tuple(
            (tell(SETTING_LABELS[path]), _in_words(path, without), _in_words(path, brought))
            for path, _before, _after in changed_rules(without, brought)
        ),
    )


def _in_words(path: str, settings: Settings) -> str:
    """The value of a rule, in the reader's language."""
    return tell(Message("%(text)s", text=words_of(path, value_at(settings, path))))


def folds_of(
    settings: Settings,
    *,
    in_form: Settings | None = None,
    typed: Mapping[str, str] | None = None,
    problems: Sequence[Problem] = (),
) -> tuple[list[RuleFold], list[RuleFold]]:
    """All folds, and those for experts; after a refusal with what was typed and what is wrong with it.

    `in_form` are the rules that the form has: a rule that makes no difference under them says so.
    """
    texts, typed = texts_of(settings), typed or {}
    shown = in_form or settings
    usual: list[RuleFold] = []
    advanced: list[RuleFold] = []
    for group in rules_view(shown):
        if group.group.page:
            continue
        lines = tuple(
            tuple(_control(rule, group, {**texts, **typed}[rule.path], problems) for rule in line)
            for line in group.lines
        )
        changed = any(typed.get(rule.path, texts[rule.path]) != texts[rule.path] for rule in group.rules)
        fold = RuleFold(
            key=group.group.key,
            title=tell(group.group.title),
            says=capitalised(tell(group.unused or group.group.summary(shown))),
            intro=tell(group.group.intro) if group.group.intro else "",
            applies=tell(group.group.applies) if group.group.applies else "",
            lines=lines,
            open=changed or any(control.error for line in lines for control in line),
        )
        (advanced if group.group.advanced else usual).append(fold)
    return usual, advanced


def _control(rule: RuleView, group: RuleGroupView, text: str, problems: Sequence[Problem]) -> RuleControl:
    control = control_of(rule.path)
    wrong = [problem.what for problem in problems if problem.where == rule.field.label]
    unused = rule.unused if rule.unused != group.unused else None
    says = [
        *([tell(rule.help)] if rule.help else []),
        *([_("Not used: %(reason)s", reason=tell(unused))] if unused else []),
    ]
    return RuleControl(
        path=rule.path,
        label=tell(rule.field.label),
        control=control.value,
        text=text,
        help=" ".join(_closed(each) for each in says) if len(says) > 1 else "".join(says),
        error=" ".join(tell_sentence(each) for each in wrong),
        choices=tuple(_choices(rule.path, text, control)),
        described=tuple(preset_descriptions()) if rule.path == "preset" else (),
        slots=_slots(rule.path, text) if control is Control.SEVERAL else (),
        rows=tuple(_rows(text)) if control is Control.WEIGHTS else (),
    )


def _choices(path: str, text: str, control: Control) -> list[tuple[str, str]]:
    """What can be chosen, and what is chosen even if it is nothing that Miai knows."""
    known = rule_choices(path)
    chosen = items_of(text) if control is Control.SEVERAL else [text] if control is Control.SELECT else []
    return [*known, *((key, key) for key in chosen if key not in dict(known))]


def _closed(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _slots(path: str, text: str) -> tuple[str, ...]:
    chosen = items_of(text)
    return (*chosen, *[""] * max(1, _SLOTS.get(path, _FEWEST_SLOTS) - len(chosen)))


def _rows(text: str) -> list[tuple[str, str, str, str]]:
    """Each rule with its name, W and lambda; rules without a weight have none yet."""
    names = {rule.key: tell(rule.title) for rule in RULES}
    given = {key: (weight, scale) for key, weight, scale in cells_of(text)}
    missing = {key: ("0", "1") for key in names if key not in given}
    return [(key, names.get(key, key), *cells) for key, cells in {**given, **missing}.items()]
