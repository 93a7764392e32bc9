"""The list of players: check-in, late arrivals, import, every window, and all of it without scripts."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from kit.players_hall import Hall, search, switch
from kit.running_site import Running
from kit.windows import beyond, every_window
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.features.draw.draw_round import draw_round
from miai.features.players.change_player import check_in
from miai.features.players.register_player import NEW, register_players
from miai.features.tournament.create_tournament import create_tournament

Opened = Callable[..., Page]


def test_the_field_appears_with_the_first_player_of_another_desk(page: Page, server: Running) -> None:
    event = create_tournament(server.desk, name="Empty", by="Anneke").id
    page.goto(f"{server.url}/t/{event}/players")
    expect(page.locator("main")).to_contain_text("No players yet")
    expect(page.locator("#field")).to_have_count(0)
    player = Player(id=NEW, surname="Adler", grade=Grade.parse("4d"))
    register_players(server.desk, event, [player], by="Tomás")
    expect(page.locator("#field")).to_contain_text("Bar 4d")
    expect(page.locator("#players")).to_contain_text("Adler")


def test_space_says_here_or_not_and_digits_say_which_rounds(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    search(page).press("ArrowDown")
    expect(switch(page, "Adler")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Space")
    expect(switch(page, "Bakker")).not_to_be_checked()
    expect(switch(page, "Bakker")).to_be_focused()
    page.keyboard.press("3")
    row = page.get_by_role("row", name="Bakker")
    expect(row.get_by_role("img", name="not round 3")).to_be_visible()
    page.keyboard.press("3")
    expect(row.get_by_role("img", name="all rounds")).to_be_visible()
    row.get_by_role("link", name="Bakker").focus()
    page.keyboard.press("Space")
    expect(switch(page, "Bakker")).to_be_checked()
    expect(page.locator("#toasts")).to_contain_text("Bakker is here")
    assert hall.is_here("Bakker")


def test_a_row_that_leaves_the_list_hands_its_focus_on(page: Page, hall: Hall) -> None:
    check_in(hall.desk, hall.id, hall.who("Evers"), here=False, by="Anneke")
    page.goto(f"{hall.url}?show=away")
    switch(page, "Evers").focus()
    page.keyboard.press("Space")
    expect(switch(page, "Evers")).to_have_count(0)
    expect(switch(page, "Willems")).to_be_focused()


def test_a_stretch_of_rows_is_ticked_and_checked_in_at_once(page: Page, hall: Hall) -> None:
    for name in ("Adler", "Bakker", "Claes", "Evers"):
        check_in(hall.desk, hall.id, hall.who(name), here=False, by="Anneke")
    page.goto(hall.url)
    expect(page.get_by_role("checkbox", name="Tick Adler")).to_be_hidden()
    page.get_by_text("Check in several…").click()
    page.get_by_role("checkbox", name="Tick Claes").click()
    page.get_by_role("checkbox", name="Tick Adler").click(modifiers=["Shift"])
    expect(page.locator("#ticked")).to_have_text("3")
    page.get_by_role("button", name="Check in the ticked players").click()
    expect(page.locator("#toasts")).to_contain_text("3 players checked in")
    expect(switch(page, "Bakker")).to_be_checked()
    expect(page.get_by_role("checkbox", name="Tick Bakker")).not_to_be_checked()
    assert not hall.is_here("Evers")
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(switch(page, "Adler")).not_to_be_checked()
    assert not hall.is_here("Claes")


def test_a_late_player_is_offered_each_way_once_and_one_is_taken(page: Page, hall: Hall) -> None:
    check_in(hall.desk, hall.id, hall.who("Evers"), here=False, by="Anneke")
    check_in(hall.desk, hall.id, hall.who("Willems"), by="Anneke")
    draw_round(hall.desk, hall.id, round=1, by="Anneke")
    page.goto(hall.url)
    expect(search(page)).not_to_be_focused()
    switch(page, "Evers").click()
    expect(page.get_by_role("heading", name="Evers comes late")).to_be_visible()
    # To pair tables again would only give the same game: it is not offered a second time.
    expect(page.locator(".ways li")).to_have_count(2)
    expect(page.locator(".ways li").first).to_contain_text("No other board changes.")
    expect(page.locator(".ways li").last).to_contain_text("Start in round 2")
    page.get_by_role("button", name="Play against the bye").click()
    expect(page.locator("#toasts")).to_contain_text("Evers plays at table")
    assert hall.event.round(1).board_of(hall.who("Evers"))


def test_a_pasted_table_is_previewed_and_entered(page: Page, hall: Hall) -> None:
    page.goto(f"{hall.url}/import")
    page.get_by_label("Table").fill("Petrov\tKim\t4q\nOlsen\tKjell\t4k\nAdler\tXu\t4d")
    page.get_by_role("button", name="Preview").click()
    players = page.get_by_role("table", name="The lines as they were understood")
    expect(players.get_by_role("row").nth(1)).to_contain_text("is not a grade")
    page.get_by_label("Column 1").select_option(label="first name")
    expect(page.get_by_text("more than one column: first name")).to_be_visible()
    page.get_by_label("Column 2").select_option(label="surname")
    expect(players).to_contain_text("Kjell, Olsen")
    page.get_by_label("Correct line 1").fill("Petrov; Kim; 4k")
    page.get_by_role("button", name="Enter them").click()
    expect(page.get_by_text("The table has changed")).to_be_visible()
    expect(players).to_contain_text("Kim, Petrov")
    page.get_by_role("checkbox", name="Leave out line 3").check()
    page.get_by_role("button", name="Enter them").click()
    expect(page.locator("#toasts")).to_contain_text("2 players entered")
    expect(page.get_by_role("row", name="Kjell Olsen")).to_be_visible()


def test_everything_works_without_scripts(opened: Opened, hall: Hall) -> None:
    page = opened(scripts=False)
    page.goto(hall.url)
    page.get_by_label("Find a player").fill("will")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Enter only Williamson Rory").click()
    expect(page.locator("#toasts")).to_contain_text("Williamson Rory 6k is entered")
    switch(page, "Willems").click()
    expect(switch(page, "Willems")).to_be_checked()
    page.locator("#toasts").get_by_role("button", name="Undo").click()
    expect(switch(page, "Willems")).not_to_be_checked()
    page.get_by_label("Grade", exact=True).select_option("4d")
    page.get_by_role("button", name="Show").click()
    page.get_by_text("Check in several…").click()
    page.get_by_role("checkbox", name="Tick Bakker").check()
    page.get_by_role("button", name="Check out the ticked players").click()
    expect(switch(page, "Bakker")).not_to_be_checked()
    page.goto(hall.url)
    page.get_by_role("button", name="Move the bar down one grade").click()
    expect(page.get_by_role("slider")).to_have_count(0)
    expect(page.locator("#line-bar")).to_contain_text("3 above it start at 32")
    page.get_by_text("One player across the bar").click()
    page.get_by_label("Player", exact=True).select_option(label="Dumont 2d")
    page.get_by_role("button", name="To the other side").click()
    expect(page.locator("#field")).to_contain_text("Dumont 2d: above the bar by hand")
    page.get_by_role("link", name="Dumont").click()
    page.get_by_role("switch", name="Dumont plays in round 2").click()
    expect(page.get_by_role("switch", name="Dumont plays in round 2")).not_to_be_checked()
    page.get_by_label("Club").fill("Lille")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#story")).to_contain_text("Dumont, corrected: Club")
    player = hall.player("Dumont")
    assert player
    assert (player.club, player.attends(2)) == ("Lille", False)


def test_the_pages_fit_their_window(opened: Opened, hall: Hall) -> None:
    page = opened(width=390)
    long_names = Player(
        id=NEW,
        surname="SCHÖNBERGER ROSENKRANZ",
        first_name="Maximilian Alexander",
        grade=Grade.parse("1d"),
        rating=900,
        country="NL",
        club="Amsterdam Noordwest",
    )
    register_players(hall.desk, hall.id, [long_names], by="Anneke")
    page.goto(hall.url)
    # Neither the list nor anything in it is cut, nor does it reach under the field beside it.
    cut = """() => [...document.querySelectorAll("#players, #players td, #players .badge")]
      .filter((each) => each.scrollWidth > each.clientWidth + 1).map((each) => each.textContent.trim())"""
    for window in every_window(page):
        assert page.evaluate(cut) == [], window
    paths = ("", "?show=away", "?round=2", "/new", "/import", "/lists", f"/{hall.who('Adler')}")
    for path in paths:
        page.goto(hall.url + path)
        expect(page.locator("h1")).to_be_visible()
        for window in every_window(page):
            assert beyond(page) <= 0, (path, window)
