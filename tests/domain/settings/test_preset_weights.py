"""The weights of the presets under the choices of a director, in each edition."""

from dataclasses import replace
from itertools import product

import pytest

from miai.domain.settings.kaniuk_weights import KaniukWeights
from miai.domain.settings.pairing_rules import GroupEnd, PairingRules
from miai.domain.settings.preset_weights import PRESET_WEIGHTS, weights_of_preset
from miai.domain.settings.weights_edition import WeightsEdition


def _changed(one: KaniukWeights, other: KaniukWeights) -> set[str]:
    return {each.rule for each, before in zip(one.rules, other.rules, strict=True) if each != before}


@pytest.mark.parametrize("preset", PRESET_WEIGHTS)
def test_without_a_choice_both_editions_have_the_weights_that_were_searched(preset: str) -> None:
    for edition in WeightsEdition:
        assert weights_of_preset(preset, PairingRules(edition=edition)) == PRESET_WEIGHTS[preset]


@pytest.mark.parametrize("preset", PRESET_WEIGHTS)
def test_the_second_edition_changes_the_weight_of_what_was_chosen_and_of_nothing_else(preset: str) -> None:
    usual = PRESET_WEIGHTS[preset]
    for down, up, grading in product(GroupEnd, GroupEnd, (False, True)):
        rules = PairingRules(float_down_from=down, float_up_from=up, grading_information=grading)
        ends = (down, up) != (GroupEnd.MIDDLE, GroupEnd.MIDDLE)
        wanted = {"float_place"} if ends else set()
        wanted |= {"grading"} if grading else set()
        assert _changed(weights_of_preset(preset, rules), usual) == wanted
        first = replace(rules, edition=WeightsEdition.FIRST)
        assert weights_of_preset(preset, first) == usual
