"""Players as a browser shows them: the search, the keys, the bar, and everything without scripts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from miai.app.draw.draw_round import draw_round
from miai.app.event.create_tournament import create_tournament
from miai.app.players.change_player import check_in
from miai.app.players.register_player import NEW, register_players
from miai.domain.grade import Grade
from miai.domain.listed import ListedPlayer, ListSource, PlayerList
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.store.player_lists import PlayerLists
from running_site import Running
from windows import beyond, every_window

Opened = Callable[..., Page]
FIELD = "Adler 4d, Bakker 4d, Claes 3d, Dumont 2d, Evers 1d, Willems 10k"


class Hall:
    """A tournament on a running server, where only Willems is not here yet."""

    def __init__(self, server: Running, folder: Path) -> None:
        self.desk = server.desk
        self.id = create_tournament(self.desk, name="Spring Open", by="Anneke", rounds=5).id
        self.url = f"{server.url}/t/{self.id}/players"
        people = [each.split() for each in FIELD.split(", ")]
        players = [
            Player(
                id=NEW,
                surname=name,
                grade=Grade.parse(grade),
                registration=Registration.PRELIMINARY if name == "Willems" else Registration.FINAL,
            )
            for name, grade in people
        ]
        register_players(self.desk, self.id, players, by="Anneke")
        listed = [
            ListedPlayer(
                source=ListSource.EGF,
                surname=surname,
                first_name=first,
                grade=Grade.parse(grade),
                egf_pin=f"1000000{at}",
            )
            for at, (surname, first, grade) in enumerate(
                [("Willemsen", "Aurélie", "3k"), ("Williamson", "Rory", "6k")]
            )
        ]
        with PlayerLists(folder, create=True) as lists:
            lists.replace(PlayerList(source=ListSource.EGF, players=tuple(listed)))

    @property
    def event(self) -> Tournament:
        return self.desk.state(self.id).tournament

    def player(self, name: str) -> Player | None:
        return next((player for player in self.event.players if player.surname == name), None)

    def who(self, name: str) -> PlayerId:
        player = self.player(name)
        assert player
        return player.id

    def is_here(self, name: str) -> bool:
        player = self.player(name)
        return player is not None and player.registration is Registration.FINAL


@pytest.fixture
def hall(server: Running, tmp_path: Path) -> Hall:
    """A small tournament before its first round, and a rating list beside it."""
    return Hall(server, tmp_path)


def search(page: Page) -> Locator:
    return page.get_by_role("combobox", name="Find a player")


def options(page: Page) -> Locator:
    return page.locator("#hits").get_by_role("option")


def _line(page: Page, text: str) -> Locator:
    """The line of the list that was typed so."""
    return page.locator("#lines li").filter(has=page.locator("b").get_by_text(text, exact=True))


def switch(page: Page, name: str) -> Locator:
    return page.get_by_role("switch", name=f"{name} is here")


def test_letters_and_enter_check_in_and_the_next_name_can_be_typed(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    expect(search(page)).to_be_focused()
    # On a slow machine the hits of the first letters come before the last letter is typed.
    with page.expect_response(lambda response: response.url.endswith("?q=will")) as answer:
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


def test_enter_waits_for_the_answer_of_whoever_types_fast(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    page.keyboard.type("willemse")
    page.keyboard.press("Enter")
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
    expect(_line(page, "willemse")).to_contain_text("saved")
    expect(_line(page, "Adler Anna 4d")).to_contain_text("saved")
    expect(_line(page, "Adler")).to_contain_text("saved")
    expect(_line(page, "will")).to_contain_text("Which one?")
    expect(_line(page, "Nobody Known")).to_contain_text("A new player?")
    expect(search(page)).to_have_value("eve")
    page.reload()
    _line(page, "will").get_by_role("button", name="Williamson").click()
    expect(_line(page, "will")).to_contain_text("saved")
    _line(page, "Nobody Known").get_by_role("link", name="New player “Nobody Known”").click()
    expect(page.get_by_label("Surname")).to_have_value("Nobody")
    anna = hall.event.players[-2]
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
    _line(page, "Willemsen Aurelie 2k").get_by_role("button", name="Willemsen Aurélie, 3k").click()
    expect(page.locator("#toasts")).to_contain_text("Willemsen Aurélie 3k is here")


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


def grade_shown(page: Page, line: str = "bar") -> Locator:
    return page.get_by_label("Bar" if line == "bar" else "Floor", exact=True).and_(page.locator("input"))


def slow_down(page: Page, latency: int) -> None:
    """Let every request take so many milliseconds more."""
    session = page.context.new_cdp_session(page)
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )


# Whatever the box has shown, in every frame.
RECORD = """() => {
  window.seen = [];
  const look = () => {
    const shown = document.getElementById("at-bar").value;
    if (window.seen.at(-1) !== shown) window.seen.push(shown);
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.parametrize(
    "latency",
    [0, pytest.param(150, marks=pytest.mark.soak), pytest.param(400, marks=pytest.mark.soak), 1500],
)
def test_eighteen_clicks_at_one_place_move_the_bar_eighteen_grades(
    page: Page, hall: Hall, latency: int
) -> None:
    page.goto(hall.url)
    slow_down(page, latency)
    page.evaluate(RECORD)
    arrow = page.get_by_role("button", name="Move the bar down one grade").bounding_box()
    assert arrow
    for _ in range(18):
        page.mouse.click(arrow["x"] + 5, arrow["y"] + 5)
    expect(grade_shown(page)).to_have_value("15k", timeout=500)
    expect(page.locator("#toasts")).to_contain_text("The bar is at 15k")
    expect(page.locator("#line-bar")).to_contain_text("6 above it start at 15")
    seen = [Grade.parse(text).number for text in page.evaluate("window.seen")]
    assert seen == sorted(seen, reverse=True)
    assert str(hall.event.settings.scoring.bar) == "15k"


def test_a_bar_moved_just_before_leaving_the_page_is_not_lost(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    slow_down(page, 1500)
    for _ in range(3):
        page.get_by_role("button", name="Move the bar down one grade").click()
    page.get_by_role("link", name="Standings").first.click()
    page.wait_for_url("**/standings*")
    expect(page.locator("#queue")).to_be_hidden()
    page.goto(hall.url)
    expect(grade_shown(page)).to_have_value("1d")


def test_a_grade_is_typed_for_the_bar_and_for_the_floor(
    page: Page, hall: Hall, expected_faults: list[str]
) -> None:
    expected_faults.append("422")
    page.goto(hall.url)
    slow_down(page, 400)
    grade_shown(page).fill("2 Dan")
    page.keyboard.press("Enter")
    expect(page.locator("#line-bar")).to_contain_text("Bar 2d", timeout=300)
    grade_shown(page, "floor").fill("10k")
    page.keyboard.press("Tab")
    expect(page.locator("#line-floor")).to_contain_text("1 below it starts at 20")
    expect(page.locator("#line-bar")).to_contain_text("4 above it start at 31")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")
    expect(grade_shown(page, "floor")).to_have_value("9k")
    for _ in range(3):
        page.get_by_role("button", name="Move the floor up one grade").click()
    expect(grade_shown(page, "floor")).to_have_value("6k", timeout=500)
    expect(page.locator("#toasts")).to_contain_text("The floor is at 6k")
    grade_shown(page).fill("20k")
    page.keyboard.press("Enter")
    expect(page.locator("#notices")).to_contain_text("the floor is above the bar")
    expect(grade_shown(page)).to_have_value("2d")
    assert str(hall.event.settings.scoring.floor) == "6k"


def test_the_bar_is_dragged_across_the_field_and_moved_with_keys(page: Page, hall: Hall) -> None:
    page.goto(hall.url)
    slow_down(page, 400)
    line, target = page.locator("#line-bar"), page.locator("#grade-2d")
    start, end = line.bounding_box(), target.bounding_box()
    assert start
    assert end
    page.mouse.move(start["x"] + 20, start["y"] + start["height"] / 2)
    page.mouse.down()
    # The rows below close up while the line is away from its place.
    page.mouse.move(end["x"] + 20, end["y"] + end["height"] - start["height"] / 2, steps=5)
    expect(line).to_contain_text("Bar 2d")
    page.mouse.up()
    expect(page.locator("#toasts")).to_contain_text("The bar is at 2d")
    expect(line).to_contain_text("4 above it start at 31")
    slider = page.get_by_role("slider", name="Bar")
    slider.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowDown")
    expect(slider).to_have_attribute("aria-valuetext", "3d", timeout=300)
    expect(line).to_contain_text("3 above it start at 32")
    expect(slider).to_be_focused()
    assert str(hall.event.settings.scoring.bar) == "3d"


def test_a_finger_drags_the_bar_and_the_toast_leaves_the_advice_free(opened: Opened, hall: Hall) -> None:
    page = opened(width=390, has_touch=True)
    page.goto(hall.url)
    line, target = page.locator("#line-bar"), page.locator("#grade-2d")
    line.scroll_into_view_if_needed()
    start, end = line.bounding_box(), target.bounding_box()
    assert start
    assert end
    session = page.context.new_cdp_session(page)
    ys = (start["y"] + start["height"] / 2, end["y"], end["y"] + end["height"] - start["height"] / 2)
    for kind, y in zip(("touchStart", "touchMove", "touchMove"), ys, strict=True):
        points = [{"x": start["x"] + 20, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#toasts")).to_contain_text("The bar is at 2d")
    assert str(hall.event.settings.scoring.bar) == "2d"
    for width in (390, 768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        page.locator("#advice").evaluate("card => card.scrollIntoView({ block: 'end' })")
        page.get_by_role("button", name="Move the bar down one grade").evaluate("button => button.click()")
        expect(page.locator("#toasts .toast")).to_be_visible()
        # The card is shown again for the new bar.
        expect(page.locator("#advice")).to_be_visible()
        toast, advice = page.locator("#toasts").bounding_box(), page.locator("#advice").bounding_box()
        assert toast
        assert advice
        assert not (
            toast["x"] < advice["x"] + advice["width"]
            and advice["x"] < toast["x"] + toast["width"]
            and toast["y"] < advice["y"] + advice["height"]
            and advice["y"] < toast["y"] + toast["height"]
        ), width


def test_the_advice_comes_by_itself_after_the_page(page: Page, hall: Hall) -> None:
    more = [Player(id=NEW, surname=f"P{at}", grade=Grade.of_number(at % 5)) for at in range(12)]
    register_players(hall.desk, hall.id, more, by="Anneke")
    page.goto(hall.url)
    card = page.locator("#advice")
    # On a busy machine the compiler takes its time.
    expect(card.get_by_role("columnheader", name="One winner")).to_be_visible(timeout=60_000)
    expect(card.locator("tr.on")).to_contain_text("4d")


def test_advice_that_could_not_be_loaded_says_so_and_is_asked_for_again(
    page: Page, hall: Hall, expected_faults: list[str]
) -> None:
    expected_faults.append("502")
    more = [Player(id=NEW, surname=f"P{at}", grade=Grade.of_number(at % 5)) for at in range(12)]
    register_players(hall.desk, hall.id, more, by="Anneke")
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
        else:
            refused.append(route)
            route.fulfill(status=502, body="<h1>Bad gateway</h1>", content_type="text/html")

    page.route("**/players/advice", refuse_once)
    page.goto(hall.url)
    card = page.locator("#advice")
    expect(card.get_by_role("status")).to_have_text(
        "The advice could not be worked out: it is tried again soon."
    )
    expect(card.get_by_role("columnheader", name="One winner")).to_be_visible(timeout=60_000)
    expect(card.get_by_role("status")).to_have_count(0)


def test_advice_that_comes_after_the_bar_was_moved_on_is_not_shown(page: Page, hall: Hall) -> None:
    more = [Player(id=NEW, surname=f"P{at}", grade=Grade.of_number(at % 5)) for at in range(12)]
    register_players(hall.desk, hall.id, more, by="Anneke")
    held: list[Route] = []
    page.route("**/players/advice", lambda route: route.continue_() if held else held.append(route))
    page.goto(hall.url)
    expect(page.locator("#advice")).to_have_attribute("aria-busy", "true")
    # The page without scripts waits for the end.
    for_4d = page.request.get(f"{hall.url}/advice", timeout=60_000).text()
    for _ in range(2):
        page.get_by_role("button", name="Move the bar down one grade").click()
    expect(page.locator("#line-bar:not(.moving)")).to_contain_text("Bar 2d")
    # The field was still for so long that the page would ask again, had it not asked already.
    page.wait_for_timeout(2_700)
    held[0].fulfill(body=for_4d, content_type="text/html")
    expect(page.locator("#advice tr.on")).to_contain_text("2d", timeout=20_000)


def test_who_comes_late_is_offered_three_ways_and_one_is_taken(page: Page, hall: Hall) -> None:
    check_in(hall.desk, hall.id, hall.who("Evers"), here=False, by="Anneke")
    check_in(hall.desk, hall.id, hall.who("Willems"), by="Anneke")
    draw_round(hall.desk, hall.id, round=1, by="Anneke")
    page.goto(hall.url)
    expect(search(page)).not_to_be_focused()
    switch(page, "Evers").click()
    expect(page.get_by_role("heading", name="Evers comes late")).to_be_visible()
    expect(page.locator(".ways li")).to_have_count(3)
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
