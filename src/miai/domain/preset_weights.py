"""The weights of the presets that weigh rules against each other, and of which a director sets nothing.

They were searched by simulated tournaments: docs/explanation/default-preset.md.
"""

from collections.abc import Mapping
from dataclasses import replace

from miai.domain.settings import KaniukWeights


def _with(**changed: tuple[float, float]) -> KaniukWeights:
    """Kaniuk's usual weights with W and lambda of some rules changed."""
    usual = KaniukWeights()
    return replace(
        usual,
        rules=tuple(
            replace(each, weight=changed[each.rule][0], scale=changed[each.rule][1])
            if each.rule in changed
            else each
            for each in usual.rules
        ),
    )


PRESET_WEIGHTS: Mapping[str, KaniukWeights] = {
    "balanced": _with(
        score=(1_000.0, 0.45),
        geography=(750.0, 0.45),
        floats=(200.0, 0.65),
        colour=(1.0, 0.6),
        seeding=(0.25, 0.1),
    ),
    "equal-scores": _with(
        score=(1_000.0, 1.25),
        geography=(400.0, 0.2),
        floats=(300.0, 0.05),
        colour=(10.0, 0.4),
        seeding=(40.0, 0.05),
    ),
    "near-grades": _with(
        score=(1_000.0, 0.15),
        geography=(140.0, 0.2),
        floats=(3.0, 1.5),
        colour=(4.0, 1.4),
        seeding=(0.3, 0.1),
    ),
    "clubs-apart": _with(
        score=(1_000.0, 0.25),
        geography=(600.0, 0.5),
        floats=(10.0, 0.8),
        colour=(10.0, 0.1),
        seeding=(3.0, 0.07),
    ),
}
