"""The bar and the floor across the field, and the advice on the bar."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from kit.players_hall import Hall
from miai.domain.people.grade import Grade
from miai.domain.people.player import Player
from miai.features.players.register_player import NEW, register_players

Opened = Callable[..., Page]


def grade_shown(page: Page, line: str = "bar") -> Locator:
    return page.get_by_label("Bar" if line == "bar" else "Floor", exact=True).and_(page.locator("input"))


def slow_down(page: Page, latency: int) -> None:
    """Let every request take so many milliseconds more."""
    session = page.context.new_cdp_session(page)
    session.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": latency, "downloadThroughput": -1, "uploadThroughput": -1},
    )


@contextmanager
def answers_held_back(page: Page) -> Iterator[None]:
    """Let the server hear of no move before the end: what the page shows meanwhile, it shows by itself."""
    held: list[Route] = []
    over = False

    def hold(route: Route) -> None:
        if over:
            route.continue_()
        else:
            held.append(route)

    page.route("**/players/bar*", hold)
    yield
    over = True
    for route in held:
        route.continue_()


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
    expect(grade_shown(page)).to_have_value("15k")
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
    with answers_held_back(page):
        grade_shown(page).fill("2 Dan")
        page.keyboard.press("Enter")
        expect(page.locator("#line-bar")).to_contain_text("Bar 2d")
    grade_shown(page, "floor").fill("10k")
    page.keyboard.press("Tab")
    expect(page.locator("#line-floor")).to_contain_text("1 below it starts at 20")
    expect(page.locator("#line-bar")).to_contain_text("4 above it start at 31")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowUp")
    expect(grade_shown(page, "floor")).to_have_value("9k")
    with answers_held_back(page):
        for _ in range(3):
            page.get_by_role("button", name="Move the floor up one grade").click()
        expect(grade_shown(page, "floor")).to_have_value("6k")
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
    with answers_held_back(page):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("ArrowDown")
        expect(slider).to_have_attribute("aria-valuetext", "3d")
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
    expect(page.locator("#advice tr.on")).to_contain_text("2d", timeout=60_000)
