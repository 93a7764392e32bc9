"""The seeds that follow from the log."""

import pytest

from miai.domain.draw_seeds import SeedSource, new_lot, seed_by_lot, seed_of_round, source_of_seed
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament


def test_a_round_has_the_same_seed_whatever_else_changes() -> None:
    event = Tournament(lot="a lot", name="Open")
    other = Tournament(lot="a lot", name="Other", begin="2026-05-01", settings=Settings(rounds=9))
    assert seed_of_round(event, 3) == seed_of_round(other, 3)


def test_rounds_lots_stages_and_seeds_of_the_rules_differ() -> None:
    seeds = {seed_by_lot(lot, number, given) for lot in "ab" for number in (1, 2, 3) for given in (0, 1)}
    assert len(seeds) == 12
    assert all(0 <= seed < 10**9 for seed in seeds)


def test_the_seed_is_what_the_reference_says() -> None:
    """A verifier of somebody else computes it so."""
    assert seed_by_lot("00ff", 2, 0) == 510830257


@pytest.mark.parametrize("seed", [0, 7, -3])
def test_without_a_lot_the_seed_is_that_of_the_rules(seed: int) -> None:
    event = Tournament(settings=Settings(draw_seed=seed))
    assert seed_of_round(event, 1) == seed_of_round(event, 2) == seed


def test_a_seed_is_of_the_log_of_the_rules_or_typed() -> None:
    event = Tournament(lot="a lot")
    ruled = Tournament(lot="a lot", settings=Settings(draw_seed=4))
    assert source_of_seed(event, 2, seed_of_round(event, 2)) is SeedSource.LOG
    assert source_of_seed(ruled, 2, seed_of_round(ruled, 2)) is SeedSource.RULES
    assert source_of_seed(event, 2, seed_of_round(event, 1)) is SeedSource.TYPED


def test_each_new_event_has_another_lot() -> None:
    assert len({new_lot() for _ in range(9)}) == 9
