"""A team event of eight teams as its director runs it in a browser, from entry to the prizes."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kit.running_site import Running, running

Opened = Callable[..., Page]
# In this order they win: every player of a team beats every player of those after it.
TEAMS = ("Ahorn", "Birke", "Eiche", "Fichte", "Kiefer", "Linde", "Ulme", "Zeder")
BOARDS = 2
ROUNDS = 3


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


def enter_team(page: Page, cup: str, name: str) -> None:
    """Enter a team with a substitute on the form."""
    page.goto(f"{cup}/teams/new")
    page.get_by_label("Name of the team").fill(name)
    for number in range(1, BOARDS + 2):
        page.get_by_label(f"Name of member {number}", exact=True).fill(f"{name}{number}, Kim")
        page.get_by_label(f"Grade of member {number}", exact=True).fill(f"{4 - number}d")
    press(page, "Enter the team")


def play(page: Page, cup: str, number: int) -> None:
    """Draw and publish a round, and type the results, as names decide them."""
    page.goto(f"{cup}/draw?round={number}")
    page.get_by_role("button", name=f"Draw round {number}").click()
    expect(page.locator(".match-card")).to_have_count(len(TEAMS) // 2)
    page.get_by_role("button", name="Publish pairings").click()
    expect(page.locator("#draw-state")).to_contain_text("Published")
    page.goto(f"{cup}/results?round={number}")
    expect(page.locator(".match-head .score")).to_have_text(["0–0"] * (len(TEAMS) // 2))
    for row in page.locator(".game").all():
        white, black = (each.inner_text() for each in row.locator(".who").all())
        table = (row.get_attribute("id") or "")[1:]
        page.locator("#line").fill(f"{table} {'w' if white < black else 'b'}")
        page.locator("#line").press("Enter")
    expect(page.locator(".match-head .score")).to_have_text([re.compile("^(2–0|0–2)$")] * (len(TEAMS) // 2))
    expect(page.locator("#publication")).to_contain_text("All results")


def fits(page: Page) -> bool:
    """Whether nothing of the page is wider than the window."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def test_eight_teams_from_entry_to_prizes(page: Page, opened: Opened, server: Running) -> None:
    page.goto(f"{server.url}/new")
    page.get_by_label("Name", exact=True).fill("Cup of Trees")
    page.get_by_role("radio", name=re.compile("^Swiss")).check()
    page.get_by_label("Rounds").first.fill(str(ROUNDS))
    page.locator("summary", has_text="Teams").click()
    page.get_by_label("Boards of a team").select_option(str(BOARDS))
    press(page, "Create")
    cup = f"{server.url}/t/cup-of-trees"
    assert page.url == f"{cup}/teams"

    for name in TEAMS:
        enter_team(page, cup, name)
    expect(page.locator("#teams tbody tr")).to_have_count(len(TEAMS))
    # The captain of the last team lets the substitute play at board 2.
    page.get_by_role("link", name="Zeder").click()
    page.get_by_label("Board 2").select_option(label="Zeder3 Kim 1d")
    page.get_by_role("button", name="Save the line-up").click()
    expect(page.locator("#line-up")).to_contain_text("stated by the captain")

    for number in range(1, ROUNDS + 1):
        play(page, cup, number)
        if number == 1:
            drawn = server.desk.state("cup-of-trees").tournament
            names = {
                drawn.names[seat] for board in drawn.round(1).boards for seat in (board.white, board.black)
            }
            assert "Zeder3 Kim" in names
            assert "Zeder2 Kim" not in names

    page.goto(f"{cup}/standings")
    expect(page.locator("#standings tbody tr").first).to_contain_text("Ahorn")
    expect(page.locator("#standings tbody tr").last).to_contain_text("Zeder")
    page.get_by_role("button", name="Publish as final").click()
    expect(page.locator("#standings-head")).to_contain_text("Final")
    page.goto(f"{cup}/prizes")
    page.get_by_role("button", name="Places 1 to 3").first.click()
    expect(page.locator("#team-prizes tbody tr").first).to_contain_text("Ahorn")

    phone = opened(width=390, height=800, dark=True, scripts=False)
    for path in (
        "/p/cup-of-trees",
        "/p/cup-of-trees/standings",
        *(f"/t/cup-of-trees/{each}" for each in CONSOLE),
    ):
        phone.goto(server.url + path)
        assert fits(phone), path
    phone.goto(f"{server.url}/p/cup-of-trees")
    expect(phone.locator(".match-card")).to_have_count(len(TEAMS) // 2)


CONSOLE = (
    "teams",
    "teams/t1",
    "teams/new",
    "draw",
    "results",
    "standings",
    "standings?view=players",
    "prizes",
)
