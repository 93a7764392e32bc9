"""Two groups and a knock-out as their director runs them in a browser, from entry to the prizes."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running, running
from kit.staged_event import LEAGUE, NAMES, play_round

Opened = Callable[..., Page]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    """A server with nothing on it."""
    with running(tmp_path) as empty:
        yield empty


def press(page: Page, name: str) -> None:
    """Press a button or follow a link of the page, and wait for the page that comes."""
    main, words = page.get_by_role("main"), re.compile(rf"^{re.escape(name)}")
    with page.expect_navigation():
        main.get_by_role("button", name=words).or_(main.get_by_role("link", name=words)).first.click()


def play(page: Page, stage: str, number: int, boards: int = 2) -> None:
    """Draw and publish a round of a stage, and type the results, as names decide them."""
    page.goto(f"{stage}/draw?round={number}")
    page.get_by_role("button", name=f"Draw round {number}").click()
    page.get_by_role("button", name="Publish pairings").click()
    expect(page.locator("#draw-state")).to_contain_text("Published")
    page.goto(f"{stage}/results?round={number}")
    expect(page.locator(".game")).to_have_count(boards)
    for row in page.locator(".game").all():
        white, black = (each.inner_text() for each in row.locator(".who").all())
        table = (row.get_attribute("id") or "")[1:]
        page.locator("#line").fill(f"{table} {'w' if white < black else 'b'}")
        page.locator("#line").press("Enter")
    expect(page.locator("#publication")).to_contain_text("All results")


def fits(page: Page) -> bool:
    """Whether nothing of the page is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def set_up(page: Page, server: Running) -> str:
    """Enter eight players, open two groups and a knock-out of the first two of each; its address."""
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Winter League")
    page.get_by_role("radio", name=re.compile("^Swiss")).check()
    press(page, "Create")
    event = f"{server.url}/t/{LEAGUE}"
    page.goto(f"{event}/players/import")
    page.get_by_role("textbox").first.fill(
        "\n".join(f"{name}\t{at}k" for at, name in enumerate(NAMES, start=1))
    )
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Enter them").first.click()
    expect(page).to_have_url(f"{event}/players")

    page.goto(f"{event}/stages")
    page.locator("summary", has_text="Change the plan").click()
    press(page, "Add groups")
    expect(page.locator("#spread section")).to_have_count(2)
    press(page, "Open the groups")
    page.get_by_role("main").locator("summary", has_text="Change").click()
    press(page, "Add a stage")
    page.get_by_label("Name", exact=True).fill("Final")
    page.get_by_label("System", exact=True).select_option("knockout")
    for group in ("Group A", "Group B"):
        page.get_by_label(f"{group}: first place").fill("1")
        page.get_by_label(f"{group}: last place").fill("2")
    press(page, "Open the stage")
    expect(page.locator("#fill")).to_contain_text("Not over yet")
    return event


def test_groups_and_a_knock_out_from_entry_to_prizes(page: Page, opened: Opened, server: Running) -> None:
    event = set_up(page, server)
    # A page of the event that is open elsewhere follows what happens in the groups.
    watching = opened()
    watching.goto(event)
    expect(watching.locator("#steps")).to_contain_text("Group A: round 1 can be drawn")
    play(page, f"{event}~group-a", 1)
    expect(watching.locator("#steps")).to_contain_text("Group A: round 2 can be drawn")
    for stage, number in (("a", 2), ("a", 3), ("b", 1), ("b", 2), ("b", 3)):
        play_round(server.desk, f"{LEAGUE}~group-{stage}", number)
    expect(watching.locator("#steps")).to_contain_text("Group A and Group B are over: fill Final")
    watching.close()

    page.goto(f"{event}~group-a/results")
    page.locator("#crumbs summary").click()
    page.locator("#crumbs").get_by_role("link", name="Final").click()
    expect(page).to_have_url(f"{event}~final/results")
    page.locator("#crumbs a").first.click()
    page.locator("#steps").get_by_role("link", name="Fill").click()
    expect(page.locator("#qualifiers tbody tr")).to_have_count(4)
    page.get_by_role("button", name="Fill", exact=True).click()
    expect(page.locator("#stage-final")).to_contain_text("Dora")
    for number in (1, 2):
        play(page, f"{event}~final", number)

    page.goto(f"{event}/standings")
    expect(page.locator("#whole-table tbody tr")).to_have_count(len(NAMES))
    expect(page.locator("#whole-table tbody tr").first).to_contain_text("Abe")
    expect(page.locator("#bracket-final")).to_contain_text("Abe has won")
    press(page, "Close the standings…")
    page.get_by_role("button", name="Close the standings", exact=True).click()
    expect(page.locator("#standings-head")).to_contain_text("Final")
    page.get_by_role("button", name="Publish as final").click()
    expect(page.locator("#standings-head")).to_contain_text("Published")
    page.goto(f"{event}/prizes")
    page.get_by_role("button", name="Places 1 to 3").first.click()
    expect(page.locator(".prizes, table").first).to_contain_text("Abe")

    phone = opened(width=390, height=800, dark=True, scripts=False)
    for path in PLAIN:
        phone.goto(server.url + path)
        assert fits(phone), path
    phone.goto(f"{server.url}/p/{LEAGUE}/standings")
    expect(phone.locator("#whole-table tbody tr").first).to_contain_text("Abe")
    phone.get_by_role("link", name="Abe").first.click()
    expect(phone.locator(".past-games")).to_have_count(2)


