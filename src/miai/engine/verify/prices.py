"""The prices that the presets give to deviations: in tiers, by Kaniuk's formula, or the AGA's penalties."""

import math
from collections.abc import Sequence
from itertools import compress

from miai.domain.settings.kaniuk_weights import KaniukWeights

Deviations = dict[str, list[int]]
Prices = dict[str, list[int]]
_MILLION = 1_000_000
# Costs of one round are at most so far apart, and so large in all.
_RANGE, _TOTAL = 2**53, 2**62
_COARSEST = 256
_STRICT = ("broken", "score")
# The AGA's penalty: 10000 for the square of a point, 1 for the square of a place, other wishes between them.
_AGA = {
    "category": 40_000,
    "score": 10_000 // 4,
    "floats": 1_000,
    "geography": 500,
    "colour": 300,
    "grading": 100,
    "handicap": 100,
}
AGA_RULES = (*_AGA, "seeding")


def tier_prices(
    deviations: Deviations, byes: Sequence[int], allowed: Sequence[bool], players: int
) -> tuple[Prices, list[int]]:
    """Each rule outweighs as many boards of the rules below it as there is room for; the score, all."""
    widest = {key: max(compress(values, allowed), default=0) for key, values in deviations.items()}
    widest["score"] = max(widest.get("score", 0), *byes, 0)
    steps, weights = _weights(widest, players + players % 2)
    prices = {
        key: [-(-value // steps[key]) * weights[key] for value in values]
        for key, values in deviations.items()
    }
    return prices, [-(-bye // steps["score"]) * weights["score"] for bye in byes]


def _weights(widest: dict[str, int], players: int) -> tuple[dict[str, int], dict[str, int]]:
    """The finest steps for which there are weights, and of these the largest factor."""
    boards = max(1, players // 2)
    step = 1
    while step <= _COARSEST:
        for factor in range(max(2, boards), 1, -1):
            found = _weights_for(widest, players, boards, factor, step)
            if found is not None:
                return {key: 1 if key in _STRICT else step for key in widest}, found
        step *= 2
    raise ValueError("no weights fit")


def _weights_for(
    widest: dict[str, int], players: int, boards: int, factor: int, step: int
) -> dict[str, int] | None:
    """The weights from the last rule up: 1, and 1 more than what the boards below can cost together."""
    below = 0
    weights = {}
    for key in reversed(widest):
        many, own = (boards, 1) if key in _STRICT else (factor, step)
        weights[key] = many * below + 1
        below += -(-widest[key] // own) * weights[key]
    return weights if below <= min(_RANGE, _TOTAL // players) else None


def aga_prices(deviations: Deviations, byes: Sequence[int]) -> tuple[Prices, list[int]]:
    """A fixed price for each step of a deviation; places count squared."""
    prices = {
        key: [value * (value if key == "seeding" else _AGA[key]) for value in values]
        for key, values in deviations.items()
    }
    return prices, [_AGA["score"] * bye for bye in byes]


def weighted_prices(
    chosen: KaniukWeights, deviations: Deviations, byes: Sequence[int]
) -> tuple[Prices, list[int]]:
    """W · (1 - psi(lambda · D)) in millionths; of squares the distance itself is D."""
    prices = {}
    for key, values in deviations.items():
        known = {value: _forgone(chosen, key, value) for value in set(values)}
        prices[key] = [known[value] for value in values]
    # Whoever sits out deviates from no other rule, and what deviates from nothing costs nothing.
    return prices, [_forgone(chosen, "score", bye) for bye in byes]


def _forgone(chosen: KaniukWeights, key: str, deviation: int) -> int:
    weight, scale = next(((each.weight, each.scale) for each in chosen.rules if each.rule == key), (0.0, 1.0))
    distance = {"score": math.sqrt(deviation) / 2, "seeding": math.sqrt(deviation)}.get(key, float(deviation))
    x = scale * distance
    match chosen.psi:
        case "quadratic":
            psi = max(0.0, 1.0 - x * x)
        case "gaussian":
            psi = math.exp(-x * x)
        case _:
            psi = 1.0 / math.cosh(min(x, 700.0))
    return round(_MILLION * weight * (1.0 - psi))
