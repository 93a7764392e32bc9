"""Choices of a director that most events leave out come before the seeding."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.tournament import Tournament
from miai.engine.pairing.draw_plan import Pair, Plan
from miai.engine.pairing.presets import plan_for, seeding_for
from miai.engine.pairing.pricing.tiers import Tiers
from miai.engine.pairing.protocol import RoundView
from miai.engine.pairing.rules.float_place import FloatPlace
from miai.engine.pairing.rules.score import EqualScore
from miai.engine.pairing.solving import solve_round
from miai.engine.pairing.view import build_view

# The sizes of the groups before round 1, the strongest first: one, two or three players go down.
FIELDS = ((7, 9, 8), (5, 11), (13, 15, 11, 9))
METHODS = (SeedMethod.SLIP, SeedMethod.FOLD, SeedMethod.DOUBLE_FOLD)


def _field(sizes: tuple[int, ...]) -> tuple[Player, ...]:
    return tuple(
        Player(
            id=PlayerId(f"{group}-{place}"),
            surname=f"P{group}-{place:03d}",
            grade=Grade.of_number(3 - group),
            rating=2400.0 - 100 * group - place / 2,
        )
        for group, size in enumerate(sizes)
        for place in range(size)
    )


def _drawn(preset: str, sizes: tuple[int, ...], rules: PairingRules) -> tuple[RoundView, Plan]:
    settings = Settings(preset=preset, pairing=rules)
    event = Tournament(settings=settings, players=_field(sizes))
    seeding = seeding_for(settings, round_number=1, preset=preset)
    view = build_view(event, 1, seed=0, seeding=seeding)
    return view, plan_for(settings, round_number=1, preset=preset, seed=0)


def _off(view: RoundView, rule: FloatPlace, pairs: tuple[Pair, ...]) -> int:
    deviation = rule.deviation(view)
    return sum(int(deviation[i, j]) for i, j in pairs)


def _choices(method: SeedMethod) -> Iterator[PairingRules]:
    seeding = SeedingChoice(method=method)
    for down, up in product(GroupEnd, GroupEnd):
        yield PairingRules(
            first_seeding=seeding, later_seeding=seeding, float_down_from=down, float_up_from=up
        )


def _kept(preset: str, sizes: tuple[int, ...], rules: PairingRules) -> bool:
    """True if floaters are as near the wanted part as they can be on the least difference of scores."""
    view, plan = _drawn(preset, sizes, rules)
    place = FloatPlace(down_from=rules.float_down_from, up_from=rules.float_up_from)
    best = replace(plan, pricing=Tiers(), rules=(EqualScore(), place))
    pairs, best_pairs = (solve_round(view, each).pairs for each in (plan, best))
    return _off(view, place, pairs) == _off(view, place, best_pairs)


def _share(preset: str, edition: WeightsEdition, *methods: SeedMethod) -> tuple[int, int]:
    kept = [
        _kept(preset, sizes, replace(rules, edition=edition))
        for sizes in FIELDS
        for method in methods
        for rules in _choices(method)
    ]
    return sum(kept), len(kept)


@pytest.mark.parametrize("preset", (*PRESET_WEIGHTS, "miai"))
@pytest.mark.requirement("V44")
def test_the_part_of_a_group_that_floats_comes_before_the_seeding(preset: str) -> None:
    assert _share(preset, WeightsEdition.SECOND, *METHODS) == (81, 81)


def test_in_a_group_of_a_large_field_too() -> None:
    for rules in _choices(SeedMethod.FOLD):
        assert _kept("balanced", (151, 101), rules)


def test_by_the_weights_of_the_first_edition_the_seeding_came_first() -> None:
    """Draws of the past stay explained by what they were drawn by."""
    assert _share("balanced", WeightsEdition.FIRST, *METHODS) == (33, 81)
    assert _share("balanced", WeightsEdition.FIRST, SeedMethod.FOLD, SeedMethod.DOUBLE_FOLD) == (6, 54)


def test_kaniuks_weights_are_those_of_the_director() -> None:
    for edition in WeightsEdition:
        assert _share("kaniuk", edition, *METHODS) == (33, 81)
