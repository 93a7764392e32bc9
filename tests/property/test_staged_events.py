"""Random events with stages and of Pair Go, refereed; a soak plays many more."""

import pytest

from conftest import SOAK
from miai_lab.pair_events import PairRecipe
from miai_lab.referee.referee_study import refereed_pairs
from miai_lab.referee.stages import refereed_stages
from miai_lab.staged_events import StagedKind


@pytest.mark.parametrize("kind", StagedKind)
def test_random_events_with_stages_keep_every_rule(kind: StagedKind) -> None:
    found = [(seed, wrong) for seed in range(40 if SOAK else 4) for wrong in refereed_stages(kind, seed)]
    assert found == []


@pytest.mark.parametrize("system", ["mcmahon", "swiss", "round_robin", "knockout"])
def test_random_events_of_pair_go_keep_every_rule(system: str) -> None:
    recipe = PairRecipe(system=system)
    found = [(seed, wrong) for seed in range(40 if SOAK else 8) for wrong in refereed_pairs(recipe, seed)]
    assert found == []
