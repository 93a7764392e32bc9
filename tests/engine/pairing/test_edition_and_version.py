"""The edition of the weights and the version of the arithmetic never decide about the same prices."""

from dataclasses import replace

import pytest

from kit.riverside import riverside
from miai.domain.people.grade import Grade
from miai.domain.pricing_version import FIRST_PRICING, PRICING
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.weights_edition import WeightsEdition
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import PRESETS
from miai.features.draw.pair import analyse
from miai.features.settings.unused_rules import unused_rules

EDITION = "pairing.edition"


def event(preset: str, edition: WeightsEdition, system: str) -> Tournament:
    """The Riverside Open with everything that an edition or a version is about."""
    known = riverside()
    rules = replace(
        known.settings.pairing,
        edition=edition,
        grading_information=True,
        float_down_from=GroupEnd.TOP,
        float_up_from=GroupEnd.BOTTOM,
        exempt_half_won=True,
    )
    settings = replace(
        known.settings,
        system=system,
        preset=preset,
        pairing=rules,
        category_limits=(Grade.parse("2k"), Grade.parse("8k")),
    )
    return replace(known, settings=settings)


def prices(preset: str, edition: WeightsEdition, version: int, system: str) -> list[int]:
    found = analyse(event(preset, edition, system), round=5, pricing=version)
    assert found.prices is not None
    return [int(each) for each in found.prices.costs.ravel()]


@pytest.mark.parametrize("system", ["mcmahon", "swiss"])
@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_reads_the_edition_or_the_version_but_never_both(preset: str, system: str) -> None:
    first, second = WeightsEdition.FIRST, WeightsEdition.SECOND
    usual = prices(preset, second, PRICING, system)
    by_edition = prices(preset, first, PRICING, system) != usual
    by_version = prices(preset, second, FIRST_PRICING, system) != usual
    assert not (by_edition and by_version)
    assert by_version == (preset == "gotha")
    # The page says of exactly the presets that read no edition that it is not used.
    assert by_edition == (EDITION not in unused_rules(event(preset, second, system).settings))
