"""The seed of a round, derived from the log by code of its own, and the draws of the round."""

from dataclasses import replace

import pytest

from kit.console import Console, console
from miai.domain.draw_seeds import seed_of_round
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.engine.verify.seeds import SeedOrigin, check_seed
from miai.features.draw.draw_round import draw_round
from miai.features.history.undo import undo
from miai.features.settings.change_settings import change_settings
from miai.features.tournament import create_tournament

FIELD = "Ada 3d, Bo 3d, Cy 3d, Di 3d, Ed 3d, Fay 3d, Gus 3d, Hal 3d"


@pytest.fixture
def with_lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create_tournament, "new_lot", lambda: "an event of 2026")


def checked(hall: Console, number: int = 1) -> tuple[SeedOrigin, int, int]:
    found = check_seed(hall.state.history, number)
    return found.origin, found.draws, found.others


@pytest.mark.parametrize("system", sorted(ALL_SYSTEMS))
@pytest.mark.usefixtures("with_lots")
def test_honest_rounds_of_all_systems_have_the_seed_of_their_log(system: str) -> None:
    hall = console(FIELD, system=system)
    for number in (1, 2):
        hall.draw(number)
        assert checked(hall, number) == (SeedOrigin.LOG, 1, 0)
        hall.play(number)


@pytest.mark.usefixtures("with_lots")
def test_both_programs_derive_the_same_seeds_with_a_seed_in_the_rules() -> None:
    hall = console(FIELD)
    for seed in (0, 1, -5, 2**62):
        change_settings(*hall.at, replace(hall.event.settings, draw_seed=seed), by="Anneke")
        made = draw_round(*hall.at, round=1, by="Anneke").draw
        assert made.seed == seed_of_round(hall.event, 1)
        assert checked(hall)[0] is (SeedOrigin.RULES if seed else SeedOrigin.LOG)


@pytest.mark.usefixtures("with_lots")
def test_a_typed_seed_and_an_undone_draw_are_seen() -> None:
    hall = console(FIELD)
    hall.draw(1)
    usual = {(each.white, each.black) for each in hall.event.round(1).boards}
    undo(*hall.at, hall.state.version, by="Anneke")
    draw_round(*hall.at, round=1, seed=17, by="Anneke")
    assert {(each.white, each.black) for each in hall.event.round(1).boards} != usual
    assert checked(hall) == (SeedOrigin.TYPED, 2, 1)


def test_an_event_without_a_lot_has_the_seed_of_its_rules() -> None:
    hall = console(FIELD)
    hall.draw(1)
    assert checked(hall) == (SeedOrigin.RULES_ALONE, 1, 0)
    draw_round(*hall.at, round=1, seed=17, by="Anneke")
    assert checked(hall)[:2] == (SeedOrigin.TYPED, 2)


def test_a_round_that_was_not_drawn_has_no_seed() -> None:
    hall = console(FIELD)
    assert checked(hall, 3) == (SeedOrigin.UNKNOWN, 0, 0)
