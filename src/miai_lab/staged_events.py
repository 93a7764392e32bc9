"""Random events with stages, from a seed: the same seed gives the same event on every machine."""

from dataclasses import dataclass, replace
from enum import Enum

import numpy as np

from miai.domain.points import POINT, Quarters
from miai.domain.stages import CarryOver
from miai.domain.tournament import Tournament
from miai_lab.entry_generator import Recipe, entry

# Groups and leagues of these systems; where scores are carried over, not all of them count them.
_GROUPS = ("round_robin", "swiss", "round_robin", "split_and_cycle")
_QUALIFICATIONS = ("swiss", "mcmahon", "accelrat")


class StagedKind(Enum):
    """Groups and a final, a qualification and a final league, or a cup beside a McMahon."""

    GROUPS = "groups"
    LEAGUE = "league"
    CUP = "cup"


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedEvent:
    """An event before its first round, and what its stages will be."""

    event: Tournament
    kind: StagedKind
    recipe: Recipe
    groups: int = 0
    group_system: str = "round_robin"
    going_on: int = 2
    final_system: str = "knockout"
    carry_over: CarryOver = CarryOver.NOTHING


def staged_event(kind: StagedKind, seed: int) -> StagedEvent:
    """The event of a seed."""
    dice = np.random.default_rng((seed, 3))
    match kind:
        case StagedKind.GROUPS:
            return _groups(seed, dice)
        case StagedKind.LEAGUE:
            return _league(seed, dice)
        case StagedKind.CUP:
            return _cup(seed, dice)


def _groups(seed: int, dice: np.random.Generator) -> StagedEvent:
    groups = int(dice.integers(2, 7))
    size = int(dice.integers(3, 7))
    number = groups * size + int(dice.integers(0, groups))
    recipe = Recipe(system="swiss", fewest=number, most=number, rounds=3, absent=0, late=0, leaving=0)
    carry_over, final = _final(dice)
    return StagedEvent(
        event=entry(recipe, seed),
        kind=StagedKind.GROUPS,
        recipe=recipe,
        groups=groups,
        group_system=_GROUPS[int(dice.integers(0, len(_GROUPS)))],
        going_on=int(dice.integers(1, 3)),
        final_system=final,
        carry_over=carry_over,
    )


def _league(seed: int, dice: np.random.Generator) -> StagedEvent:
    system = _QUALIFICATIONS[int(dice.integers(0, len(_QUALIFICATIONS)))]
    recipe = Recipe(system=system, fewest=8, most=24, rounds=int(dice.integers(3, 6)))
    carry_over, final = _final(dice)
    return StagedEvent(
        event=entry(recipe, seed),
        kind=StagedKind.LEAGUE,
        recipe=recipe,
        going_on=int(dice.integers(3, 7)),
        final_system=final,
        carry_over=carry_over,
    )


def _cup(seed: int, dice: np.random.Generator) -> StagedEvent:
    going_on = int(dice.integers(3, 12))
    number = going_on + int(dice.integers(6, 20))
    recipe = Recipe(fewest=number, most=number, rounds=7, absent=0, late=0, leaving=0)
    event = entry(recipe, seed)
    # Some have corrections of their own before the cup.
    corrected = tuple(
        replace(player, correction=Quarters(player.correction + POINT)) if dice.random() < 0.1 else player
        for player in event.players
    )
    return StagedEvent(
        event=replace(event, players=corrected), kind=StagedKind.CUP, recipe=recipe, going_on=going_on
    )


def _final(dice: np.random.Generator) -> tuple[CarryOver, str]:
    """What is carried over, and a system that counts it."""
    carry_over = list(CarryOver)[int(dice.integers(0, 3))]
    if carry_over is CarryOver.NOTHING:
        return carry_over, ("knockout", "round_robin", "knockout")[int(dice.integers(0, 3))]
    return carry_over, ("round_robin", "mcmahon")[int(dice.integers(0, 2))]
