"""The search for players, by keys and by touch."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from kit.players_hall import Hall, search, switch
from miai.domain.people.player import Registration
from miai.features.players.change_player import check_in

Opened = Callable[..., Page]


def options(page: Page) -> Locator:
    return page.locator("#hits").get_by_role("option")


def _line(page: Page, text: str) -> Locator:
    """The line of the list that was typed so."""
    return page.locator("#lines li").filter(has=page.locator("b").get_by_text(text, exact=True))


def test_letters_and_enter_check_in_and_the_next_name_can_be_typed(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    expect(search(page)).to_be_focused()
    # On a slow machine the hits of the first letters come before the last letter is typed.
    with page.expect_response(lambda response: "?q=will&" in response.url) as answer:
        page.keyboard.type("will")
    answer.value.finished()
    expect(options(page)).to_have_count(3)
    expect(page.locator("#hits").get_by_role("option", selected=True)).to_contain_text("Willems")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Willems is here")
    expect(switch(page, "Willems")).to_be_checked()
    expect(search(page)).to_be_focused()
    expect(search(page)).to_have_value("")
    expect(page.get_by_role("listbox")).to_have_count(0)
    assert hall.is_here("Willems")


def test_a_listed_player_who_was_not_seen_is_asked_about(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("willemse")
    page.keyboard.press("Enter")
    expect(_line(page, "willemse")).to_contain_text("Which one?")
    assert hall.player("Willemsen") is None
    _line(page, "willemse").get_by_role("button", name="Willemsen Aurélie").click()
    expect(page.locator("#toasts")).to_contain_text("Willemsen Aurélie 3k is here")
    assert hall.is_here("Willemsen")
    assert not hall.is_here("Willems")


def test_arrows_choose_and_shift_enter_only_enters(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("will")
    expect(options(page)).to_have_count(3)
    expect(search(page)).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#hits").get_by_role("option", selected=True)).to_contain_text("Williamson")
    expect(search(page)).to_have_attribute("aria-activedescendant", "hit-3")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("#toasts")).to_contain_text("Williamson Rory 6k is entered")
    expect(switch(page, "Williamson Rory")).not_to_be_checked()


def test_a_tap_on_a_name_found_checks_in(opened: Opened, hall: Hall) -> None:
    page = opened(width=390, has_touch=True)
    page.goto(hall.url)
    search(page).tap()
    page.keyboard.type("willems")
    page.locator("#hits").get_by_role("option", name="Willems 10k").tap()
    expect(switch(page, "Willems")).to_be_checked()


def test_names_typed_without_waiting_for_the_hits_stand_on_lines_of_their_own(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    expect(search(page)).to_be_focused()
    for name in ("willemse", "will", "Adler Anna 4d", "Nobody Known", "Adler"):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
    page.keyboard.type("eve")
    expect(_line(page, "willemse")).to_contain_text("Which one?")
    expect(_line(page, "Adler Anna 4d")).to_contain_text("saved")
    expect(_line(page, "Adler")).to_contain_text("saved")
    expect(_line(page, "will")).to_contain_text("Which one?")
    expect(_line(page, "Nobody Known")).to_contain_text("A new player?")
    expect(search(page)).to_have_value("eve")
    page.reload()
    _line(page, "willemse").get_by_role("button", name="Willemsen").click()
    expect(_line(page, "willemse")).to_contain_text("saved")
    _line(page, "will").get_by_role("button", name="Williamson").click()
    expect(_line(page, "will")).to_contain_text("saved")
    _line(page, "Nobody Known").get_by_role("link", name="New player “Nobody Known”").click()
    expect(page.get_by_label("Surname")).to_have_value("Nobody")
    anna = next(player for player in hall.event.players if player.first_name == "Anna")
    assert (anna.name, str(anna.grade), anna.registration) == ("Adler Anna", "4d", Registration.FINAL)
    assert (hall.is_here("Willemsen"), hall.is_here("Williamson"), hall.is_here("Willems")) == (
        True,
        True,
        False,
    )
    assert len(hall.event.players) == 9


def test_a_name_that_is_entered_with_another_grade_is_asked_about(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("Willemsen Aurelie 2k")
    page.keyboard.press("Enter")
    expect(_line(page, "Willemsen Aurelie 2k")).to_contain_text("Which one?")
    assert hall.player("Willemsen") is None
    # A new player would be entered with the surname before the comma.
    expect(_line(page, "Willemsen Aurelie 2k")).to_contain_text("New player “Willemsen, Aurelie 2k”")
    _line(page, "Willemsen Aurelie 2k").get_by_role("button", name="Willemsen Aurélie, 3k").click()
    expect(page.locator("#toasts")).to_contain_text("Willemsen Aurélie 3k is here")


def test_a_namesake_is_entered_when_a_new_player_is_chosen(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("Anna Müller 2 kyu")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Müller Anna 2k is here")
    page.keyboard.type("Anna Müller 6k")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="New player “Müller, Anna 6k”").click()
    expect(page.locator("#toasts")).to_contain_text("Müller Anna 6k is here")
    assert [str(each.grade) for each in hall.event.players if each.surname == "Müller"] == ["2k", "6k"]


@pytest.mark.parametrize("typed", ["will", "Nobody Known"])
def test_a_grade_after_the_name_is_in_the_form_of_a_new_player(page: Page, hall: Hall, typed: str) -> None:
    page.goto(hall.url)
    page.keyboard.type(f"{typed} 12 kyu")
    expect(page.locator("#found")).to_be_visible()
    if typed == "will":
        page.keyboard.press("Alt+Enter")
    else:
        page.locator("#found [data-act=new]").click()
    expect(page.get_by_role("heading", name="New player")).to_be_visible()
    expect(page.get_by_label("Surname")).to_have_value(typed.split(maxsplit=1)[0].capitalize())
    expect(page.get_by_label("Grade", exact=True)).to_have_value("12k")


@pytest.mark.parametrize("typed", ["will", "Nobody Known"])
def test_somebody_new_is_asked_for_with_the_name_filled_in(page: Page, hall: Hall, typed: str) -> None:
    page.goto(hall.url)
    page.keyboard.type(typed)
    expect(page.locator("#found")).to_be_visible()
    page.keyboard.press("Alt+Enter")
    expect(page.get_by_role("heading", name="New player")).to_be_visible()
    expect(page.get_by_label("Surname")).to_have_value(typed.split(maxsplit=1)[0].capitalize())
    expect(page.get_by_label("Grade", exact=True)).to_be_focused()
    page.keyboard.type("5k")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("5k is here")


def test_escape_empties_the_search_and_then_leaves_it(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("will")
    expect(options(page)).to_have_count(3)
    page.keyboard.press("Escape")
    expect(search(page)).to_have_value("")
    expect(options(page)).to_have_count(0)
    expect(search(page)).to_be_focused()
    page.keyboard.press("Escape")
    expect(search(page)).not_to_be_focused()
    page.keyboard.press("/")
    expect(search(page)).to_be_focused()


def test_another_desks_check_in_shows_and_leaves_what_is_being_typed(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("will")
    expect(options(page)).to_have_count(3)
    check_in(hall.desk, hall.id, hall.who("Adler"), here=False, by="Tomás")
    expect(switch(page, "Adler")).not_to_be_checked()
    expect(search(page)).to_have_value("will")
    expect(options(page)).to_have_count(3)


def test_a_new_name_shows_its_split_and_one_key_swaps_it_before_it_is_saved(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("Sung Jeong 2k")
    expect(page.locator("#split")).to_have_text("New: surname Sung, first name Jeong, 2k")
    page.keyboard.press("Alt+x")
    expect(search(page)).to_have_value("Jeong, Sung 2k")
    expect(page.locator("#split")).to_have_text("New: surname Jeong, first name Sung, 2k")
    page.keyboard.press("Enter")
    expect(page.locator("#toasts")).to_contain_text("Jeong Sung 2k is here")
    assert hall.event.players[-1].surname == "Jeong"


def test_a_new_name_without_a_clear_order_that_nobody_has_seen_split_is_asked_about(
    page: Page, hall: Hall
) -> None:
    page.goto(hall.url)
    # Faster than the list below the box.
    page.evaluate(
        "const box = document.getElementById('q'); box.value = 'Sung Jeong 2k';"
        "box.dispatchEvent(new KeyboardEvent('keydown', {key: 'Enter', bubbles: true}))"
    )
    line = _line(page, "Sung Jeong 2k")
    expect(line).to_contain_text("New player. Which is the surname?")
    assert len(hall.event.players) == 6
    line.get_by_role("button", name="Jeong, Sung 2k").click()
    expect(page.locator("#toasts")).to_contain_text("Jeong Sung 2k is here")
    assert hall.event.players[-1].surname == "Jeong"


def test_one_key_swaps_the_names_of_the_form_and_of_a_pasted_line(page: Page, hall: Hall) -> None:
    page.goto(f"{hall.url}/new?name=Sung+Jeong+2k")
    page.get_by_label("Surname", exact=True).focus()
    page.keyboard.press("Alt+x")
    expect(page.get_by_label("Surname", exact=True)).to_have_value("Jeong")
    expect(page.get_by_label("First name", exact=True)).to_have_value("Sung")
    page.goto(f"{hall.url}/import")
    page.get_by_label("The table").fill("Sung Jeong 2k\nLee Jun 3k")
    page.get_by_role("button", name="Preview", exact=True).click()
    page.get_by_role("checkbox", name="Leave out line 2").focus()
    page.keyboard.press("Alt+x")
    expect(page.locator("tbody tr").nth(1)).to_contain_text("Jun, Lee")
