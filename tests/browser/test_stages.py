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
    press(page, "Add groups")
    expect(page.locator("#spread section")).to_have_count(2)
    press(page, "Open the groups")
    press(page, "Add a stage")
    page.get_by_label("Name", exact=True).fill("Final")
    page.get_by_label("System").select_option("knockout")
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
    expect(page.locator("#inside .members-list")).to_contain_text("Dora")
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
    f"/t/{LEAGUE}/stages/add/stage",
    f"/t/{LEAGUE}/stages/add/groups",
    f"/t/{LEAGUE}/standings",
    f"/t/{LEAGUE}~final",
)
