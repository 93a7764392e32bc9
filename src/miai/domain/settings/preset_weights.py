"""The weights of the presets that weigh rules against each other, and of which a director sets nothing.

They were searched by simulated tournaments: docs/explanation/default-preset.md. That search left out what
most events leave out; `weights_of_preset` adds what a director chose of it.
"""

from collections.abc import Mapping
from dataclasses import replace

from miai.domain.settings.kaniuk_weights import KaniukWeights
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.weights_edition import WeightsEdition

# One point costs a hundredth of what it costs by Kaniuk's usual weights, so that the prices of games over
# many points are exact. Rules that were not searched go with it.
_LIGHTER = 1 / 100
# Above what the widest difference of scores can cost.
_CATEGORY = (100_000.0, 1.0)
# So small a lambda makes the price of a game grow with the square of the points between the two: no board is
# given up for the others.
_SCORE = (5_000.0, 0.03)


def _with(**searched: tuple[float, float]) -> KaniukWeights:
    """Weights with W and lambda of the rules that were searched."""
    usual = KaniukWeights()
    lighter = replace(usual, rules=tuple(replace(e, weight=e.weight * _LIGHTER) for e in usual.rules))
    own = {"category": _CATEGORY, "score": _SCORE, "colour": (0.1, 0.6), "seeding": (0.02, 0.1), **searched}
    return _replaced(lighter, own)


def _replaced(weights: KaniukWeights, others: Mapping[str, tuple[float, float]]) -> KaniukWeights:
    """The weights with another W and lambda of some rules."""
    return replace(
        weights,
        rules=tuple(
            replace(each, weight=others[each.rule][0], scale=others[each.rule][1])
            if each.rule in others
            else each
            for each in weights.rules
        ),
    )


PRESET_WEIGHTS: Mapping[str, KaniukWeights] = {
    "balanced": _with(geography=(25.0, 0.45), floats=(10.0, 0.65)),
    "equal-scores": _with(geography=(10.0, 0.45), floats=(60.0, 0.65)),
    "near-grades": _with(geography=(5.0, 0.45), floats=(0.1, 0.65)),
    "clubs-apart": _with(geography=(120.0, 0.45), floats=(10.0, 0.65)),
}

# Floaters from the wanted end come before seeding in groups of any size, and not before colours.
_FLOAT_PLACE: Mapping[str, tuple[float, float]] = {
    **dict.fromkeys(PRESET_WEIGHTS, (0.1, 0.65)),
    "near-grades": (0.05, 0.65),
}
# So that 55 % of the games of players whose grade is in question tell something about it: choices.md.
_GRADING: Mapping[str, tuple[float, float]] = {
    "balanced": (12.0, 1.0),
    "equal-scores": (40.0, 1.0),
    "near-grades": (4.0, 1.0),
    "clubs-apart": (15.0, 1.0),
}


def weights_of_preset(preset: str, rules: PairingRules) -> KaniukWeights:
    """The weights of a preset under the rules that a director chose, in the edition of the event."""
    if rules.edition is WeightsEdition.FIRST:
        return PRESET_WEIGHTS[preset]
    chosen = {}
    if rules.floats_from_an_end:
        chosen["float_place"] = _FLOAT_PLACE[preset]
    if rules.grading_information:
        chosen["grading"] = _GRADING[preset]
    return _replaced(PRESET_WEIGHTS[preset], chosen)
