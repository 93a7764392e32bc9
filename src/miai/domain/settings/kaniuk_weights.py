"""Kaniuk's weights of the pairing rules."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.field_facts import Public
from miai.domain.numbers import Between
from miai.domain.settings.setting import Setting
from miai.domain.settings.setting_groups import (
    KANIUK,
)
from miai.messages import Message

# What entries meant that are older than these weights, as JSON; it never changes.
KANIUK_BEFORE = {
    "psi": "sech",
    "rules": [
        {"rule": "category", "weight": 10_000.0, "scale": 1.0},
        {"rule": "score", "weight": 1_000.0, "scale": 3 / 4},
        {"rule": "geography", "weight": 100.0, "scale": 1 / 3},
        {"rule": "floats", "weight": 60.0, "scale": 1 / 3},
        {"rule": "colour", "weight": 30.0, "scale": 1 / 3},
        {"rule": "grading", "weight": 10.0, "scale": 1 / 3},
        {"rule": "handicap", "weight": 10.0, "scale": 1 / 3},
        {"rule": "float_place", "weight": 1.0, "scale": 1 / 10},
        {"rule": "seeding", "weight": 10.0, "scale": 1 / 20},
        {"rule": "chance", "weight": 0.01, "scale": 1 / 16},
    ],
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleWeight:
    """Kaniuk's W and lambda of one rule."""

    rule: Public[str]
    # Weights are multiplied by a million and added up as whole numbers.
    weight: Public[Annotated[float, Between(0, 10**9)]]
    scale: Public[Annotated[float, Between(0, 10**6)]]


@dataclass(frozen=True, slots=True, kw_only=True)
class KaniukWeights:
    """Kaniuk's weights, W · psi(lambda · D) for each rule; only the `kaniuk` preset uses them.

    The weights of score, geography, floats, colour and seeding are from the middle of a region that is good
    for events of all sizes: docs/explanation/pairing-quality.md.
    """

    psi: Annotated[
        str,
        Setting(
            Message("Shape of Kaniuk’s weights"),
            Message("How a weight falls with the deviation: psi of W · psi(λ · deviation)."),
            group=KANIUK,
            row=1,
        ),
    ] = "sech"
    rules: Annotated[
        tuple[RuleWeight, ...],
        Setting(
            Message("Kaniuk’s weights rule by rule"),
            Message("W: how important a rule is. λ: how soon a deviation counts in full."),
            group=KANIUK,
            row=2,
        ),
    ] = (
        RuleWeight(rule="category", weight=10_000.0, scale=1.0),
        RuleWeight(rule="score", weight=1_000.0, scale=3 / 4),
        RuleWeight(rule="geography", weight=100.0, scale=1 / 3),
        RuleWeight(rule="floats", weight=60.0, scale=1 / 3),
        RuleWeight(rule="colour", weight=30.0, scale=1 / 3),
        RuleWeight(rule="grading", weight=10.0, scale=1 / 3),
        RuleWeight(rule="handicap", weight=10.0, scale=1 / 3),
        RuleWeight(rule="float_place", weight=1.0, scale=1 / 10),
        RuleWeight(rule="seeding", weight=10.0, scale=1 / 20),
        RuleWeight(rule="chance", weight=0.01, scale=1 / 16),
    )
