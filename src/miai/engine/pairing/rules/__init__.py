"""The pairing rules, one a file, and the usual selection of them."""

from collections.abc import Sequence
from typing import cast

from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import ColourRule
from miai.domain.settings.weights_edition import WeightsEdition
from miai.engine.pairing.protocol import NamedRule, Rule
from miai.engine.pairing.rules.category import Category
from miai.engine.pairing.rules.chance import Chance
from miai.engine.pairing.rules.colour import ColourBalance
from miai.engine.pairing.rules.float_place import FloatPlace
from miai.engine.pairing.rules.floats import Floats
from miai.engine.pairing.rules.geography import Geography
from miai.engine.pairing.rules.grading import GradingInformation
from miai.engine.pairing.rules.handicap import Handicap
from miai.engine.pairing.rules.plugin_rules import PluggedRule
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.rules.seeding import Seeding
from miai.plugins import Registry

RULES: tuple[type[NamedRule], ...] = (
    Category, EqualScore, Geography, Floats, ColourBalance, FloatPlace, Seeding, Handicap,
    GradingInformation, Chance,
)  # fmt: skip

PLUGGED_RULES: Registry[PluggedRule] = Registry(
    "rules", {}, PluggedRule, reserved=lambda: (rule.key for rule in RULES)
)
"""The rules of plug-ins, which a preset names: "miai+newcomers"."""


def rules_for(settings: Settings, round_number: int, seed: int) -> tuple[Rule, ...]:
    """The rules that the settings ask for, the most important first.

    A probe tried every order of clubs, floats, colours and seeding: docs/explanation/pairing-quality.md.
    """
    wanted = settings.pairing
    rules: list[Rule] = []
    if settings.category_limits and wanted.keep_categories_apart:
        rules.append(Category())
    rules.append(EqualScore())
    geography = Geography.of(wanted)
    if geography.widest:
        rules.append(geography)
    rules.append(Floats(compensate=wanted.compensate_floats))
    if wanted.colours is ColourRule.BALANCE:
        rules.append(ColourBalance())
    if wanted.grading_information:
        rules.append(GradingInformation())
    if wanted.small_handicaps:
        rules.append(Handicap())
    rules += [
        FloatPlace(down_from=wanted.float_down_from, up_from=wanted.float_up_from),
        Seeding(method=wanted.seeding(round_number).method),
        Chance(seed=seed),
    ]
    return tuple(rules)


def grading_first(settings: Settings, rules: Sequence[Rule]) -> tuple[Rule, ...]:
    """The rules in strict order: games that tell about grades come next to the score if they are wanted.

    Below clubs, floats and colours, where they were in the first edition, they hardly have a choice.
    """
    if settings.pairing.edition is WeightsEdition.FIRST:
        return tuple(rules)
    wanted = [rule for rule in rules if rule.key == GradingInformation.key]
    others = [rule for rule in rules if rule.key != GradingInformation.key]
    after = 1 + next(at for at, rule in enumerate(others) if rule.key == EqualScore.key)
    return (*others[:after], *wanted, *others[after:])


def with_plugged(rules: Sequence[Rule], keys: Sequence[str]) -> tuple[Rule, ...]:
    """The rules with some of plug-ins, each before the rule that it names, or else last."""
    found = list(rules)
    for key in keys:
        rule = PLUGGED_RULES[key]
        at = next((at for at, each in enumerate(found) if each.key == rule.before), len(found))
        found.insert(at, cast("Rule", rule))
    return tuple(found)
