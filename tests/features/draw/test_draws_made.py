"""Attempts to get another draw: they give the same one, or everybody sees them."""

from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest

from kit.console import Console, console
from kit.web_site import Site
from miai.domain.draw_seeds import SeedSource, seed_of_round
from miai.engine.pairing.registry import ALL_SYSTEMS
from miai.features.draw.draw_round import draw_round, take_back_round
from miai.features.draw.draws_made import draws_made, public_draws
from miai.features.draw.wishes import never_pair
from miai.features.history.show_history import entries_since
from miai.features.history.undo import undo
from miai.features.players.change_player import change_player, check_in
from miai.features.publish.publish_round import publish_round
from miai.features.settings.change_settings import change_settings
from miai.features.tournament import create_tournament

FIELD = "Ada 3d, Bo 3d, Cy 3d, Di 3d, Ed 3d, Fay 3d, Gus 3d, Hal 3d"
SYSTEMS = sorted(ALL_SYSTEMS)


@pytest.fixture(autouse=True)
def _lots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(create_tournament, "new_lot", lambda: "an event of 2026")


def games(hall: Console, number: int = 1) -> set[tuple[str, str, int]]:
    return {(board.white, board.black, board.table) for board in hall.event.round(number).boards}


def said(hall: Console, number: int = 1) -> list[str]:
    return [
        " / ".join(map(str, made.messages))
        for made in draws_made(hall.desk, hall.state, number)
        if made.notable
    ]


def _undo_the_draw(hall: Console) -> None:
    undo(*hall.at, hall.state.version, by="Anneke")


def _take_it_back(hall: Console) -> None:
    take_back_round(*hall.at, round=1, by="Anneke")


def _change_the_clock_and_prizes(hall: Console) -> None:
    settings = replace(hall.event.settings, one_prize_each=not hall.event.settings.one_prize_each)
    change_settings(*hall.at, settings, by="Anneke")


def _miss_and_come_back(hall: Console) -> None:
    for here in (False, True):
        check_in(*hall.at, hall.who("Cy"), here=here, by="Anneke")


def _another_seed_and_back(hall: Console) -> None:
    for seed in (5, 0):
        change_settings(*hall.at, replace(hall.event.settings, draw_seed=seed), by="Anneke")


ATTEMPTS = (
    _undo_the_draw,
    _take_it_back,
    _change_the_clock_and_prizes,
    _miss_and_come_back,
    _another_seed_and_back,
)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_attempt_that_leaves_the_state_as_it_was_gives_another_draw(system: str) -> None:
    hall = console(FIELD, system=system)
    for name in FIELD.split(", "):
        check_in(*hall.at, hall.who(name.split()[0]), by="Anneke")
    hall.draw(1)
    first = games(hall)
    for attempt in ATTEMPTS:
        attempt(hall)
        hall.draw(1)
        assert games(hall) == first, attempt.__name__
    assert len(draws_made(hall.desk, hall.state, 1)) == len(ATTEMPTS) + 1
    assert said(hall) == []


def test_a_preview_and_the_draw_after_results_came_in_have_the_same_seed() -> None:
    hall = console(FIELD)
    hall.draw(1)
    before = seed_of_round(hall.event, 2)
    hall.play(1)
    draw_round(*hall.at, round=2, by="Anneke")
    made = draws_made(hall.desk, hall.state, 2)
    assert [(each.seed, each.source) for each in made] == [(before, SeedSource.LOG)]


def test_a_typed_seed_is_said_also_of_the_first_draw_and_after_an_undo() -> None:
    hall = console(FIELD)
    draw_round(*hall.at, round=1, seed=17, by="Anneke")
    _undo_the_draw(hall)
    hall.draw(1)
    assert said(hall) == [
        "drawn / the director typed the seed 17",
        "drawn again / the seed follows from the log again",
    ]


def test_a_seed_set_in_the_rules_is_said() -> None:
    hall = console(FIELD)
    change_settings(*hall.at, replace(hall.event.settings, draw_seed=5), by="Anneke")
    hall.draw(1)
    assert said(hall) == ["drawn / the director set a seed in the rules"]


def _withdraw(hall: Console) -> None:
    hall.leave("Cy")


def _rename(hall: Console) -> None:
    change_player(*hall.at, hall.who("Cy"), lambda player: replace(player, surname="Cyrus"), by="Anneke")


def _forbid(hall: Console) -> None:
    board = hall.event.round(1).boards[0]
    never_pair(*hall.at, a=board.white, b=board.black, by="Anneke")


@pytest.mark.parametrize(
    ("change", "words"),
    [(_withdraw, "Cy is not here"), (_rename, "Surname: Cy"), (_forbid, "the director changed a wish")],
)
def test_a_draw_again_after_a_change_names_the_change(change: Callable[[Console], None], words: str) -> None:
    hall = console(FIELD)
    hall.draw(1)
    change(hall)
    hall.draw(1)
    [found] = said(hall)
    assert found.startswith("drawn again after")
    assert words in found


def test_history_names_a_typed_seed() -> None:
    hall = console(FIELD)
    hall.draw(1)
    draw_round(*hall.at, round=1, seed=17, by="Anneke")
    found = sorted(str(each.what) for each in entries_since(hall.state, 0, limit=2))
    assert found == ["Drawn again: 4 boards, by the typed seed 17", "Drawn: 4 boards"]


def test_players_see_it_once_the_round_is_published(site: Site) -> None:
    opened = create_tournament.create_tournament(site.desk, name="Open", by="Anneke", system="swiss").id
    hall = Console(store=site.desk.store, id=opened)  # type: ignore[arg-type]
    hall.desk = site.desk
    for name in "ABCDEF":
        hall.enter(name)
    draw_round(*hall.at, round=1, seed=17, by="Anneke")
    assert public_draws(hall.desk, hall.state, 1) == ()
    assert "The director typed this seed. " in site.get(f"/t/{opened}/draw?round=1").text
    publish_round(*hall.at, round=1, by="Anneke")
    for page in (f"/p/{opened}", f"/p/{opened}/check?round=1"):
        assert "The director typed the seed 17." in unescape(site.get(page).text), page


def test_the_page_draws_again_without_another_seed(site: Site) -> None:
    opened = create_tournament.create_tournament(site.desk, name="Open", by="Anneke", system="swiss").id
    hall = Console(store=site.desk.store, id=opened)  # type: ignore[arg-type]
    hall.desk = site.desk
    for name in "ABCDEF":
        hall.enter(name)
    page = f"/t/{opened}/draw?round=1"
    site.post(f"/t/{opened}/draw/make", page=page, round=1)
    first = games(hall)
    site.post(f"/t/{opened}/draw/make", page=page, round=1)
    assert games(hall) == first
    text = site.get(page).text
    assert "the same state gives the same draw" in text
    assert "Players see this too" not in text
    site.post(f"/t/{opened}/draw/make", page=page, round=1, seed=17)
    assert "The director typed the seed 17." in site.get(page).text
