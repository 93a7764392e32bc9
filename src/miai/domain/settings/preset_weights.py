"""The weights of the presets that weigh rules against each other, and of which a director sets nothing.

They were searched by simulated tournaments: docs/explanation/default-preset.md.
"""

from collections.abc import Mapping
from dataclasses import replace

from miai.domain.settings.kaniuk_weights import KaniukWeights

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
    own = {"category": _CATEGORY, "score": _SCORE, "colour": (0.1, 0.6), "seeding": (0.02, 0.1), **searched}
    return replace(
        usual,
        rules=tuple(
            replace(each, weight=own[each.rule][0], scale=own[each.rule][1])
            if each.rule in own
            else replace(each, weight=each.weight * _LIGHTER)
            for each in usual.rules
        ),
    )


PRESET_WEIGHTS: Mapping[str, KaniukWeights] = {
    "balanced": _with(geography=(25.0, 0.45), floats=(10.0, 0.65)),
    "equal-scores": _with(geography=(10.0, 0.45), floats=(60.0, 0.65)),
    "near-grades": _with(geography=(5.0, 0.45), floats=(0.1, 0.65)),
    "clubs-apart": _with(geography=(120.0, 0.45), floats=(10.0, 0.65)),
}
