"""What was on the screen: two tabs at one form, a draft that changed, a page that follows others."""

from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Page, expect

from kit.running_site import Running
from miai.domain.people.player import PlayerId
from miai.features.draw.change_draw import swap_colours
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import change_player

Opened = Callable[..., Page]
P1 = PlayerId("p1")


def _change(server: Running, **values: object) -> None:
    change_player(server.desk, server.demo, P1, lambda old: replace(old, **values), by="Ana")  # type: ignore[arg-type]


def test_the_page_of_a_player_follows_others_and_keeps_what_is_typed(
    page: Page, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("409")
    page.goto(server.at("players/p1"))
    page.get_by_label("Club", exact=True).fill("Lund")
    _change(server, club="Ulm", country="DE", first_name="Eva")
    expect(page.get_by_label("Country")).to_have_value("DE")
    expect(page.locator("h1")).to_contain_text("Eva")
    expect(page.get_by_label("Club", exact=True)).to_have_value("Lund")
    page.locator("#known").get_by_role("button", name="Save").click()
    note = page.locator("#notices .note")
    expect(note).to_contain_text("Saved by someone else: Ulm")
    expect(note).to_contain_text("Typed by you: Lund")
    expect(page.get_by_label("Club", exact=True)).to_have_value("Lund")
    note.get_by_label("Saved by someone else: Ulm").check()
    note.get_by_role("button", name="Save these").click()
    expect(page.get_by_label("Club", exact=True)).to_have_value("Ulm")
    expect(page.locator("#notices .note")).to_have_count(0)


def test_two_tabs_without_scripts_change_other_fields_of_a_player(
    opened: Opened, server: Running, expected_faults: list[str]
) -> None:
    expected_faults.append("409")
    one, two = opened(scripts=False), opened(scripts=False, width=390, dark=True)
    for page in (one, two):
        page.goto(server.at("players/p1"))
    one.get_by_label("Club", exact=True).fill("Lund")
    one.locator("#known").get_by_role("button", name="Save").click()
    two.get_by_label("Country").fill("SE")
    two.locator("#known").get_by_role("button", name="Save").click()
    expect(two.get_by_label("Club", exact=True)).to_have_value("Lund")
    expect(two.get_by_label("Country")).to_have_value("SE")
    one.get_by_label("Country").fill("DK")
    one.locator("#known").get_by_role("button", name="Save").click()
    expect(one.locator(".note.changed")).to_contain_text("Saved by someone else: SE")
    one.get_by_label("Typed by you: DK").check()
    one.get_by_role("button", name="Save these").click()
    expect(one.get_by_label("Country")).to_have_value("DK")


def test_a_draft_that_changed_is_shown_beside_the_one_on_the_screen(
    opened: Opened, server: Running, expected_faults: list[str]
) -> None:
    expected_faults += ["409", "ERR_INTERNET_DISCONNECTED", "Failed to load"]
    draw_round(server.desk, server.demo, round=5, by="director")
    page = opened()
    page.goto(f"{server.at('draw')}?round=5")
    page.context.set_offline(True)
    for table in (3, 4):
        swap_colours(server.desk, server.demo, round=5, table=table, by="Ana")
    page.get_by_role("button", name="Publish pairings").click()
    page.context.set_offline(False)
    note = page.locator("#notices .note.changed")
    expect(note).to_contain_text("On your screen")
    expect(note.locator("tbody tr")).to_have_count(2)
    assert server.desk.state(server.demo).tournament.round(5).shown is None
    note.get_by_role("button", name="Publish this draw").click()
    expect(page.locator("#toasts")).to_contain_text("published")