PLAIN = (
    f"/p/{LEAGUE}",
    f"/p/{LEAGUE}/standings",
    f"/t/{LEAGUE}",
    f"/t/{LEAGUE}/stages",
    f"/t/{LEAGUE}/stages/final",
    f"/t/{LEAGUE}/stages/add/plan",
    f"/t/{LEAGUE}/stages/add/stage",
    f"/t/{LEAGUE}/stages/add/groups",
    f"/t/{LEAGUE}/standings",
    f"/t/{LEAGUE}~final",
)


def test_from_a_new_tournament_to_drawn_groups(page: Page, opened: Opened, server: Running) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Winter League")
    press(page, "Create")
    event = f"{server.url}/t/{LEAGUE}"
    page.goto(f"{event}/players/import")
    names = [f"{name}{number}\t{number}k" for number in range(1, 4) for name in NAMES]
    page.get_by_role("textbox").first.fill("\n".join(names))
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Enter them").first.click()
    expect(page).to_have_url(f"{event}/players")
    bar = page.locator("#rail-nav")
    bar.locator("details.more > summary").click()
    bar.get_by_role("link", name="Stages").click()
    # The picture follows the answers.
    picture = page.locator("#plan-picture")
    expect(picture).to_contain_text("Group D")
    page.get_by_label("Groups", exact=True).fill("2")
    expect(picture).not_to_contain_text("Group C")
    expect(picture).to_contain_text("A1 – B2")
    page.get_by_label("Third-place game").uncheck()
    expect(picture).not_to_contain_text("Third place")
    press(page, "Create stages")
    expect(page.locator(".glance .group")).to_have_count(2)
    expect(page.locator("#stage-cup, [id^=stage-cup]").first).to_contain_text("2nd of Group B")
    # The plan before needed no styles of a bracket; they come with it.
    assert page.locator('head link[href*="bracket"]').count() == 1
    expect(page.locator("head link[rel=stylesheet]").last).to_have_attribute("href", re.compile("print"))
    page.get_by_role("button", name="Draw round 1 in all groups").click()
    page.get_by_role("button", name="Publish round 1 in all groups").click()
    expect(page.locator("#stages-actions")).to_contain_text("Enter results of Group A")
    phone = opened(width=390, height=800, scripts=False)
    phone.goto(f"{event}/stages")
    assert fits(phone)
    phone.goto(f"{event}/stages/add/plan")
    assert fits(phone)
    phone.goto(f"{server.url}/p/{LEAGUE}")
    expect(phone.locator("#list section")).to_have_count(2)


def test_the_plan_is_made_without_scripts(opened: Opened, server: Running) -> None:
    page = opened(width=390, height=800, scripts=False)
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Winter League")
    page.get_by_role("button", name="Create and add players").click()
    page.goto(f"{server.url}/t/{LEAGUE}/stages")
    page.get_by_text("Main event with a cup beside it").click()
    page.get_by_role("button", name="Show the plan").click()
    page.get_by_label("Players in the cup").fill("4")
    page.get_by_role("button", name="Show the plan").click()
    expect(page.locator("#plan-picture")).to_contain_text("1 – 4")
    assert fits(page)
    page.get_by_role("button", name="Create stages").click()
    expect(page.locator(".cup")).to_contain_text("Cup")
    assert fits(page)
