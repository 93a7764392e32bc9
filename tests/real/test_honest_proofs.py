"""Real tournaments: the next round is drawn, published and verified under all presets."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

import miai
from conftest import SOAK
from kit.honest_rounds import verified_next_round
from kit.phone_cases import compare_with_phone
from kit.shared_data import files
from miai.domain.tournament import Tournament
from miai.engine.pairing.presets import OWN_PRESETS
from miai.features.verify.verify_draw import Conclusion

EVENTS = [*files("opengotha", "*.xml"), *files("teams", "*.xml")]
WAYS = list(product(OWN_PRESETS, ("mcmahon", "swiss")))


def _after(event: Tournament, played: int, preset: str, system: str) -> Tournament:
    """The event when so many of its rounds had been played."""
    return replace(
        event,
        rounds=tuple(each for each in event.rounds if each.number <= played),
        published_places=(),
        settings=replace(event.settings, preset=preset, system=system),
    )


@pytest.mark.parametrize("path", EVENTS)
def test_honest_rounds_are_verified(path: Path) -> None:
    event = miai.read(path)
    at = int(path.stem[-4:], 16)
    # In each run every preset and system, in a soak with every round of every event.
    ways = WAYS if SOAK else [WAYS[at % len(WAYS)]]
    for preset, system in ways:
        rounds = range(event.rounds_played) if SOAK else [at % max(1, event.rounds_played)]
        for played in rounds:
            found = verified_next_round(_after(event, played, preset, system))
            if found is not None:
                assert (found.conclusion, found.reasons) == (Conclusion.BEST, ()), (preset, system, played)


@pytest.mark.skipif(SOAK, reason="so many documents are not kept")
def test_the_phone_says_the_same(tmp_path: Path) -> None:
    differing, missing, _ = compare_with_phone(tmp_path)
    assert (differing, missing) == ([], set())
